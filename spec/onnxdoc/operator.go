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
	sinceLine   = regexp.MustCompile(`^This version of the operator has been (available|deprecated) since version (\d+) of the (?:default ONNX|'([\w.]+)') operator set\.$`)
	otherLine   = regexp.MustCompile(`^Other versions of this operator: (.*)$`)
	sectionHead = regexp.MustCompile(`^#### (Version|Attributes|Inputs|Outputs|Type Constraints|Examples|Sample Implementation|Function Body|Function)(?: \(([^)]*)\))?$`)
	termLine    = regexp.MustCompile(`^<dt><tt>([^<]+)</tt>(?: \(([^)]*)\))?(?: : (.*))?</dt>$`)
)

// experimentalLine is in the part Version of an operator that has no version.
const experimentalLine = "No versioning maintained for experimental ops."

// partHeadings are those that are read.
const partHeadings = "#### Version, Attributes, Inputs, Outputs, Type Constraints"

// factParts are the parts under these headings.
var factParts = map[string]bool{"Version": true, "Attributes": true, "Inputs": true, "Outputs": true, "Type Constraints": true}

// readOperator reads one version. skipped says why there is none.
func readOperator(src *source, d *Document, sec opSection) (v *Version, skipped string, err error) {
	s := &spec.OpSchema{Domain: sec.domain}
	v = &Version{Schema: s, File: src.file, Line: src.line(sec.start)}
	r := &operatorReader{src: src, v: v, sec: sec, kind: d.Kind, seen: make(map[string]int)}
	if err := r.parts(); err != nil {
		return nil, "", err
	}
	name := sec.name
	if d.Kind == Changelog {
		m := opVersion.FindStringSubmatch(sec.name)
		if m == nil {
			return nil, "", src.errorf(sec.start, "an anchor like Pad-13", "%s", clip(sec.name))
		}
		name = m[1]
		if n, err := strconv.Atoi(m[2]); err != nil || n < 1 {
			return nil, "", src.errorf(sec.start, "a version number from 1", "%s", clip(m[2]))
		} else if s.SinceVersion == 0 {
			s.SinceVersion = n // an experimental operator: the line on the version has no number
		} else if n != s.SinceVersion {
			return nil, "", src.errorf(r.seen["Version"], fmt.Sprintf("since version %d, as in the heading", n), "version %d", s.SinceVersion)
		}
		if sec.domain != "" && s.Domain != sec.domain {
			return nil, "", src.errorf(r.seen["Version"], fmt.Sprintf("the operator set %s of the heading above", sec.domain), "%s", s.Domain)
		}
	}
	if s.SinceVersion == 0 {
		return nil, fmt.Sprintf("line %d: %s states no version", v.Line, sec.name), nil
	}
	s.Name = strings.TrimPrefix(name, s.Domain+".")
	v.setModes(r.mode)
	if note := summaryNote(strings.Join(r.summary, " "), s.Modes); note != "" {
		v.Notes = append(v.Notes, note)
	}
	if len(r.others) > 0 {
		d.Listed[s.Key()] = r.others
	}
	if v.Deprecated {
		v.miss("attributes", "inputs", "outputs", "type_constraints", "modes", "min_inputs", "max_inputs")
		return v, "", nil
	}
	return v, "", r.check()
}

// operatorReader reads the parts of one section.
type operatorReader struct {
	src    *source
	sec    opSection
	kind   Kind
	v      *Version
	seen   map[string]int // index of the line of each part, by heading
	others []int
	ranges map[string]string
	mode   modeProse

	summary []string // the lines before the first part
}

