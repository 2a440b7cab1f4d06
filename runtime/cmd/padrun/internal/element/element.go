// Package element reads, formats and writes the elements of tensors: as text, and as the bytes of a file.
package element

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Parse returns a tensor with the elements of a JSON list, which are written as bits or as values. It does not compare the
// length of the list with the shape, because Pad does.
func Parse(d dtype.DType, shape []int, list []any, bits bool) (onnx.Tensor, error) {
	t, err := onnx.NewTensor(d, len(list))
	if err != nil {
		return t, err
	}
	t.Shape = shape
	texts, isText := t.Data.([]string)
	b, _ := t.Bytes()
	part := partOf(d)
	for i, e := range list {
		numbers := []any{e}
		switch {
		case isText:
			text, ok := e.(string)
			if !ok {
				err = fmt.Errorf("%s is not a string", shown(e))
			}
			texts[i], numbers = text, nil
		case part != d:
			if numbers, _ = e.([]any); len(numbers) != 2 {
				err = fmt.Errorf("%s is not [re, im]", shown(e))
			}
		}
		for k := 0; k < len(numbers) && err == nil; k++ {
			var v uint64
			v, err = bitsOf(part, numbers[k], bits)
			setBits(b, part, i*len(numbers)+k, v)
		}
		if err != nil {
			return t, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return t, nil
}

func shown(e any) string { return memory.Quote(fmt.Sprint(e)) }

// Value returns a tensor of one element, parsed from text: "1.5", "nan", "[1,2]" for a complex number, "text" for a string.
// Floats of 8 bits or less are given as their bits.
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

// onlyBits reports whether elements of d are always written as their bits: the floats of 8 bits or less.
func onlyBits(d dtype.DType) bool { return strings.HasPrefix(d.String(), "float") && d.Bits() <= 8 }

// bitsOf returns the bits of a number, which is given as its bits, an unsigned number, or as its value.
func bitsOf(d dtype.DType, e any, bits bool) (v uint64, err error) {
	n, _ := e.(json.Number)
	kind := "a float"
	switch name := d.String(); { // ONNX names all integers alike
	case bits, strings.HasPrefix(name, "uint"):
		kind = "an unsigned number"
		v, err = strconv.ParseUint(string(n), 10, d.Bits())
	case strings.HasPrefix(name, "int"):
		kind = "an integer"
		var signed int64
		signed, err = strconv.ParseInt(string(n), 10, d.Bits())
		v = uint64(signed)
	case d == dtype.TypeBool:
		if v, err = strconv.ParseUint(string(n), 10, 1); err != nil {
			return 0, fmt.Errorf("%s is not a bool, expected 0 or 1", shown(e))
		}
	case onlyBits(d):
		return 0, fmt.Errorf("elements of %v must be given with \"encoding\": \"bits\"", d)
	default:
		if slices.Contains([]any{"nan", "inf", "-inf"}, e) {
			n = json.Number(e.(string))
		}
		v, err = floatBits(d, string(n))
	}
	if err != nil {
		err = fmt.Errorf("%s is not %s of %d bits", shown(e), kind, d.Bits())
	}
	return v, err
}

// floatBits returns the bits of a float, which is rounded to d.
func floatBits(d dtype.DType, text string) (uint64, error) {
	if d == dtype.TypeFloat32 {
		v, err := strconv.ParseFloat(text, 32)
		return uint64(math.Float32bits(float32(v))), err
	}
	v, err := strconv.ParseFloat(text, 64)
	if text == "nan" {
		v = math.Float64frombits(0x7FF8000000000000) // the NaN of NumPy and C; that of Go has a different payload
	}
	switch d {
	case dtype.TypeFloat16:
		return uint64(dtype.ToFloat16(oddFloat32(v))), err
	case dtype.TypeBFloat16:
		return uint64(dtype.ToBFloat16(oddFloat32(v))), err
	}
	return math.Float64bits(v), err
}

// oddFloat32 rounds v to odd, so that rounding the result to fewer bits equals rounding v itself.
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

// setBits sets number i, whose bits must be zero before. bitsAt returns it.
func setBits(b []byte, d dtype.DType, i int, v uint64) {
	size, per, width := d.Size(), d.PerUnit(), d.Bits()
	unit := binary.LittleEndian.AppendUint64(nil, v&(1<<width-1)<<(i%per*width))[:size]
	SetOrder(unit, d, false)
	for k, u := range unit {
		b[i/per*size+k] |= u
	}
}

func bitsAt(b []byte, d dtype.DType, i int) uint64 {
	size, per, width := d.Size(), d.PerUnit(), d.Bits()
	unit := make([]byte, 8)
	copy(unit, b[i/per*size:][:size])
	SetOrder(unit[:size], d, false)
	return binary.LittleEndian.Uint64(unit) >> (i % per * width) & (1<<width - 1)
}

// BigEndian reports whether the first byte of a number is the highest on this machine.
var BigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// SetOrder converts b in place between the byte order of a file and that of the machine.
func SetOrder(b []byte, d dtype.DType, big bool) {
	size := NumberSize(d)
	for i := 0; big != BigEndian && size > 1 && i+size <= len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
}

// Bytes returns the number of bytes of a tensor of the given type and shape.
func Bytes(d dtype.DType, shape []int) (int64, error) {
	n, ok := pad.Count(shape)
	if !ok || n > math.MaxInt/d.Size() {
		return 0, fmt.Errorf("shape %v: a dimension is negative, or there are too many elements", shape)
	}
	return int64(d.Units(n)) * int64(d.Size()), nil
}

// Write writes the elements in the form of a TensorProto's raw_data.
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

// NumberSize returns the size of one number: half of a complex element.
func NumberSize(d dtype.DType) int { return partOf(d).Size() }

// partOf returns the type of one number of an element.
func partOf(d dtype.DType) dtype.DType { return cmp.Or(parts[d], d) }

var parts = map[dtype.DType]dtype.DType{dtype.TypeComplex64: dtype.TypeFloat32, dtype.TypeComplex128: dtype.TypeFloat64}
