package element

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
)

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		d    dtype.DType
		want []byte
	}{
		{dtype.TypeInt4, []byte{1, 2, 3, 4, 5, 6, 7, 8}},
		{dtype.TypeFloat16, []byte{2, 1, 4, 3, 6, 5, 8, 7}},
		{dtype.TypeComplex64, []byte{4, 3, 2, 1, 8, 7, 6, 5}},
		{dtype.TypeComplex128, []byte{8, 7, 6, 5, 4, 3, 2, 1}},
	} {
		got := []byte{1, 2, 3, 4, 5, 6, 7, 8}
		if SetOrder(got, c.d, !BigEndian); !bytes.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.d, got, c.want)
		}
	}
}

// TestValue tests the meaning of a value's text, with its bits.
func TestValue(t *testing.T) {
	const tie = 1 + 0x1p-11 // tie of float16, rounds to even
	for _, c := range []struct {
		d          dtype.DType
		text, want string // "" for an error
	}{
		{dtype.TypeFloat32, "1.5", "1.5 (bits 0x3fc00000)"}, {dtype.TypeFloat64, "-inf", "-Inf (bits 0xfff0000000000000)"},
		{dtype.TypeFloat64, "nan", "NaN (bits 0x7ff8000000000000)"}, {dtype.TypeFloat32, "nan", "NaN (bits 0x7fc00000)"},
		{dtype.TypeInt4, "-8", "-8"}, {dtype.TypeUint64, "18446744073709551615", "18446744073709551615"},
		{dtype.TypeBool, "1", "bits 0x01"}, {dtype.TypeComplex64, "[1,2]", "[1 (bits 0x3f800000) 2 (bits 0x40000000)]"},
		{dtype.TypeFloat8E4M3FN, "56", "bits 0x38"}, {dtype.TypeFloat4E2M1, "15", "bits 0x0f"}, {dtype.TypeString, "a 1", `"a 1"`},
		{dtype.TypeInt8, "128", ""}, {dtype.TypeUint8, "-1", ""}, {dtype.TypeBool, "2", ""}, {dtype.TypeInt64, "1 2", ""},
		{dtype.TypeInt64, "1]", ""}, {dtype.TypeComplex64, "[1,2]}", ""}, {dtype.TypeInt64, "", ""}, {dtype.TypeInt64, "nan", ""},
		{dtype.TypeComplex64, "1", ""}, {dtype.TypeFloat4E2M1, "16", ""}, {dtype.TypeFloat32, `"1"`, ""}, {dtype.TypeFloat32, "{}", ""},

		// A number is rounded once, not first to float32, which would make the second one a tie.
		{dtype.TypeFloat16, fmt.Sprint(tie), "1 (bits 0x3c00)"},
		{dtype.TypeFloat16, fmt.Sprint(tie + 0x1p-40), "1.0009766 (bits 0x3c01)"},
		{dtype.TypeFloat16, fmt.Sprint(tie + 0x1p-10 - 0x1p-40), "1.0009766 (bits 0x3c01)"},
		{dtype.TypeFloat16, fmt.Sprint(-tie - 0x1p-40), "-1.0009766 (bits 0xbc01)"},
		{dtype.TypeFloat16, "1e300", "+Inf (bits 0x7c00)"}, {dtype.TypeFloat16, "-1e-300", "-0 (bits 0x8000)"},
		{dtype.TypeBFloat16, fmt.Sprint(1 + 0x1p-8 + 0x1p-40), "1.0078125 (bits 0x3f81)"},
		{dtype.TypeBFloat16, "-1e39", "-Inf (bits 0xff80)"},
	} {
		x, err := Value(c.d, c.text)
		if (err == nil) != (c.want != "") {
			t.Errorf("%v %q: error %v", c.d, c.text, err)
		} else if err == nil && Format(x, 0, true) != c.want {
			t.Errorf("%v %q is %s, want %s", c.d, c.text, Format(x, 0, true), c.want)
		}
	}
}
