package onnx_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

type version struct {
	domain      string
	first, last int
	name        string
	types, axes dtype.Set
	modes       []pad.Mode
	inputs      int
}

// versions is written by hand from the published documents and, for domain padgen, from this project's promises,
// independently of the table from which onnx.Schemas is generated.
var versions = []version{
	{"", 1, 1, "Pad-1", floats, 0, upToEdge, 1},
	{"", 2, 10, "Pad-2", floats, 0, upToEdge, 1},
	{"", 11, 12, "Pad-11", numbers, 0, upToEdge, 3},
	{"", 13, 17, "Pad-13", upTo16, 0, upToEdge, 3},
	{"", 18, 18, "Pad-18", upTo16, ints, upToEdge, 4},
	{"", 19, 20, "Pad-19", upTo16, ints, upToWrap, 4},
	{"", 21, 22, "Pad-21", upTo16 | upToFloat8 | int4s, ints, upToWrap, 4},
	{"", 23, 23, "Pad-23", upTo16 | upToFloat8 | int4s | dtype.Of(dtype.TypeFloat4E2M1), ints, upToWrap, 4},
	{"", 24, 24, "Pad-24", upTo24, ints, upToWrap, 4},
	{"", 25, 28, "Pad-25", upTo25, ints, upToWrap, 4},
	{"com.microsoft", 1, 1, "com.microsoft.Pad-1", floats, 0, upToEdge, 3},
	{"padgen", 1, 1, "padgen.Pad-1", upTo25, ints, append(upToWrap, pad.Symmetric), 4},
}

var (
	upToEdge = []pad.Mode{pad.Constant, pad.Reflect, pad.Edge}
	upToWrap = append(upToEdge, pad.Wrap)

	ints    = dtype.Of(dtype.TypeInt32, dtype.TypeInt64)
	floats  = dtype.Of(dtype.TypeFloat16, dtype.TypeFloat32, dtype.TypeFloat64)
	numbers = floats | ints | dtype.Of(dtype.TypeUint8, dtype.TypeInt8, dtype.TypeUint16, dtype.TypeInt16, dtype.TypeUint32, dtype.TypeUint64)
	upTo16  = numbers | dtype.Of(dtype.TypeString, dtype.TypeBool, dtype.TypeComplex64, dtype.TypeComplex128, dtype.TypeBFloat16)

	upToFloat8 = dtype.Of(dtype.TypeFloat8E4M3FN, dtype.TypeFloat8E4M3FNUZ, dtype.TypeFloat8E5M2, dtype.TypeFloat8E5M2FNUZ)
	int4s      = dtype.Of(dtype.TypeInt4, dtype.TypeUint4)
	upTo24     = upTo16 | upToFloat8 | int4s | dtype.Of(dtype.TypeFloat4E2M1, dtype.TypeFloat8E8M0)
	upTo25     = upTo24 | dtype.Of(dtype.TypeUint2, dtype.TypeInt2)
)

// TestVersions compares the versions with the table. That each version runs what it supports, and refuses everything else, is
// tested by testdata/cases.jsonl.
func TestVersions(t *testing.T) {
	for _, v := range versions {
		for opset := v.first; opset <= v.last; opset++ {
			op, err := onnx.New(v.domain, opset)
			if err != nil {
				t.Fatal(err)
			}
			s := op.Schema()
			if v.domain == "com.microsoft" { // its only version gains modes and types
				s.Modes = slices.DeleteFunc(slices.Clone(s.Modes), func(m pad.Mode) bool { return !slices.Contains(v.modes, m) })
				s.DataTypes &= v.types
			}
			if op.String() != v.name || s.DataTypes != v.types || s.AxesTypes != v.axes || !slices.Equal(s.Modes, v.modes) || s.MaxInputs != v.inputs {
				t.Errorf("%q, opset %d: got %v %+v, want %+v", v.domain, opset, op, s, v)
			}
		}
	}
}

// TestNotImplemented: a version with an unsupported part is refused, even under AssumeNewest, and no other version is.
func TestNotImplemented(t *testing.T) {
	defer func(was []onnx.Schema) { onnx.Schemas = was }(onnx.Schemas)
	const opset = onnx.NewestOpset + 1
	next := onnx.Schema{Domain: "ai.onnx", SinceVersion: opset, Unsupported: "mode mirror, input mask"}
	onnx.Schemas = append(slices.Clone(onnx.Schemas), next)
	_, err := onnx.Options{AssumeNewest: true}.New("", opset, all.Sets()...)
	wantError(t, "not implemented", err, onnx.ErrOpset, "opset")
	if want := fmt.Sprintf("onnx: Pad-%d: opset: %[1]d of domain ai.onnx: this version is not implemented: mode mirror, input mask", opset); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
	if op, err := onnx.New("", 25); err != nil {
		t.Errorf("%v, %v", op, err)
	}
}

