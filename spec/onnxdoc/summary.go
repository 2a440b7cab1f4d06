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
	sumTitle    = regexp.MustCompile(`^# (\w+)$`)
	sumFirst    = regexp.MustCompile(`^First introduced in opset \*\*(\d+)\*\*$`)
	sumVersions = regexp.MustCompile(`^All versions: (\d+(?:, \d+)*)$`)
	sumPart     = regexp.MustCompile(`^## (Description|Attributes|Inputs|Outputs|Type Constraints|Version History|[\w ]+?)(?: \((.*)\))?$`)
	sumParam    = regexp.MustCompile(`^- \*\*(\w+)\*\* \(([^:]*)\): ?(.*)$`)
	sumTypes    = regexp.MustCompile(`^- \*\*(\w+)\*\*: (.*)$`)
	sumHistory  = regexp.MustCompile(`^- \*\*Opset (\d+)\*\*: Types: (.*)$`)
)

// readSummary reads a summary page: the newest version in full, and only the
// number and the data types of the others. The page names opsets without a
// domain, which in ONNX means ai.onnx.
func readSummary(src *source, d *Document, op string) error {
	r := &summaryReader{src: src, d: d, parts: make(map[string]int), ranges: make(map[string]string)}
	r.newest.Schema = &spec.OpSchema{}
	for i := 0; i < len(src.lines); i++ {
		if err := r.line(i); err != nil {
			return err
		}
	}
	if r.name == "" {
		return src.errorf(0, "a title as in \"# Pad\"", "none")
	}
	for _, part := range []string{"Inputs", "Outputs", "Type Constraints", "Version History"} {
		if _, ok := r.parts[part]; !ok {
			return src.end("the part " + part)
		}
	}
	if op != "" && op != r.name {
		return nil
	}
	return r.finish()
}

type summaryReader struct {
	src       *source
	d         *Document
	name      string
	first     int
	firstLine int
	listed    []int
	part      string
	parts     map[string]int
	ranges    map[string]string
	newest    Version
	history   []*Version
	mode      modeProse
	text      []string
}

func (r *summaryReader) line(i int) error {
	line := r.src.lines[i]
	if m := sumPart.FindStringSubmatch(line); m != nil {
		r.part = m[1]
		if at, twice := r.parts[r.part]; twice {
			return r.src.errorf(i, "one part "+r.part, "a second one, after the one in line %d", r.src.line(at))
		}
		r.parts[r.part] = i
		r.ranges[r.part] = html.UnescapeString(m[2])
		return nil
	}
	switch r.part {
	case "":
		return r.head(i, line)
	case "Description":
		if len(r.text) < 200 {
			r.text = append(r.text, line)
		}
	case "Attributes", "Inputs", "Outputs":
		if strings.HasPrefix(line, "- ") {
			return r.param(i, line)
		}
	case "Type Constraints":
		if strings.HasPrefix(line, "- ") {
			return r.types(i, line)
		}
	case "Version History":
		if strings.HasPrefix(line, "- ") {
			return r.opset(i, line)
		}
	}
	return nil
}

func (r *summaryReader) head(i int, line string) error {
	if m := sumTitle.FindStringSubmatch(line); m != nil && r.name == "" {
		r.name, r.newest.Line = m[1], r.src.line(i)
	}
	var err error
	if m := sumFirst.FindStringSubmatch(line); m != nil {
		if r.first, err = strconv.Atoi(m[1]); err != nil {
			return r.src.errorf(i, "an opset number", "%s", clip(m[1]))
		}
		r.firstLine = i
	}
	if m := sumVersions.FindStringSubmatch(line); m != nil {
		for _, n := range strings.Split(m[1], ", ") {
			v, err := strconv.Atoi(n)
			if err != nil || v < 1 || len(r.listed) > 0 && v <= r.listed[len(r.listed)-1] {
				return r.src.errorf(i, "ascending version numbers", "%s", clip(line))
			}
			r.listed = append(r.listed, v)
		}
	}
	return nil
}

// param reads "- **mode** (STRING, optional): …" and the same for inputs.
func (r *summaryReader) param(i int, line string) error {
	m := sumParam.FindStringSubmatch(line)
	if m == nil {
		return r.src.errorf(i, "an entry as in \"- **data** (T): …\"", "%s", clip(line))
	}
	s := r.newest.Schema
	if len(s.Attributes)+len(s.Inputs)+len(s.Outputs) == maxEntries {
		return r.src.errorf(i, fmt.Sprintf("at most %d entries of a version", maxEntries), "more")
	}
	typ, quals, _ := strings.Cut(html.UnescapeString(m[2]), ", ")
	at := strings.ToLower(r.part) + "." + m[1]
	r.newest.mark(at, r.src.line(i))
	if r.part == "Attributes" {
		kind, ok := parseKind(typ)
		if !ok || quals != "optional" && quals != "required" {
			return r.src.errorf(i, "a kind of attribute and optional or required", "%s", clip(m[2]))
		}
		s.Attributes = append(s.Attributes, spec.Attribute{Name: m[1], Type: kind, Required: quals == "required"})
		if quals != "required" {
			r.newest.miss(at + ".default")
		}
		if m[1] == "mode" {
			r.mode = modeProse{html.UnescapeString(m[3]), r.src.line(i)}
		}
		return nil
	}
	p, err := parseParam(m[1], quals, typ)
	if err != nil {
		return r.src.errorf(i, err.expected, "%s", err.found)
	}
	if r.part == "Inputs" {
		s.Inputs = append(s.Inputs, p)
	} else {
		s.Outputs = append(s.Outputs, p)
	}
	return nil
}

