package onnxdoc

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
	opHeading   = regexp.MustCompile(`^### (?:<sub>experimental</sub> )?<a name="([^"]+)"></a>`)
	opVersion   = regexp.MustCompile(`^(.+)-(\d+)$`)
	setHeading  = regexp.MustCompile(`^## Version (\d+) of the (?:default ONNX|'([\w.]+)') operator set$`)
	sinceLine   = regexp.MustCompile(`^This version of the operator has been (available|deprecated) since version (\d+) of the (?:default ONNX|'([\w.]+)') operator set\.$`)
	otherLine   = regexp.MustCompile(`^Other versions of this operator: (.*)$`)
	linkNumber  = regexp.MustCompile(`>(\d+)</a>`)
	indexTable  = regexp.MustCompile(`^\|(?:<sub>experimental</sub> )?<a href="#([^"]+)">[^|]*\|([^|]*)\|`)
	indexList   = regexp.MustCompile(`^\s*\* (?:<sub>experimental</sub> )?<a href="#([^"]+)">`)
	sectionHead = regexp.MustCompile(`^#### (Version|Attributes|Inputs|Outputs|Type Constraints|Examples|Sample Implementation|Function Body|Function)(?: \(([^)]*)\))?$`)
	termLine    = regexp.MustCompile(`^<dt><tt>([^<]+)</tt>(?: \(([^)]*)\))?(?: : (.*))?</dt>$`)
	rangeText   = regexp.MustCompile(`^(\d+) - (\d+|∞)$`)
)

// opSection is the part of a catalogue about one version of an operator.
type opSection struct {
	name       string // the anchor's
	start, end int    // lines, the heading first
	domain     string // of the enclosing operator set, if known
}

