package onnxpb

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
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
	shape := []int{}
	for _, dim := range m.ints(1) {
		if dim < 0 || dim > math.MaxInt {
			m.failf("%d is not a dimension", dim)
		}
		shape = append(shape, int(dim))
	}
	switch {
	case d < 1 || d > dtype.NumTypes:
		m.failf("data_type %d is not an element type", d)
	case m.has(3):
		m.failf("segments are not supported")
	case m.has(13) || m.int64(14) != 0:
		m.failf("external data is not supported")
	case m.err == nil:
		return Named{name, m.tensor(dtype.DType(d), shape)}
	}
	return Named{}
}

func (m *message) tensor(d dtype.DType, shape []int) onnx.Tensor {
	if d == dtype.TypeString {
		s := m.texts(6)
		if n, ok := pad.Count(shape); m.has(9) || !ok || len(s) != n {
			m.failf("string_data has %d elements, expected those of shape %v and no raw_data", len(s), shape)
		}
		return onnx.Tensor{DType: d, Shape: shape, Data: s}
	}
	b, from := m.last(9, protowire.BytesType).b, "raw_data"
	if !m.has(9) {
		b, from = m.typedData(d)
	}
	t, err := element.Tensor(d, shape, b)
	if err != nil {
		m.failf("%s has %w", from, err)
	}
	return t
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
	b = []byte{}
	for _, n := range m.numbers(num, typ) {
		b = binary.LittleEndian.AppendUint64(b, n)[:len(b)+size]
	}
	return b, from
}

// Write writes the tensor as a TensorProto, with its values in raw_data, or in string_data for strings.
func (t Named) Write(w io.Writer) error {
	var b []byte
	for _, d := range t.Tensor.Shape {
		b = appendInt(b, 1, d)
	}
	b = appendInt(b, 2, int(t.Tensor.DType))
	b = appendBytes(b, 8, []byte(t.Name))
	if s, ok := t.Tensor.Data.([]string); ok && t.Tensor.DType == dtype.TypeString {
		buffer := bufio.NewWriter(w) // which keeps the first error
		for _, text := range s {
			buffer.Write(b)
			b = appendBytes(b[:0], 6, []byte(text))
		}
		buffer.Write(b)
		return buffer.Flush()
	}
	raw, _ := t.Tensor.Bytes()
	b = protowire.AppendVarint(protowire.AppendTag(b, 9, protowire.BytesType), uint64(len(raw)))
	if len(b)+len(raw) > math.MaxInt32 {
		return fmt.Errorf("tensor %q: %d bytes, a message has at most %d", t.Name, len(raw), math.MaxInt32)
	}
	if _, err := w.Write(b); err != nil {
		return err
	}
	return element.Write(w, t.Tensor)
}

func appendInt(b []byte, num protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, num, protowire.VarintType), uint64(v))
}

func appendBytes(b []byte, num protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), v)
}