// TestMeanings tests a version in which reflect means symmetric.
func TestMeanings(t *testing.T) {
	defer func(was []onnx.Schema) { onnx.Schemas = was }(onnx.Schemas)
	onnx.Schemas = slices.Clone(onnx.Schemas)
	s := &onnx.Schemas[slices.IndexFunc(onnx.Schemas, func(s onnx.Schema) bool { return s.Domain == "ai.onnx" && s.SinceVersion == 25 })]
	s.Meanings = slices.Clone(s.Modes)
	s.Meanings[slices.Index(s.Modes, pad.Reflect)] = pad.Symmetric
	for opset, want := range map[int][]float32{25: {1, 1, 2, 3, 3}, 24: {2, 1, 2, 3, 2}} {
		op, err := all.Lookup("", opset)
		if err != nil {
			t.Fatal(err)
		}
		y, err := op.Run(onnx.Attributes{Mode: onnx.Mode("reflect")}, onnx.Tensor{Shape: []int{3}, Data: []float32{1, 2, 3}}, onnx.Int64s(1, 1))
		if got, ok := y.Data.([]float32); err != nil || !ok || !slices.Equal(got, want) {
			t.Errorf("opset %d: %v, %v, expected %v", opset, y.Data, err, want)
		}
	}
}

func TestLookup(t *testing.T) {
	var newest string
	var refused error // the error of the newest version
	for _, s := range onnx.Schemas {
		if s.Domain == "ai.onnx" { // sorted
			newest, refused = fmt.Sprintf("Pad-%d", s.SinceVersion), nil
			if s.Unsupported != "" {
				refused = onnx.ErrOpset
			}
		}
	}
	for _, c := range []struct {
		domain string
		opset  int
		opts   onnx.Options
		want   string
		kind   error
	}{
		{"ai.onnx", 13, onnx.Options{}, "Pad-13", nil},
		{"", onnx.NewestOpset, onnx.Options{}, newest, refused},
		{"", onnx.NewestOpset + 1, onnx.Options{}, "", onnx.ErrOpset},
		{"", onnx.NewestOpset + 1, onnx.Options{AssumeNewest: true}, newest, refused},
		{"", math.MaxInt, onnx.Options{AssumeNewest: true}, newest, refused},
		{"", 0, onnx.Options{AssumeNewest: true}, "", onnx.ErrOpset},
		{"", -1, onnx.Options{}, "", onnx.ErrOpset},
		{"", math.MinInt, onnx.Options{}, "", onnx.ErrOpset},
		{"com.microsoft", 2, onnx.Options{}, "", onnx.ErrOpset},
		{"com.microsoft", 2, onnx.Options{AssumeNewest: true}, "com.microsoft.Pad-1", nil},
		{"AI.ONNX", 13, onnx.Options{}, "", onnx.ErrDomain},
		{"ai.onnx.ml", 1, onnx.Options{}, "", onnx.ErrDomain},
	} {
		op, err := c.opts.New(c.domain, c.opset, all.Sets()...)
		if !errors.Is(err, c.kind) || c.kind == nil && op.String() != c.want {
			t.Errorf("Lookup(%q, %d) = %v, %v, want %s, %v", c.domain, c.opset, op, err, c.want, c.kind)
		}
	}
}

// TestAttributeValue checks the conversion of the float32 attribute to an element.
func TestAttributeValue(t *testing.T) {
	for _, c := range []struct {
		value uint32 // bits
		half  dtype.Float16
		dbl   uint64
		name  string
	}{
		{0x80000000, 0x8000, 1 << 63, "negative zero"},
		{math.Float32bits(0.1), 0x2E66, math.Float64bits(float64(float32(0.1))), "0.1"},
		{math.Float32bits(-1e30), 0xFC00, math.Float64bits(float64(float32(-1e30))), "overflow"},
		{0x7FC12345, 0x7E09, 0x7FF82468A0000000, "NaN"},
	} {
		v := onnx.Value(math.Float32frombits(c.value))
		for opset, attrs := range map[int]onnx.Attributes{1: {Paddings: []int64{1, 0}, Value: v}, 2: {Pads: []int64{1, 0}, Value: v}} {
			for _, d := range []dtype.DType{dtype.TypeFloat32, dtype.TypeFloat16, dtype.TypeFloat64} {
				y, err := newOp(t, onnx.Options{}, "", opset).Run(attrs, of(d, nil, 0))
				var got, want any
				switch s := y.Data.(type) {
				case []float32:
					got, want = math.Float32bits(s[0]), c.value
				case []dtype.Float16:
					got, want = s[0], c.half
				case []float64:
					got, want = math.Float64bits(s[0]), c.dbl
				}
				if got != want || err != nil {
					t.Errorf("opset %d, %v, %s: %#x, %v, want %#x", opset, d, c.name, got, err, want)
				}
			}
		}
	}
}
