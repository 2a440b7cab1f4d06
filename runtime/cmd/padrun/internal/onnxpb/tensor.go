package onnxpb

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
	"google.golang.org/protobuf/encoding/protowire"
)

// readTensor reads a TensorProto. Its Data is raw memory, or a []string for strings.
func readTensor(m *message) Named {
	name := m.text(8)
	m.kind += " " + strconv.Quote(name)
	d := m.int64(2)
	if d < 1 || d > dtype.NumTypes {
		m.failf("data_type %d is not an element type", d)
		return Named{}
	}
	switch {
	case m.has(3):
		m.failf("segments are not supported")
	case m.has(13) || m.int64(14) != 0:
		m.failf("external data is not supported")
	}
	t := onnx.Tensor{DType: dtype.DType(d), Shape: []int{}}
	for dim := range m.numbers(1, protowire.VarintType) {
		if dim > math.MaxInt {
			m.failf("%d is not a dimension", int64(dim))
		}
		t.Shape = append(t.Shape, int(dim))
	}
	t.Data = m.tensorData(t)
	return Named{name, t}
}

// tensorData returns the Data of a tensor whose type and shape are known.
func (m *message) tensorData(t onnx.Tensor) any {
	n, ok := pad.Count(t.Shape)
	if !ok {
		m.failf("dims %v: too many elements", t.Shape)
		return nil
	}
	if t.DType == dtype.TypeString {
		s := m.texts(6)
		if m.has(9) || len(s) != n {
			m.failf("string_data has %d elements, expected %d and no raw_data", len(s), n)
		}
		return s
	}
	b, from := m.last(9, protowire.BytesType).b, "raw_data"
	if !m.has(9) {
		b, from = m.typedData(t.DType)
	}
	if size := t.DType.Size(); len(b)%size != 0 || len(b)/size != t.DType.Units(n) {
		m.failf("%s has %d bytes, expected those of %v%v", from, len(b), t.DType, t.Shape)
	}
	return element.LittleEndian(b, t.DType)
}

// typedData returns the values of a tensor without raw_data, little-endian, and the name of their field.
func (m *message) typedData(d dtype.DType) (b []byte, from string) {
	// A value of int32_data is a storage unit: one element, or as many packed ones as fit into a byte.
	from, num, typ := "int32_data", protowire.Number(5), protowire.VarintType
	switch d {
	case dtype.TypeFloat32, dtype.TypeComplex64:
		from, num, typ = "float_data", 4, protowire.Fixed32Type
	case dtype.TypeFloat64, dtype.TypeComplex128:
		from, num, typ = "double_data", 10, protowire.Fixed64Type
	case dtype.TypeInt64:
		from, num = "int64_data", 7
	case dtype.TypeUint32, dtype.TypeUint64:
		from, num = "uint64_data", 11
	}
	size := element.NumberSize(d)
	for n := range m.numbers(num, typ) {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], n)
		b = append(b, word[:size]...)
	}
	return b, from
}
