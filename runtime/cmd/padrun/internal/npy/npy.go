// Package npy reads and writes NumPy's .npy files, versions 1.0, 2.0 and 3.0 of the format.
//
// NumPy and ONNX share bool, integers of 8 to 64 bits, floats of 16 to 64 and complex numbers. Elements of other types are
// saved as bytes without a type, V1 and V2, or as unsigned integers: [Header.As] sets their type.
package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// Magic is the start of every .npy file.
const Magic = "\x93NUMPY"

const (
	maxRank   = 64    // the maximum of NumPy 2
	maxHeader = 65535 // NumPy exceeds it only for structures
)

// types maps NumPy's letter and the bytes of an element to the element type.
var types = map[string]dtype.DType{
	"b1": dtype.TypeBool, "f2": dtype.TypeFloat16, "f4": dtype.TypeFloat32, "f8": dtype.TypeFloat64,
	"i1": dtype.TypeInt8, "i2": dtype.TypeInt16, "i4": dtype.TypeInt32, "i8": dtype.TypeInt64,
	"u1": dtype.TypeUint8, "u2": dtype.TypeUint16, "u4": dtype.TypeUint32, "u8": dtype.TypeUint64,
	"c8": dtype.TypeComplex64, "c16": dtype.TypeComplex128, "V1": 0, "V2": 0,
}

// Header describes an array and how its elements are stored in the file.
type Header struct {
	DType   dtype.DType // 0 for V1 and V2, until As sets it
	Shape   []int
	Big     bool // the first byte of a number is the highest
	Fortran bool // the first index moves fastest
	kind    string
}

// ReadHeader reads the start of a file, up to the data.
func ReadHeader(r io.Reader) (h Header, err error) {
	start := make([]byte, len(Magic)+2)
	n, _ := io.ReadFull(r, start)
	version := start[len(Magic):]
	switch {
	case n < len(start) || string(start[:len(Magic)]) != Magic:
		return h, errors.New("not a NumPy file: it does not start with \\x93NUMPY and a version")
	case version[1] != 0 || version[0] < 1 || version[0] > 3:
		return h, fmt.Errorf("version %d.%d of the format, expected 1.0, 2.0 or 3.0", version[0], version[1])
	}
	var length [4]byte
	if _, err := io.ReadFull(r, length[:min(2*int(version[0]), 4)]); err != nil {
		return h, errors.New("cut off in the length of the header")
	}
	size := binary.LittleEndian.Uint32(length[:])
	if size > maxHeader {
		return h, fmt.Errorf("the header has %d bytes, more than %d", size, maxHeader)
	}
	text := make([]byte, size)
	if n, err := io.ReadFull(r, text); err != nil {
		return h, fmt.Errorf("cut off: the header has %d bytes of %d", n, size)
	}
	if err := h.parse(string(text)); err != nil {
		return h, fmt.Errorf("the header %.200q: %w", text, err)
	}
	return h, nil
}

const (
	entry  = `\s*(u?'\w+'|u?"\w+")\s*:\s*(u?'[^'\\]*'|u?"[^"\\]*"|True|False|\([^()]*\)|\[.*?\])\s*`
	number = `(?:0|-?[1-9]\d*)[lL]?` // Python 2 adds L
)

var (
	literal = regexp.MustCompile(`(?s)^\s*\{(?:` + entry + `,)*(?:` + entry + `)?\s*\}\s*$`)
	entries = regexp.MustCompile(`(?s)` + entry)
	tuple   = regexp.MustCompile(`^\(\s*(?:(?:` + number + `\s*,\s*)+(?:` + number + `\s*)?)?\)$`)
	numbers = regexp.MustCompile(`-?\d+`)
)

