package onnx

import "fmt"

// Attributes holds the attributes of a Pad node. Nil means that the node does not have the attribute. The version says
// which ones a node may have, or must have. From opset 11 on, mode is the only one.
type Attributes struct {
	Mode     *string  // Ptr("reflect"); nil means "constant", but "" is not a mode
	Pads     []int64  // opset 2 to 10
	Paddings []int64  // opset 1
	Value    *float32 // opset 1 to 10, nil means 0; it is converted to the element type of data
}

// Ptr returns a pointer to v, for the fields of [Attributes].
func Ptr[T any](v T) *T { return &v }

// Set sets the attribute of the given name, as a model has it. The value is a string or []byte for mode, an []int64 for
// pads and paddings, a float32 for value. Any other name or type is an error of kind [ErrAttribute].
func (a *Attributes) Set(name string, value any) error {
	want := ""
	switch name {
	case "mode":
		switch v := value.(type) {
		case string:
			a.Mode = &v
			return nil
		case []byte:
			a.Mode = Ptr(string(v))
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
			a.Value = &v
			return nil
		}
		want = "a float32"
	default:
		return &Error{Kind: ErrAttribute, Op: "Pad", Input: name, Axis: -1, msg: fmt.Sprintf("%q: no version of Pad has this attribute", name)}
	}
	return noVersion.errorf(ErrAttribute, name, 0, "of type %T, expected %s", value, want)
}
