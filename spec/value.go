package spec

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// AttrType is the kind of an attribute: the ONNX AttributeProto type in lower
// case.
type AttrType string

// The attribute types of ONNX that have values in a schema file.
const (
	AttrFloat   AttrType = "float"
	AttrInt     AttrType = "int"
	AttrString  AttrType = "string"
	AttrFloats  AttrType = "floats"
	AttrInts    AttrType = "ints"
	AttrStrings AttrType = "strings"
)

// AttrTypes returns all attribute types.
func AttrTypes() []AttrType {
	return []AttrType{
		AttrFloat, AttrInt, AttrString, "tensor", "graph", "sparse_tensor", "type_proto",
		AttrFloats, AttrInts, AttrStrings, "tensors", "graphs", "sparse_tensors", "type_protos",
	}
}

// Value is the default of an attribute. Text is its form in a table file: floats have a decimal point or an exponent, so that
// the type can be read back from it. [ParseValue] returns values in this form.
type Value struct {
	Type AttrType
	Text string
}

// valueTypes are the types of values, in the order in which a text is tried, and how each is read and printed again.
var valueTypes = []struct {
	typ  AttrType
	read func(data []byte) ([]byte, error)
}{
	{AttrString, canonical[string]},
	{AttrInt, canonical[int64]},
	{AttrFloat, canonical[float]},
	{AttrStrings, canonical[[]string]},
	{AttrInts, canonical[[]int64]},
	{AttrFloats, canonical[[]float]},
}

// canonical reads a T and prints it.
func canonical[T any](data []byte) ([]byte, error) {
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// float prints with a decimal point or an exponent.
type float float64

func (f float) MarshalJSON() ([]byte, error) {
	text := strconv.FormatFloat(float64(f), 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return []byte(text), nil // JSON has only finite numbers
}

// ParseValue reads a value of the given type from JSON. If typ is empty, a number with a decimal point or an exponent is a
// float, any other an int. The elements of a list have one type; [Load] gives an empty list the type of its attribute.
func ParseValue(typ AttrType, data []byte) (Value, error) {
	for _, t := range valueTypes {
		if typ == "" || typ == t.typ {
			if text, err := t.read(data); err == nil {
				return Value{t.typ, string(text)}, nil
			}
		}
	}
	expected := cmp.Or(string(typ), "a string, a number or a list of one of them")
	return Value{}, fmt.Errorf("expected %s, found %s", expected, clip(string(data)))
}

// MarshalJSON returns the text.
func (v Value) MarshalJSON() ([]byte, error) { return []byte(v.Text), nil }

// UnmarshalJSON reads a value and infers its type, as [ParseValue] does.
func (v *Value) UnmarshalJSON(data []byte) (err error) {
	*v, err = ParseValue("", data)
	return err
}

// clip shortens and quotes a text for an error.
func clip(s string) string {
	if len(s) > 40 {
		return strconv.Quote(s[:40]) + "…"
	}
	return strconv.Quote(s)
}
