package onnxdoc

import (
	"fmt"
	"regexp"

	"github.com/padgen/padgen/spec"
)

var (
	// itemParam matches an input or output; qualifiers such as (heterogeneous)
	// tell it from an attribute where the headings are lost.
	itemParam = regexp.MustCompile(`^(\w+) \(([^)]*)\) - ([^:]*?)\s*:(?:\s+(.*))?$`)
	itemKind  = regexp.MustCompile(`^(\w+) - ([A-Z_]+)\s*(?:\((.*?)\)\s*)?:(?:\s+(.*))?$`)
	itemAttr  = regexp.MustCompile(`^(\w+)\s*(?:\(([^)]*)\)\s*)?:(?:\s+(.*))?$`)
	itemTypes = regexp.MustCompile(`^(\w+) in \(\s*(.*?)\s*\)\s*:(?:\s+(.*))?$`)
	itemOpen  = regexp.MustCompile(`^(\w+) in \(`)
	rstValue  = regexp.MustCompile("\\s*Default value is ``([^`]*)``\\.\\s*$")
)

// item reads one bullet according to its form.
func (p *pageReader) item(it *pageItem) error {
	line := p.src.line(it.line)
	switch {
	case it.text == "" || it.part == "Version" || it.part == "Summary":
		return nil
	case itemOpen.MatchString(it.text):
		return p.constraint(it, line)
	}
	if m := itemParam.FindStringSubmatch(it.text); m != nil {
		q, err := parseParam(m[1], m[2], m[3])
		if err != nil {
			return p.src.errorAt(line, err.expected, "%s", err.found)
		}
		p.params = append(p.params, *it)
		p.parsed = append(p.parsed, q)
		return nil
	}
	if it.part != "" && it.part != "Attributes" {
		if it.part == "Type Constraints" || it.part == "Inputs" || it.part == "Outputs" {
			return p.unknownItem(it, "an entry of the part "+it.part)
		}
		return nil
	}
	if m := itemKind.FindStringSubmatch(it.text); m != nil {
		a, err := pageAttribute(m[1], m[2], m[3])
		if err != nil {
			return p.src.errorAt(line, err.expected, "%s", err.found)
		}
		p.attribute(a, m[4], line)
		return nil
	}
	if m := itemAttr.FindStringSubmatch(it.text); m != nil {
		if m[2] != "" && m[2] != "required" {
			return p.src.errorAt(line, "(required)", "%s", clip(m[2]))
		}
		p.untyped(m[1], m[2] == "required", m[3], line)
		return nil
	}
	return p.unknownItem(it, "an attribute, an input, an output or a type constraint")
}

// unknownItem is the error for an item of no known form.
func (p *pageReader) unknownItem(it *pageItem, expected string) error {
	return p.src.errorf(it.line, expected, "%s", clip(it.text))
}

func (p *pageReader) constraint(it *pageItem, line int) error {
	m := itemTypes.FindStringSubmatch(it.text)
	if m == nil {
		return p.cut(fmt.Sprintf("\"):\" for the list of types in line %d", line))
	}
	types, bad := parseTypes(m[2])
	if bad != "" {
		return p.src.errorAt(line, "a type as in tensor(float)", "%s", clip(bad))
	}
	types = sorted(types)
	p.v.mark("type_constraints."+m[1], line)
	p.v.Schema.TypeConstraints = append(p.v.Schema.TypeConstraints, spec.TypeConstraint{Name: m[1], Types: types})
	return nil
}

// pageAttribute reads "STRING (default is 'constant')".
func pageAttribute(name, kind, quals string) (spec.Attribute, *expectation) {
	if quals != "" {
		quals = " (" + quals + ")"
	}
	return parseAttribute(name, kind+quals)
}

func (p *pageReader) attribute(a spec.Attribute, prose string, line int) {
	p.v.mark("attributes."+a.Name, line)
	p.v.Schema.Attributes = append(p.v.Schema.Attributes, a)
	if a.Name == "mode" {
		p.mode = modeProse{prose, line}
	}
}

// untyped reads an attribute whose kind the page does not print. RST pages
// print every default; text made from such pages has lost the defaults.
func (p *pageReader) untyped(name string, required bool, prose string, line int) {
	at := "attributes." + name
	p.v.miss(at + ".type")
	switch m := rstValue.FindStringSubmatch(prose); {
	case m != nil && m[1] == "?":
		p.v.miss(at + ".default")
		prose = prose[:len(prose)-len(m[0])]
	case m != nil:
		if p.v.raw == nil {
			p.v.raw = make(map[string]string)
		}
		p.v.raw[name] = m[1]
		prose = prose[:len(prose)-len(m[0])]
	case p.kind != RSTPage && !required:
		p.v.miss(at + ".default")
	}
	p.attribute(spec.Attribute{Name: name, Required: required}, prose, line)
}
