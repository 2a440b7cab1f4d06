// Package element reads and shows the elements of tensors: as text, and as the bytes of a file.
package element

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Parse makes a tensor of the elements of a JSON list, which are written as bits or as values. It does not
// check that the list has as many as the shape says; Pad must do that.
func Parse(d dtype.DType, shape []int, list []any, bits bool) (onnx.Tensor, error) {
	t, err := onnx.NewTensor(d, len(list))
	if err != nil {
		return t, err
	}
	t.Shape = shape
	if s, ok := t.Data.([]string); ok {
		for i, e := range list {
			if s[i], ok = e.(string); !ok {
				return t, fmt.Errorf("element %d: %v is not a string", i, e)
			}
		}
		return t, nil
	}
	var b []byte // little-endian
	for i, e := range list {
		if b, err = appendElement(b, d, e, bits); err != nil {
			return t, fmt.Errorf("element %d: %w", i, err)
		}
	}
	memory, _ := t.Bytes()
	per := d.PerUnit()
	if per == 1 {
		SetOrder(b, d, false)
		copy(memory, b)
		return t, nil
	}
	for i, v := range b { // an element of a packed type each
		memory[i/per] |= v & (1<<d.Bits() - 1) << (i % per * d.Bits())
	}
	return t, nil
}

// Value makes a tensor of one element from its text: "1.5", "nan", "[1,2]" for a complex number, "text" for a string. For the types
// without numbers of their own, of 8 bits and less, it is their bits.
func Value(d dtype.DType, text string) (onnx.Tensor, error) {
	var e any = text
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	err := dec.Decode(&e)
	if _, more := dec.Token(); err != nil || more != io.EOF || d == dtype.TypeString {
		e = text // a string, nan, or no element
	}
	return Parse(d, []int{}, []any{e}, onlyBits(d))
}

// onlyBits reports whether elements of d are written as their bits alone: the floats of 8 bits and less.
func onlyBits(d dtype.DType) bool { return strings.HasPrefix(d.String(), "float") && d.Bits() <= 8 }

// appendElement appends an element that is written as its bits, an unsigned number, or as its value. A complex one is a pair.
func appendElement(b []byte, d dtype.DType, e any, bits bool) ([]byte, error) {
	if part := partOf(d); part != d {
		parts, _ := e.([]any)
		if len(parts) != 2 {
			return nil, fmt.Errorf("%v is not [re, im]", e)
		}
		b, err := appendElement(b, part, parts[0], bits)
		if err != nil {
			return nil, err
		}
		return appendElement(b, part, parts[1], bits)
	}
	n, _ := e.(json.Number)
	var v uint64
	var err error
	switch name := d.String(); { // ONNX names all integers alike
	case bits, strings.HasPrefix(name, "uint"):
		if v, err = strconv.ParseUint(string(n), 10, d.Bits()); err != nil {
			err = fmt.Errorf("%v is not an unsigned number of %d bits", e, d.Bits())
		}
	case strings.HasPrefix(name, "int"):
		var signed int64
		if signed, err = strconv.ParseInt(string(n), 10, d.Bits()); err != nil {
			err = fmt.Errorf("%v is not an integer of %d bits", e, d.Bits())
		}
		v = uint64(signed)
	case d == dtype.TypeBool:
		if v, err = strconv.ParseUint(string(n), 10, 1); err != nil {
			err = fmt.Errorf("%v is not a bool, expected 0 or 1", e)
		}
	default:
		v, err = floatBits(d, e)
	}
	return binary.LittleEndian.AppendUint64(b, v)[:len(b)+d.Size()], err
}

// floatBits returns the bits of a float, which is rounded to d, or of "nan", "inf" or "-inf".
func floatBits(d dtype.DType, e any) (uint64, error) {
	text := fmt.Sprint(e)
	if _, ok := e.(json.Number); !ok && e != "nan" && e != "inf" && e != "-inf" {
		text = ""
	}
	size := 64 // Float16 and BFloat16 are rounded from it
	if d == dtype.TypeFloat32 {
		size = 32
	}
	v, err := strconv.ParseFloat(text, size)
	if err != nil {
		return 0, fmt.Errorf("%v is not a float of %d bits", e, d.Bits())
	}
	if e == "nan" {
		v = math.Float64frombits(0x7FF8000000000000) // that of NumPy and of C, Go's own has another payload
	}
	switch d {
	case dtype.TypeFloat16:
		return uint64(dtype.ToFloat16(oddFloat32(v))), nil
	case dtype.TypeBFloat16:
		return uint64(dtype.ToBFloat16(oddFloat32(v))), nil
	case dtype.TypeFloat32:
		return uint64(math.Float32bits(float32(v))), nil
	case dtype.TypeFloat64:
		return math.Float64bits(v), nil
	}
	return 0, fmt.Errorf("elements of %v must be given with \"encoding\": \"bits\"", d)
}

// oddFloat32 rounds to odd, so that rounding the result to fewer bits gives what rounding v itself would.
func oddFloat32(v float64) float32 {
	f := float32(v)
	if float64(f) == v || v != v || math.IsInf(v, 0) {
		return f
	}
	b := math.Float32bits(f)
	if math.Abs(float64(f)) > math.Abs(v) {
		b--
	}
	return math.Float32frombits(b | 1)
}

// BigEndian reports whether the first byte of a number is the highest on this machine.
var BigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// SetOrder changes memory, in place, from the byte order of a file to the machine's, or back.
func SetOrder(b []byte, d dtype.DType, big bool) {
	size := NumberSize(d)
	for i := 0; big != BigEndian && size > 1 && i+size <= len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
}

// Bytes returns how many bytes the elements of a shape take.
func Bytes(d dtype.DType, shape []int) (int64, error) {
	n, ok := pad.Count(shape)
	if !ok || n > math.MaxInt/d.Size() {
		return 0, fmt.Errorf("shape %v: a dimension is negative, or there are too many elements", shape)
	}
	return int64(d.Units(n)) * int64(d.Size()), nil
}

// Tensor returns the tensor of a type and shape whose elements are little-endian bytes, which are brought into the machine's order.
func Tensor(d dtype.DType, shape []int, b []byte) (onnx.Tensor, error) {
	n, err := Bytes(d, shape)
	if err == nil && int64(len(b)) != n {
		err = fmt.Errorf("%d bytes, expected %d for %v%v", len(b), n, d, shape)
	}
	if err != nil {
		return onnx.Tensor{}, err
	}
	SetOrder(b, d, false)
	return onnx.Tensor{DType: d, Shape: shape, Data: b}, nil
}

// Write writes the elements, as the raw_data of a TensorProto has them.
func Write(w io.Writer, t onnx.Tensor) error {
	b, ok := t.Bytes()
	if !ok {
		return fmt.Errorf("%v has no form as bytes in a %T", t.DType, t.Data)
	}
	if BigEndian {
		b = slices.Clone(b)
		SetOrder(b, t.DType, false)
	}
	_, err := w.Write(b)
	return err
}

// NumberSize is the size of one number: half of a complex element.
func NumberSize(d dtype.DType) int { return partOf(d).Size() }

// partOf is the type of one number.
func partOf(d dtype.DType) dtype.DType {
	switch d {
	case dtype.TypeComplex64:
		return dtype.TypeFloat32
	case dtype.TypeComplex128:
		return dtype.TypeFloat64
	}
	return d
}
