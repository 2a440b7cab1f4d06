package changelog

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

var (
	opHeading  = regexp.MustCompile(`^### (?:<sub>experimental</sub> )?<a name="([^"]+)"></a>`)
	opVersion  = regexp.MustCompile(`^(.+)-(\d+)$`)
	setHeading = regexp.MustCompile(`^## Version (\d+) of the (?:default ONNX|'([\w.]+)') operator set$`)
	indexEntry = regexp.MustCompile(`^(?:\||\s*\* )(?:<sub>experimental</sub> )?<a href="#([^"]+)">`)
	linkNumber = regexp.MustCompile(`>(\d{1,9})</a>`)
	partHead   = regexp.MustCompile(`^#### (Version|Attributes|Inputs|Outputs|Type Constraints|Examples|` +
		`Sample Implementation|Function Body|Function)(?: \(([^)]*)\))?$`)
	sinceLine = regexp.MustCompile(`^This version of the operator has been (available|deprecated) ` +
		`since version (\d+) of the (?:default ONNX|'([\w.]+)') operator set\.$`)
	termLine = regexp.MustCompile(`^<dt><tt>([^<]+)</tt>(?: \(([^)]*)\))?(?: : (.*))?</dt>$`)
)

// experimentalLine is the text of the part Version for an operator without a version.
const experimentalLine = "No versioning maintained for experimental ops."

// headingForms describes the headings that are read in a changelog, for errors.
const headingForms = `"## Version 13 of the default ONNX operator set" or "### <a name="Pad-13"></a>" ` +
	"with other numbers and names"

// factHeadings describes the parts that are read, for errors.
const factHeadings = "one of the headings #### Version, Attributes, Inputs, Outputs, " +
	"Type Constraints and lists after these"

// span is the lines of a section, from its heading to the line after the section.
type span struct {
	anchor     string
	start, end int
	set        int // number of the operator set that contains it, 0 if not known
	domain     string
}

// catalogue reads the sections of Pad in a document that is generated from schemas.
func (s *source) catalogue(d *Document, title string) ([]*section, error) {
	changelog := title == changelogTitle
	d.Source, d.Complete = titles[title], title != operatorsTitle
	spans, err := s.spans(d, changelog)
	if err != nil {
		return nil, err
	}
	if len(spans) == 0 {
		return nil, s.errorf(len(s.lines)-1, "sections headed ### <a name=…", "none")
	}
	if n := d.Newest[spec.DefaultDomain]; n > 0 {
		d.Source += fmt.Sprintf(", opset %d", n)
	}
	var out []*section
	for i, sp := range spans {
		name, version := sp.anchor, 0
		m := opVersion.FindStringSubmatch(sp.anchor)
		if changelog && m != nil {
			name = m[1]
		}
		if name != spec.Operator && !strings.HasSuffix(name, "."+spec.Operator) {
			if i == len(spans)-1 {
				err = s.checkWhole(sp)
			}
			continue
		}
		if changelog && m == nil {
			return nil, s.errorf(sp.start, "an anchor like Pad-13", "%s", clip(sp.anchor))
		} else if changelog {
			version, err = strconv.Atoi(m[2])
			if err != nil || sp.set > 0 && version != sp.set {
				expected := fmt.Sprintf("a version since opset %d, as in the heading above", sp.set)
				return nil, s.errorf(sp.start, expected, "%s", clip(sp.anchor))
			}
		}
		sec, err := s.section(sp, version)
		if err != nil {
			return nil, err
		}
		sec.name = strings.TrimPrefix(name, sec.domain+".")
		out = append(out, sec)
	}
	if err != nil {
		return nil, err
	}
	d.Last = spans[len(spans)-1].anchor
	return out, s.checkEnd()
}

