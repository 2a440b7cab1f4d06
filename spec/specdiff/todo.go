package specdiff

import "strings"

// todo lists what a person must add: what the changes need and the project
// lacks.
func (r *Report) todo() []Todo {
	var out []Todo
	for _, c := range r.Changes {
		steps := stepsFor[c.Rule]
		if steps == nil {
			continue
		}
		t := Todo{Subject: c.Subject}
		if c.Rule == AttributeUnknown || c.Rule == InputUnknown || c.Rule == NotServed {
			t.Subject += " of " + c.Version
		}
		for _, s := range steps {
			t.Steps = append(t.Steps, Step{s.Where, strings.ReplaceAll(s.What, "%s", c.Subject)})
		}
		out = append(out, t)
	}
	return out
}

// stepsFor has the steps for each rule that asks for a person; %s is the
// change's subject.
var stepsFor = map[string][]Step{
	VersionDeprecated: {
		{"spec/table.json, checked.json", "lower newest_opset and the checked opset below the opset of %s, where they reach it: the larger of the two is served"},
	},
	TypeNoStorage: {
		{"spec/elemtypes.json", "an entry for %s: its TensorProto number, bits, elements in a unit and Go storage type, all from onnx.proto"},
		{"spec/validate.go", "if its elements have neither 2 nor 4 bits nor whole bytes: such sizes are refused there until templates have forms for them"},
		{"runtime/dtype/dtype.go", "a constant Type… with that number, NumTypes, a row of info"},
		{"runtime/dtype/float.go, packed.go", "the storage type that the entry names; below 8 bits a packed one, with its Pack and Unpack functions"},
		{"runtime/onnx/element.go", "a row of elements"},
		{"runtime/bench/open.go", "a row of openers"},
		{"generated", "padgen generate, then padgen check"},
	},
	ModeUnknown: {
		{"spec/modes.go", "%s in KnownModes, at the end"},
		{"runtime/pad/mode.go, kernelset.go, plan.go", "the Mode, the field of KernelSet and its selection; rename Kernels1 in version.go"},
		{"runtime/pad/padtest", "the formula of %s, against which its kernels are tested"},
		{"templates", "a file for %s, beside those of the other modes"},
		{"generated", "padgen generate, then padgen check"},
	},
	AttributeUnknown: {
		{"templates/schemas.go", "what the runtime must know of %s"},
		{"runtime/onnx/attributes.go, call.go", "the field of Attributes, what it means and what is refused"},
		{"spec/served.go", "its name and its form among those that are served"},
	},
	InputUnknown: {
		{"templates/schemas.go", "what the runtime must know of %s"},
		{"runtime/onnx/call.go", "what %s means and what is refused"},
		{"spec/served.go", "its name and its form among those that are served"},
	},
	NotServed: {
		{"templates/schemas.go", "what the runtime must know of %s"},
		{"runtime/onnx/call.go, op.go", "%s in this form: what it means and what is refused; for a domain, where Lookup finds it"},
		{"spec/served.go", "this form among those that are served"},
	},
}
