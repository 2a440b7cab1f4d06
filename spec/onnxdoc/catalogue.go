package onnxdoc

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

var (
	opHeading  = regexp.MustCompile(`^### (?:<sub>experimental</sub> )?<a name="([^"]+)"></a>`)
	opVersion  = regexp.MustCompile(`^(.+)-(\d+)$`)
	setHeading = regexp.MustCompile(`^## Version (\d+) of the (?:default ONNX|'([\w.]+)') operator set$`)
	linkNumber = regexp.MustCompile(`>(\d+)</a>`)
	indexTable = regexp.MustCompile(`^\|(?:<sub>experimental</sub> )?<a href="#([^"]+)">[^|]*\|([^|]*)\|`)
	indexList  = regexp.MustCompile(`^\s*\* (?:<sub>experimental</sub> )?<a href="#([^"]+)">`)
)

// opSection is the part of a catalogue about one version of an operator.
type opSection struct {
	name       string // of the anchor
	start, end int    // lines, the heading first
	domain     string // of the enclosing operator set, if known
	set        int    // number of that operator set, 0 if not known
}

// readCatalogue reads the Markdown documents that ONNX and ONNX Runtime
// generate from their schemas.
func readCatalogue(src *source, d *Document, op string) error {
	sections, index, err := scanCatalogue(src, d)
	if err != nil {
		return err
	}
	if len(sections) == 0 {
		return src.errorf(len(src.lines)-1, "sections headed ### <a name=…", "none")
	}
	d.Source = catalogueSource(d, index)
	if err := checkIndex(src, sections, index); err != nil {
		return err
	}
	for _, sec := range sections {
		if err := checkSet(src, sec); err != nil {
			return err
		}
		if !sec.about(d.Kind, op) {
			if err := checkWhole(src, sec); err != nil {
				return err
			}
			continue
		}
		v, skipped, err := readOperator(src, d, sec)
		if err != nil {
			return err
		}
		if skipped != "" {
			d.Skipped = append(d.Skipped, skipped)
			continue
		}
		d.Versions = append(d.Versions, v)
	}
	d.Last = sections[len(sections)-1].name
	return checkEnd(src)
}

// catalogueSource names the document, with the opset that tells its editions
// apart where it has one.
func catalogueSource(d *Document, index []indexEntry) string {
	switch d.Kind {
	case Changelog:
		return fmt.Sprintf("onnx/onnx docs/Changelog.md, opset %d", d.Newest[spec.DefaultDomain])
	case Operators:
		newest := 0
		for _, e := range index {
			for _, v := range e.versions {
				newest = max(newest, v)
			}
		}
		return fmt.Sprintf("onnx/onnx docs/Operators.md, opset %d", newest)
	}
	return "microsoft/onnxruntime docs/ContribOperators.md"
}

type indexEntry struct {
	anchor   string
	line     int
	versions []int
}

// scanCatalogue finds the sections of operators and the entries of the index.
func scanCatalogue(src *source, d *Document) (sections []opSection, index []indexEntry, err error) {
	domain, set := "", 0
	for i, line := range src.lines {
		if len(line) > 0 && strings.ContainsRune("#|* \t", rune(line[0])) {
			if m := opHeading.FindStringSubmatch(line); m != nil {
				if n := len(sections); n > 0 && sections[n-1].end == 0 {
					sections[n-1].end = i
				}
				sections = append(sections, opSection{name: html.UnescapeString(m[1]), start: i, domain: domain, set: set})
				continue
			}
			if m := setHeading.FindStringSubmatch(line); m != nil && d.Kind == Changelog {
				if n := len(sections); n > 0 && sections[n-1].end == 0 {
					sections[n-1].end = i
				}
				domain = spec.CanonicalDomain(m[2])
				if set, err = strconv.Atoi(m[1]); err != nil || set < 1 {
					return nil, nil, src.errorf(i, "the number of an operator set", "%s", clip(m[1]))
				}
				d.Newest[domain] = max(d.Newest[domain], set)
				continue
			}
			if d.Kind == Changelog && otherHeading(line) {
				return nil, nil, src.errorf(i, headingForms, "%s", clip(line))
			}
			if len(sections) > 0 || d.Kind == Changelog {
				continue
			}
			if m := indexTable.FindStringSubmatch(line); m != nil {
				e := indexEntry{anchor: m[1], line: i}
				for _, n := range linkNumber.FindAllStringSubmatch(m[2], -1) {
					if v, err := strconv.Atoi(n[1]); err == nil {
						e.versions = append(e.versions, v)
					}
				}
				index = append(index, e)
			} else if m := indexList.FindStringSubmatch(line); m != nil {
				index = append(index, indexEntry{anchor: m[1], line: i})
			}
		}
	}
	if n := len(sections); n > 0 && sections[n-1].end == 0 {
		sections[n-1].end = len(src.lines)
	}
	return sections, index, nil
}