// spans finds the sections, and checks that those of the index exist. It sets the newest opsets.
func (s *source) spans(d *Document, changelog bool) (spans []span, err error) {
	domain, set := "", 0
	index := make(map[string]int) // the line of each anchor that has no section yet
	end := func(i int) {
		if n := len(spans); n > 0 && spans[n-1].end == 0 {
			spans[n-1].end = i
		}
	}
	for i, line := range s.lines {
		if len(line) == 0 || !strings.ContainsRune("#|* \t", rune(line[0])) {
			continue
		}
		heading := changelog && strings.HasPrefix(line, "##") && !strings.HasPrefix(line, "####")
		if m := opHeading.FindStringSubmatch(line); m != nil {
			end(i)
			delete(index, m[1])
			spans = append(spans, span{anchor: html.UnescapeString(m[1]), start: i, domain: domain, set: set})
		} else if m := setHeading.FindStringSubmatch(line); m != nil && heading {
			end(i)
			domain = spec.CanonicalDomain(m[2])
			if set, err = strconv.Atoi(m[1]); err != nil || set < 1 {
				return nil, s.errorf(i, "the number of an operator set", "%s", clip(m[1]))
			}
			d.Newest[domain] = max(d.Newest[domain], set)
		} else if heading && line != changelogTitle { // its content would be lost
			return nil, s.errorf(i, headingForms, "%s", clip(line))
		} else if m := indexEntry.FindStringSubmatch(line); m != nil && len(spans) == 0 && !changelog {
			index[m[1]] = i
			for _, n := range linkNumber.FindAllStringSubmatch(line, -1) {
				v, _ := strconv.Atoi(n[1]) // at most nine digits
				d.Newest[spec.DefaultDomain] = max(d.Newest[spec.DefaultDomain], v)
			}
		}
	}
	end(len(s.lines))
	first := ""
	for anchor, line := range index {
		if first == "" || line < index[first] {
			first = anchor
		}
	}
	if first != "" {
		return nil, s.lacks(len(s.lines), fmt.Sprintf("the section of %s, which the index lists in line %d",
			first, s.line(index[first])))
	}
	return spans, nil
}

// checkWhole checks that the document is not cut off in its last section, if that section is not read. The section must state since when
// its version is in force, and contain the parts that all sections contain; [source.checkEnd] does the rest. Other sections that are not
// read need not be well formed: the oldest documents contain some that are not.
func (s *source) checkWhole(sp span) error {
	deprecated := false
	parts := make(map[string]bool)
	for i := sp.start; i < sp.end; i++ {
		line := s.lines[i]
		if line == experimentalLine {
			parts["Version"] = true
		} else if m := partHead.FindStringSubmatch(line); m != nil && m[1] != "Version" {
			parts[m[1]] = true
		} else if m := sinceLine.FindStringSubmatch(line); m != nil {
			parts["Version"], deprecated = true, m[1] == "deprecated"
		}
	}
	return s.checkParts(sp, parts, deprecated)
}

// checkParts checks that a section contains the parts that every published section contains; that of a deprecated version contains only the
// first.
func (s *source) checkParts(sp span, have map[string]bool, deprecated bool) error {
	for _, part := range []string{"Version", outputs, typeConstraints} {
		if !have[part] && (part == "Version" || !deprecated) {
			return s.lacks(sp.end, "the part "+part+" of "+sp.anchor)
		}
	}
	return nil
}

// checkEnd checks that the document ends where a section may end. It cannot detect a document that was cut between two
// sections.
func (s *source) checkEnd() error {
	i := len(s.lines) - 1
	for i > 0 && s.lines[i] == "" {
		i--
	}
	line := strings.TrimSpace(s.lines[i])
	if line == "</dl>" || line == "</details>" || sinceLine.MatchString(line) {
		return nil
	}
	return s.errorf(i, "the end of a section, such as </dl>", "%s: the document is cut off", clip(line))
}

