package onnx

import "strconv"

// Attributes holds the attributes of a Pad node. A zero field means that the node does not have the attribute. The version
// determines which attributes a node may or must have. From opset 11 on, mode is the only one.
type Attributes struct {
	Mode     Attribute[string]  // Mode("reflect"); if absent, the mode is constant; "" is not a mode
	Pads     []int64            // opset 2 to 10; nil if absent
	Paddings []int64            // opset 1; nil if absent
	Value    Attribute[float32] // Value(1.5), opset 1 to 10; 0 if absent; converted to the element type of data
}

// Attribute is the value of an attribute. The zero Attribute is absent.
type Attribute[T any] struct {
	value   T
	present bool
}

// Get returns the value, and whether the attribute is present.
func (a Attribute[T]) Get() (value T, present bool) { return a.value, a.present }

// Mode returns a value for [Attributes].Mode.
func Mode(mode string) Attribute[string] { return Attribute[string]{mode, true} }

// Value returns a value for [Attributes].Value.
func Value(value float32) Attribute[float32] { return Attribute[float32]{value, true} }

// Set sets the attribute of the given name to a value read from a model. The value must be a string or []byte for mode, an
// []int64 for pads and paddings, and a float32 for value. For any other name or type, Set returns an error of kind
// [ErrAttribute].
func (a *Attributes) Set(name string, value any) error {
	text, isText := value.(string)
	if raw, ok := value.([]byte); ok {
		text, isText = string(raw), true
	}
	list, isList := value.([]int64)
	number, isNumber := value.(float32)
	expected := map[string]string{"mode": "a string", "pads": "[]int64", "paddings": "[]int64", "value": "a float32"}[name]
	switch {
	case expected == "":
		return &Error{Kind: ErrAttribute, Op: "Pad", Input: name, Axis: -1, msg: strconv.Quote(name) + ": no version of Pad has this attribute"}
	case name == "mode" && isText:
		a.Mode = Mode(text)
	case name == "pads" && isList:
		a.Pads = append([]int64{}, list...)
	case name == "paddings" && isList:
		a.Paddings = append([]int64{}, list...)
	case name == "value" && isNumber:
		a.Value = Value(number)
	default:
		return noVersion.errorf(ErrAttribute, name, 0, "of type %T, expected %s", value, expected)
	}
	return nil
}