// parse reads the text of a header, a dictionary literal of Python.
func (h *Header) parse(text string) error {
	values := make(map[string]string)
	for _, m := range entries.FindAllStringSubmatch(literal.FindString(text), -1) {
		values[strings.Trim(m[1], `u'"`)] = m[2]
	}
	descr, fortran, shape := values["descr"], values["fortran_order"], values["shape"]
	if len(values) != 3 || descr == "" || fortran != "True" && fortran != "False" || !tuple.MatchString(shape) {
		return errors.New("expected {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }")
	}
	h.Fortran, h.Shape = fortran == "True", []int{}
	for _, text := range numbers.FindAllString(shape, -1) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || len(h.Shape) == maxRank {
			return fmt.Errorf("shape %.100q, expected at most %d dimensions, 0 or more, that fit an int", shape, maxRank)
		}
		h.Shape = append(h.Shape, n)
	}
	return h.setType(strings.Trim(strings.TrimPrefix(descr, "u"), `'"`))
}

// setType sets the element type from its description: '<f4', '=i4', 'i4', '?'.
func (h *Header) setType(descr string) error {
	kind := strings.TrimLeft(descr, "<>=|")
	if kind == "?" {
		kind = "b1"
	}
	d, known := types[kind]
	if order := strings.TrimSuffix(descr, kind); known && len(order) <= 1 || descr == "?" {
		h.DType, h.kind = d, kind
		h.Big = order == ">" || order != "<" && element.BigEndian // other signs mean the machine's own order
		return nil
	}
	const all = "bool, int8 to int64, uint8 to uint64, float16 to float64, complex64, complex128, V1 or V2"
	return fmt.Errorf("dtype %.100q is unsupported, expected %s", descr, all)
}

// As sets the element type that V1, V2 or unsigned integers stand for; 0 keeps the file's own. A byte holds two or four
// elements of a packed type: the axis whose index moves fastest then counts elements instead of bytes.
func (h *Header) As(d dtype.DType) error {
	own, size := kindOf(d), h.kind[1:]
	switch {
	case d == 0 && h.DType == 0:
		return fmt.Errorf("the elements are %s, bytes without a type: set -dtype, or declare the type in a model", h.kind)
	case d == 0 || h.DType == d:
		return nil
	case size != fmt.Sprint(d.Size()) || h.kind[0] != 'V' && (h.kind[0] != 'u' || own[0] != 'V'):
		return fmt.Errorf("an array of %s has no %v, which NumPy saves as %s", h.kind, d, own)
	case d.PerUnit() > 1 && (h.kind == "V1" || len(h.Shape) == 0):
		return fmt.Errorf("%v is read from an array of u1 with one axis or more, as packed bytes", d)
	}
	if per := d.PerUnit(); per > 1 {
		n := &h.Shape[h.fastest()]
		if *n > int(^uint(0)>>1)/per {
			return fmt.Errorf("shape %v has more elements of %v than an int counts", h.Shape, d)
		}
		*n *= per
	}
	h.DType = d
	return nil
}

// kindOf returns NumPy's kind for an element type: V1 or V2 if NumPy does not have the type.
func kindOf(d dtype.DType) string {
	for kind, has := range types {
		if has == d {
			return kind
		}
	}
	return fmt.Sprintf("V%d", d.Size())
}

// fastest returns the axis whose index moves fastest.
func (h *Header) fastest() int {
	if h.Fortran {
		return 0
	}
	return len(h.Shape) - 1
}

// Data returns the elements, which follow the header in the file and end it. NumPy ignores what comes after them, such as another array.
func (h *Header) Data(in *io.SectionReader) (*io.SectionReader, error) {
	size, err := element.Bytes(h.DType, h.Shape)
	at, _ := in.Seek(0, io.SeekCurrent)
	switch got := in.Size() - at; {
	case err != nil:
	case got < size:
		err = fmt.Errorf("%d bytes of data, expected %d for %v%v", got, size, h.DType, h.Shape)
	case got > size:
		err = fmt.Errorf("more than %d bytes of data, expected so many for %v%v", size, h.DType, h.Shape)
	}
	return io.NewSectionReader(in, at, size), err
}

