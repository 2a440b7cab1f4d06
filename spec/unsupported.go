package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Unsupported is a part of a version of Pad that padgen does not implement, and that a person must add first.
type Unsupported struct {
	// Part is what is not implemented, as in "tensor(posit8)", "mode mirror" or "input mask".
	Part string
	// Fact is where the schema states it, as in "inputs.mask".
	Fact string
	// Reason is a sentence without a period.
	Reason string
	// Files are the files to change, as in "spec/modes.go, runtime/pad".
	Files string
}

// String returns what is missing, why, and which files to change.
func (u Unsupported) String() string {
	return fmt.Sprintf("%s: %s: change %s", u.Part, u.Reason, u.Files)
}

// The files to change for each kind of part.
const (
	typeFiles      = "spec/elemtypes.json"
	nonTensorFiles = "spec/elemtype.go, runtime/onnx"
	modeFiles      = "spec/modes.go, runtime/kernel/mode.go, runtime/internal/kerneltest/source.go, runtime/pad/doc.go"
	attributeFiles = "runtime/onnx/attributes.go, runtime/onnx/call.go, templates/schemas.go, spec/unsupported.go"
	inputFiles     = "runtime/onnx/op.go, runtime/onnx/call.go, templates/schemas.go, spec/unsupported.go"
	outputFiles    = "runtime/onnx/run.go, spec/unsupported.go"
)

// supportedAttributes are the attributes that runtime/onnx supports. If the schema has no default, that of the runtime
// applies.
var supportedAttributes = map[string]Attribute{
	"mode":     {Type: AttrString, Default: &Value{AttrString, strconv.Quote(Constant)}},
	"pads":     {Type: AttrInts, Required: true},
	"paddings": {Type: AttrInts, Required: true},
	"value":    {Type: AttrFloat, Default: &Value{AttrFloat, "0.0"}},
}

// supportedInputs are the inputs that runtime/onnx supports. If types is empty, the input has the type of data.
var supportedInputs = map[string]struct {
	option string
	types  []string
}{
	"data":           {option: Single},
	"pads":           {option: Single, types: []string{"tensor(int64)"}},
	"constant_value": {option: Optional},
	"value":          {option: Optional},
	"axes":           {option: Optional, types: []string{"tensor(int32)", "tensor(int64)"}},
}

// Unsupported lists what a person must add before a version of Pad can be generated and run: types without storage, modes
// without kernels, and attributes, inputs and outputs that runtime/onnx does not support in the form that the version
// gives them.
func (t *Table) Unsupported(s *OpSchema) []Unsupported {
	if s.Name != Operator {
		return nil
	}
	u := unsupported{table: t, schema: s}
	for _, c := range s.TypeConstraints {
		for _, typ := range c.Types {
			u.typ(typ, "type_constraints."+c.Name+"."+typ)
		}
	}
	for _, m := range s.Modes {
		if !slices.Contains(KnownModes(), m) {
			u.add(modeFiles, "mode "+m, "modes."+m, "there are no kernels for it")
		}
	}
	for _, a := range s.Attributes {
		u.attribute(a)
	}
	for i, in := range s.Inputs {
		u.input(i, in)
	}
	u.signature()
	for i, o := range s.Outputs {
		u.output(i, o)
	}
	return u.list
}

// unsupported collects what [Table.Unsupported] lists.
type unsupported struct {
	table  *Table
	schema *OpSchema
	list   []Unsupported
}

func (u *unsupported) add(files, part, fact, reason string, args ...any) {
	u.list = append(u.list, Unsupported{part, fact, fmt.Sprintf(reason, args...), files})
}

// typ adds a type without storage, once. It ignores the names of type constraints.
func (u *unsupported) typ(typ, fact string) {
	_, isConstraint := u.schema.Constraint(typ)
	_, isTensor := ParseTensor(typ)
	_, err := u.table.ElemType(typ)
	switch {
	case isConstraint || err == nil || slices.ContainsFunc(u.list, func(l Unsupported) bool { return l.Part == typ }):
	case isTensor:
		u.add(typeFiles, typ, fact, "it has no storage")
	default:
		u.add(nonTensorFiles, typ, fact, "it is not a tensor")
	}
}

