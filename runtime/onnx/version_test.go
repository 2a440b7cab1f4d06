package onnx_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
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

// versions is written by hand from the published documents and, for domain padgen, from what this project promises, apart from the table that onnx.Schemas comes from.
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

// arguments gives pads as the version of the opset takes them.
func arguments(domain string, opset int, mode string, x onnx.Tensor, pads ...int64) (onnx.Attributes, []onnx.Tensor) {
	attrs := onnx.Attributes{Mode: onnx.Mode(mode)}
	switch {
	case domain != "" || opset >= 11:
		return attrs, []onnx.Tensor{x, int64s(pads...)}
	case opset == 1:
		attrs.Paddings = pads
	default:
		attrs.Pads = pads
	}
	return attrs, []onnx.Tensor{x}
}

// later are the versions of ai.onnx after those of versions, as the table has them.
func later() []version {
	var list []version
	for _, s := range onnx.Schemas {
		if n := s.SinceVersion; s.Domain == "ai.onnx" && n > 25 && s.Unsupported == "" {
			list = append(list, version{"", n, n, fmt.Sprintf("Pad-%d", n), s.DataTypes, s.AxesTypes, s.Modes, s.MaxInputs})
		}
	}
	return list
}

func TestVersions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, v := range append(versions, later()...) {
		for opset := v.first; opset <= v.last; opset++ {
			op, err := all.Lookup(v.domain, opset)
			if err != nil {
				t.Fatal(err)
			}
			if op.String() != v.name {
				t.Errorf("opset %d is %s, want %s", opset, op, v.name)
			}
			for d := range dtype.All().Types() {
				attrs, inputs := arguments(v.domain, opset, "constant", random(t, rng, d, 2), 1, 1)
				y, err := op.Run(attrs, inputs...)
				if !v.types.Has(d) {
					wantError(t, fmt.Sprintf("%s with %v", op, d), err, onnx.ErrType, "data")
				} else if err != nil || y.Shape[0] != 4 {
					t.Errorf("%s with %v: shape %v, %v", op, d, y.Shape, err)
				}
			}
			for m := range pad.Mode(kernel.NumModes) {
				attrs, inputs := arguments(v.domain, opset, m.String(), random(t, rng, dtype.TypeFloat32, 2), 1, 1)
				_, err := op.Run(attrs, inputs...)
				if !slices.Contains(v.modes, m) {
					wantError(t, fmt.Sprintf("%v in mode %v", op, m), err, pad.ErrMode, "mode")
				} else if err != nil {
					t.Errorf("%s in mode %v: %v", op, m, err)
				}
			}
			for n := 1; n <= 5; n++ {
				attrs, inputs := arguments(v.domain, opset, "constant", random(t, rng, dtype.TypeFloat32, 2), 1, 1)
				for len(inputs) < n {
					inputs = append(inputs, onnx.Tensor{})
				}
				if _, err := op.Run(attrs, inputs...); len(inputs) > v.inputs {
					wantError(t, fmt.Sprintf("%s with %d inputs", op, n), err, onnx.ErrInput, "inputs")
				} else if err != nil {
					t.Errorf("%s with %d inputs: %v", op, n, err)
				}
			}
			if s := op.Schema(); s.AxesTypes != v.axes {
				t.Errorf("%s: axes of %v, want %v", op, s.AxesTypes, v.axes)
			}
		}
	}
}

// TestNotImplemented: a version is refused that names a part as unsupported, also where it is assumed, and no other.
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
	if op, err := all.Lookup("", newestOpset()); err != nil {
		t.Errorf("%v, %v", op, err)
	}
}

// newestOpset is the newest opset whose version is implemented.
func newestOpset() int {
	opset := onnx.NewestOpset
	for _, s := range onnx.Schemas {
		if s.Domain == "ai.onnx" && s.Unsupported != "" {
			opset = min(opset, s.SinceVersion-1)
		}
	}
	return opset
}

func TestLookup(t *testing.T) {
	var newest string
	var refused error // of the newest version
	for _, s := range onnx.Schemas {
		if s.Domain == "ai.onnx" { // they are sorted
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

// TestAttributeValue checks how the float32 attribute becomes an element.
func TestAttributeValue(t *testing.T) {
	const payload = 0x7FC12345
	for opset := 1; opset <= 10; opset++ {
		op, err := all.Lookup("", opset)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			value    uint32 // bits
			half     dtype.Float16
			dbl      uint64
			describe string
		}{
			{0, 0, 0, "zero"},
			{0x80000000, 0x8000, 1 << 63, "negative zero"},
			{math.Float32bits(0.1), 0x2E66, math.Float64bits(float64(float32(0.1))), "0.1"},
			{math.Float32bits(65520), 0x7C00, math.Float64bits(65520), "overflow to infinity"},
			{math.Float32bits(65519), 0x7BFF, math.Float64bits(65519), "below overflow"},
			{math.Float32bits(-1e30), 0xFC00, math.Float64bits(float64(float32(-1e30))), "negative overflow"},
			{math.Float32bits(1 + 0x1p-11), 0x3C00, math.Float64bits(1 + 0x1p-11), "tie to even"},
			{1, 0, math.Float64bits(0x1p-149), "underflow"},
			{payload, 0x7E09, 0x7FF82468A0000000, "NaN"},
		} {
			for d, want := range map[dtype.DType]any{
				dtype.TypeFloat32: c.value, dtype.TypeFloat16: c.half, dtype.TypeFloat64: c.dbl,
			} {
				x, _ := onnx.NewTensor(d, 0)
				attrs, inputs := arguments("", opset, "constant", x, 1, 0)
				attrs.Value = onnx.Value(math.Float32frombits(c.value))
				y, err := op.Run(attrs, inputs...)
				if err != nil {
					t.Fatal(err)
				}
				var got any
				switch s := y.Data.(type) {
				case []float32:
					got = math.Float32bits(s[0])
				case []dtype.Float16:
					got = s[0]
				case []float64:
					got = math.Float64bits(s[0])
				}
				if got != want {
					t.Errorf("%s, %v, %s: %#x, want %#x", op, d, c.describe, got, want)
				}
			}
		}
	}
}
