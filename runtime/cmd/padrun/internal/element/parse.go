package element

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
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
	write := appendValue
	if bits {
		write = appendBits
	}
	var b []byte // little-endian
	for i, e := range list {
		if b, err = write(b, d, e); err != nil {
			return t, fmt.Errorf("element %d: %w", i, err)
		}
	}
	memory, _ := t.Bytes()
	per := d.PerUnit()
	if per == 1 {
		copy(memory, LittleEndian(b, d))
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
	if dec := json.NewDecoder(strings.NewReader(text)); d != dtype.TypeString && text != "nan" && text != "inf" && text != "-inf" {
		dec.UseNumber()
		if err := dec.Decode(&e); err != nil || dec.More() {
			e = text // which is no element
		}
	}
	return Parse(d, []int{}, []any{e}, onlyBits(d))
}

// onlyBits reports whether elements of d are written as their bits alone: the floats of 8 bits and less.
func onlyBits(d dtype.DType) bool { return strings.HasPrefix(d.String(), "float") && d.Bits() <= 8 }

// appendBits appends an element that is written as its bits: one unsigned number, for a complex element too.
func appendBits(b []byte, d dtype.DType, e any) ([]byte, error) {
	const digits = 39 // of the largest number of 128 bits
	n, _ := e.(json.Number)
	v, ok := new(big.Int), n != "" && len(n) <= digits
	if ok {
		_, ok = v.SetString(string(n), 10)
	}
	if !ok || v.Sign() < 0 || v.BitLen() > d.Bits() {
		return nil, fmt.Errorf("%v is not an unsigned number of %d bits", e, d.Bits())
	}
	unit := v.FillBytes(make([]byte, d.Size()))
	slices.Reverse(unit) // FillBytes is big-endian
	return append(b, unit...), nil
}

// appendValue appends an element that is written as its value.
func appendValue(b []byte, d dtype.DType, e any) ([]byte, error) {
	switch name := d.String(); { // ONNX names all integers alike
	case strings.HasPrefix(name, "int"):
		n, _ := e.(json.Number)
		v, err := strconv.ParseInt(string(n), 10, d.Bits())
		if err != nil {
			return nil, fmt.Errorf("%v is not an integer of %d bits", e, d.Bits())
		}
		return append(b, binary.LittleEndian.AppendUint64(nil, uint64(v))[:d.Size()]...), nil
	case strings.HasPrefix(name, "uint"):
		return appendBits(b, d, e)
	}
	switch d {
	case dtype.TypeBool:
		if e != json.Number("0") && e != json.Number("1") {
			return nil, fmt.Errorf("%v is not a bool, expected 0 or 1", e)
		}
		return appendBits(b, d, e)
	case dtype.TypeFloat16:
		v, err := float(e, 64)
		return binary.LittleEndian.AppendUint16(b, uint16(dtype.ToFloat16(oddFloat32(v)))), err
	case dtype.TypeBFloat16:
		v, err := float(e, 64)
		return binary.LittleEndian.AppendUint16(b, uint16(dtype.ToBFloat16(oddFloat32(v)))), err
	case dtype.TypeFloat32:
		v, err := float(e, 32)
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v))), err
	case dtype.TypeFloat64:
		v, err := float(e, 64)
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v)), err
	case dtype.TypeComplex64:
		return appendComplex(b, dtype.TypeFloat32, e)
	case dtype.TypeComplex128:
		return appendComplex(b, dtype.TypeFloat64, e)
	}
	return nil, fmt.Errorf("elements of %v must be given with \"encoding\": \"bits\"", d)
}

func appendComplex(b []byte, part dtype.DType, e any) ([]byte, error) {
	parts, _ := e.([]any)
	if len(parts) != 2 {
		return nil, fmt.Errorf("%v is not [re, im]", e)
	}
	b, err := appendValue(b, part, parts[0])
	if err != nil {
		return nil, err
	}
	return appendValue(b, part, parts[1])
}

// nan is the NaN of numpy and of C. Go's own has another payload.
var nan = math.Float64frombits(0x7FF8000000000000)

// float returns a number that is rounded once, to 32 or 64 bits, or "nan", "inf", "-inf".
func float(e any, bits int) (float64, error) {
	switch e {
	case "nan":
		return nan, nil
	case "inf":
		return math.Inf(1), nil
	case "-inf":
		return math.Inf(-1), nil
	}
	n, _ := e.(json.Number)
	v, err := strconv.ParseFloat(string(n), bits)
	if err != nil {
		return 0, fmt.Errorf("%v is not a float of %d bits", e, bits)
	}
	return v, nil
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
