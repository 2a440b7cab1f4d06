// Package npy reads and writes NumPy's .npy files, versions 1.0, 2.0 and 3.0 of the format.
//
// It reads arrays of the element types that NumPy and ONNX share: bool, integers of 8 to 64 bits, floats of 16 to 64, complex numbers. It
// reads both byte orders and both orders of elements. It writes little-endian, in C order, version 1.0.
package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
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
	h, err := parseHeader(text)
	if err != nil {
		return onnx.Tensor{}, fmt.Errorf("header at byte %d: %w", start-len(text), err)
	}
	b = b[start:]
	size := h.d.Size()
	if n, ok := pad.Count(h.shape); !ok || len(b)%size != 0 || len(b)/size != n {
		return onnx.Tensor{}, fmt.Errorf("%d bytes of data from byte %d on, expected those of %v%v", len(b), start, h.d, h.shape)
	}
	element.SetOrder(b, h.d, h.big)
	if h.fortran && len(h.shape) > 1 {
		if err := room.TakeTensor("a copy in C order,", h.d, h.shape); err != nil {
			return onnx.Tensor{}, err
		}
		b = transposed(b, h.shape, size)
	}
	return onnx.Tensor{DType: h.d, Shape: h.shape, Data: b}, nil
}

// split returns the header's text and where the data starts.
func split(b []byte) (text string, data int, err error) {
	const fixed = len(Magic) + 2
	if len(b) < fixed || string(b[:len(Magic)]) != Magic {
		return "", 0, errors.New("not a NumPy file: it does not start with \\x93NUMPY and a version")
	}
	version, start := [2]byte(b[len(Magic):]), fixed+2
	if version[1] != 0 || version[0] < 1 || version[0] > 3 {
		return "", 0, fmt.Errorf("version %d.%d of the format at byte %d, expected 1.0, 2.0 or 3.0", version[0], version[1], len(Magic))
	}
	if version[0] > 1 {
		start += 2
	}
	if start > len(b) {
		return "", 0, fmt.Errorf("cut off in the length of the header, at byte %d", len(b))
	}
	var word [4]byte
	copy(word[:], b[fixed:start])
	length := binary.LittleEndian.Uint32(word[:])
	if length > maxHeader {
		return "", 0, fmt.Errorf("the header at byte %d has %d bytes, expected at most %d", start, length, maxHeader)
	}
	if int(length) > len(b)-start {
		return "", 0, fmt.Errorf("cut off: the header at byte %d has %d bytes, the file has %d after it", start, length, len(b)-start)
	}
	data = start + int(length)
	return string(b[start:data]), data, nil
}

type header struct {
	d            dtype.DType
	big, fortran bool
	shape        []int
}

// entry is a key of the header with its value, as NumPy writes them: a text, a list of fields, a bool, a tuple.
var entry = regexp.MustCompile(`^ *'(\w+)' *: *('[^']*'|\[.*\]|\w+|\([^)]*\)) *(?:, *|$)`)

// parseHeader reads the literal of a Python dictionary that describes the array.
func parseHeader(text string) (h header, err error) {
	inner, ok := strings.CutPrefix(strings.TrimRight(text, " \n"), "{")
	inner, ok2 := strings.CutSuffix(inner, "}")
	values := map[string]string{}
	for inner = strings.TrimLeft(inner, " "); ok && inner != ""; {
		m := entry.FindStringSubmatch(inner)
		if ok = m != nil; ok {
			_, twice := values[m[1]]
			ok = !twice
			values[m[1]], inner = m[2], inner[len(m[0]):]
		}
	}
	descr, order, shape := values["descr"], values["fortran_order"], values["shape"]
	if !ok || !ok2 || len(values) != 3 || descr == "" || order == "" || shape == "" {
		return h, fmt.Errorf("%.200q, expected {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", text)
	}
	if h.d, h.big, err = parseType(descr); err != nil {
		return h, err
	}
	if h.fortran = order == "True"; !h.fortran && order != "False" {
		return h, fmt.Errorf("fortran_order is %.20q, expected True or False", order)
	}
	h.shape, err = parseShape(shape)
	return h, err
}

func parseType(descr string) (d dtype.DType, big bool, err error) {
	name := strings.Trim(descr, "'")
	if name != "" {
		d = types[name[1:]]
	}
	order := strings.IndexByte("<>|", (name + " ")[0])
	if d == 0 || descr[0] != '\'' || order < 0 || (order == 2) != (d.Size() == 1) {
		return 0, false, fmt.Errorf("dtype %.100s is unsupported, expected bool, int8 to int64, uint8 to uint64, float16 to float64, complex64 or complex128", descr)
	}
	return d, order == 1, nil
}

func parseShape(tuple string) ([]int, error) {
	shape := []int{}
	inner := strings.TrimSpace(strings.Trim(tuple, "()"))
	dims := strings.Split(strings.TrimSuffix(inner, ","), ",")
	if tuple[0] == '(' && inner == "" {
		return shape, nil
	}
	if tuple[0] != '(' || len(dims) > maxRank || len(dims) == 1 && !strings.HasSuffix(inner, ",") {
		return nil, fmt.Errorf("shape %.100s, expected a tuple of at most %d dimensions", tuple, maxRank)
	}
	for _, dim := range dims {
		dim = strings.TrimSpace(dim)
		n, err := strconv.Atoi(dim)
		if err != nil || n < 0 || dim != strconv.Itoa(n) {
			return nil, fmt.Errorf("shape %.100s: %.20q is not a dimension", tuple, dim)
		}
		shape = append(shape, n)
	}
	return shape, nil
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
