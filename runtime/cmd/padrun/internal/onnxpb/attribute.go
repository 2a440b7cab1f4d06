package onnxpb

import (
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// Attribute is an AttributeProto. Value is a float32, int64, string, onnx.Tensor, []float32, []int64 or
// []string; nil for the other types (graphs, sparse tensors).
type Attribute struct {
	Name  string
	Value any
}

// The numbers of AttributeProto.AttributeType that are read. The field of a type's value has the next number.
const (
	typeFloat   = 1
	typeInt     = 2
	typeString  = 3
	typeTensor  = 4
	typeFloats  = 6
	typeInts    = 7
	typeStrings = 8
)

func readAttribute(m *message) Attribute {
	name := m.text(1)
	m.kind += " " + strconv.Quote(name)
	if m.has(21) {
		m.failf("refers to attribute %q of a function, which is not supported", m.text(21))
	}
	// The oldest models have no type. For an empty list, only the type tells what it is.
	typ := m.int64(20)
	for _, t := range []int64{typeFloat, typeInt, typeString, typeTensor, typeFloats, typeInts, typeStrings} {
		if !m.has(protowire.Number(t + 1)) {
			continue
		}
		if typ == 0 {
			typ = t
		}
		if t != typ {
			m.failf("type %d, but the value is of type %d", typ, t)
		}
	}
	return Attribute{name, m.attributeValue(typ)}
}

func (m *message) attributeValue(typ int64) any {
	field := protowire.Number(typ + 1)
	switch typ {
	case typeFloat:
		return math.Float32frombits(uint32(m.last(field, protowire.Fixed32Type).n))
	case typeInt:
		return m.int64(field)
	case typeString:
		return m.text(field)
	case typeTensor:
		var t Named
		for inner := range m.messages(field, "TensorProto") {
			t = readTensor(inner)
		}
		return t.Tensor
	case typeFloats:
		v := []float32{}
		for n := range m.numbers(field, protowire.Fixed32Type) {
			v = append(v, math.Float32frombits(uint32(n)))
		}
		return v
	case typeInts:
		v := []int64{}
		for n := range m.numbers(field, protowire.VarintType) {
			v = append(v, int64(n))
		}
		return v
	case typeStrings:
		return m.texts(field)
	}
	return nil
}
