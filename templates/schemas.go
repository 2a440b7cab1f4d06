package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// SchemasFileName is the name of the file of [SchemasFile].
const SchemasFileName = RegistryPrefix + "schemas.go"

// SchemasFile emits the published versions as data for package onnx of the runtime: what each allows, and whether pads and the value are
// attributes or inputs.
func SchemasFile(t *spec.Table, schemas []*spec.OpSchema) (*jen.File, error) {
	f := newFile("onnx")
	comment(func(line string) { f.Comment(line) }, `
Schema is one published version of Pad. These are the modes and element types of each, first those of ai.onnx, by the opset in which a
version comes into force, then those of com.microsoft:

`+matrix(t, schemas))
	f.Type().Id("Schema").Struct(
		jen.Id("Domain").String().Comment("ai.onnx or com.microsoft"),
		jen.Id("SinceVersion").Int().Comment("the first opset in which it is in force"),
		jen.Id("DataTypes").Qual(dtypePath, "Set").Comment("the element types that data may have"),
		jen.Id("Modes").Index().Qual(kernelPath, "Mode"),
		jen.Id("PadsAttribute").String().Comment("the attribute that holds the pads, empty where they are an input"),
		jen.Id("ValueAttribute").String().Comment("the attribute that holds the constant, empty where it is an input"),
		jen.Id("Inputs").Index().String().Comment("the names of the formal inputs, in order"),
		jen.List(jen.Id("MinInputs"), jen.Id("MaxInputs")).Int(),
		jen.Id("AxesTypes").Qual(dtypePath, "Set").Comment("the element types that axes may have, empty without such an input"),
		jen.Id("Unsupported").String().Comment("what is not implemented of it, so that it cannot run; else empty"),
	)
	var newest []jen.Code
	names := map[string]string{}
	for _, d := range t.Domains {
		if len(d.Operators) == 0 {
			continue
		}
		checked, _ := t.NewestOpset(d.Name)
		name := newestName(d.Name)
		if other, ok := names[name]; ok {
			return nil, fmt.Errorf("templates: domains %s and %s are both %s", other, d.Name, name)
		}
		names[name] = d.Name
		newest = append(newest, jen.Comment(fmt.Sprintf("%s is the newest opset of %s that the table was checked against.", name, d.Name)),
			jen.Id(name).Op("=").Lit(checked))
	}
	f.Const().Defs(newest...)
	var rows []jen.Code
	for _, s := range schemas {
		rows = append(rows, schemaRow(t, s))
	}
	f.Comment("Schemas lists the published versions of Pad, by domain and version.")
	f.Var().Id("Schemas").Op("=").Index().Id("Schema").Add(literal(rows...))
	return f, nil
}

// newestName is the constant for a domain's newest opset: NewestOpset, and for com.microsoft NewestOpsetMicrosoft.
func newestName(domain string) string {
	name := "NewestOpset"
	if domain == spec.DefaultDomain {
		return name
	}
	if _, vendor, ok := strings.Cut(domain, "."); ok {
		domain = vendor
	}
	for _, part := range strings.FieldsFunc(domain, func(r rune) bool { return r == '.' || r == '_' }) {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

func schemaRow(t *spec.Table, s *spec.OpSchema) jen.Code {
	var modes []jen.Code
	for _, m := range s.Modes {
		if slices.Contains(spec.KnownModes(), m) {
			modes = append(modes, modeConst(m))
		}
	}
	inputs := make([]jen.Code, len(s.Inputs))
	for i, in := range s.Inputs {
		inputs[i] = jen.Lit(in.Name)
	}
	row := []jen.Code{
		field("Domain", jen.Lit(s.Domain)),
		field("SinceVersion", jen.Lit(s.SinceVersion)),
		field("DataTypes", typeSet(t, s.DataTypes())),
		field("Modes", jen.Index().Qual(kernelPath, "Mode").Values(modes...)),
	}
	for _, name := range []string{"pads", "paddings"} {
		if _, ok := s.Attribute(name); ok {
			row = append(row, field("PadsAttribute", jen.Lit(name)))
		}
	}
	if _, ok := s.Attribute("value"); ok {
		row = append(row, field("ValueAttribute", jen.Lit("value")))
	}
	row = append(row,
		field("Inputs", jen.Index().String().Values(inputs...)),
		field("MinInputs", jen.Lit(s.MinInputs)),
		field("MaxInputs", jen.Lit(s.MaxInputs)))
	if axes, i := s.Input("axes"); i >= 0 {
		row = append(row, field("AxesTypes", typeSet(t, s.TypesOf(axes))))
	}
	var parts []string
	for _, u := range t.Unsupported(s) {
		parts = append(parts, u.Part)
	}
	if len(parts) > 0 {
		row = append(row, field("Unsupported", jen.Lit(strings.Join(parts, ", "))))
	}
	return literal(row...)
}

// typeSet is a dtype.Set of the types that have storage, as a constant expression, which needs no init.
func typeSet(t *spec.Table, types []string) *jen.Statement {
	s := new(jen.Statement)
	for _, e := range t.ElemTypes {
		if !slices.Contains(types, e.Tensor()) {
			continue
		}
		if len(*s) > 0 {
			s.Op("|")
		}
		s.Lit(1).Op("<<").Qual(dtypePath, "Type"+e.GoName)
	}
	if len(*s) == 0 {
		return jen.Lit(0)
	}
	return s
}
