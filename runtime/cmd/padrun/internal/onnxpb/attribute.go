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

func readAttribute(m *message) Attribute {
	name := m.text(1)
	m.kind += " " + strconv.Quote(name)
	if m.has(21) {
		m.failf("refers to attribute %q of a function, which is not supported", m.text(21))
	}
	// The oldest models have no type. For an empty list, only the type tells what it is.
	typ := m.int64(20)
	for t := int64(1); t <= 8; t++ {
		if !m.has(fieldOf(t)) {
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

// fieldOf returns the field that has the value of an AttributeProto.AttributeType.
func fieldOf(typ int64) protowire.Number { return protowire.Number(typ + 1) }

func (m *message) attributeValue(typ int64) any {
	field := fieldOf(typ)
	switch typ {
	case 1: // FLOAT
		return math.Float32frombits(uint32(m.last(field, protowire.Fixed32Type).n))
	case 2: // INT
		return m.int64(field)
	case 3: // STRING
		return m.text(field)
	case 4: // TENSOR
		return one(m, field, "TensorProto", readTensor).Tensor
	case 6: // FLOATS
		v := []float32{}
		for _, n := range m.numbers(field, protowire.Fixed32Type) {
			v = append(v, math.Float32frombits(uint32(n)))
		}
		return v
	case 7: // INTS
		return m.ints(field)
	case 8: // STRINGS
		return m.texts(field)
	}
	return nil
}
