package onnx

import "fmt"

// Attributes holds the attributes of a Pad node. A zero field means that the node does not have the attribute. The version says
// which ones a node may have, or must have. From opset 11 on, mode is the only one.
type Attributes struct {
	Mode     Attribute[string]  // Mode("reflect"); absent it is "constant", but "" is not a mode
	Pads     []int64            // opset 2 to 10; nil is absent
	Paddings []int64            // opset 1; nil is absent
	Value    Attribute[float32] // Value(1.5), opset 1 to 10; absent it is 0; it is converted to the element type of data
}

// Attribute is the value of an attribute. The zero Attribute is one that the node does not have.
type Attribute[T any] struct {
	value   T
	present bool
}

// Get returns the value, and whether the node has the attribute.
func (a Attribute[T]) Get() (value T, present bool) { return a.value, a.present }

// Mode is the attribute mode of a node.
func Mode(mode string) Attribute[string] { return Attribute[string]{mode, true} }

// Value is the attribute value of a node, opset 1 to 10.
func Value(value float32) Attribute[float32] { return Attribute[float32]{value, true} }

// Set sets the attribute of the given name, as a model has it. The value is a string or []byte for mode, an []int64 for
// pads and paddings, a float32 for value. Any other name or type is an error of kind [ErrAttribute].
func (a *Attributes) Set(name string, value any) error {
	want := ""
	switch name {
	case "mode":
		switch v := value.(type) {
		case string:
			a.Mode = Mode(v)
			return nil
		case []byte:
			a.Mode = Mode(string(v))
			return nil
		}
		want = "a string"
	case "pads", "paddings":
		if v, ok := value.([]int64); ok {
			if v == nil {
				v = []int64{}
			}
			if name == "pads" {
				a.Pads = v
			} else {
				a.Paddings = v
			}
			return nil
		}
		want = "[]int64"
	case "value":
		if v, ok := value.(float32); ok {
			a.Value = Value(v)
			return nil
		}
		want = "a float32"
	default:
		return &Error{Kind: ErrAttribute, Op: "Pad", Input: name, Axis: -1, msg: fmt.Sprintf("%q: no version of Pad has this attribute", name)}
	}
	return noVersion.errorf(ErrAttribute, name, 0, "of type %T, expected %s", value, want)
}
