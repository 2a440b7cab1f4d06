package conform

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// tensor makes a tensor of the elements of a JSON list, which are written as bits or as values. It does not check that the list has as
// many as the shape says; Pad must do that.
func tensor(d dtype.DType, shape []int, list []any, bits bool) (onnx.Tensor, error) {
	if d == dtype.TypeString {
		s := make([]string, len(list))
		for i, e := range list {
			var ok bool
			if s[i], ok = e.(string); !ok {
				return onnx.Tensor{}, fmt.Errorf("element %d is not a string", i)
			}
		}
		return onnx.Tensor{DType: d, Shape: shape, Data: s}, nil
	}
	t, err := onnx.NewTensor(d, len(list))
	if err != nil {
		return t, err
	}
	b, _ := t.Bytes()
	for i, e := range list {
		if err := putElement(b, d, i, e, bits); err != nil {
			return t, fmt.Errorf("element %d: %w", i, err)
		}
	}
	t.Shape = shape
	return t, nil
}

func putElement(b []byte, d dtype.DType, i int, e any, bits bool) error {
	parse := parseValue
	if bits {
		parse = parseBits
	}
	lo, hi, err := parse(d, e)
	if err != nil {
		return err
	}
	if per := d.PerUnit(); per > 1 {
		b[i/per] |= byte(lo&(1<<d.Bits()-1)) << (i % per * d.Bits())
		return nil
	}
	b = b[i*d.Size():][:d.Size()]
	if d == dtype.TypeComplex64 || d == dtype.TypeComplex128 {
		half := len(b) / 2
		putNumber(b[:half], lo)
		putNumber(b[half:], hi)
		return nil
	}
	putNumber(b, lo)
	return nil
}

// putNumber writes a number in the machine's byte order.
func putNumber(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(b, uint16(v))
	case 4:
		binary.NativeEndian.PutUint32(b, uint32(v))
	default:
		binary.NativeEndian.PutUint64(b, v)
	}
}

// parseBits returns the bits of an element that is written as one unsigned number; for a complex element, those of its two parts.
func parseBits(d dtype.DType, e any) (lo, hi uint64, err error) {
	n, ok := e.(json.Number)
	if !ok {
		return 0, 0, fmt.Errorf("%v is not a bit pattern", e)
	}
	if d != dtype.TypeComplex128 {
		lo, err = strconv.ParseUint(string(n), 10, d.Bits())
		if d == dtype.TypeComplex64 {
			lo, hi = lo&math.MaxUint32, lo>>32
		}
		return lo, hi, err
	}
	wide, ok := new(big.Int).SetString(string(n), 10)
	if len(n) > 40 || !ok || wide.Sign() < 0 || wide.BitLen() > 128 {
		return 0, 0, fmt.Errorf("%s is not a pattern of 128 bits", n)
	}
	return new(big.Int).And(wide, big.NewInt(0).SetUint64(math.MaxUint64)).Uint64(), wide.Rsh(wide, 64).Uint64(), nil
}

// parseValue returns the bits of an element that is written as its value; for a complex element, those of its two parts.
func parseValue(d dtype.DType, e any) (lo, hi uint64, err error) {
	switch d {
	case dtype.TypeInt8, dtype.TypeInt16, dtype.TypeInt32, dtype.TypeInt64, dtype.TypeInt4, dtype.TypeInt2:
		n, err := integer(e, d.Bits())
		return uint64(n), 0, err
	case dtype.TypeUint8, dtype.TypeUint16, dtype.TypeUint32, dtype.TypeUint64, dtype.TypeUint4, dtype.TypeUint2:
		lo, _, err = parseBits(d, e)
		return lo, 0, err
	case dtype.TypeBool:
		if lo, _, err = parseBits(d, e); lo > 1 && err == nil {
			err = fmt.Errorf("%d is not a bool", lo)
		}
		return lo, 0, err
	case dtype.TypeFloat32, dtype.TypeFloat64, dtype.TypeFloat16, dtype.TypeBFloat16:
		lo, err = float(d, e)
		return lo, 0, err
	case dtype.TypeComplex64, dtype.TypeComplex128:
		parts, ok := e.([]any)
		if !ok || len(parts) != 2 {
			return 0, 0, fmt.Errorf("%v is not [re, im]", e)
		}
		part := dtype.TypeFloat64
		if d == dtype.TypeComplex64 {
			part = dtype.TypeFloat32
		}
		if lo, err = float(part, parts[0]); err == nil {
			hi, err = float(part, parts[1])
		}
		return lo, hi, err
	}
	return 0, 0, fmt.Errorf("elements of %v must be given with \"encoding\": \"bits\"", d)
}

func integer(e any, bits int) (int64, error) {
	n, ok := e.(json.Number)
	if !ok {
		return 0, fmt.Errorf("%v is not an integer", e)
	}
	return strconv.ParseInt(string(n), 10, bits)
}

// nan is the NaN of numpy and of C. Go's own has another payload.
var nan = math.Float64frombits(0x7FF8000000000000)

// float returns the bits of a number, or of "nan", "inf", "-inf".
func float(d dtype.DType, e any) (uint64, error) {
	var v float64
	switch e := e.(type) {
	case json.Number:
		width := 64
		if d == dtype.TypeFloat32 {
			width = 32 // rounded once, to the type
		}
		var err error
		if v, err = strconv.ParseFloat(string(e), width); err != nil {
			return 0, err
		}
	case string:
		switch e {
		case "nan":
			v = nan
		case "inf":
			v = math.Inf(1)
		case "-inf":
			v = math.Inf(-1)
		default:
			return 0, fmt.Errorf("%q is not a number", e)
		}
	default:
		return 0, fmt.Errorf("%v is not a number", e)
	}
	switch d {
	case dtype.TypeFloat32:
		return uint64(math.Float32bits(float32(v))), nil
	case dtype.TypeFloat16:
		return uint64(dtype.ToFloat16(oddFloat32(v))), nil
	case dtype.TypeBFloat16:
		return uint64(dtype.ToBFloat16(oddFloat32(v))), nil
	}
	return math.Float64bits(v), nil
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