func (r *summaryReader) types(i int, line string) error {
	m := sumTypes.FindStringSubmatch(line)
	if m == nil {
		return r.src.errorf(i, "an entry as in \"- **T**: tensor(float)\"", "%s", clip(line))
	}
	types, bad := parseTypes(m[2])
	if bad != "" {
		return r.src.errorf(i, "a type as in tensor(float)", "%s", clip(bad))
	}
	types = sorted(types)
	r.newest.mark("type_constraints."+m[1], r.src.line(i))
	r.newest.Schema.TypeConstraints = append(r.newest.Schema.TypeConstraints, spec.TypeConstraint{Name: m[1], Types: types})
	return nil
}

func (r *summaryReader) opset(i int, line string) error {
	m := sumHistory.FindStringSubmatch(line)
	if m == nil {
		return r.src.errorf(i, "an entry as in \"- **Opset 13**: Types: tensor(float)\"", "%s", clip(line))
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 {
		return r.src.errorf(i, "an opset number", "%s", clip(m[1]))
	}
	types, bad := parseTypes(m[2])
	if bad != "" {
		return r.src.errorf(i, "a type as in tensor(float)", "%s", clip(bad))
	}
	v := &Version{Schema: &spec.OpSchema{SinceVersion: n}, Types: sorted(types), File: r.src.file, Line: r.src.line(i)}
	v.mark("types", v.Line)
	r.history = append(r.history, v)
	return nil
}

// finish puts the newest version's parts and the history together.
func (r *summaryReader) finish() error {
	if len(r.listed) == 0 {
		return r.src.errorf(0, "a line \"All versions: …\"", "none")
	}
	if r.first != r.listed[0] {
		return r.src.errorf(r.firstLine, fmt.Sprintf("opset %d, the first of all versions", r.listed[0]), "opset %d", r.first)
	}
	newest := r.listed[len(r.listed)-1]
	r.d.Source = fmt.Sprintf("operator summary page %s, newest version %d", r.name, newest)
	r.d.Listed[spec.DefaultDomain+"/"+r.name] = slices.Clone(r.listed)
	described := make(map[int]bool)
	for _, h := range r.history {
		if !slices.Contains(r.listed, h.Schema.SinceVersion) {
			return r.src.errorAt(h.Line, fmt.Sprintf("one of all versions %v", r.listed), "opset %d", h.Schema.SinceVersion)
		}
		described[h.Schema.SinceVersion] = true
		v := h
		if h.Schema.SinceVersion == newest {
			var err error
			if v, err = r.full(h); err != nil {
				return err
			}
		} else {
			v.miss("attributes", "inputs", "outputs", "type_constraints", "modes", "min_inputs", "max_inputs")
		}
		v.Schema.Domain, v.Schema.Name = spec.DefaultDomain, r.name
		v.miss("domain")
		r.d.Versions = append(r.d.Versions, v)
	}
	for _, n := range r.listed {
		if !described[n] {
			return r.src.end(fmt.Sprintf("opset %d in the version history", n))
		}
	}
	return nil
}

// full returns the newest version. The page does not say that its parts are
// about this version, so full checks that their types are those of the history.
func (r *summaryReader) full(h *Version) (*Version, error) {
	v := r.newest
	s := v.Schema
	v.File, v.Types = r.src.file, h.Types
	s.Name, s.SinceVersion = r.name, h.Schema.SinceVersion
	if len(s.Outputs) == 0 {
		return nil, r.src.errorf(r.parts["Outputs"], "an output", "none")
	}
	if got := union(s); !slices.Equal(got, h.Types) {
		return nil, r.src.errorAt(h.Line, "the types of the part Type Constraints, "+list(got), "%s", list(h.Types))
	}
	sortLists(s)
	if err := checkNames(r.src, &v); err != nil {
		return nil, err
	}
	least, most, problem := inputRange(s.Inputs, r.ranges["Inputs"])
	if problem != nil {
		return nil, r.src.errorf(r.parts["Inputs"], problem.expected, "%s", problem.found)
	}
	s.MinInputs, s.MaxInputs = least, most
	v.setModes(r.mode)
	if note := summaryNote(strings.Join(r.text, " "), s.Modes); note != "" {
		v.Notes = append(v.Notes, note)
	}
	return &v, nil
}
