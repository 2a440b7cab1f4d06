package onnx_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// newPlan returns a plan that pads 2x3 elements of int16 to 12.
func newPlan(t *testing.T) *onnx.Plan {
	t.Helper()
	x, value := of(dtype.TypeInt16, nil, 2, 3), of(dtype.TypeInt16, []int16{7})
	plan, err := newOp(t, onnx.Options{}, "", 25).Plan(onnx.Attributes{}, x, int64s(1, 0, 0, 1), value)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestAllocations(t *testing.T) {
	op, plan := newOp(t, onnx.Options{}, "", 25), newPlan(t)
	var dst, src, value any = make([]int16, 12), make([]int16, 6), []int16{9}
	var rawDst, rawSrc any = make([]byte, 24), make([]byte, 12)
	x, pads, one, axes := of(dtype.TypeInt4, nil, 2, 3), int64s(1, 1), of(dtype.TypeInt4, []dtype.Int4x2{7}), int64s(-1)
	for name, c := range map[string]struct {
		want float64
		call func() error
	}{
		"typed":   {0, func() error { return plan.Run(dst, src) }},
		"raw":     {0, func() error { return plan.Run(rawDst, rawSrc) }},
		"mixed":   {0, func() error { return plan.Run(rawDst, src) }},
		"value":   {0, func() error { return plan.RunValue(dst, src, value) }},
		"Op.Plan": {7, func() error { _, err := op.Plan(onnx.Attributes{}, x, pads, one, axes); return err }},
	} {
		var err error
		if n := testing.AllocsPerRun(100, func() { err = c.call() }); n != c.want || err != nil {
			t.Errorf("%s: %v allocations, expected %v; %v", name, n, c.want, err)
		}
	}
}

func TestPlanErrors(t *testing.T) {
	plan := newPlan(t)
	if plan.DType() != dtype.TypeInt16 || plan.InputLen() != 6 || plan.OutputLen() != 12 {
		t.Fatalf("%v, %d, %d", plan.DType(), plan.InputLen(), plan.OutputLen())
	}
	same, raw := make([]int16, 18), make([]byte, 40)
	for _, c := range []struct {
		dst, src any
		kind     error
		input    string
	}{
		{make([]int16, 11), make([]int16, 6), onnx.ErrData, "dst"},
		{make([]int16, 12), make([]int16, 7), onnx.ErrData, "src"},
		{make([]uint16, 12), make([]int16, 6), onnx.ErrData, "dst"},
		{make([]int16, 12), make([]byte, 13), onnx.ErrData, "src"},
		{nil, make([]int16, 6), onnx.ErrData, "dst"},
		{make([]int16, 12), nil, onnx.ErrData, "src"},
		{same[:12], same[10:16], pad.ErrBuffer, "dst"},
		{raw[:24], raw[20:32], pad.ErrBuffer, "dst"},
		{raw[1:25], raw[20:32], pad.ErrBuffer, "dst"}, // not aligned: runs on a copy
		{raw[:24], raw[21:33], pad.ErrBuffer, "dst"},
	} {
		wantError(t, "plan", plan.Run(c.dst, c.src), c.kind, c.input)
	}
	for _, value := range []any{nil, []int32{1}, []int16{}, []int16{1, 2}, []byte{1}, 7} {
		wantError(t, "value", plan.RunValue(same[:12], same[12:], value), onnx.ErrData, "value")
	}
	if err := plan.Run(same[:12], same[12:]); err != nil || same[0] != 7 {
		t.Errorf("neighbours in memory: %v, %v", same, err)
	}
	// An error that only package pad can detect, because strings have no raw memory, is also an error of this package.
	plan, err := newOp(t, onnx.Options{}, "", 25).Plan(onnx.Attributes{}, of(dtype.TypeString, nil, 3), int64s(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	strings := make([]string, 7)
	wantError(t, "shared memory", plan.Run(strings[:5], strings[4:]), pad.ErrBuffer, "dst")
}

func TestNewTensor(t *testing.T) {
	const half = bits.UintSize / 2
	most := min(onnx.DefaultMaxBytes, pad.MostBytes())
	large, says := pad.ErrTooLarge, fmt.Sprintf("73014444032 elements of int8, the limit is %d", most)
	if bits.UintSize == 32 {
		large, says = pad.ErrShape, ""
	}
	for _, c := range []struct {
		d     dtype.DType
		shape []int
		kind  error
		says  string
	}{
		{dtype.TypeComplex128, []int{math.MaxInt, 0, math.MaxInt}, nil, ""},
		{dtype.TypeInt8, []int{math.MaxInt, math.MaxInt, 0, 2}, nil, ""},
		{0, nil, onnx.ErrType, "element type undefined, expected one of ONNX's, 1 to "},
		{99, nil, onnx.ErrType, "element type dtype(99)"},
		{dtype.TypeInt8, []int{3, -5}, pad.ErrShape, "axis 1 has dimension -5, expected 0 or more"},
		{dtype.TypeInt8, []int{0, math.MaxInt, -1}, pad.ErrShape, "axis 2 has dimension -1, expected 0 or more"},
		{dtype.TypeInt8, []int{math.MaxInt, 4}, pad.ErrShape, fmt.Sprintf("shape [%d 4] has more elements than an int counts", math.MaxInt)},
		{dtype.TypeInt8, []int{1 << half, 1 << (half - 1)}, pad.ErrShape, ""}, // negative in an int
		{dtype.TypeInt8, []int{1 << half, 1 << half, 1}, pad.ErrShape, ""},    // 0 in an int
		{dtype.TypeComplex128, []int{math.MaxInt / 8}, pad.ErrTooLarge, ""},
		{dtype.TypeInt8, []int{1 << 16, 1 << 16, 17}, large, says},
	} {
		x, err := onnx.NewTensor(c.d, c.shape...)
		if c.kind != nil {
			wantError(t, c.says, err, c.kind, "tensor")
			if err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %s", err, c.says)
			}
		} else if err != nil || x.DType != c.d || !slices.Equal(x.Shape, c.shape) {
			t.Errorf("%v %v: %v, %v", c.d, c.shape, x, err)
		}
	}
	shape := []int{3, 5}
	x, _ := onnx.NewTensor(dtype.TypeInt4, shape...)
	if shape[0] = 9; x.Shape[0] != 3 {
		t.Error("NewTensor keeps the caller's shape")
	}
	if s, ok := x.Data.([]dtype.Int4x2); !ok || len(s) != 8 {
		t.Errorf("Data is %T of %v", x.Data, x.Data)
	}
	texts := []string{"a"}
	for _, x := range []onnx.Tensor{{}, of(-1, nil), of(99, nil), of(dtype.TypeString, texts, 1), of(dtype.TypeString, []byte("a"), 1), of(dtype.TypeInt8, []int16{1}, 1)} {
		if b, ok := x.Bytes(); ok {
			t.Errorf("%v of %T has bytes %v", x.DType, x.Data, b)
		}
	}
}
