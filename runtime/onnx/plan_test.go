package onnx_test

import (
	"errors"
	"math"
	"math/bits"
	"sync"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

func newPlan(t *testing.T, opts onnx.Options) *onnx.Plan {
	t.Helper()
	op, err := opts.New("", 25, all.Sets()...)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := op.Plan(onnx.Attributes{}, of(dtype.TypeInt16, nil, 2, 3), int64s(1, 0, 0, 1), of(dtype.TypeInt16, []int16{7}))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestPlanRunAllocatesNothing(t *testing.T) {
	plan := newPlan(t, onnx.Options{})
	for name, c := range map[string]struct{ dst, src any }{
		"typed": {make([]int16, 12), make([]int16, 6)},
		"raw":   {make([]byte, 24), make([]byte, 12)},
		"mixed": {make([]byte, 24), make([]int16, 6)},
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := plan.Run(c.dst, c.src); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestPlanAllocations(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	x, pads, value, axes := of(dtype.TypeInt4, nil, 2, 3), int64s(1, 1), of(dtype.TypeInt4, []dtype.Int4x2{7}), int64s(-1)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := op.Plan(onnx.Attributes{}, x, pads, value, axes); err != nil {
			t.Fatal(err)
		}
	}); n != 5 {
		t.Errorf("%v allocations, expected 5", n)
	}
}

func TestPlanErrors(t *testing.T) {
	plan := newPlan(t, onnx.Options{})
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
		{raw[1:25], raw[20:32], pad.ErrBuffer, "dst"}, // not aligned: run on a copy
		{raw[:24], raw[21:33], pad.ErrBuffer, "dst"},
	} {
		wantError(t, "plan", plan.Run(c.dst, c.src), c.kind, c.input)
	}
	if err := plan.Run(same[:12], same[12:]); err != nil {
		t.Errorf("neighbours in memory: %v", err)
	}
}

// TestPlanOfStrings: what package pad refuses alone, since strings have no raw memory, is an error of this package.
func TestPlanOfStrings(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := op.Plan(onnx.Attributes{}, of(dtype.TypeString, nil, 3), int64s(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	same := make([]string, 8)
	wantError(t, "shared memory", plan.Run(same[:5], same[4:7]), pad.ErrBuffer, "dst")
	if err := plan.Run(same[:5], same[5:]); err != nil {
		t.Errorf("neighbours in memory: %v", err)
	}
}

// TestEmptyRaw: raw memory of no elements may be anywhere, at the end of an allocation, too, where checkptr watches.
func TestEmptyRaw(t *testing.T) {
	for d := range dtype.All().Types() {
		if d == dtype.TypeString {
			continue
		}
		op := allows(t, d)
		memory := make([]byte, 8)
		y, err := op.Run(onnx.Attributes{}, onnx.Tensor{DType: d, Shape: []int{0}, Data: memory[8:]}, int64s(0, 1))
		if err != nil || len(y.Shape) != 1 || y.Shape[0] != 1 {
			t.Errorf("%v: %v, %v", d, y, err)
		}
	}
}

// TestHuge: what no machine holds is refused, whatever the caller allows.
func TestHuge(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("sizes that an int of 32 bits does not count")
	}
	op, err := onnx.Options{MaxBytes: math.MaxInt64}.New("", 25, all.Sets()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{1 << 47, 1 << 50, 1 << 60, math.MaxInt64 - 1} {
		_, err := op.Run(onnx.Attributes{}, of(dtype.TypeUint8, []uint8{1}, 1), int64s(0, n))
		wantError(t, "huge", err, pad.ErrTooLarge, "pads")
	}
}

func TestPlanIsSafeForConcurrentUse(t *testing.T) {
	plan := newPlan(t, onnx.Options{})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			src, dst := make([]int16, 6), make([]int16, 12)
			for i := range src {
				src[i] = int16(g)
			}
			for range 100 {
				clear(dst)
				if err := plan.Run(dst, src); err != nil || dst[0] != 7 || dst[4] != int16(g) {
					t.Errorf("goroutine %d: %v, %v", g, dst, err)
					return
				}
			}
		}()
	}
	wg.Wait()
}

func TestNewTensor(t *testing.T) {
	const half = bits.UintSize / 2
	large := pad.ErrTooLarge // 68 GiB, above the default
	if bits.UintSize == 32 {
		large = pad.ErrShape
	}
	for _, c := range []struct {
		d     dtype.DType
		shape []int
		kind  error
	}{
		{dtype.TypeInt4, []int{3, 5}, nil},
		{dtype.TypeString, []int{}, nil},
		{dtype.TypeComplex128, []int{math.MaxInt, 0, math.MaxInt}, nil},
		{0, nil, onnx.ErrType},
		{99, nil, onnx.ErrType},
		{dtype.TypeInt8, []int{-1, -1}, pad.ErrShape},
		{dtype.TypeInt8, []int{math.MaxInt, 4}, pad.ErrShape},
		{dtype.TypeInt8, []int{1 << half, 1 << (half - 1)}, pad.ErrShape}, // in an int a negative number
		{dtype.TypeInt8, []int{1 << half, 1 << half}, pad.ErrShape},       // in an int 0
		{dtype.TypeInt8, []int{1 << (half + 1), 1 << (half + 1)}, pad.ErrShape},
		{dtype.TypeInt8, []int{1 << half, 1 << half, 1}, pad.ErrShape},
		{dtype.TypeInt8, []int{math.MaxInt, math.MaxInt, 0}, nil},
		{dtype.TypeInt8, []int{math.MaxInt, math.MaxInt, 0, 2}, nil},
		{dtype.TypeInt8, []int{math.MaxInt, math.MaxInt, 0, -1}, pad.ErrShape},
		{dtype.TypeComplex128, []int{math.MaxInt / 8}, pad.ErrTooLarge},
		{dtype.TypeInt8, []int{1 << 16, 1 << 16, 17}, large},
	} {
		x, err := onnx.NewTensor(c.d, c.shape...)
		if !errors.Is(err, c.kind) || err == nil && x.DType != c.d {
			t.Errorf("%v%v: %v, want %v", c.d, c.shape, err, c.kind)
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
	for _, x := range []onnx.Tensor{{}, of(-1, nil), of(99, nil), of(dtype.TypeString, []string{"a"}, 1), of(dtype.TypeString, []byte("a"), 1), of(dtype.TypeInt8, []int16{1}, 1)} {
		if b, ok := x.Bytes(); ok {
			t.Errorf("%v of %T has bytes %v", x.DType, x.Data, b)
		}
	}
}
