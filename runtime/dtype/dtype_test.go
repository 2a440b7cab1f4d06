package dtype

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unsafe"
)

// table is written by hand from TensorProto.DataType of onnx.proto, up to int2, independently of the one in zz_types.go.
var table = []struct {
	d                   DType
	number              int32
	name                string
	bits, perUnit, size int
}{
	{TypeFloat32, 1, "float", 32, 1, 4},
	{TypeUint8, 2, "uint8", 8, 1, 1},
	{TypeInt8, 3, "int8", 8, 1, 1},
	{TypeUint16, 4, "uint16", 16, 1, 2},
	{TypeInt16, 5, "int16", 16, 1, 2},
	{TypeInt32, 6, "int32", 32, 1, 4},
	{TypeInt64, 7, "int64", 64, 1, 8},
	{TypeString, 8, "string", 0, 1, int(unsafe.Sizeof(""))},
	{TypeBool, 9, "bool", 8, 1, 1},
	{TypeFloat16, 10, "float16", 16, 1, 2},
	{TypeFloat64, 11, "double", 64, 1, 8},
	{TypeUint32, 12, "uint32", 32, 1, 4},
	{TypeUint64, 13, "uint64", 64, 1, 8},
	{TypeComplex64, 14, "complex64", 64, 1, 8},
	{TypeComplex128, 15, "complex128", 128, 1, 16},
	{TypeBFloat16, 16, "bfloat16", 16, 1, 2},
	{TypeFloat8E4M3FN, 17, "float8e4m3fn", 8, 1, 1},
	{TypeFloat8E4M3FNUZ, 18, "float8e4m3fnuz", 8, 1, 1},
	{TypeFloat8E5M2, 19, "float8e5m2", 8, 1, 1},
	{TypeFloat8E5M2FNUZ, 20, "float8e5m2fnuz", 8, 1, 1},
	{TypeUint4, 21, "uint4", 4, 2, 1},
	{TypeInt4, 22, "int4", 4, 2, 1},
	{TypeFloat4E2M1, 23, "float4e2m1", 4, 2, 1},
	{TypeFloat8E8M0, 24, "float8e8m0", 8, 1, 1},
	{TypeUint2, 25, "uint2", 2, 4, 1},
	{TypeInt2, 26, "int2", 2, 4, 1},
}

func TestDType(t *testing.T) {
	if len(table) > NumTypes {
		t.Fatalf("%d rows, but only %d types", len(table), NumTypes)
	}
	for i, r := range table {
		if int32(r.d) != r.number || r.number != int32(i+1) {
			t.Errorf("%s: number %d, want %d", r.name, r.d, i+1)
		}
		if !r.d.Valid() || r.d.String() != r.name || r.d.Bits() != r.bits || r.d.PerUnit() != r.perUnit || r.d.Size() != r.size {
			t.Errorf("%d: got %t %s %d %d %d, want %+v", r.number, r.d.Valid(), r.d, r.d.Bits(), r.d.PerUnit(), r.d.Size(), r)
		}
		if d, err := Parse(r.name); d != r.d || err != nil {
			t.Errorf("Parse(%q) = %v, %v", r.name, d, err)
		}
		for _, n := range []int{0, 1, 2, 3, 4, 5, math.MaxInt} {
			want := n / r.perUnit
			if n%r.perUnit > 0 {
				want++
			}
			if got := r.d.Units(n); got != want {
				t.Errorf("%s.Units(%d) = %d, want %d", r.name, n, got, want)
			}
		}
	}
}

func TestInvalid(t *testing.T) {
	for d, name := range map[DType]string{0: "undefined", -1: "dtype(-1)", NumTypes + 1: fmt.Sprintf("dtype(%d)", NumTypes+1), 64: "dtype(64)", 65: "dtype(65)", -1 << 31: "dtype(-2147483648)"} {
		if d.Valid() || d.String() != name || d.Bits() != 0 || d.PerUnit() != 0 || d.Size() != 0 || d.Units(7) != 0 {
			t.Errorf("%d: %t %q %d %d %d %d", int32(d), d.Valid(), d, d.Bits(), d.PerUnit(), d.Size(), d.Units(7))
		}
		if All().Has(d) || Of(d) != 0 {
			t.Errorf("%s is in a set", d)
		}
	}
	for _, name := range []string{"", "Float", "float32", "undefined", "FLOAT", "int128"} {
		if d, err := Parse(name); d != 0 || !errors.Is(err, ErrName) || !strings.HasPrefix(err.Error(), "dtype: ") {
			t.Errorf("Parse(%q) = %v, %v", name, d, err)
		}
	}
}

func TestSet(t *testing.T) {
	s := Of(TypeInt2, TypeFloat32, TypeBool, TypeFloat32)
	if s.String() != "float, bool, int2" || s.Len() != 3 {
		t.Errorf("%q, %d", s, s.Len())
	}
	var all int
	for d := range All().Types() {
		all++
		if int(d) != all {
			t.Errorf("type %d at place %d", d, all)
		}
		if s.Has(d) != (d == TypeInt2 || d == TypeFloat32 || d == TypeBool) {
			t.Errorf("Has(%s) = %t", d, s.Has(d))
		}
	}
	if all != NumTypes || All().Len() != NumTypes {
		t.Errorf("All has %d types", all)
	}
	for range All().Types() {
		break // the iteration must stop early
	}
	if Set(0).String() != "" || Set(0).Len() != 0 {
		t.Error("the empty set is not empty")
	}
}

// TestStoredIn: an element type is stored in its storage type, and in types with the same underlying type that are not
// storage types themselves.
func TestStoredIn(t *testing.T) {
	type bits16 uint16
	type names []string
	for d := range All().Types() {
		for e := range All().Types() {
			if d.StoredIn(e.NewSlice(1)) != (d == e) {
				t.Errorf("%v in %T", d, e.NewSlice(1))
			}
		}
		for _, c := range []struct {
			slice any
			want  bool
		}{
			{[]bits16{}, d == TypeUint16 || d == TypeFloat16 || d == TypeBFloat16}, {names{}, d == TypeString},
			{[]int{1}, false}, {[1]bits16{}, false}, {bits16(1), false}, {nil, false}, {[]any{}, false}, {[]*int32{}, false},
		} {
			if d.StoredIn(c.slice) != c.want {
				t.Errorf("%v in %T: %t", d, c.slice, !c.want)
			}
		}
	}
	for _, d := range []DType{0, -1, NumTypes + 1} {
		if d.StoredIn([]bits16{}) || d.StoredIn([]float32{}) || d.StoredIn(nil) {
			t.Errorf("%v", d)
		}
	}
}
