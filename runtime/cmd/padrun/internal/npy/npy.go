// Package npy reads and writes NumPy's .npy files, versions 1.0, 2.0 and 3.0 of the format.
//
// It reads arrays of the element types that NumPy and ONNX share: bool, integers of 8 to 64 bits, floats of 16 to 64, complex numbers. It
// reads both byte orders and both orders of elements. It writes little-endian, in C order, version 1.0.
package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
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
	maxRank   = 64    // that of NumPy 2
	maxHeader = 65535 // which NumPy needs for structures alone
)

// types are the element types by the letters that NumPy has for them.
var types = map[string]dtype.DType{
	"b1": dtype.TypeBool, "f2": dtype.TypeFloat16, "f4": dtype.TypeFloat32, "f8": dtype.TypeFloat64,
	"i1": dtype.TypeInt8, "i2": dtype.TypeInt16, "i4": dtype.TypeInt32, "i8": dtype.TypeInt64,
	"u1": dtype.TypeUint8, "u2": dtype.TypeUint16, "u4": dtype.TypeUint32, "u8": dtype.TypeUint64,
	"c8": dtype.TypeComplex64, "c16": dtype.TypeComplex128,
}

// Read returns the array in the content of a file. Its Data is raw bytes: those of the file, whose bytes are brought into the machine's
// order, or for fortran_order a copy, which is taken off the room.
func Read(b []byte, room *memory.Room) (onnx.Tensor, error) {
	text, start, err := split(b)
	if err != nil {
		return onnx.Tensor{}, err
	}
	x, big, fortran, err := parseHeader(text)
	if err != nil {
		return onnx.Tensor{}, fmt.Errorf("header at byte %d: %w", start-len(text), err)
	}
	if x, err = element.Tensor(x.DType, x.Shape, b[start:], big); err != nil {
		return x, fmt.Errorf("data from byte %d on: %w", start, err)
	}
	if fortran && len(x.Shape) > 1 {
		if err := room.Take(int64(len(b)-start), "a copy in C order"); err != nil {
			return x, err
		}
		x.Data = transposed(b[start:], x.Shape, x.DType.Size())
	}
	return x, nil
}

// split returns the header's text and where the data starts.
func split(b []byte) (text string, data int, err error) {
	rest, found := bytes.CutPrefix(b, []byte(Magic))
	if !found || len(rest) < 2 {
		return "", 0, errors.New("not a NumPy file: it does not start with \\x93NUMPY and a version")
	}
	size := 2 // of the header's length
	if rest[0] > 1 {
		size = 4
	}
	start := len(Magic) + 2 + size
	switch {
	case rest[1] != 0 || rest[0] < 1 || rest[0] > 3:
		return "", 0, fmt.Errorf("version %d.%d of the format, expected 1.0, 2.0 or 3.0", rest[0], rest[1])
	case start > len(b):
		return "", 0, fmt.Errorf("cut off in the length of the header, at byte %d", len(b))
	}
	var word [4]byte
	copy(word[:], b[start-size:start])
	length := binary.LittleEndian.Uint32(word[:])
	switch after := len(b) - start; {
	case length > maxHeader:
		return "", 0, fmt.Errorf("the header at byte %d has %d bytes, more than %d", start, length, maxHeader)
	case int(length) > after:
		return "", 0, fmt.Errorf("cut off: the header at byte %d has %d bytes of %d", start, after, length)
	}
	data = start + int(length)
	return string(b[start:data]), data, nil
}

// entry is one of the three of a header, and form a header: a literal of a Python dictionary, its keys in any order.
const entry = `(?:'descr' *: *('[^']*'|\[.*\])|'fortran_order' *: *(True|False)|'shape' *: *(\((?: *\d+ *,)* *(?:\d+ *)?\)))`

var form = regexp.MustCompile(`^\{ *` + entry + ` *, *` + entry + ` *, *` + entry + ` *,? *\} *\n?$`)

func parseHeader(text string) (x onnx.Tensor, big, fortran bool, err error) {
	m := append(form.FindStringSubmatch(text), make([]string, 10)...)
	descr, order, shape := m[1]+m[4]+m[7], m[2]+m[5]+m[8], m[3]+m[6]+m[9]
	if descr == "" || order == "" || shape == "" { // where an entry is there twice, another one is missing
		const example = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
		return x, false, false, fmt.Errorf("%.200q, expected %s", text, example)
	}
	d := types[strings.TrimSuffix(descr[2:], "'")]
	if d == 0 || !strings.Contains("<>|", descr[1:2]) || descr[1] == '|' && d.Size() > 1 {
		const known = "bool, int8 to int64, uint8 to uint64, float16 to float64, complex64 or complex128"
		return x, false, false, fmt.Errorf("dtype %.100s is unsupported, expected %s", descr, known)
	}
	x.DType, x.Shape = d, []int{}
	dims := strings.FieldsFunc(shape, func(r rune) bool { return strings.ContainsRune("(, )", r) })
	if len(dims) > maxRank || len(dims) == 1 && !strings.Contains(shape, ",") {
		return x, false, false, fmt.Errorf("shape %.100s, expected a tuple of at most %d", shape, maxRank)
	}
	for _, dim := range dims {
		n, err := strconv.Atoi(dim)
		if err != nil || dim != strconv.Itoa(n) {
			return x, false, false, fmt.Errorf("shape %.100s: %.20q is not a dimension", shape, dim)
		}
		x.Shape = append(x.Shape, n)
	}
	return x, descr[1] == '>', order == "True", nil
}

// transposed returns elements, whose first index moves fastest, in the order in which the last one does.
func transposed(b []byte, shape []int, size int) []byte {
	out := make([]byte, 0, len(b))
	index, from := make([]int, len(shape)), 0
	for len(out) < len(b) {
		out = append(out, b[from*size:][:size]...)
		step := len(b) / size // of the last index
		for a := len(shape) - 1; a >= 0; a-- {
			step /= shape[a]
			from += step
			if index[a]++; index[a] < shape[a] {
				break
			}
			from -= step * shape[a]
			index[a] = 0
		}
	}
	return out
}

// Write writes a tensor as a file, byte for byte as numpy.save does on a little-endian machine.
func Write(w io.Writer, t onnx.Tensor) error {
	name := ""
	for n, d := range types {
		if d == t.DType {
			name = n
		}
	}
	if name == "" {
		return fmt.Errorf("NumPy has no type for %v", t.DType)
	}
	order := "<"
	if t.DType.Size() == 1 {
		order = "|"
	}
	shape := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(t.Shape), "[]")), ", ")
	if len(t.Shape) == 1 {
		shape += ","
	}
	text := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, name, shape)
	// NumPy leaves room for the first dimension to grow to 20 digits, and aligns the data to 64 bytes.
	if len(t.Shape) > 0 {
		text += strings.Repeat(" ", max(0, 21-len(fmt.Sprint(t.Shape[0]))))
	}
	const before, align = len(Magic) + 4, 64
	text += strings.Repeat(" ", align-(before+len(text)+1)%align) + "\n"
	b := append([]byte(Magic), 1, 0)
	b = append(binary.LittleEndian.AppendUint16(b, uint16(len(text))), text...)
	if _, err := w.Write(b); err != nil {
		return err
	}
	return element.Write(w, t)
}
