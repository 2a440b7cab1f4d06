package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Unserved is a part of a version that package onnx does not serve: it would refuse a model that uses the part, or run the model
// as if it did not.
type Unserved struct {
	// Part is the attribute, input or output, as in "input pads". It is "domain org.example" or "the least number of inputs" where
	// no single one is at fault.
	Part string
	// Fact is where the schema states it, as in "inputs.pads". It is "domain", "attributes", "modes", "inputs", "outputs" or
	// "min_inputs" where no single part is at fault.
	Fact string
	// Unknown is true if package onnx gives no part of that name a meaning.
	Unknown bool
	// Reason is a sentence without a period.
	Reason string
}

// Rule is the id of the rule under which padgen import and padgen diff report the part.
func (u Unserved) Rule() string {
	switch {
	case u.Unknown && strings.HasPrefix(u.Fact, "attributes."):
		return "PAD_ATTRIBUTE_UNKNOWN"
	case u.Unknown && strings.HasPrefix(u.Fact, "inputs."):
		return "PAD_INPUT_UNKNOWN"
	}
	return "PAD_NOT_SERVED"
}

// servedAttributes are the attributes that package onnx gives a meaning, in the form in which it takes them.
var servedAttributes = map[string]Attribute{
	"mode":     {Type: AttrString, Default: &Value{Type: AttrString, String: Constant}},
	"pads":     {Type: AttrInts, Required: true},
	"paddings": {Type: AttrInts, Required: true},
	"value":    {Type: AttrFloat, Default: &Value{Type: AttrFloat}},
}

// Unserved lists the parts of a version of Pad that package onnx does not serve: attributes, inputs and outputs that it does not
// know, or knows only in another form, and those that it cannot do without.
func (s *OpSchema) Unserved() []Unserved {
	u := unserved{schema: s}
	if s.Domain != DefaultDomain && s.Domain != Microsoft {
		u.add("domain "+s.Domain, "domain", "looks up no version of domain %s", s.Domain)
	}
	for _, a := range s.Attributes {
		u.attribute(a)
	}
	for i, in := range s.Inputs {
		u.input(i, in)
	}
	u.call()
	for i, o := range s.Outputs {
		u.output(i, o)
	}
	if len(s.Outputs) == 0 {
		u.add("output", "outputs", "makes an output")
	}
	return u.list
}

// unserved collects what [OpSchema.Unserved] lists.
type unserved struct {
	schema *OpSchema
	list   []Unserved
}

// add adds a part. The reason is put after the words "package onnx".
func (u *unserved) add(part, fact, reason string, args ...any) {
	u.list = append(u.list, Unserved{Part: part, Fact: fact, Reason: "package onnx " + fmt.Sprintf(reason, args...)})
}

// unknown adds a part that package onnx does not know.
func (u *unserved) unknown(part, fact, reason string, args ...any) {
	u.add(part, fact, reason, args...)
	u.list[len(u.list)-1].Unknown = true
}

func (u *unserved) attribute(a Attribute) {
	part, fact := "attribute "+a.Name, "attributes."+a.Name
	served, known := servedAttributes[a.Name]
	switch {
	case !known:
		u.unknown(part, fact, "does not know what %s means", part)
	case a.Type == "": // not stated by the document
	case a.Type != served.Type:
		u.add(part, fact, "takes %s of type %s, not %s", part, served.Type, a.Type)
	case a.Required != served.Required:
		u.add(part, fact, "takes %s as %s, not as %s", part, served.Necessity(), a.Necessity())
	case a.Default != nil && served.Default == nil:
		u.add(part, fact, "takes %s without a default, not with %s", part, a.Default.Text())
	case a.Default != nil && !a.Default.Equal(*served.Default): // if none is stated, as in com.microsoft, it is this one, too
		u.add(part, fact, "takes %s with the default %s, not %s", part, served.Default.Text(), a.Default.Text())
	}
}

func (u *unserved) input(i int, in Param) {
	part, fact := "input "+in.Name, "inputs."+in.Name
	option, types, asData := Optional, u.schema.DataTypes(), false
	switch in.Name {
	case "data":
		option = Single
		if i != 0 {
			u.add(part, fact, "takes data as the first input, not as number %d", i+1)
		}
	case "pads":
		option, types = Single, []string{"tensor(int64)"}
	case "constant_value", "value":
		asData = true
	case "axes":
		types = []string{"tensor(int32)", "tensor(int64)"}
	default:
		u.unknown(part, fact, "does not know what %s means", part)
		return
	}
	if in.Option != option {
		u.add(part, fact, "takes %s as %s, not as %s", part, option, in.Option)
	}
	for _, t := range u.schema.TypesOf(in) {
		_, stated := ParseTensor(t) // if not, it names a constraint that the document does not state
		if stated && !slices.Contains(types, t) {
			u.add(part, fact, "does not take %s as %s", part, t)
		}
	}
	if data, _ := u.schema.Data(); asData && in.Type != data.Type {
		u.add(part, fact, "takes %s as the type of data, not as %s", part, in.Type)
	}
}

// call checks attributes and inputs together.
func (u *unserved) call() {
	s := u.schema
	if _, ok := s.Attribute("mode"); !ok {
		u.add("attribute mode", "attributes", "needs an attribute mode")
	} else if !s.HasMode(Constant) {
		u.add("mode "+Constant, "modes", "takes a node without attribute mode for mode %s, which is not among %s", Constant, strings.Join(s.Modes, ", "))
	}
	if _, i := s.Input("data"); i < 0 {
		u.add("input data", "inputs", "needs an input data")
	}
	if n := s.count("pads", "paddings"); n != 1 {
		u.add("input pads", "inputs", "takes pads as one input or one attribute, not as %d", n)
	}
	if n := s.count("value", "constant_value"); n > 1 {
		u.add("input constant_value", "inputs", "takes the value as one input or one attribute, not as %d", n)
	}
	need := 0
	for i, in := range s.Inputs {
		if in.Option == Single {
			need = i + 1
		}
	}
	if s.MinInputs != need {
		u.add("the least number of inputs", "min_inputs", "needs the inputs up to the last one that is single, %d, not %d", need, s.MinInputs)
	}
}

// count returns how many inputs and attributes have one of the names.
func (s *OpSchema) count(names ...string) (n int) {
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

func (u *unserved) output(i int, o Param) {
	part, fact := "output "+o.Name, "outputs."+o.Name
	data, _ := u.schema.Data()
	switch {
	case i > 0:
		u.unknown(part, fact, "makes one output, it does not know what %s means", part)
	case o.Type != data.Type:
		u.add(part, fact, "makes %s of the type of data, not of %s", part, o.Type)
	case o.Option != Single:
		u.add(part, fact, "makes %s as %s, not as %s", part, Single, o.Option)
	}
}
