package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// SchemasFileName is the name of the file of [SchemasFile].
const SchemasFileName = RegistryPrefix + "schemas.go"

// SchemasFile emits the versions of Pad as data for package onnx of the runtime: what each allows, and whether pads and the
// value are attributes or inputs.
func SchemasFile(t *spec.Table, schemas []*spec.OpSchema) *jen.File {
	f := newFile("onnx")
	var newest, domains []jen.Code
	var names []string
	for _, d := range t.Domains {
		checked, _ := t.NewestOpset(d.Name)
		name := newestName(d.Name)
		newest = append(newest, jen.Comment(fmt.Sprintf("%s is the newest opset of %s that the table was checked against.", name, d.Name)),
			jen.Id(name).Op("=").Lit(checked))
		domains = append(domains, jen.Values(jen.Lit(d.Name), jen.Id(name)))
		names = append(names, d.Name)
	}
	f.Const().Defs(newest...)
	f.Comment("domains lists the domains that have Pad.")
	f.Var().Id("domains").Op("=").Index().Id("domain").Add(literal(domains...))
	var rows []jen.Code
	for _, s := range schemas {
		rows = append(rows, schemaRow(t, s))
	}
	comment(func(line string) { f.Comment(line) }, `
Schemas lists the versions of Pad: those of `+strings.Join(names, ", then those of ")+`, each by the opset in which a version
comes into force. Domain `+spec.Own+` is this project's own, all others are published. These are the modes and element types of each:

`+matrix(t, schemas))
	f.Var().Id("Schemas").Index().Id("Schema").Op("=").Id("schemas")
	f.Var().Id("schemas").Op("=").Index().Id("Schema").Add(literal(rows...))
	return f
}

// newestName returns the name of the constant for a domain's newest opset, such as NewestOpset, or NewestOpsetMicrosoft for
// com.microsoft.
func newestName(domain string) string {
	name := "NewestOpset"
	if domain == spec.DefaultDomain {
		return name
	}
	parts := strings.FieldsFunc(domain, func(r rune) bool { return r == '.' || r == '_' })
	for _, part := range parts[min(1, len(parts)-1):] { // leave out com, org and the like
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

func schemaRow(t *spec.Table, s *spec.OpSchema) jen.Code {
	var modes, means, inputs []jen.Code
	for _, m := range s.Modes {
		if slices.Contains(spec.KnownModes(), m) {
			modes, means = append(modes, modeConst(m)), append(means, modeConst(cmp.Or(s.Meanings[m], m)))
		}
	}
	meanings := jen.Nil()
	if len(s.Meanings) > 0 {
		meanings = jen.Index().Qual(kernelPath, "Mode").Values(means...)
	}
	for _, in := range s.Inputs {
		inputs = append(inputs, jen.Lit(in.Name))
	}
	attribute := func(names ...string) jen.Code {
		for _, name := range names {
			if _, ok := s.Attribute(name); ok {
				return jen.Lit(name)
			}
		}
		return jen.Lit("")
	}
	axes, _ := s.Input("axes")
	var parts []string
	for _, u := range t.Unsupported(s) {
		parts = append(parts, u.Part)
	}
	return literal(
		field("Domain", jen.Lit(s.Domain)),
		field("SinceVersion", jen.Lit(s.SinceVersion)),
		field("DataTypes", typeSet(t, s.DataTypes())),
		field("Modes", jen.Index().Qual(kernelPath, "Mode").Values(modes...)),
		field("Meanings", meanings),
		field("PadsAttribute", attribute("pads", "paddings")),
		field("ValueAttribute", attribute("value")),
		field("Inputs", jen.Index().String().Values(inputs...)),
		field("MinInputs", jen.Lit(s.MinInputs)),
		field("MaxInputs", jen.Lit(s.MaxInputs)),
		field("AxesTypes", typeSet(t, s.TypesOf(axes))),
		field("Unsupported", jen.Lit(strings.Join(parts, ", "))),
	)
}

// typeSet returns a dtype.Set of the types that have storage, as a constant expression, which needs no init.
func typeSet(t *spec.Table, types []string) *jen.Statement {
	var bits []jen.Code
	for _, e := range t.ElemTypes {
		if slices.Contains(types, e.Tensor()) {
			bits = append(bits, jen.Lit(1).Op("<<").Qual(dtypePath, "Type"+e.GoName))
		}
	}
	if len(bits) == 0 {
		return jen.Lit(0)
	}
	return jen.Custom(jen.Options{Separator: "|"}, bits...)
}