func (r *operatorReader) parts() error {
	r.ranges = make(map[string]string)
	summary := r.sec.end
	code := 0 // the heading of examples or code, below which any line may stand but the heading of a fact
	for i := r.sec.start + 1; i < r.sec.end; i++ {
		line := r.src.lines[i]
		m := sectionHead.FindStringSubmatch(line)
		switch {
		case code > 0 && m != nil && factParts[m[1]]:
			return r.src.errorf(i, "the part "+m[1]+" before the examples and code", "it after those in line %d", r.src.line(code))
		case code > 0:
			continue
		case m == nil && strings.HasPrefix(line, "####"):
			return r.src.errorf(i, "one of the headings "+partHeadings, "%s", clip(line))
		case m == nil && strings.TrimSpace(line) == "<dl>":
			return r.src.errorf(i, "a list only after one of the headings "+partHeadings, "one after something else")
		case m == nil:
			continue
		}
		summary = min(summary, i)
		part := m[1]
		if at, twice := r.seen[part]; twice {
			return r.src.errorf(i, "one part "+part, "a second one, after the one in line %d", r.src.line(at))
		}
		r.seen[part] = i
		var err error
		switch {
		case part == "Version":
			err = r.version(i)
		case factParts[part]:
			r.v.mark(strings.ReplaceAll(strings.ToLower(part), " ", "_"), r.src.line(i))
			r.ranges[part] = html.UnescapeString(m[2])
			i, err = r.list(i, part)
		default:
			code = i
		}
		if err != nil {
			return err
		}
	}
	r.summary = r.src.lines[r.sec.start:summary]
	return nil
}

// version reads the part that says since which opset the version is in force.
func (r *operatorReader) version(start int) error {
	said := 0
	for i := start + 1; i < r.sec.end && !strings.HasPrefix(r.src.lines[i], "#### "); i++ {
		line := html.UnescapeString(strings.TrimSpace(r.src.lines[i]))
		if m := sinceLine.FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[2])
			if err != nil || n < 1 {
				return r.src.errorf(i, "a version number from 1", "%s", clip(m[2]))
			}
			if said > 0 {
				return r.src.errorf(i, "one sentence on the version", "a second one, after the one in line %d", r.src.line(said))
			}
			said = i
			r.v.Schema.SinceVersion, r.v.Schema.Domain = n, spec.CanonicalDomain(m[3])
			r.v.Deprecated = m[1] == "deprecated"
			if marked := strings.Contains(r.src.lines[r.sec.start], "(deprecated)"); marked != r.v.Deprecated {
				return r.src.errorf(i, "a version that is deprecated in the heading, too, or in neither", "%s", clip(line))
			}
		} else if m := otherLine.FindStringSubmatch(line); m != nil {
			for _, n := range linkNumber.FindAllStringSubmatch(m[1], -1) {
				if v, err := strconv.Atoi(n[1]); err == nil {
					r.others = append(r.others, v)
				}
			}
		} else if line == experimentalLine {
			return nil
		}
	}
	if r.v.Schema.SinceVersion == 0 {
		return r.src.errorf(start+1, "a line \"This version of the operator has been available since version …\"", "none")
	}
	return nil
}