// Read returns the array in a file with its elements in the machine's byte order and in C order. They are of type d if
// [Header.As] allows it, otherwise of the file's own type. Its memory, and that of a copy for fortran_order, is subtracted
// from the room.
func Read(room *memory.Room, in *io.SectionReader, d dtype.DType) (t onnx.Tensor, err error) {
	h, err := ReadHeader(in)
	if err == nil && h.As(d) != nil {
		err = h.As(0)
	}
	var data *io.SectionReader
	if err == nil {
		data, err = h.Data(in)
	}
	if err != nil {
		return t, err
	}
	b, err := room.ReadAll(data, "the array")
	if err != nil {
		return t, err
	}
	if size := data.Size(); h.Fortran && size > 0 && len(h.Shape) > 1 {
		if h.DType.PerUnit() > 1 {
			return t, fmt.Errorf("%v in Fortran order is unsupported, expected C order", h.DType)
		}
		if err := room.Take(size, "a copy in C order"); err != nil {
			return t, err
		}
		n := h.DType.Size()
		b = transposed(make([]byte, 0, size), b, h.Shape, n, 0, n)
	}
	element.SetOrder(b, h.DType, h.Big)
	return onnx.Tensor{DType: h.DType, Shape: h.Shape, Data: b}, nil
}

// transposed appends the elements of a shape from b[at:], where a step of the first index, which moves fastest, is step
// bytes. In the result the last index moves fastest.
func transposed(out, b []byte, shape []int, size, at, step int) []byte {
	if len(shape) == 0 {
		return append(out, b[at:at+size]...)
	}
	for i := range shape[0] {
		out = transposed(out, b, shape[1:], size, at+i*step, step*shape[0])
	}
	return out
}

// Bytes returns the start of a file with the header's array, as numpy.save writes it.
func (h Header) Bytes() ([]byte, error) {
	shape := slices.Clone(h.Shape)
	if per := h.DType.PerUnit(); per > 1 {
		if len(shape) == 0 || shape[h.fastest()]%per != 0 {
			const why = "NumPy has no %v, %d of which are in a byte: the axis whose index moves fastest must fill bytes, shape is %v"
			return nil, fmt.Errorf(why, h.DType, per, shape)
		}
		shape[h.fastest()] /= per
	}
	order := "<"
	switch {
	case h.kind[0] == 'V' || h.kind[1:] == "1":
		order = "|"
	case h.Big:
		order = ">"
	}
	tuple := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(shape), "[]")), ", ")
	if len(shape) == 1 {
		tuple += ","
	}
	fortran := map[bool]string{true: "True", false: "False"}[h.Fortran]
	text := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': %s, 'shape': (%s), }", order, h.kind, fortran, tuple)
	// NumPy leaves room for the axis that an append extends to grow to 20 digits, and aligns the data to 64 bytes.
	if len(shape) > 0 {
		grows := len(shape) - 1 - h.fastest()
		text += strings.Repeat(" ", max(0, 21-len(fmt.Sprint(shape[grows]))))
	}
	const before, align = len(Magic) + 4, 64
	text += strings.Repeat(" ", align-(before+len(text)+1)%align) + "\n"
	b := binary.LittleEndian.AppendUint16([]byte(Magic+"\x01\x00"), uint16(len(text)))
	return append(b, text...), nil
}

// Write writes a tensor as a file, little-endian and in C order. As in ml_dtypes, types that NumPy does not have are written
// as bytes without a type. Packed types are written as bytes.
func Write(w io.Writer, t onnx.Tensor) error {
	h := Header{DType: t.DType, Shape: t.Shape, kind: kindOf(t.DType)}
	switch {
	case t.DType == dtype.TypeString:
		return errors.New("strings cannot be written as a .npy file, give it the ending .pb")
	case t.DType.PerUnit() > 1:
		h.kind = "u1"
	}
	b, err := h.Bytes()
	if err == nil {
		_, err = w.Write(b)
	}
	if err != nil {
		return err
	}
	return element.Write(w, t)
}
