package spec_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

// TestSupported: the project implements every version of its table.
func TestSupported(t *testing.T) {
	tab, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range tab.Schemas {
		if u := tab.Unsupported(s); len(u) > 0 {
			t.Errorf("%s: %+v", s.ID(), u)
		}
	}
}

// TestUnsupported: what a version may have and the project does not implement is named.
func TestUnsupported(t *testing.T) {
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
		{func(s *spec.OpSchema) { s.Attributes[0].Default = text }, []string{`attribute mode: optional string, default "edge"; runtime/onnx takes optional string, default "constant"`}},
		{func(s *spec.OpSchema) { s.Attributes[0].Required, s.Attributes[0].Default = true, nil }, []string{"attribute mode: it is required string; "}},
		{func(s *spec.OpSchema) { s.Attributes[0].Type, s.Attributes[0].Default = spec.AttrInt, nil }, []string{"attribute mode: it is optional int; "}},
		{func(s *spec.OpSchema) {
			s.Attributes = append(s.Attributes, spec.Attribute{Name: "clip", Type: spec.AttrFloat})
		}, []string{"attribute clip: does not know what it means"}},
		{func(s *spec.OpSchema) { s.Inputs[0], s.Inputs[1] = s.Inputs[1], s.Inputs[0] }, []string{"input data: number 2; runtime/onnx takes it as the first"}},
		{func(s *spec.OpSchema) { s.Inputs[0].Name = "x" }, []string{"input x: does not know", "input data: 0 inputs and attributes"}},
		{func(s *spec.OpSchema) { s.Inputs[1].Option = spec.Optional }, []string{"input pads: it is optional, tensor(int64); runtime/onnx takes it as single, tensor(int64)", "the least number of inputs: it is 2; runtime/onnx takes 1"}},
		{func(s *spec.OpSchema) { s.Inputs[1].Type = "Tind" }, []string{"input pads: it is single, tensor(int32) or tensor(int64); runtime/onnx takes it as single, tensor(int64)"}},
		{func(s *spec.OpSchema) { s.Inputs = s.Inputs[:1] }, []string{"input pads: 0 inputs and attributes mean this", "the least number of inputs: it is 2; runtime/onnx takes 1"}},
		{func(s *spec.OpSchema) { s.Inputs[2].Type = "tensor(float)" }, []string{"input constant_value: it is optional, tensor(float); runtime/onnx takes it as optional, the type of data"}},
		{func(s *spec.OpSchema) { s.Inputs[2].Option = spec.Single }, []string{"input constant_value: takes it as optional, the type of data", "the least number of inputs: it is 2; runtime/onnx takes 3"}},
		{func(s *spec.OpSchema) { constraint(s, "Tind", "tensor(int64)", "tensor(int16)") }, []string{"input axes: it is optional, tensor(int64) or tensor(int16); runtime/onnx takes it as optional, tensor(int32) or tensor(int64)"}},
		{func(s *spec.OpSchema) {
			s.Outputs = append(s.Outputs, spec.Param{Name: "mask", Type: "T", Option: spec.Single})
		}, []string{"output mask: makes one output"}},
		{func(s *spec.OpSchema) {
			s.Attributes = append(s.Attributes, spec.Attribute{Name: "pads", Type: spec.AttrInts, Required: true})
		}, []string{"input pads: 2 inputs and attributes"}},
		{func(s *spec.OpSchema) {
			s.Attributes = append(s.Attributes, spec.Attribute{Name: "value", Type: spec.AttrFloat})
		}, []string{"input constant_value: 2 inputs and attributes"}},
		{func(s *spec.OpSchema) { s.MinInputs = 3 }, []string{"the least number of inputs: it is 3; runtime/onnx takes 2"}},
		{func(s *spec.OpSchema) { s.Outputs[0].Type = "tensor(float)" }, []string{"output output: it is single, tensor(float); runtime/onnx makes it single, the type of data"}},
		{func(s *spec.OpSchema) { s.Outputs[0].Option = spec.Optional }, []string{"output output: it is optional, T; "}},
		{func(s *spec.OpSchema) { s.Attributes, s.Modes = nil, nil }, []string{"attribute mode: 0 inputs and attributes"}},
		{func(s *spec.OpSchema) { s.Modes = s.Modes[1:] }, []string{"mode constant: it is missing"}},
		{func(s *spec.OpSchema) { s.Modes = append(s.Modes, "mirror") }, []string{"mode mirror: no kernels"}},
		{func(s *spec.OpSchema) { constraint(s, "Tind", "tensor(int64)", "seq(tensor(int64))") },
			[]string{"seq(tensor(int64)): not a tensor", "input axes: seq(tensor(int64))"}},
		{func(s *spec.OpSchema) { s.Outputs[0].Type = "tensor(posit8)" },
			[]string{"tensor(posit8): no storage", "output output: tensor(posit8)"}},
		{func(s *spec.OpSchema) { s.Name = "Other"; s.Modes = nil }, nil},
	} {
		tab := table(t)
		s := tab.Schema("ai.onnx/Pad-25")
		c.edit(s)
		got := tab.Unsupported(s)
		if !slices.EqualFunc(got, c.want, func(u spec.Unsupported, want string) bool {
			part, reason, _ := strings.Cut(want, ": ")
			return u.Part == part && strings.Contains(u.Reason, reason) && u.Fact != ""
		}) {
			t.Errorf("%+v, expected %q", got, c.want)
		}
		for _, u := range got {
			for file := range strings.SplitSeq(u.Files, ", ") {
				if _, err := os.Stat(filepath.Join("..", file)); err != nil {
					t.Errorf("%s: change %v", u.Part, err)
				}
			}
		}
	}
}