// list reads a definition list and returns its last line.
func (r *operatorReader) list(start int, part string) (end int, err error) {
	i := start + 1
	for i < len(r.src.lines) && strings.TrimSpace(r.src.lines[i]) == "" {
		i++
	}
	if i >= len(r.src.lines) {
		return i, r.src.end("<dl> after the heading " + part)
	}
	if (part == "Inputs" || part == "Type Constraints") && (i == r.sec.end || sectionHead.MatchString(r.src.lines[i])) {
		return i - 1, nil // an operator without inputs, or whose types are all fixed
	}
	if r.src.lines[i] != "<dl>" {
		return i, r.src.errorf(i, "<dl> after the heading "+part, "%s", clip(r.src.lines[i]))
	}
	open := i
	for i++; i < r.sec.end; i++ {
		line := r.src.lines[i]
		if line == "</dl>" {
			return i, nil
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		m := termLine.FindStringSubmatch(line)
		if m == nil {
			return i, r.src.errorf(i, "<dt><tt>name</tt> : type</dt> or </dl>", "%s", clip(line))
		}
		term := i
		var prose string
		if prose, i, err = r.description(i + 1); err != nil {
			return i, err
		}
		if err := r.term(part, term, html.UnescapeString(m[1]), m[2], html.UnescapeString(m[3]), prose); err != nil {
			return i, err
		}
	}
	return i, r.src.lacks(r.sec, fmt.Sprintf("</dl> for the list in line %d", r.src.line(open)))
}

// description reads <dd>…</dd> and returns its last line.
func (r *operatorReader) description(i int) (prose string, end int, err error) {
	if i >= len(r.src.lines) {
		return "", i, r.src.end("<dd>")
	}
	rest, ok := strings.CutPrefix(r.src.lines[i], "<dd>")
	if !ok {
		return "", i, r.src.errorf(i, "<dd>", "%s", clip(r.src.lines[i]))
	}
	var text []string
	for {
		if before, ok := strings.CutSuffix(strings.TrimRight(rest, " \t"), "</dd>"); ok {
			text = append(text, before)
			return html.UnescapeString(strings.Join(text, " ")), i, nil
		}
		text = append(text, rest)
		if i++; i >= len(r.src.lines) {
			return "", i, r.src.end("</dd>")
		}
		if i >= r.sec.end {
			return "", i, r.src.errorf(i, "</dd>", "%s", clip(r.src.lines[i]))
		}
		rest = r.src.lines[i]
		if strings.HasPrefix(strings.TrimSpace(rest), "<dt>") {
			return "", i, r.src.errorf(i, "</dd>", "%s", clip(rest))
		}
	}
}

// term adds one entry of a list to the version.
func (r *operatorReader) term(part string, line int, name, quals, typ, prose string) error {
	s, v := r.v.Schema, r.v
	at := func(list string) string {
		v.mark(list+"."+name, r.src.line(line))
		return list
	}
	switch part {
	case "Attributes":
		at("attributes")
		a, err := parseAttribute(name, typ)
		if err != nil {
			return r.src.errorf(line, err.expected, "%s", err.found)
		}
		s.Attributes = append(s.Attributes, a)
		if name == "mode" {
			r.mode = modeProse{prose, r.src.line(line)}
		}
	case "Inputs", "Outputs":
		p, err := parseParam(name, quals, typ)
		if err != nil {
			return r.src.errorf(line, err.expected, "%s", err.found)
		}
		if part == "Inputs" {
			at("inputs")
			s.Inputs = append(s.Inputs, p)
		} else {
			at("outputs")
			s.Outputs = append(s.Outputs, p)
		}
	case "Type Constraints":
		at("type_constraints")
		types, bad := parseTypes(typ)
		if bad != "" {
			return r.src.errorf(line, "a type as in tensor(float)", "%s", clip(bad))
		}
		types = sorted(types)
		s.TypeConstraints = append(s.TypeConstraints, spec.TypeConstraint{Name: name, Types: types})
	}
	return nil
}

// check checks that the section is complete and consistent.
func (r *operatorReader) check() error {
	s := r.v.Schema
	for _, part := range requiredParts {
		if _, ok := r.seen[part]; !ok {
			return r.src.lacks(r.sec, "the part "+part+" of "+r.sec.name)
		}
	}
	sortLists(s)
	if err := checkNames(r.src, r.v); err != nil {
		return err
	}
	for _, l := range []struct {
		part   string
		params []spec.Param
	}{{"inputs", s.Inputs}, {"outputs", s.Outputs}} {
		for _, p := range l.params {
			if _, ok := s.Constraint(p.Type); !ok && !validType(p.Type) {
				return r.src.errorAt(r.v.lines[l.part+"."+p.Name], "a type constraint for "+p.Type, "none in the section of %s", r.sec.name)
			}
		}
	}
	least, most, err := inputRange(s.Inputs, r.ranges["Inputs"])
	if err != nil {
		return r.src.errorf(r.seen["Inputs"], err.expected, "%s", err.found)
	}
	s.MinInputs, s.MaxInputs = least, most
	return nil
}