// readCatalogue reads the Markdown documents that ONNX and ONNX Runtime
// generate from their schemas.
func readCatalogue(src *source, d *Document, op string) error {
	sections, index := scanCatalogue(src, d)
	if len(sections) == 0 {
		return src.errorf(len(src.lines)-1, "sections headed ### <a name=…", "none")
	}
	d.Source = catalogueSource(d, index)
	if err := checkIndex(src, sections, index); err != nil {
		return err
	}
	for _, sec := range sections {
		if !sec.about(d.Kind, op) {
			if err := checkBalanced(src, sec); err != nil {
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
	return nil
}

// catalogueSource names the document by what tells its editions apart.
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
func scanCatalogue(src *source, d *Document) (sections []opSection, index []indexEntry) {
	domain := ""
	for i, line := range src.lines {
		if len(line) > 0 && strings.ContainsRune("#|* \t", rune(line[0])) {
			if m := opHeading.FindStringSubmatch(line); m != nil {
				if n := len(sections); n > 0 && sections[n-1].end == 0 {
					sections[n-1].end = i
				}
				sections = append(sections, opSection{name: html.UnescapeString(m[1]), start: i, domain: domain})
				continue
			}
			if m := setHeading.FindStringSubmatch(line); m != nil && d.Kind == Changelog {
				if n := len(sections); n > 0 && sections[n-1].end == 0 {
					sections[n-1].end = i
				}
				domain = spec.CanonicalDomain(m[2])
				if v, err := strconv.Atoi(m[1]); err == nil {
					d.Newest[domain] = max(d.Newest[domain], v)
				}
				continue
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
	return sections, index
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

// about reports whether the section is about the operator: "" is all.
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

// checkBalanced looks whether the lists of a section that is not read end.
func checkBalanced(src *source, sec opSection) error {
	open := -1
	for i := sec.start; i < sec.end; i++ {
		switch src.lines[i] {
		case "<dl>":
			open = i
		case "</dl>":
			open = -1
		}
	}
	if open < 0 {
		return nil
	}
	if sec.end == len(src.lines) {
		return src.end(fmt.Sprintf("</dl> for the list in line %d", src.line(open)))
	}
	return src.errorf(sec.end, fmt.Sprintf("</dl> for the list in line %d", src.line(open)), "%s", clip(src.lines[sec.end]))
}

// readOperator reads one version. skipped says why there is none.
func readOperator(src *source, d *Document, sec opSection) (v *Version, skipped string, err error) {
	s := &spec.OpSchema{Domain: sec.domain}
	v = &Version{Schema: s, File: src.file, Line: src.line(sec.start)}
	v.miss("shape_inference")
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
	if len(r.others) > 0 {
		d.Listed[key(s)] = r.others
	}
	if v.Deprecated {
		v.miss("attributes", "inputs", "outputs", "type_constraints", "modes", "min_inputs", "max_inputs")
		return v, "", nil
	}
	return v, "", r.check()
}

// operatorReader reads the parts of one section.
type operatorReader struct {
	src      *source
	sec      opSection
	kind     Kind
	v        *Version
	seen     map[string]int // parts, by heading, with their lines
	others   []int
	ranges   map[string]string
	modes    string
	hasModes bool
	modeLine int
}

func (r *operatorReader) parts() error {
	r.ranges = make(map[string]string)
	summary := r.sec.end
	for i := r.sec.start + 1; i < r.sec.end; i++ {
		m := sectionHead.FindStringSubmatch(r.src.lines[i])
		if m == nil {
			continue
		}
		summary = min(summary, i)
		part := m[1]
		if at, twice := r.seen[part]; twice {
			return r.src.errorf(i, "one part "+part, "a second one, after the one in line %d", r.src.line(at))
		}
		r.seen[part] = i
		var err error
		switch part {
		case "Version":
			err = r.version(i)
		case "Attributes", "Inputs", "Outputs", "Type Constraints":
			r.v.mark(strings.ReplaceAll(strings.ToLower(part), " ", "_"), r.src.line(i))
			r.ranges[part] = html.UnescapeString(m[2])
			i, err = r.list(i, part)
		default:
			i = r.sec.end // examples and code: nothing is read after them
		}
		if err != nil {
			return err
		}
	}
	r.v.setModes(r.modes, r.hasModes, r.src.line(r.modeLine))
	if note := summaryNote(strings.Join(r.src.lines[r.sec.start:summary], " "), r.v.Schema.Modes); note != "" {
		r.v.Notes = append(r.v.Notes, note)
	}
	return nil
}

// version reads the part that tells since when the version holds.
func (r *operatorReader) version(start int) error {
	for i := start + 1; i < r.sec.end && !strings.HasPrefix(r.src.lines[i], "#### "); i++ {
		line := html.UnescapeString(strings.TrimSpace(r.src.lines[i]))
		if m := sinceLine.FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[2])
			if err != nil || n < 1 {
				return r.src.errorf(i, "a version number from 1", "%s", clip(m[2]))
			}
			r.v.Schema.SinceVersion, r.v.Schema.Domain = n, spec.CanonicalDomain(m[3])
			r.v.Deprecated = m[1] == "deprecated"
		} else if m := otherLine.FindStringSubmatch(line); m != nil {
			for _, n := range linkNumber.FindAllStringSubmatch(m[1], -1) {
				if v, err := strconv.Atoi(n[1]); err == nil {
					r.others = append(r.others, v)
				}
			}
		} else if line == "No versioning maintained for experimental ops." {
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
	expected := fmt.Sprintf("</dl> for the list in line %d", r.src.line(open))
	if r.sec.end == len(r.src.lines) {
		return i, r.src.end(expected)
	}
	return i, r.src.errorf(r.sec.end, expected, "%s", clip(r.src.lines[r.sec.end]))
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
	}
}

// term takes one entry of a list.
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
			r.modes, r.hasModes, r.modeLine = prose, true, line
		}
	case "Inputs", "Outputs":
		p, ok := parseParam(name, quals, typ)
		if !ok {
			return r.src.errorf(line, "a type or the name of a type constraint", "%s", clip(typ))
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

// expectation is a problem that does not know its line yet.
type expectation struct{ expected, found string }

// parseAttribute reads "string (default is constant)" and the like.
func parseAttribute(name, text string) (spec.Attribute, *expectation) {
	a := spec.Attribute{Name: name}
	kind, quals, _ := strings.Cut(text, " (")
	var ok bool
	if a.Type, ok = parseKind(kind); !ok {
		return a, &expectation{"a kind of attribute as in \"list of ints\"", clip(kind)}
	}
	quals = strings.TrimSuffix(quals, ")")
	def, hasDefault := strings.CutPrefix(quals, "default is ")
	switch {
	case hasDefault:
		v, err := parseDefault(a.Type, def)
		if err != nil {
			return a, &expectation{fmt.Sprintf("a default of kind %q", kind), clip(def)}
		}
		a.Default = v
	case quals == "required":
		a.Required = true
	case quals != "":
		return a, &expectation{"(required) or (default is …)", clip(quals)}
	}
	return a, nil
}

// parseParam reads an input or output. Of the qualifiers only those about the
// option are the schema's.
func parseParam(name, quals, typ string) (spec.Param, bool) {
	p := spec.Param{Name: name, Type: strings.TrimSpace(typ), Option: spec.Single}
	for _, q := range strings.Split(quals, ",") {
		switch strings.TrimSpace(q) {
		case spec.Optional:
			p.Option = spec.Optional
		case spec.Variadic:
			p.Option = spec.Variadic
		}
	}
	return p, typeName.MatchString(p.Type) || validType(p.Type)
}

// check looks whether the section is whole and fits together.
func (r *operatorReader) check() error {
	s := r.v.Schema
	last := min(r.sec.end, len(r.src.lines)) - 1
	for _, part := range []string{"Version", "Outputs"} {
		if _, ok := r.seen[part]; ok {
			continue
		}
		if r.sec.end == len(r.src.lines) {
			return r.src.end("the part " + part + " of " + r.sec.name)
		}
		return r.src.errorf(last, "the part "+part+" of "+r.sec.name, "the end of its section")
	}
	slices.SortFunc(s.Attributes, func(a, b spec.Attribute) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.TypeConstraints, func(a, b spec.TypeConstraint) int { return strings.Compare(a.Name, b.Name) })
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

// checkNames reports names that a list holds twice.
func checkNames(src *source, v *Version) error {
	s := v.Schema
	var attrs, ins, outs, cons []string
	for _, a := range s.Attributes {
		attrs = append(attrs, a.Name)
	}
	for _, p := range s.Inputs {
		ins = append(ins, p.Name)
	}
	for _, p := range s.Outputs {
		outs = append(outs, p.Name)
	}
	for _, c := range s.TypeConstraints {
		cons = append(cons, c.Name)
	}
	for _, l := range []struct {
		list  string
		names []string
	}{{"attributes", attrs}, {"inputs", ins}, {"outputs", outs}, {"type_constraints", cons}} {
		seen := make(map[string]bool)
		for _, n := range l.names {
			if seen[n] {
				return src.errorAt(v.lines[l.list+"."+n], "each name once in the "+l.list, "%s twice", n)
			}
			seen[n] = true
		}
	}
	return nil
}

// inputRange returns the least and most inputs. The documents print the range
// only where the two differ.
func inputRange(inputs []spec.Param, text string) (least, most int, problem *expectation) {
	if text == "" {
		return len(inputs), len(inputs), nil
	}
	m := rangeText.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, &expectation{"a range as in (2 - 4)", clip(text)}
	}
	least, err := strconv.Atoi(m[1])
	most = spec.Unbounded
	if m[2] != "∞" && err == nil {
		most, err = strconv.Atoi(m[2])
	}
	if err != nil || least > most {
		return 0, 0, &expectation{"a range as in (2 - 4)", clip(text)}
	}
	return least, most, nil
}
