package onnxpb

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
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
	d, shape, location := m.int64(2), m.shape(1), m.int64(14)
	switch {
	case d < 1 || d > dtype.NumTypes:
		m.failf("data_type %d is not an element type", d)
	case m.has(3):
		m.failf("segments are not supported")
	case location < 0 || location > 1:
		m.failf("data_location %d is not a place", location)
	case m.err == nil:
		return Named{name, m.tensor(dtype.DType(d), shape, location == 1)}
	}
	return Named{}
}

// shape returns the dimensions in a field.
func (m *message) shape(num protowire.Number) []int {
	shape := []int{}
	for _, dim := range m.ints(num) {
		if dim < 0 || dim > math.MaxInt {
			m.failf("%d is not a dimension", dim)
		}
		shape = append(shape, int(dim))
	}
	return shape
}

func (m *message) tensor(d dtype.DType, shape []int, external bool) onnx.Tensor {
	if d == dtype.TypeString {
		s := m.texts(6)
		if n, ok := pad.Count(shape); m.has(9) || external || !ok || len(s) != n {
			m.failf("string_data has %d elements, expected those of shape %v and no other data", len(s), shape)
		}
		return onnx.Tensor{DType: d, Shape: shape, Data: s}
	}
	b, from := m.last(9, protowire.BytesType).b, "raw_data"
	switch {
	case external:
		b, from = m.external(d, shape), "external data"
	case !m.has(9):
		b, from = m.typedData(d)
	}
	if m.err != nil {
		return onnx.Tensor{}
	}
	t, err := element.Tensor(d, shape, b)
	if err != nil {
		m.failf("%s has %w", from, err)
	}
	return t
}

// external reads a tensor's bytes from another file in the folder.
func (m *message) external(d dtype.DType, shape []int) []byte {
	size, err := element.Bytes(d, shape)
	where := map[string]string{"offset": "0", "length": fmt.Sprint(size)}
	list(m, 13, "StringStringEntryProto", func(entry *message) bool {
		where[entry.text(1)] = entry.text(2)
		return true
	})
	name := where["location"]
	offset, errOffset := strconv.ParseInt(where["offset"], 10, 64)
	switch length, errLength := strconv.ParseInt(where["length"], 10, 64); {
	case err != nil:
		m.failf("%w", err)
	case m.folder == "":
		m.failf("external data %q lies in the folder of a file, and standard input has none", name)
	case errOffset != nil || errLength != nil || offset < 0:
		m.failf("external data %q: offset %q, length %q, expected numbers", name, where["offset"], where["length"])
	case length != size:
		m.failf("external data %q has length %d, expected %d for %v%v", name, length, size, d, shape)
	}
	if m.err != nil {
		return nil
	}
	b, err := m.readAt(name, offset, size)
	if err != nil {
		m.failf("external data: %w", err)
	}
	return b
}

// readAt reads a part of a regular file that lies in the folder or below, and is no link out of it.
func (m *message) readAt(name string, offset, size int64) ([]byte, error) {
	root, err := os.OpenRoot(m.folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", name)
	case offset > info.Size()-size:
		return nil, fmt.Errorf("%s has %d bytes, expected %d from byte %d on", name, info.Size(), size, offset)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return m.room.ReadAll(io.NewSectionReader(f, offset, size), name)
}

// readSparse reads a SparseTensorProto as the dense tensor that it stands for.
func readSparse(m *message) Named {
	values, indices := one(m, 1, "values", readTensor), one(m, 2, "indices", readTensor)
	t := onnx.Tensor{DType: values.Tensor.DType, Shape: m.shape(3)}
	n, ok := pad.Count(t.Shape)
	from, isRaw := values.Tensor.Data.([]byte)
	at, isRawAt := indices.Tensor.Data.([]byte)
	size, dims, axes := t.DType.Size(), t.Shape, len(indices.Tensor.Shape)
	if axes != 2 { // an index counts all elements
		dims = []int{n}
	}
	switch {
	case m.err != nil:
	case !isRaw || t.DType.PerUnit() > 1:
		m.failf("sparse tensors of %v are not supported", t.DType)
	case !ok || n > math.MaxInt/size:
		m.failf("shape %v has too many elements", t.Shape)
	case indices.Tensor.DType != dtype.TypeInt64 || !isRawAt || axes < 1 || axes > 2 || len(at)/8 != len(from)/size*len(dims):
		const expected = "expected int64 for %d values of rank %d"
		m.failf("indices are %v%v, "+expected, indices.Tensor.DType, indices.Tensor.Shape, len(from)/size, len(dims))
	}
	if m.err != nil || !m.take(int64(n)*int64(size)) {
		return Named{}
	}
	data := make([]byte, n*size)
	for ; len(from) > 0; from = from[size:] {
		i := 0
		for _, dim := range dims {
			v := binary.NativeEndian.Uint64(at)
			if at = at[8:]; v >= uint64(dim) {
				m.failf("index %d is outside of %v", int64(v), t.Shape)
				return Named{}
			}
			i = i*dim + int(v)
		}
		copy(data[i*size:], from[:size])
	}
	t.Data = data
	return Named{values.Name, t}
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
	for _, n := range numbers(m, num, typ, func(n uint64) uint64 { return n }) {
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
