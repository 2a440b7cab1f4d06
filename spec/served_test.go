package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

// TestServed: package onnx serves every version of the table.
func TestServed(t *testing.T) {
	for _, s := range table(t).Schemas {
		if u := s.Unserved(); len(u) > 0 {
			t.Errorf("%s: %+v", s.ID(), u)
		}
	}
}

// TestUnserved: what a version may have and package onnx does not serve is named.
func TestUnserved(t *testing.T) {
	constraint := func(s *spec.OpSchema, name string, types ...string) {
		for i := range s.TypeConstraints {
			if s.TypeConstraints[i].Name == name {
				s.TypeConstraints[i].Types = types
			}
		}
	}
	text := &spec.Value{Type: spec.AttrString, String: "edge"}
	for _, c := range []struct {
		edit func(*spec.OpSchema)
		want []string // part: what its reason has
	}{
		{func(s *spec.OpSchema) { s.Attributes[0].Default = text }, []string{`attribute mode: the default "constant", not "edge"`}},
		{func(s *spec.OpSchema) { s.Domain = "ai.onnx.preview" }, []string{"domain ai.onnx.preview: looks up no version"}},
		{func(s *spec.OpSchema) { s.Attributes[0].Required, s.Attributes[0].Default = true, nil }, []string{"attribute mode: not as required"}},
		{func(s *spec.OpSchema) { s.Attributes[0].Type, s.Attributes[0].Default = spec.AttrInt, nil }, []string{"attribute mode: not int"}},
		{func(s *spec.OpSchema) {
			s.Attributes = append(s.Attributes, spec.Attribute{Name: "clip", Type: spec.AttrFloat})
		}, []string{"attribute clip: does not know"}},
		{func(s *spec.OpSchema) { s.Inputs[0], s.Inputs[1] = s.Inputs[1], s.Inputs[0] }, []string{"input data: as the first"}},
		{func(s *spec.OpSchema) { s.Inputs[0].Name = "x" }, []string{"input x: does not know", "input data: needs"}},
		{func(s *spec.OpSchema) { s.Inputs[1].Option = spec.Optional }, []string{"input pads: as single, not as optional", "the least number of inputs: single, 1, not 2"}},
		{func(s *spec.OpSchema) { s.Inputs[1].Type = "Tind" }, []string{"input pads: tensor(int32)"}},
		{func(s *spec.OpSchema) { s.Inputs = s.Inputs[:1] }, []string{"input pads: not as 0", "the least number of inputs: single, 1, not 2"}},
		{func(s *spec.OpSchema) { s.Inputs[2].Type = "tensor(float)" }, []string{"input constant_value: as the type of data, not as tensor(float)"}},
		{func(s *spec.OpSchema) { s.Inputs[2].Option = spec.Single }, []string{"input constant_value: not as single", "the least number of inputs: single, 3, not 2"}},
		{func(s *spec.OpSchema) { constraint(s, "Tind", "tensor(int64)", "tensor(int16)") }, []string{"input axes: tensor(int16)"}},
		{func(s *spec.OpSchema) {
			s.Outputs = append(s.Outputs, spec.Param{Name: "mask", Type: "T", Option: spec.Single})
		}, []string{"output mask: does not know"}},
		{func(s *spec.OpSchema) {
			s.Attributes = append(s.Attributes, spec.Attribute{Name: "pads", Type: spec.AttrInts, Required: true})
		}, []string{"input pads: as one input or one attribute, not as 2"}},
		{func(s *spec.OpSchema) {
			s.Attributes = append(s.Attributes, spec.Attribute{Name: "value", Type: spec.AttrFloat})
		}, []string{"input constant_value: the value as one input or one attribute, not as 2"}},
		{func(s *spec.OpSchema) { s.MinInputs = 3 }, []string{"the least number of inputs: single, 2, not 3"}},
		{func(s *spec.OpSchema) { s.Outputs[0].Type = "tensor(float)" }, []string{"output output: of the type of data"}},
		{func(s *spec.OpSchema) { s.Outputs[0].Option = spec.Optional }, []string{"output output: as single"}},
		{func(s *spec.OpSchema) { s.Attributes, s.Modes = nil, nil }, []string{"attribute mode: needs an attribute"}},
		{func(s *spec.OpSchema) { s.Modes = s.Modes[1:] }, []string{"mode constant: not among reflect, edge, wrap"}},
		{func(s *spec.OpSchema) { s.Outputs = nil }, []string{"output: makes an output"}},
	} {
		var s *spec.OpSchema
		for _, have := range table(t).Schemas {
			if have.ID() == "ai.onnx/Pad-25" {
				s = have
			}
		}
		c.edit(s)
		got := s.Unserved()
		if !slices.EqualFunc(got, c.want, func(u spec.Unserved, want string) bool {
			part, reason, _ := strings.Cut(want, ": ")
			return u.Part == part && strings.Contains(u.Reason, reason) && strings.HasPrefix(u.Reason, "package onnx ")
		}) {
			t.Errorf("%+v, expected %q", got, c.want)
		}
	}
}