// headingForms describes the headings of a changelog that are read, for a
// message.
const headingForms = `"## Version 13 of the default ONNX operator set" or "### <a name="Pad-13"></a>" with other numbers and names`

// otherHeading reports whether a line of a changelog looks like a heading of an
// operator set or of a section and is none: what is below it would be lost.
func otherHeading(line string) bool {
	return strings.HasPrefix(line, "##") && !strings.HasPrefix(line, "####") && line != changelogTitle
}

// checkSet checks that a section of a changelog is about a version of the
// operator set whose heading it is under.
func checkSet(src *source, sec opSection) error {
	m := opVersion.FindStringSubmatch(sec.name)
	if sec.set == 0 || m == nil || m[2] == strconv.Itoa(sec.set) {
		return nil
	}
	return src.errorf(sec.start, fmt.Sprintf("a version since opset %d, as in the heading of the operator set above", sec.set), "%s", clip(sec.name))
}

// checkIndex reports a document that ends before all operators of its index.
func checkIndex(src *source, sections []opSection, index []indexEntry) error {
	have := make(map[string]bool, len(sections))
	for _, s := range sections {
		have[s.name] = true
	}
	for _, e := range index {
		if !have[e.anchor] {
			return src.end(fmt.Sprintf("the section of %s, which the index lists in line %d", e.anchor, src.line(e.line)))
		}
	}
	return nil
}

// about reports whether the section is about the operator; "" means any.
func (s opSection) about(kind Kind, op string) bool {
	if op == "" {
		return true
	}
	name := s.name
	if kind == Changelog {
		if m := opVersion.FindStringSubmatch(name); m != nil {
			name = m[1]
		}
	}
	return name == op || strings.HasSuffix(name, "."+op)
}

// checkWhole checks that a section that is not read is whole: it says since when
// its version is in force, has the parts that all sections have, and closes its
// lists.
func checkWhole(src *source, sec opSection) error {
	open, deprecated := -1, false
	parts := make(map[string]bool)
	for i := sec.start; i < sec.end; i++ {
		line := src.lines[i]
		switch {
		case line == "<dl>":
			open = i
		case line == "</dl>":
			open = -1
		case strings.HasPrefix(line, "#### "):
			if m := sectionHead.FindStringSubmatch(line); m != nil && m[1] != "Version" {
				parts[m[1]] = true
			}
		case line == experimentalLine:
			parts["Version"] = true
		default:
			if m := sinceLine.FindStringSubmatch(line); m != nil {
				parts["Version"], deprecated = true, m[1] == "deprecated"
			}
		}
	}
	if open >= 0 {
		return src.lacks(sec, fmt.Sprintf("</dl> for the list in line %d", src.line(open)))
	}
	for _, part := range requiredParts {
		if !parts[part] && (part == "Version" || !deprecated) {
			return src.lacks(sec, "the part "+part+" of "+sec.name)
		}
	}
	return nil
}

// requiredParts are the parts that every published section has; a deprecated
// version has only the first.
var requiredParts = []string{"Version", "Outputs", "Type Constraints"}

// lacks is the error for something that a section ends without.
func (s *source) lacks(sec opSection, what string) error {
	if sec.end == len(s.lines) {
		return s.end(what)
	}
	return s.errorf(sec.end, what, "%s", clip(s.lines[sec.end]))
}

// checkEnd checks that the document ends where a section may end. A document
// that was cut between two sections looks whole.
func checkEnd(src *source) error {
	i := len(src.lines) - 1
	for i > 0 && strings.TrimSpace(src.lines[i]) == "" {
		i--
	}
	line := strings.TrimSpace(src.lines[i])
	if line == "</dl>" || line == "</details>" || sinceLine.MatchString(line) {
		return nil
	}
	return src.errorf(i, "the end of a section, such as </dl>", "%s: the document is cut off", clip(line))
}
