package main

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/spectest"
)

// changelogOf returns the sections of a Changelog.md for versions, for example for one that ONNX has not published.
func changelogOf(versions ...*spec.OpSchema) string {
	var b strings.Builder
	b.WriteString("## Operator Changelog\n")
	for _, s := range versions {
		set, anchor := "default ONNX", fmt.Sprintf("%s-%d", s.Name, s.SinceVersion)
		if s.Domain != spec.DefaultDomain {
			set, anchor = "'"+s.Domain+"'", s.Domain+"."+anchor
		}
		fmt.Fprintf(&b, "\n## Version %d of the %s operator set\n", s.SinceVersion, set)
		fmt.Fprintf(&b, "### <a name=\"%s\"></a>**%[1]s**</a>\n\n#### Version\n\n", anchor)
		fmt.Fprintf(&b, "This version of the operator has been available since version %d of the %s operator set.\n",
			s.SinceVersion, set)
		writeList(&b, "Attributes", s.Attributes, func(a spec.Attribute) (term, prose string) {
			if term = a.Name + "</tt> : " + attributeText(a); a.Name == "mode" && len(s.Modes) > 0 {
				prose = "Supported modes: `" + strings.Join(s.Modes, "`, `") + "`"
			}
			return term, prose
		})
		param := func(p spec.Param) (term, prose string) {
			if term = p.Name + "</tt>"; p.Option != spec.Single {
				term += " (" + p.Option + ")"
			}
			return term + " : " + p.Type, ""
		}
		writeList(&b, "Inputs"+inputCount(s), s.Inputs, param)
		writeList(&b, "Outputs", s.Outputs, param)
		writeList(&b, "Type Constraints", s.TypeConstraints, func(c spec.TypeConstraint) (term, prose string) {
			return c.Name + "</tt> : " + strings.Join(c.Types, ", "), ""
		})
	}
	return b.String()
}

// writeList writes a heading and a definition list. It omits an empty list, except for the part that every section contains.
func writeList[T any](b *strings.Builder, heading string, list []T, text func(T) (term, prose string)) {
	if len(list) == 0 && heading != "Type Constraints" {
		return
	}
	fmt.Fprintf(b, "\n#### %s\n\n<dl>\n", heading)
	for _, e := range list {
		term, prose := text(e)
		fmt.Fprintf(b, "<dt><tt>%s</dt>\n<dd>%s</dd>\n", term, html.EscapeString(prose))
	}
	b.WriteString("</dl>\n")
}

// attributeText returns an attribute without its name, as in "list of ints (required)".
func attributeText(a spec.Attribute) string {
	text := string(a.Type)
	if slices.Contains([]spec.AttrType{spec.AttrFloats, spec.AttrInts, spec.AttrStrings}, a.Type) {
		text = "list of " + text
	}
	switch {
	case a.Required:
		text += " (required)"
	case a.Default != nil && a.Default.Type == spec.AttrString:
		value, _ := strconv.Unquote(a.Default.Text)
		text += " (default is " + html.EscapeString(value) + ")"
	case a.Default != nil:
		text += " (default is " + a.Default.Text + ")"
	}
	return text
}

// inputCount returns the number of inputs of a node, if that does not follow from their list.
func inputCount(s *spec.OpSchema) string {
	switch {
	case s.MaxInputs == spec.Unbounded:
		return fmt.Sprintf(" (%d - ∞)", s.MinInputs)
	case s.MinInputs != s.MaxInputs:
		return fmt.Sprintf(" (%d - %d)", s.MinInputs, s.MaxInputs)
	}
	return ""
}

// TestChangelogOf: the document for a table reads back as its versions.
func TestChangelogOf(t *testing.T) {
	table := spectest.Default(t)
	table.Schemas[0].Inputs[0].Option, table.Schemas[0].MaxInputs = spec.Variadic, spec.Unbounded
	text := changelogOf(table.Schemas...)
	doc, err := changelog.Read("written.md", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for i, s := range doc.Schemas {
		s.Sources, s.Meanings = table.Schemas[i].Sources, table.Schemas[i].Meanings // not in any document
	}
	if diff := cmp.Diff(table.Schemas, doc.Schemas); diff != "" || !doc.Complete {
		t.Errorf("complete: %v; -table +document:\n%s", doc.Complete, diff)
	}
}