// section reads the parts of a section.
func (s *source) section(sp span, version int) (*section, error) {
	sec := newSection("", version, s.line(sp.start))
	sec.domain, sec.description = sp.domain, s.paragraphs(sp)
	seen := make(map[string]bool)
	code := 0 // the heading of examples or code, which anything except the heading of a fact may follow
	for i := sp.start + 1; i < sp.end; i++ {
		line := s.lines[i]
		m := partHead.FindStringSubmatch(line)
		if m == nil {
			if line == "#### Versioning" {
				return nil, s.errorf(i, "a document of ONNX 1.2 or later", "%s: a document before ONNX 1.2", clip(line))
			}
			if code == 0 && (strings.HasPrefix(line, "####") || strings.TrimSpace(line) == "<dl>") {
				return nil, s.errorf(i, factHeadings, "%s", clip(line))
			}
			continue
		}
		part, err := m[1], error(nil)
		isFact := part == "Version" || slices.Contains(lists, part)
		switch {
		case isFact && code > 0:
			return nil, s.errorf(i, "the part "+part+" before the examples and code", "it after line %d",
				s.line(code))
		case isFact && seen[part]:
			return nil, s.errorf(i, "one part "+part, "a second one")
		case part == "Version":
			err = s.version(sp, sec, i)
		case isFact:
			if part == inputs {
				sec.inputs, sec.inputsLine = html.UnescapeString(m[2]), s.line(i)
			}
			i, err = s.list(sp, sec, part, i)
		default:
			code = i
		}
		if err != nil {
			return nil, err
		}
		seen[part] = true
	}
	return sec, s.checkParts(sp, seen, sec.deprecated)
}

// version reads the sentence that states since which opset the version is in force.
func (s *source) version(sp span, sec *section, start int) error {
	said := false
	for i := start + 1; i < sp.end && !strings.HasPrefix(s.lines[i], "#### "); i++ {
		line := html.UnescapeString(strings.TrimSpace(s.lines[i]))
		m := sinceLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if said {
			return s.errorf(i, "one sentence on the version", "a second one")
		}
		said = true
		n, err := strconv.Atoi(m[2])
		domain := spec.CanonicalDomain(m[3])
		if err != nil || n < 1 {
			return s.errorf(i, "a version number from 1", "%s", clip(m[2]))
		}
		if sec.version > 0 && n != sec.version || sec.domain != "" && domain != sec.domain {
			return s.errorf(i, fmt.Sprintf("version %d of %s, as in the headings", sec.version, sec.domain),
				"version %d of %s", n, domain)
		}
		sec.version, sec.domain, sec.deprecated = n, domain, m[1] == "deprecated"
		if strings.Contains(s.lines[sp.start], "(deprecated)") != sec.deprecated {
			return s.errorf(i, "a version that is deprecated in both places or in neither", "%s", clip(line))
		}
	}
	if !said {
		return s.errorf(start+1, `a line "This version of the operator has been available since …"`, "none")
	}
	return nil
}

// list reads a definition list and returns its last line.
func (s *source) list(sp span, sec *section, part string, start int) (end int, err error) {
	i := start + 1
	for i < sp.end && s.lines[i] == "" {
		i++
	}
	if i == sp.end || s.lines[i] != "<dl>" {
		return i, s.lacks(i, "<dl> after the heading "+part)
	}
	open := i
	for i++; i < sp.end; i++ {
		line := s.lines[i]
		if line == "</dl>" {
			return i, nil
		}
		if line == "" {
			continue
		}
		m := termLine.FindStringSubmatch(line)
		if m == nil {
			return i, s.errorf(i, "<dt><tt>name</tt> : type</dt> or </dl>", "%s", clip(line))
		}
		e := entry{name: html.UnescapeString(m[1]), quals: m[2], line: s.line(i)}
		e.typ = html.UnescapeString(m[3])
		if e.prose, i, err = s.description(sp, i+1); err != nil {
			return i, err
		}
		sec.lists[part] = append(sec.lists[part], e)
	}
	return i, s.lacks(sp.end, fmt.Sprintf("</dl> for the list in line %d", s.line(open)))
}

// description reads <dd>…</dd> and returns its last line.
func (s *source) description(sp span, i int) (prose string, end int, err error) {
	var text []string
	for start := i; i < sp.end; i++ {
		line := s.lines[i]
		if i == start {
			var ok bool
			if line, ok = strings.CutPrefix(line, "<dd>"); !ok {
				return "", i, s.errorf(i, "<dd>", "%s", clip(line))
			}
		} else if strings.HasPrefix(strings.TrimSpace(line), "<dt>") {
			return "", i, s.errorf(i, "</dd>", "%s", clip(line))
		}
		before, closed := strings.CutSuffix(line, "</dd>")
		if text = append(text, before); closed {
			return html.UnescapeString(strings.Join(text, " ")), i, nil
		}
	}
	return "", i, s.lacks(i, "</dd>")
}
