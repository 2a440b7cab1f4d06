package spec

import (
	"fmt"
	"slices"
)

// Unserved is a part of a version that package onnx does not serve: a model that has it would be refused, or run as if it
// did not have it.
type Unserved struct {
	// Part is the attribute, input or output, as in "input pads".
	Part string
	// Fact is where the schema states it, as in "inputs.pads", or "inputs" for what they lack.
	Fact string
	// Unknown is true where no part of that name has a meaning.
	Unknown bool
	// Reason is a sentence without a period.
	Reason string
}

// servedAttributes are those that package onnx gives a meaning, in the form that it takes them.
var servedAttributes = map[string]Attribute{
	"mode":     {Type: AttrString, Default: &Value{Type: AttrString, String: Constant}},
	"pads":     {Type: AttrInts, Required: true},
	"paddings": {Type: AttrInts, Required: true},
	"value":    {Type: AttrFloat, Default: &Value{Type: AttrFloat}},
}

// Unserved lists what package onnx does not serve of a version of Pad: attributes, inputs and outputs that it does not know, or of
// another form than those that it knows.
func (s *OpSchema) Unserved() []Unserved {
	var out []Unserved
	add := func(kind, name string, unknown bool, format string, args ...any) {
		out = append(out, Unserved{kind + " " + name, kind + "s." + name, unknown, fmt.Sprintf(format, args...)})
	}
	for _, a := range s.Attributes {
		served, known := servedAttributes[a.Name]
		switch {
		case !known:
			add("attribute", a.Name, true, "package onnx does not know what attribute %s means", a.Name)
		case a.Type == "": // not stated by the document
		case a.Type != served.Type:
			add("attribute", a.Name, false, "package onnx takes attribute %s of type %s, not %s", a.Name, served.Type, a.Type)
		case a.Required != served.Required:
			add("attribute", a.Name, false, "package onnx takes attribute %s as %s, not as %s", a.Name, necessity(served.Required), necessity(a.Required))
		case a.Default != nil && served.Default == nil:
			add("attribute", a.Name, false, "package onnx takes attribute %s without a default, not with %s", a.Name, a.Default.Text())
		case a.Default != nil && !a.Default.Equal(*served.Default): // where none is stated, as by com.microsoft, it is this one, too
			add("attribute", a.Name, false, "package onnx takes attribute %s with the default %s, not %s", a.Name, served.Default.Text(), a.Default.Text())
		}
	}
	for i, in := range s.Inputs {
		option, types := Optional, s.DataTypes()
		switch in.Name {
		case "data":
			option = Single
			if i != 0 {
				add("input", in.Name, false, "package onnx takes data as the first input, not as number %d", i+1)
			}
		case "pads":
			option, types = Single, []string{"tensor(int64)"}
		case "constant_value", "value":
		case "axes":
			types = []string{"tensor(int32)", "tensor(int64)"}
		default:
			add("input", in.Name, true, "package onnx does not know what input %s means", in.Name)
			continue
		}
		if in.Option != option {
			add("input", in.Name, false, "package onnx takes input %s as %s, not as %s", in.Name, option, in.Option)
		}
		for _, t := range s.TypesOf(in) {
			if _, ok := ParseTensor(t); !ok {
				continue // a constraint that the document does not state
			}
			if !slices.Contains(types, t) {
				add("input", in.Name, false, "package onnx does not take input %s as %s", in.Name, t)
			}
		}
		if data, _ := s.Data(); (in.Name == "constant_value" || in.Name == "value") && in.Type != data.Type {
			add("input", in.Name, false, "package onnx takes input %s as the type of data, not as %s", in.Name, in.Type)
		}
	}
	if _, i := s.Input("data"); i < 0 {
		out = append(out, Unserved{"input data", "inputs", false, "package onnx needs an input data"})
	}
	if n := s.has("pads", "paddings"); n != 1 {
		out = append(out, Unserved{"input pads", "inputs", false, fmt.Sprintf("package onnx takes pads as one input or one attribute, not as %d", n)})
	}
	if n := s.has("value", "constant_value"); n > 1 {
		out = append(out, Unserved{"input constant_value", "inputs", false, fmt.Sprintf("package onnx takes the value as one input or one attribute, not as %d", n)})
	}
	need := 0
	for i, in := range s.Inputs {
		if in.Option == Single {
			need = i + 1
		}
	}
	if s.MinInputs != need {
		out = append(out, Unserved{"the least number of inputs", "min_inputs", false,
			fmt.Sprintf("package onnx needs the inputs up to the last one that is single, %d, not %d", need, s.MinInputs)})
	}
	return append(out, s.unservedOutputs()...)
}

// has counts the inputs and attributes of some names.
func (s *OpSchema) has(names ...string) (n int) {
	for _, name := range names {
		if _, ok := s.Attribute(name); ok {
			n++
		}
		if _, i := s.Input(name); i >= 0 {
			n++
		}
	}
	return n
}

func (s *OpSchema) unservedOutputs() (out []Unserved) {
	if len(s.Outputs) == 0 {
		return []Unserved{{"output", "outputs", false, "package onnx makes an output"}}
	}
	data, _ := s.Data()
	for i, o := range s.Outputs {
		u := Unserved{"output " + o.Name, "outputs." + o.Name, i > 0, ""}
		switch {
		case i > 0:
			u.Reason = fmt.Sprintf("package onnx makes one output, it does not know what output %s means", o.Name)
		case o.Type != data.Type:
			u.Reason = fmt.Sprintf("package onnx makes output %s of the type of data, not of %s", o.Name, o.Type)
		case o.Option != Single:
			u.Reason = fmt.Sprintf("package onnx makes output %s as %s, not as %s", o.Name, Single, o.Option)
		default:
			continue
		}
		out = append(out, u)
	}
	return out
}

func necessity(required bool) string {
	if required {
		return "required"
	}
	return Optional
}
