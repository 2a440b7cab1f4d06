package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// schemaTable emits the published versions as data for the runtime: what each allows, and whether pads and the value are
// attributes or inputs.
func schemaTable(f *jen.File, t *spec.Table, schemas []*spec.OpSchema) error {
	f.Comment("Schema is one published version of Pad.")
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
			return fmt.Errorf("templates: domains %s and %s are both %s", other, d.Name, name)
		}
		names[name] = d.Name
		newest = append(newest, jen.Comment(fmt.Sprintf("%s is the newest opset of %s that the table was checked against.", name, d.Name)),
			jen.Id(name).Op("=").Lit(checked))
	}
	f.Const().Defs(newest...)
	var rows []jen.Code
	for _, s := range schemas {
		row, err := schemaRow(t, s)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	f.Comment("Schemas lists the published versions of Pad, by domain and version, whatever kernels the package holds.")
	f.Var().Id("Schemas").Op("=").Index().Id("Schema").Add(literal(rows...))
	return nil
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

func schemaRow(t *spec.Table, s *spec.OpSchema) (jen.Code, error) {
	data, err := t.DataTypes(s)
	if err != nil {
		return nil, err
	}
	modes := make([]jen.Code, len(s.Modes))
	for i, m := range s.Modes {
		if !slices.Contains(spec.KnownModes(), m) {
			return nil, fmt.Errorf("templates: %s: mode %q has no emitter", s.ID(), m)
		}
		modes[i] = modeConst(m)
	}
	inputs := make([]jen.Code, len(s.Inputs))
	for i, in := range s.Inputs {
		inputs[i] = jen.Lit(in.Name)
	}
	row := []jen.Code{
		field("Domain", jen.Lit(s.Domain)),
		field("SinceVersion", jen.Lit(s.SinceVersion)),
		field("DataTypes", typeSet(data)),
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
		var types []spec.ElemType
		for _, typ := range s.TypesOf(axes) {
			e, err := t.ElemType(typ)
			if err != nil {
				return nil, err
			}
			types = append(types, e)
		}
		row = append(row, field("AxesTypes", typeSet(types)))
	}
	return literal(row...), nil
}

// typeSet is a dtype.Set as a constant expression, which needs no init.
func typeSet(types []spec.ElemType) *jen.Statement {
	if len(types) == 0 {
		return jen.Lit(0)
	}
	s := new(jen.Statement)
	for i, e := range types {
		if i > 0 {
			s.Op("|")
		}
		s.Lit(1).Op("<<").Qual(dtypePath, "Type"+e.GoName)
	}
	return s
}