func (u *unsupported) attribute(a Attribute) {
	part, fact := "attribute "+a.Name, "attributes."+a.Name
	want, known := supportedAttributes[a.Name]
	sameDefault := a.Default == nil || want.Default != nil && *a.Default == *want.Default
	switch {
	case !known:
		u.add(attributeFiles, part, fact, "runtime/onnx does not know what it means")
	case a.Type != want.Type || a.Required != want.Required || !sameDefault:
		u.add(attributeFiles, part, fact, "it is %s; runtime/onnx takes %s", a.form(), want.form())
	}
}

// form returns an attribute without its name, as in `optional string, default "constant"`.
func (a Attribute) form() string {
	text := a.Necessity() + " " + string(a.Type)
	if a.Default != nil {
		text += ", default " + a.Default.Text
	}
	return text
}

func (u *unsupported) input(i int, in Param) {
	part, fact := "input "+in.Name, "inputs."+in.Name
	u.typ(in.Type, fact)
	want, known := supportedInputs[in.Name]
	if !known {
		u.add(inputFiles, part, fact, "runtime/onnx does not know what it means")
		return
	}
	if in.Name == "data" && i != 0 {
		u.add(inputFiles, part, fact, "it is input number %d; runtime/onnx takes it as the first", i+1)
	}
	types, ok := "the type of data", true
	if data, _ := u.schema.Data(); want.types == nil {
		ok = in.Type == data.Type
	} else {
		types = strings.Join(want.types, " or ")
		for _, typ := range u.schema.TypesOf(in) {
			ok = ok && slices.Contains(want.types, typ)
		}
	}
	if !ok || in.Option != want.option {
		have := strings.Join(u.schema.TypesOf(in), " or ")
		u.add(inputFiles, part, fact, "it is %s, %s; runtime/onnx takes it as %s, %s",
			in.Option, have, want.option, types)
	}
}

// SamePart reports whether two attributes or inputs have the same meaning.
func SamePart(a, b string) bool {
	means := func(names []string) bool { return slices.Contains(names, a) && slices.Contains(names, b) }
	return a == b || means(padsNames) || means(valueNames)
}

// The names of the pads and of the value.
var padsNames, valueNames = []string{"pads", "paddings"}, []string{"constant_value", "value"}

// signature checks attributes and inputs together.
func (u *unsupported) signature() {
	s := u.schema
	var names []string
	for _, a := range s.Attributes {
		names = append(names, a.Name)
	}
	for _, p := range s.Inputs {
		names = append(names, p.Name)
	}
	for _, part := range []struct {
		part, fact, files string
		names             []string
		least, most       int
	}{
		{"attribute mode", "attributes", attributeFiles, []string{"mode"}, 1, 1},
		{"input data", "inputs", inputFiles, []string{"data"}, 1, 1},
		{"input pads", "inputs", inputFiles, padsNames, 1, 1},
		{"input constant_value", "inputs", inputFiles, valueNames, 0, 1},
	} {
		isOther := func(name string) bool { return !slices.Contains(part.names, name) }
		if n := len(slices.DeleteFunc(slices.Clone(names), isOther)); n < part.least || n > part.most {
			u.add(part.files, part.part, part.fact, "%d inputs and attributes mean this; runtime/onnx needs one", n)
		}
	}
	if _, ok := s.Attribute("mode"); ok && !s.HasMode(Constant) {
		u.add(attributeFiles, "mode "+Constant, "modes",
			"it is missing; runtime/onnx takes it for nodes without attribute mode")
	}
	if n := s.required(); s.MinInputs != n {
		u.add(inputFiles, "the least number of inputs", "min_inputs",
			"it is %d; runtime/onnx takes %d, up to the last single input", s.MinInputs, n)
	}
}

// required returns the number of inputs up to the last required one.
func (s *OpSchema) required() (n int) {
	for i, p := range s.Inputs {
		if p.Option == Single {
			n = i + 1
		}
	}
	return n
}

func (u *unsupported) output(i int, o Param) {
	part, fact := "output "+o.Name, "outputs."+o.Name
	u.typ(o.Type, fact)
	data, _ := u.schema.Data()
	switch {
	case i > 0:
		u.add(outputFiles, part, fact, "runtime/onnx makes one output")
	case o.Type != data.Type || o.Option != Single:
		u.add(outputFiles, part, fact, "it is %s, %s; runtime/onnx makes it %s, the type of data",
			o.Option, o.Type, Single)
	}
}
