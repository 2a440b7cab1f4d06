package spec_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

func TestValidate(t *testing.T) {
	p13 := func(tab *spec.Table) *spec.OpSchema { return tab.Schema("ai.onnx/Pad-13") }
	for _, c := range []struct {
		name   string
		change func(*spec.Table)
		want   string
	}{
		{"wrong order of domains", func(tab *spec.Table) { slices.Reverse(tab.Domains) }, "domains[1]: ai.onnx after com.microsoft"},
		{"no modes", func(tab *spec.Table) { p13(tab).Modes = nil }, "modes: none for the attribute"},
		{"modes without attribute", func(tab *spec.Table) { p13(tab).Attributes = nil }, "without an attribute"},
		{"default is no mode", func(tab *spec.Table) { p13(tab).Modes = p13(tab).Modes[1:] }, `default "constant" is not among`},
		{"default of another type", func(tab *spec.Table) { p13(tab).Attributes[0].Default = &spec.Value{Type: spec.AttrInt} },
			`attributes[0].default: 0 is of type "int", the attribute of type "string"`},
		{"unknown attribute type", func(tab *spec.Table) { p13(tab).Attributes[0].Type = "strin" }, `attributes[0].type: "strin" is no attribute type`},
		{"required with default", func(tab *spec.Table) { p13(tab).Attributes[0].Required = true }, "a required attribute has no default"},
		{"unknown option", func(tab *spec.Table) { p13(tab).Inputs[0].Option = "maybe" }, `inputs[0].option: "maybe" is not single`},
		{"unknown parameter type", func(tab *spec.Table) { p13(tab).Inputs[0].Type = "U" }, `inputs[0].type: "U" is neither`},
		{"variadic first", func(tab *spec.Table) { p13(tab).Inputs[0].Option = spec.Variadic }, "only the last"},
		{"too few inputs", func(tab *spec.Table) { p13(tab).MinInputs = 1 }, "min_inputs: 1 does not fit 2 required inputs"},
		{"too many inputs", func(tab *spec.Table) { p13(tab).MaxInputs = 9 }, "max_inputs: is 9, expected 3"},
		{"no outputs", func(tab *spec.Table) { p13(tab).Outputs = nil }, "outputs: the operator has none"},
		{"unused constraint", func(tab *spec.Table) {
			p13(tab).TypeConstraints = append(p13(tab).TypeConstraints, spec.TypeConstraint{Name: "U"})
		}, "U allows no type"},
		{"no sources", func(tab *spec.Table) { p13(tab).Sources = nil }, "sources: no document"},
		{"version above the newest opset", func(tab *spec.Table) { tab.Domains[0].NewestOpset, tab.Checked = 24, nil }, "Pad-25.json: since_version: 25 is not in 1..24"},
		{"listed version above the newest opset", func(tab *spec.Table) { tab.Domains[0].NewestOpset = 24 },
			"table.json: domains[0].operators[0].since_versions[9]: 25 is not in 1..24, the newest documented opset of ai.onnx"},
		{"checked domain that is none", func(tab *spec.Table) { tab.Checked[0].Domain = "ai.x" }, `checked.json: opsets[0].domain: "ai.x" is not in table.json`},
		{"checked opset that is none", func(tab *spec.Table) { tab.Checked[0].Opset = 0 }, "checked.json: opsets[0].opset: 0, expected 1 or more"},
		{"unlisted domain", func(tab *spec.Table) { tab.Domains = tab.Domains[:1] }, `domain: "com.microsoft" is not in table.json`},
		{"listed, not there", func(tab *spec.Table) { tab.Schemas = tab.Schemas[1:] }, "the table has no schema ai.onnx/Pad-1"},
		{"storage of another size", func(tab *spec.Table) { tab.ElemTypes[0].Storage = "float64" },
			`types[0].storage: float64 has 64 bits, not 1 elements of 32`},
		{"no storage type", func(tab *spec.Table) { tab.ElemTypes[0].Storage = "float" }, `types[0].storage: "float" is neither`},
		{"storage of another type", func(tab *spec.Table) { tab.ElemTypes[15].Storage = "dtype.Float16" },
			`types[15].storage: "dtype.Float16" is listed twice`},
		{"storage without an integer", func(tab *spec.Table) { tab.ElemTypes[9].Bits = 128 },
			"types[9].storage: dtype.Float16: no integer of Go has 128 bits"},
		{"a gap in the numbers", func(tab *spec.Table) { tab.ElemTypes[25].Number = 27 }, "types[25].number: is 27, expected 26"},
		{"bits that fill no byte", func(tab *spec.Table) { tab.ElemTypes[20].PerUnit = 1 }, "types[20].per_unit"},
		{"bits that do not divide a byte", func(tab *spec.Table) { tab.ElemTypes[20].Bits, tab.ElemTypes[20].PerUnit = 3, 2 },
			"types[20].bits: no kernels for 3-bit elements"},
		{"one bit", func(tab *spec.Table) { tab.ElemTypes[20].Bits, tab.ElemTypes[20].PerUnit = 1, 8 },
			"types[20].bits: no kernels for 1-bit elements: templates have 2, 4, 8, 16"},
		{"six bits", func(tab *spec.Table) { tab.ElemTypes[20].Bits, tab.ElemTypes[20].PerUnit = 6, 1 },
			"types[20].bits: no kernels for 6-bit elements"},
		{"negative bits", func(tab *spec.Table) { tab.ElemTypes[20].Bits, tab.ElemTypes[20].PerUnit = -4, -2 },
			"types[20].bits: no kernels for -4-bit elements"},
		{"whole bytes in pairs", func(tab *spec.Table) { tab.ElemTypes[0].PerUnit = 2 }, "types[0].per_unit: is 2, expected 1 for 32 bits"},
		{"odd bits", func(tab *spec.Table) { tab.ElemTypes[0].Bits = 24 }, "types[0].bits"},
		{"strings with bits", func(tab *spec.Table) { tab.ElemTypes[0].Bits = 0 }, "types[0].bits: 0 is for strings"},
		{"repeated Go name", func(tab *spec.Table) { tab.ElemTypes[1].GoName = "Float32" }, `types[1].go_name: "Float32" is listed twice`},
		{"bad Go name", func(tab *spec.Table) { tab.ElemTypes[1].GoName = "uint8" }, "types[1].go_name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := table(t)
			c.change(tab)
			wantError(t, tab.Validate(), c.want)
		})
	}
}

// TestValidateJoins asserts that all problems are told at once, and that they
// can be told apart.
func TestValidateJoins(t *testing.T) {
	tab := table(t)
	tab.Schemas[0].MinInputs = 7
	tab.Schemas[3].TypeConstraints[0].Types = []string{"tensor(posit8)", "seq(tensor(float))"} // which are not sorted
	tab.ElemTypes[3].GoName = ""
	err := tab.Validate()
	wantError(t, err, "Pad-1.json: min_inputs", "Pad-13.json", "types[3].go_name")
	if n := strings.Count(err.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d problems, want 3:\n%v", n, err)
	}
	if _, err := tab.ElemType("tensor(posit8)"); !errors.Is(err, spec.ErrNoStorage) {
		t.Errorf("ElemType: %v", err)
	}
	if err := (&spec.Table{}).Validate(); err == nil {
		t.Error("an empty table is valid")
	}
}
