package model

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
	"google.golang.org/protobuf/encoding/protowire"
)

// Named is a tensor with its name.
type Named struct {
	Name   string
	Tensor onnx.Tensor
}

// Read reads a tensor from a file, a TensorProto or a NumPy array, and subtracts its memory from the room. An array has no
// name. Its elements are of type d if possible; see [npy.Header.As].
func Read(room *memory.Room, name string, d dtype.DType) (t Named, err error) {
	in, closer, err := room.Open(name)
	if err != nil {
		return t, err
	}
	defer closer.Close()
	if memory.KindOf(in) == memory.NumPy {
		if t.Tensor, err = npy.Read(room, in, d); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return t, err
	}
	m, err := open(room, in, name, "TensorProto")
	if err != nil {
		return t, err
	}
	t = m.tensor()
	return t, m.err
}

// tensor reads a TensorProto. Its Data is raw memory, or a []string for strings.
func (m *message) tensor() (t Named) {
	name := m.text(8)
	m.kind += " " + memory.Quote(name)
	d, shape, location := m.int64(2), m.shape(1), m.int64(14)
	switch {
	case d < 1 || d > dtype.NumTypes:
		m.failf("data_type %d is not an element type", d)
	case m.has(3):
		m.failf("segments are not supported")
	case location < 0 || location > 1:
		m.failf("data_location %d is not a place", location)
	case m.err == nil:
		return Named{name, m.data(dtype.DType(d), shape, location == 1)}
	}
	return t
}

// shape returns the dimensions in a field.
func (m *message) shape(number protowire.Number) []int {
	shape := []int{}
	for _, dim := range m.ints(number) {
		if dim < 0 || dim > math.MaxInt {
			m.failf("%d is not a dimension", dim)
		}
		shape = append(shape, int(dim))
	}
	return shape
}

func (m *message) data(d dtype.DType, shape []int, external bool) onnx.Tensor {
	if d == dtype.TypeString {
		s := m.texts(6)
		if n, ok := pad.Count(shape); m.has(9) || external || !ok || len(s) != n {
			m.failf("string_data has %d elements, expected only those of shape %v", len(s), shape)
		}
		return onnx.Tensor{DType: d, Shape: shape, Data: s}
	}
	size, err := element.Bytes(d, shape)
	b, from := m.last(9, protowire.BytesType).data, "raw_data has "
	switch {
	case err != nil:
		from = ""
	case external:
		from = "external data: "
		b, err = m.external(d, shape, size)
	case !m.has(9):
		b, from = m.typedData(d)
	}
	if err == nil && int64(len(b)) != size {
		err = fmt.Errorf("%d bytes, expected %d for %v%v", len(b), size, d, shape)
	}
	if err != nil {
		m.failf("%s%w", from, err)
	}
	if m.err != nil {
		return onnx.Tensor{}
	}
	element.SetOrder(b, d, false)
	return onnx.Tensor{DType: d, Shape: shape, Data: b}
}

// external reads a tensor's bytes from a regular file in the folder or below it. Links that lead out of the folder are
// errors.
func (m *message) external(d dtype.DType, shape []int, size int64) ([]byte, error) {
	where := map[string]string{"offset": "0", "length": fmt.Sprint(size)}
	for entry := range m.list(13, "StringStringEntryProto") {
		where[entry.text(1)] = entry.text(2)
	}
	name := where["location"]
	shown := memory.Quote(name)
	offset, errOffset := strconv.ParseInt(where["offset"], 10, 64)
	switch length, errLength := strconv.ParseInt(where["length"], 10, 64); {
	case m.folder == "":
		return nil, fmt.Errorf("%s lies in the folder of a file, and standard input has none", shown)
	case errOffset != nil || errLength != nil || offset < 0:
		const wrong = "%s: offset %s, length %s, expected numbers"
		return nil, fmt.Errorf(wrong, shown, memory.Quote(where["offset"]), memory.Quote(where["length"]))
	case length != size:
		return nil, fmt.Errorf("%s has length %d, expected %d for %v%v", shown, length, size, d, shape)
	}
	root, err := os.OpenRoot(m.folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if wrong := new(fs.PathError); errors.As(err, &wrong) {
		err = fmt.Errorf("%s: %w", shown, wrong.Err) // without the path, which is not quoted
	}
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", shown)
	case offset > info.Size()-size:
		return nil, fmt.Errorf("%s has %d bytes, expected %d from byte %d", shown, info.Size(), size, offset)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return m.room.ReadAll(io.NewSectionReader(f, offset, size), shown)
}

// typedData returns the values of a tensor without raw_data, as little-endian bytes, and the name of their field.
func (m *message) typedData(d dtype.DType) (b []byte, from string) {
	// A value of int32_data is a storage unit: one element, or as many packed elements as fit into a byte.
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
	values := numbers(m, num, typ, func(n uint64) uint64 { return n })
	b = make([]byte, 0, len(values)*size+8)
	for _, n := range values {
		b = binary.LittleEndian.AppendUint64(b, n)[:len(b)+size]
	}
	return b, from + " has "
}

// Write writes the tensor as a TensorProto, with its values in raw_data, or in string_data for strings.
func (t Named) Write(w io.Writer) error {
	out := bufio.NewWriter(w) // keeps the first error
	for _, d := range t.Tensor.Shape {
		out.Write(appendInt(nil, 1, d))
	}
	out.Write(appendInt(nil, 2, int(t.Tensor.DType)))
	start := func(number protowire.Number, size int) *bufio.Writer {
		out.Write(protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.BytesType), uint64(size)))
		return out
	}
	start(8, len(t.Name)).WriteString(t.Name)
	if texts, isText := t.Tensor.Data.([]string); isText {
		for _, text := range texts {
			start(6, len(text)).WriteString(text)
		}
		return out.Flush()
	}
	raw, _ := t.Tensor.Bytes()
	if len(raw) > math.MaxInt32-len(t.Name)-1024 {
		return fmt.Errorf("%s has %d bytes, a message at most %d", memory.Quote(t.Name), len(raw), math.MaxInt32)
	}
	return cmp.Or(element.Write(start(9, len(raw)), t.Tensor), out.Flush())
}

func appendInt(b []byte, num protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, num, protowire.VarintType), uint64(v))
}
