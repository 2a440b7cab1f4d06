package spec

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// AttrType is the kind of an attribute: the ONNX AttributeProto type in lower
// case.
type AttrType string

// The attribute types of ONNX.
const (
	AttrFloat         AttrType = "float"
	AttrInt           AttrType = "int"
	AttrString        AttrType = "string"
	AttrTensor        AttrType = "tensor"
	AttrGraph         AttrType = "graph"
	AttrSparseTensor  AttrType = "sparse_tensor"
	AttrTypeProto     AttrType = "type_proto"
	AttrFloats        AttrType = "floats"
	AttrInts          AttrType = "ints"
	AttrStrings       AttrType = "strings"
	AttrTensors       AttrType = "tensors"
	AttrGraphs        AttrType = "graphs"
	AttrSparseTensors AttrType = "sparse_tensors"
	AttrTypeProtos    AttrType = "type_protos"
)

// AttrTypes returns all attribute types.
func AttrTypes() []AttrType {
	return []AttrType{
		AttrFloat, AttrInt, AttrString, AttrTensor, AttrGraph, AttrSparseTensor, AttrTypeProto,
		AttrFloats, AttrInts, AttrStrings, AttrTensors, AttrGraphs, AttrSparseTensors, AttrTypeProtos,
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

// MarshalJSON prints floats with a decimal point or an exponent, so that the
// type can be read back from the text.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Type {
	case AttrString:
		return json.Marshal(v.String)
	case AttrFloat:
		return floatJSON(v.Float)
	case AttrInt:
		return strconv.AppendInt(nil, v.Int, 10), nil
	case AttrStrings:
		return listJSON(v.Strings, func(s string) ([]byte, error) { return json.Marshal(s) })
	case AttrFloats:
		return listJSON(v.Floats, floatJSON)
	case AttrInts:
		return listJSON(v.Ints, func(i int64) ([]byte, error) { return strconv.AppendInt(nil, i, 10), nil })
	}
	return nil, fmt.Errorf("a default cannot be of attribute type %q", v.Type)
}

func listJSON[T any](list []T, one func(T) ([]byte, error)) ([]byte, error) {
	out := []byte{'['}
	for i, e := range list {
		if i > 0 {
			out = append(out, ',')
		}
		b, err := one(e)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	return append(out, ']'), nil
}

func floatJSON(f float64) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("a default cannot be %v", f)
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return []byte(s), nil
}

// UnmarshalJSON reads a value and its type: a number with a decimal point or
// an exponent is a float, without one an int. The elements of a list are of
// one type; an empty list takes the type of its attribute in [Load].
func (v *Value) UnmarshalJSON(data []byte) error {
	*v = Value{}
	if len(data) == 0 || data[0] != '[' {
		return v.scalar(data)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for i, r := range raw {
		var e Value
		if err := e.scalar(r); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
		list := e.Type + "s"
		if i > 0 && list != v.Type {
			return fmt.Errorf("element %d is of type %s in a list of %s", i, e.Type, v.Type)
		}
		v.Type = list
		switch list {
		case AttrStrings:
			v.Strings = append(v.Strings, e.String)
		case AttrFloats:
			v.Floats = append(v.Floats, e.Float)
		case AttrInts:
			v.Ints = append(v.Ints, e.Int)
		}
	}
	return nil
}

func (v *Value) scalar(data []byte) error {
	switch text := string(data); {
	case strings.HasPrefix(text, `"`):
		v.Type = AttrString
		return json.Unmarshal(data, &v.String)
	case text == "" || !strings.Contains("-0123456789", text[:1]):
		return fmt.Errorf("expected a string, a number or a list of them, found %s", clip(text))
	case strings.ContainsAny(text, ".eE"):
		v.Type = AttrFloat
		return json.Unmarshal(data, &v.Float)
	default:
		v.Type = AttrInt
		return json.Unmarshal(data, &v.Int)
	}
}

// clip shortens text that goes into an error.
func clip(s string) string {
	if len(s) > 40 {
		return strconv.Quote(s[:40]) + "…"
	}
	return strconv.Quote(s)
}
