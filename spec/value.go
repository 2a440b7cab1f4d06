package spec

import (
	"encoding/json"
	"fmt"
	"slices"
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

// Value is the default of an attribute, kept with its type. Type is one of
// string, float, int, strings, floats, ints and says which field is in use.
type Value struct {
	Type    AttrType
	String  string
	Float   float64
	Int     int64
	Strings []string
	Floats  []float64
	Ints    []int64
}

// Equal reports whether two values have the same type and content.
func (v Value) Equal(w Value) bool {
	return v.Type == w.Type && v.String == w.String && v.Float == w.Float && v.Int == w.Int &&
		slices.Equal(v.Strings, w.Strings) && slices.Equal(v.Floats, w.Floats) && slices.Equal(v.Ints, w.Ints)
}

// Text returns the value as it stands in a table file.
func (v Value) Text() string {
	b, err := v.MarshalJSON()
	if err != nil {
		return "?"
	}
	return string(b)
}

// MarshalJSON prints floats with a decimal point or an exponent, so that the type can be read back from the
// text.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Type {
	case AttrString:
		return json.Marshal(v.String)
	case AttrFloat:
		return json.Marshal(float(v.Float))
	case AttrInt:
		return json.Marshal(v.Int)
	case AttrStrings:
		return json.Marshal(nonNil(v.Strings))
	case AttrFloats:
		list := make([]float, len(v.Floats))
		for i, f := range v.Floats {
			list[i] = float(f)
		}
		return json.Marshal(list)
	case AttrInts:
		return json.Marshal(nonNil(v.Ints))
	}
	return nil, fmt.Errorf("a default cannot be of attribute type %q", v.Type)
}

// float prints with a decimal point or an exponent.
type float float64

func (f float) MarshalJSON() ([]byte, error) {
	text := strconv.FormatFloat(float64(f), 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return []byte(text), nil // JSON has no infinities and no NaN: package json reports them
}

// UnmarshalJSON reads a value and its type: a number with a decimal point or an exponent is a float,
// without one an int. The elements of a list are of one type; an empty list takes the type of its attribute
// in [Load].
func (v *Value) UnmarshalJSON(data []byte) error {
	for _, typ := range []AttrType{AttrString, AttrInt, AttrFloat, AttrStrings, AttrInts, AttrFloats} {
		*v = Value{Type: typ}
		into := map[AttrType]any{AttrString: &v.String, AttrInt: &v.Int, AttrFloat: &v.Float,
			AttrStrings: &v.Strings, AttrInts: &v.Ints, AttrFloats: &v.Floats}[typ]
		if json.Unmarshal(data, into) == nil {
			return nil
		}
	}
	return fmt.Errorf("expected a string, a number or a list of one of them, found %s", clip(string(data)))
}

// clip shortens text that goes into an error.
func clip(s string) string {
	if len(s) > 40 {
		return strconv.Quote(s[:40]) + "…"
	}
	return strconv.Quote(s)
}
