package onnx_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

func wantError(t *testing.T, name string, err, kind error, input string) {
	t.Helper()
	var e *onnx.Error
	switch {
	case err == nil:
		t.Errorf("%s: no error, want %v in %s", name, kind, input)
	case !errors.Is(err, kind) || !errors.As(err, &e) || e.Kind != kind || e.Input != input:
		t.Errorf("%s: %v (%+v), want %v in %s", name, err, e, kind, input)
	case !strings.HasPrefix(err.Error(), "onnx: ") || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "pad: "):
		t.Errorf("%s: the message is %q", name, err)
	}
}

func of(d dtype.DType, data any, shape ...int) onnx.Tensor {
	return onnx.Tensor{DType: d, Shape: shape, Data: data}
}

var int64s = onnx.Int64s

func TestErrors(t *testing.T) {
	x := of(dtype.TypeFloat32, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
	pads := int64s(0, 1, 0, 1)
	value := of(dtype.TypeFloat32, []float32{1})
	var none onnx.Tensor
	mode := func(m string) onnx.Attributes { return onnx.Attributes{Mode: onnx.Mode(m)} }
	const ms = -1 // com.microsoft 1
	for _, c := range []struct {
		name   string
		opset  int
		attrs  onnx.Attributes
		inputs []onnx.Tensor
		kind   error
		input  string
		axis   int
		value  int64
	}{
		{"mode empty", 25, mode(""), []onnx.Tensor{x, pads}, pad.ErrMode, "mode", -1, 0},
		{"mode in another case", 25, mode("Edge"), []onnx.Tensor{x, pads}, pad.ErrMode, "mode", -1, 0},
		{"mode early", 18, mode("wrap"), []onnx.Tensor{x, pads}, pad.ErrMode, "mode", -1, 3},
		{"mode of another domain", ms, mode("wrap"), []onnx.Tensor{x, pads}, pad.ErrMode, "mode", -1, 3},

		{"paddings at 2", 2, onnx.Attributes{Paddings: []int64{0, 1, 0, 1}}, []onnx.Tensor{x}, onnx.ErrAttribute, "paddings", -1, 0},
		{"pads at 1", 1, onnx.Attributes{Pads: []int64{0, 1, 0, 1}}, []onnx.Tensor{x}, onnx.ErrAttribute, "pads", -1, 0},
		{"pads missing at 1", 1, onnx.Attributes{}, []onnx.Tensor{x}, onnx.ErrAttribute, "paddings", -1, 0},
		{"pads missing at 2", 2, onnx.Attributes{}, []onnx.Tensor{x}, onnx.ErrAttribute, "pads", -1, 0},
		{"pads attribute at 11", 11, onnx.Attributes{Pads: []int64{}}, []onnx.Tensor{x, pads}, onnx.ErrAttribute, "pads", -1, 0},
		{"value attribute at 11", 11, onnx.Attributes{Value: onnx.Value(0)}, []onnx.Tensor{x, pads}, onnx.ErrAttribute, "value", -1, 0},
		{"pads length at 1", 1, onnx.Attributes{Paddings: []int64{1}}, []onnx.Tensor{x}, pad.ErrPads, "paddings", -1, 1},

		{"no inputs", 25, onnx.Attributes{}, nil, onnx.ErrInput, "data", -1, 0},
		{"data absent", 25, onnx.Attributes{}, []onnx.Tensor{none, pads}, onnx.ErrInput, "data", -1, 0},
		{"pads not given", 25, onnx.Attributes{}, []onnx.Tensor{x}, onnx.ErrInput, "pads", -1, 0},
		{"pads absent", 25, onnx.Attributes{}, []onnx.Tensor{x, none}, onnx.ErrInput, "pads", -1, 0},
		{"axes early", 13, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), none, int64s(0)}, onnx.ErrInput, "inputs", -1, 4},

		{"undefined type", 25, onnx.Attributes{}, []onnx.Tensor{of(0, []int{1}, 1), int64s(1, 1)}, onnx.ErrType, "data", -1, 0},
		{"invalid type", 25, onnx.Attributes{}, []onnx.Tensor{of(27, []float32{1}, 1), int64s(1, 1)}, onnx.ErrType, "data", -1, 27},
		{"negative type", 25, onnx.Attributes{}, []onnx.Tensor{of(-5, []float32{1}, 1), int64s(1, 1)}, onnx.ErrType, "data", -1, -5},
		{"data of another type", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []float64{1}, 1), int64s(1, 1)}, onnx.ErrData, "data", -1, 0},
		{"data no slice", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, "1234", 1), int64s(1, 1)}, onnx.ErrData, "data", -1, 0},
		{"data nil", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, nil, 1), int64s(1, 1)}, onnx.ErrData, "data", -1, 0},
		{"data short", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []float32{1}, 2), int64s(1, 1)}, onnx.ErrData, "data", -1, 1},
		{"data long", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []float32{1}, 0), int64s(1, 1)}, onnx.ErrData, "data", -1, 1},
		{"raw data short", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, make([]byte, 7), 2), int64s(1, 1)}, onnx.ErrData, "data", -1, 7},
		{"raw data long", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, make([]byte, 9), 2), int64s(1, 1)}, onnx.ErrData, "data", -1, 9},
		{"raw strings", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeString, []byte("ab"), 2), int64s(1, 1)}, onnx.ErrData, "data", -1, 0},
		{"packed data short", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt4, make([]dtype.Int4x2, 1), 3), int64s(1, 1)}, onnx.ErrData, "data", -1, 1},
		{"negative dimension", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []float32{}, 2, -1), pads}, pad.ErrShape, "data", 1, -1},
		{"product overflows", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []float32{}, math.MaxInt, math.MaxInt), int64s(0, 0, 0, 0)}, pad.ErrTooLarge, "data", -1, math.MaxInt64},

		{"pads int32", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt32, []int32{0, 1, 0, 1}, 4)}, onnx.ErrType, "pads", -1, 6},
		{"pads of rank 0", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0})}, pad.ErrPads, "pads", -1, 0},
		{"pads of rank 2", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1, 0, 1}, 1, 4)}, pad.ErrPads, "pads", -1, 2},
		{"pads of shape 2,2", ms, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1, 0, 1}, 2, 2)}, pad.ErrPads, "pads", -1, 2},
		{"pads of shape 4,1", ms, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1, 0, 1}, 4, 1)}, pad.ErrPads, "pads", -1, 2},
		{"pads of rank 3", ms, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1, 0, 1}, 1, 1, 4)}, pad.ErrPads, "pads", -1, 3},
		{"pads too short", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1)}, pad.ErrPads, "pads", -1, 2},
		{"pads without values", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, nil, 4)}, onnx.ErrData, "pads", -1, 4},
		{"pads of another length", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{1}, 4)}, onnx.ErrData, "pads", -1, 1},
		{"pads of negative length", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{1}, -4)}, pad.ErrShape, "pads", -1, -4},
		{"pads no slice", 25, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, 4, 4)}, onnx.ErrData, "pads", -1, 0},
		{"output negative", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(0, -4, 0, 0)}, pad.ErrNegativeDim, "pads", 1, -4},
		{"output overflows", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(math.MaxInt64, 0, 0, 0)}, pad.ErrOverflow, "pads", 0, math.MaxInt64},
		{"output too large", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1<<27, 0, 0, 0)}, pad.ErrTooLarge, "pads", -1, (1<<27 + 2) * 12},
		{"axis emptied", 25, mode("edge"), []onnx.Tensor{x, int64s(-2, 0, 1, 0)}, pad.ErrEmptyAxis, "pads", 0, 2},

		{"value of another type", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeInt32, []int32{1})}, onnx.ErrType, "constant_value", -1, 6},
		{"two values", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []float32{1, 2}, 2)}, onnx.ErrValue, "constant_value", -1, 2},
		{"two values, unused", 25, mode("edge"), []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []float32{1, 2}, 2)}, onnx.ErrValue, "constant_value", -1, 2},
		{"no value", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []float32{}, 1, 0)}, onnx.ErrValue, "constant_value", -1, 0},
		{"value of negative shape", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []float32{1}, -1, -1)}, onnx.ErrValue, "constant_value", -1, 0},
		{"value of a shape alone", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, {Shape: []int{}}}, onnx.ErrType, "constant_value", -1, 0},
		{"value without data", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeFloat32, nil)}, onnx.ErrData, "constant_value", -1, 0},
		{"value without data, unused", 25, mode("wrap"), []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []int32{1})}, onnx.ErrData, "constant_value", -1, 0},
		{"value of com.microsoft", ms, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []float32{1, 2}, 2)}, onnx.ErrValue, "value", -1, 2},

		{"axes int16", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), none, of(dtype.TypeInt16, []int16{0}, 1)}, onnx.ErrType, "axes", -1, 5},
		{"axes of a shape alone", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, none, {Shape: []int{2}}}, onnx.ErrType, "axes", -1, 0},
		{"axes of rank 0", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), value, of(dtype.TypeInt64, []int64{0})}, pad.ErrAxes, "axes", -1, 0},
		{"axes of rank 2", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), value, of(dtype.TypeInt64, []int64{0}, 1, 1)}, pad.ErrAxes, "axes", -1, 2},
		{"axis out of range", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), none, of(dtype.TypeInt32, []int32{-3}, 1)}, pad.ErrAxes, "axes", -1, -3},
		{"axis twice", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1, 1, 1), none, int64s(1, -1)}, pad.ErrAxes, "axes", 1, -1},
		{"axes without values", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), none, of(dtype.TypeInt32, nil, 1)}, onnx.ErrData, "axes", -1, 1},
		{"axes of another length", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), none, of(dtype.TypeInt32, []int32{}, 1)}, onnx.ErrData, "axes", -1, 0},
		{"axes empty, pads not", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, none, int64s()}, pad.ErrPads, "pads", -1, 4},
	} {
		op, err := onnx.Options{MaxBytes: 1 << 30}.New("", c.opset, all.Sets()...)
		if c.opset == ms {
			op, err = all.Lookup("com.microsoft", 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = op.Run(c.attrs, c.inputs...)
		wantError(t, c.name, err, c.kind, c.input)
		var e *onnx.Error
		if errors.As(err, &e) && (e.Axis != c.axis || e.Value != c.value || e.Op != op.String()) {
			t.Errorf("%s: %v: %s, axis %d, value %d, want %s, %d, %d", c.name, err, e.Op, e.Axis, e.Value, op, c.axis, c.value)
		}
		var pe *pad.Error
		if errors.As(err, &pe) != strings.HasPrefix(fmt.Sprintf("%T", e.Err), "*pad.") {
			t.Errorf("%s: the error of package pad is %v, in Err is %v", c.name, pe, e.Err)
		}
	}
}

// TestMessagesAboutTensors holds those that tell what looks the same.
func TestMessagesAboutTensors(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	run := func(inputs ...onnx.Tensor) error {
		_, err := op.Run(onnx.Attributes{}, inputs...)
		return err
	}
	tensor := func(shape ...int) error {
		_, err := onnx.NewTensor(dtype.TypeInt8, shape...)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{run(of(dtype.TypeString, []int8{1}, 1), int64s(1, 1)), "onnx: Pad-25: data: Data is []int8, expected []string"},
		{run(of(dtype.TypeInt8, []string{"a"}, 1), int64s(1, 1)), "onnx: Pad-25: data: Data is []string, expected []int8 or raw bytes"},
		{run(of(dtype.TypeInt8, nil, 1), of(dtype.TypeInt64, []int64{1}, -4)), "onnx: Pad-25: pads: axis 0 has dimension -4, expected 0 or more"},
		{tensor(3, -5), "onnx: Pad: tensor: axis 1 has dimension -5, expected 0 or more"},
		{tensor(0, math.MaxInt, -1), "onnx: Pad: tensor: axis 2 has dimension -1, expected 0 or more"},
		{tensor(math.MaxInt, 4), fmt.Sprintf("onnx: Pad: tensor: shape [%d 4] has more elements than an int counts", math.MaxInt)},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
}

// TestNotErrors has what the rules allow, but only just.
func TestNotErrors(t *testing.T) {
	x := of(dtype.TypeFloat32, []float32{1, 2, 3, 4, 5, 6}, 2, 3)
	pads := int64s(0, 1, 0, 1)
	var none onnx.Tensor
	for _, c := range []struct {
		name   string
		domain string
		opset  int
		attrs  onnx.Attributes
		inputs []onnx.Tensor
		want   []int
	}{
		{"value of shape 1,1,1", "", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, of(dtype.TypeFloat32, []float32{1}, 1, 1, 1)}, []int{2, 5}},
		{"all optional ones absent", "", 25, onnx.Attributes{}, []onnx.Tensor{x, pads, none, none}, []int{2, 5}},
		{"axes empty", "", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(), none, int64s()}, []int{2, 3}},
		{"axes empty and nil", "", 25, onnx.Attributes{}, []onnx.Tensor{x, int64s(), none, of(dtype.TypeInt32, nil, 0)}, []int{2, 3}},
		{"axes raw", "", 18, onnx.Attributes{}, []onnx.Tensor{x, int64s(1, 1), none, of(dtype.TypeInt32, []byte{0, 0, 0, 0}, 1)}, []int{4, 3}},
		{"pads raw", "", 11, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt8, nil, 0), of(dtype.TypeInt64, make([]byte, 16), 2)}, []int{0}},
		{"pads of shape 1,4", "com.microsoft", 1, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1, 0, 1}, 1, 4)}, []int{2, 5}},
		{"raw and empty", "", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat64, []byte(nil), 0), int64s(1, 1)}, []int{2}},
		{"scalar", "", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeBool, []bool{true}), int64s()}, []int{}},
		{"scalar at 2", "", 2, onnx.Attributes{Pads: []int64{}}, []onnx.Tensor{of(dtype.TypeFloat32, []float32{1})}, []int{}},
		{"empty with large dimensions", "", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt8, []int8{}, math.MaxInt, 0, math.MaxInt), int64s(0, 0, 0, 0, 0, 0)}, []int{math.MaxInt, 0, math.MaxInt}},
		{"huge pads that cancel out", "", 25, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt8, []int8{1}, 1), int64s(math.MaxInt64, -math.MaxInt64)}, []int{1}},
	} {
		op, err := all.Lookup(c.domain, c.opset)
		if err != nil {
			t.Fatal(err)
		}
		y, err := op.Run(c.attrs, c.inputs...)
		if err != nil || fmt.Sprint(y.Shape) != fmt.Sprint(c.want) {
			t.Errorf("%s: shape %v, %v, want %v", c.name, y.Shape, err, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	x := of(dtype.TypeFloat32, []float32{1, 2}, 2)
	for _, c := range []struct {
		opt  onnx.Options
		mode string
		pads []int64
		kind error
	}{
		{onnx.Options{Strict: true}, "reflect", []int64{1, 1}, nil},
		{onnx.Options{Strict: true}, "reflect", []int64{2, 0}, pad.ErrOverrun},
		{onnx.Options{Strict: true}, "wrap", []int64{2, 2}, nil},
		{onnx.Options{Strict: true}, "wrap", []int64{0, 3}, pad.ErrOverrun},
		{onnx.Options{MaxBytes: 12}, "edge", []int64{1, 0}, nil},
		{onnx.Options{MaxBytes: 12}, "edge", []int64{1, 1}, pad.ErrTooLarge},
	} {
		op, err := c.opt.New("", 25, all.Sets()...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := op.Run(onnx.Attributes{Mode: onnx.Mode(c.mode)}, x, int64s(c.pads...)); !errors.Is(err, c.kind) {
			t.Errorf("%s %v: %v, want %v", c.mode, c.pads, err, c.kind)
		}
		_, err = op.InferShape(onnx.Attributes{Mode: onnx.Mode(c.mode)}, x, int64s(c.pads...))
		if want := c.kind == pad.ErrOverrun; want != (err != nil) {
			t.Errorf("InferShape %s %v: %v", c.mode, c.pads, err)
		}
	}
}

// TestWorkers: for other goroutines the first Run of a large Plan allocates more.
func TestWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	if runtime.GOMAXPROCS(0) == 1 {
		t.Skip("wasm runs one goroutine at a time")
	}
	x := of(dtype.TypeUint8, []uint8(nil), 32<<20)
	var dst, src any = make([]uint8, 32<<20+2), make([]uint8, 32<<20)
	allocations := func(options onnx.Options) (least uint64) {
		op, err := options.New("", 25, all.Sets()...)
		if err != nil {
			t.Fatal(err)
		}
		least = math.MaxUint64 // the runtime may allocate at any time
		for range 5 {
			plan, err := op.Plan(onnx.Attributes{}, x, int64s(1, 1))
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if err := plan.Run(dst, src); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			least = min(least, after.Mallocs-before.Mallocs)
		}
		return least
	}
	if one, more := allocations(onnx.Options{Workers: 1}), allocations(onnx.Options{}); more <= one {
		t.Errorf("%d allocations with one goroutine, %d with several", one, more)
	}
}

// TestInferUnknown: what is known of a shape is inferred and checked, a dimension of -1 stays.
func TestInferUnknown(t *testing.T) {
	op, err := onnx.Options{Strict: true}.New("", 25, all.Sets()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		shape []int
		pads  []int64
		want  []int // nil: an error
	}{
		{[]int{-1, 3}, []int64{0, 1, 0, 1}, []int{-1, 5}},
		{[]int{-1, 3}, []int64{-1 << 62, 1, math.MaxInt64, 1}, []int{-1, 5}},
		{[]int{-1, 3}, []int64{2, 1, -1, 0}, []int{-1, 4}},
		{[]int{-1, -1}, []int64{100, 0, 100, -7}, []int{-1, -1}}, // more than strict mode allows, if it is short
		{[]int{-1, 0}, []int64{1, 0, 1, 0}, []int{-1, 0}},
		{[]int{-1, 3}, []int64{0, -4, 0, 0}, nil},
		{[]int{-1, 3}, []int64{0, 3, 0, 0}, nil}, // strict
		{[]int{-2, 3}, []int64{0, 1, 0, 1}, nil},
		{[]int{-1, 3}, []int64{0, 1}, nil},
		{[]int{-1, 3}, []int64{math.MaxInt64, 0, 1, 0}, nil}, // too much for any length
		{[]int{-1, 3}, []int64{math.MinInt64, 0, -1, 0}, nil},
	} {
		x := onnx.Tensor{DType: dtype.TypeInt4, Shape: c.shape}
		got, err := op.InferShape(onnx.Attributes{Mode: onnx.Mode("reflect")}, x, int64s(c.pads...))
		if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
			t.Errorf("%v by %v: %v, %v, expected %v", c.shape, c.pads, got, err, c.want)
		}
		if _, err := op.Plan(onnx.Attributes{}, x, int64s(c.pads...)); err == nil {
			t.Errorf("%v by %v: a Plan", c.shape, c.pads)
		}
		if c.shape[0] == -1 && x.Shape[0] != -1 {
			t.Error("the caller's shape was changed")
		}
	}
	_, err = op.InferShape(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeInt4, Shape: []int{3, -2}}, int64s(0, 0, 0, 0))
	wantError(t, "a dimension of -2", err, pad.ErrShape, "data")
	if e := (*onnx.Error)(nil); !errors.As(err, &e) || e.Axis != 1 || e.Value != -2 {
		t.Errorf("%+v, expected axis 1 and value -2", err)
	}
	// Axes in any order, and wrong ones.
	x := onnx.Tensor{DType: dtype.TypeInt4, Shape: []int{2, -1, 3}}
	for _, c := range []struct{ axes, pads, want []int64 }{
		{[]int64{-2, 0}, []int64{7, 1, 7, 0}, []int64{3, -1, 3}}, {[]int64{1}, []int64{-7, 9}, []int64{2, -1, 3}}, {[]int64{}, []int64{}, []int64{2, -1, 3}},
		{[]int64{3}, []int64{0, 0}, nil}, {[]int64{-4}, []int64{0, 0}, nil}, {[]int64{math.MinInt64}, []int64{0, 0}, nil},
		{[]int64{1, -2}, []int64{0, 0, 0, 0}, nil}, {[]int64{1}, []int64{0}, nil},
	} {
		got, err := op.InferShape(onnx.Attributes{}, x, int64s(c.pads...), onnx.Tensor{}, int64s(c.axes...))
		if (err != nil) != (c.want == nil) || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("axes %v, pads %v: %v, %v, expected %v", c.axes, c.pads, got, err, c.want)
		}
	}
}

// TestInferRank: without the values of pads or axes, what they may change is not known.
func TestInferRank(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	x := onnx.Tensor{DType: dtype.TypeFloat4E2M1, Shape: []int{2, -1, 3}}
	absent := onnx.Tensor{}
	computed := func(n int) onnx.Tensor { return onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{n}} }
	for _, c := range []struct {
		pads, axes onnx.Tensor
		want       []int
		kind       error
		input      string
	}{
		{computed(6), absent, []int{-1, -1, -1}, nil, ""},
		{computed(5), absent, nil, pad.ErrPads, "pads"},
		{computed(math.MaxInt), absent, nil, pad.ErrPads, "pads"},
		{computed(-1), absent, []int{-1, -1, -1}, nil, ""},
		{computed(-2), absent, nil, pad.ErrShape, "pads"},
		{onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{-1}, Data: []int64{1, 1}}, int64s(0), nil, pad.ErrShape, "pads"},
		{computed(-1), int64s(-1), []int{2, -1, -1}, nil, ""},
		{computed(-1), int64s(3), nil, pad.ErrAxes, "axes"},
		{computed(-1), int64s(), []int{2, -1, 3}, nil, ""},
		{computed(-1), computed(2), []int{-1, -1, -1}, nil, ""},
		{computed(-1), computed(4), nil, pad.ErrAxes, "axes"},
		{computed(-1), computed(math.MaxInt), nil, pad.ErrAxes, "axes"},
		{computed(-1), computed(-1), []int{-1, -1, -1}, nil, ""},
		{computed(6), computed(-1), []int{-1, -1, -1}, nil, ""},
		{int64s(1, 1), computed(-1), []int{-1, -1, -1}, nil, ""},
		{int64s(), computed(-1), []int{2, -1, 3}, nil, ""},
		{int64s(1, 1, 1), computed(-1), nil, pad.ErrPads, "pads"},
		{computed(8), computed(-1), nil, pad.ErrPads, "pads"},
		{computed(math.MaxInt), computed(-1), nil, pad.ErrPads, "pads"},
		{computed(2), computed(-2), nil, pad.ErrShape, "axes"},
		{computed(2), int64s(-1), []int{2, -1, -1}, nil, ""},
		{computed(4), int64s(2, 0), []int{-1, -1, -1}, nil, ""},
		{computed(2), int64s(3), nil, pad.ErrAxes, "axes"},
		{computed(4), int64s(0, -3), nil, pad.ErrAxes, "axes"},
		{computed(4), int64s(0), nil, pad.ErrPads, "pads"},
		{computed(2), int64s(), nil, pad.ErrPads, "pads"},
		{computed(0), int64s(), []int{2, -1, 3}, nil, ""},
		{int64s(1, 1), computed(1), []int{-1, -1, -1}, nil, ""},
		{computed(6), computed(3), []int{-1, -1, -1}, nil, ""},
		{computed(8), computed(4), nil, pad.ErrAxes, "axes"},
		{computed(2), computed(math.MaxInt), nil, pad.ErrAxes, "axes"},
		{computed(math.MaxInt), computed(math.MaxInt), nil, pad.ErrAxes, "axes"},
		{int64s(), computed(math.MaxInt), nil, pad.ErrAxes, "axes"},
		{int64s(1, 1), computed(2), nil, pad.ErrPads, "pads"},
		{int64s(), computed(0), []int{2, -1, 3}, nil, ""},
	} {
		got, err := op.InferShape(onnx.Attributes{}, x, c.pads, absent, c.axes)
		if !errors.Is(err, c.kind) || !slices.Equal(got, c.want) {
			t.Errorf("pads %v, axes %v: %v, %v, expected %v, %v", c.pads, c.axes, got, err, c.want, c.kind)
		}
		if e := (*onnx.Error)(nil); c.kind != nil && (!errors.As(err, &e) || e.Input != c.input) {
			t.Errorf("pads %v, axes %v: %v, expected one about %s", c.pads, c.axes, err, c.input)
		}
	}
	if x.Shape[0] != 2 {
		t.Error("the caller's shape was changed")
	}
	unranked := onnx.Tensor{DType: dtype.TypeFloat32}
	for _, c := range []struct {
		pads, axes onnx.Tensor
		want       []int // nil: of unknown rank
		kind       error
	}{
		{int64s(1, 1, 1, 1), absent, []int{-1, -1}, nil},
		{int64s(), absent, []int{}, nil},
		{int64s(1), absent, nil, pad.ErrPads},
		{int64s(1, 1), int64s(-1), nil, nil},
		{int64s(1, 1), computed(1), nil, nil},
		{computed(math.MaxInt), absent, nil, nil},
	} {
		got, err := op.InferShape(onnx.Attributes{}, unranked, c.pads, absent, c.axes)
		if !errors.Is(err, c.kind) || !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("data of unknown rank, pads %v, axes %v: %v, %v, expected %v, %v", c.pads, c.axes, got, err, c.want, c.kind)
		}
	}
	if _, err := op.Plan(onnx.Attributes{}, x, computed(6)); !errors.Is(err, onnx.ErrData) {
		t.Errorf("a Plan without the values of pads: %v", err)
	}
	old, err := all.Lookup("com.microsoft", 1)
	if err != nil {
		t.Fatal(err)
	}
	half := onnx.Tensor{DType: dtype.TypeFloat16, Shape: []int{2, 5}}
	for _, form := range [][]int{{1, 4}, {4}, {1, -1}, {-1, 4}, {-1, -1}, {-1}} {
		shape, err := old.InferShape(onnx.Attributes{}, half, onnx.Tensor{DType: dtype.TypeInt64, Shape: form})
		if err != nil || !slices.Equal(shape, []int{-1, -1}) {
			t.Errorf("com.microsoft, pads %v: %v, %v", form, shape, err)
		}
	}
	for _, form := range [][]int{{1, 3}, {2, -1}, {3, 4}, {-1, -1, -1}} {
		if shape, err := old.InferShape(onnx.Attributes{}, half, onnx.Tensor{DType: dtype.TypeInt64, Shape: form}); !errors.Is(err, pad.ErrPads) {
			t.Errorf("com.microsoft, pads %v: %v, %v", form, shape, err)
		}
	}
}

// TestInferValue: a constant value that another node computes may have a shape that is not known, either.
func TestInferValue(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	x := onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{2}}
	for _, c := range []struct {
		shape []int
		want  error
	}{{[]int{}, nil}, {[]int{1}, nil}, {[]int{-1}, nil}, {[]int{1, -1}, nil}, {[]int{2, -1}, onnx.ErrValue}, {[]int{-2}, onnx.ErrValue}, {[]int{0, -1}, onnx.ErrValue}} {
		shape, err := op.InferShape(onnx.Attributes{}, x, int64s(1, 2), onnx.Tensor{DType: dtype.TypeFloat32, Shape: c.shape})
		if !errors.Is(err, c.want) || err == nil && !slices.Equal(shape, []int{5}) {
			t.Errorf("%v: %v, %v, expected %v", c.shape, shape, err, c.want)
		}
	}
	value := onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{-1}, Data: []float32{1}}
	if _, err := op.Run(onnx.Attributes{}, of(dtype.TypeFloat32, []float32{1, 2}, 2), int64s(1, 2), value); !errors.Is(err, onnx.ErrValue) {
		t.Errorf("Run with a value of shape [-1]: %v", err)
	}
}

// TestChecksFirst: raw data that has to be copied, being unaligned, is not where the call is refused.
func TestChecksFirst(t *testing.T) {
	const size = 4 << 20
	data := onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{size / 4}, Data: make([]byte, size+1)[1:]}
	op, err := onnx.Options{MaxBytes: 1000}.New("", 25, all.Sets()...)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = op.Run(onnx.Attributes{}, data, int64s(0, 0))
	runtime.ReadMemStats(&after)
	wantError(t, "unaligned data", err, pad.ErrTooLarge, "pads")
	if n := after.TotalAlloc - before.TotalAlloc; n >= size {
		t.Errorf("%d bytes were allocated", n)
	}
}

// TestMessages: what is refused in this version says where the version has it, or since when.
func TestMessages(t *testing.T) {
	const microsoft = -1 // stands for opset 1 of that domain
	x, pads := of(dtype.TypeFloat32, []float32{1}, 1), int64s(0, 1)
	for _, c := range []struct {
		opset  int
		attrs  onnx.Attributes
		inputs []onnx.Tensor
		want   string
	}{
		{13, onnx.Attributes{Mode: onnx.Mode("wrap")}, []onnx.Tensor{x, pads}, "wrap needs opset 19"},
		{13, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt4, []dtype.Int4x2{1}, 1), pads}, "data: int4 needs opset 21"},
		{13, onnx.Attributes{}, []onnx.Tensor{{DType: 99}, pads}, "data: element type dtype(99), expected one of float, uint8"},
		{microsoft, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt8, []int8{1}, 1), pads}, "data: element type int8, expected one of float, float16, double"},
		{13, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt64, []int64{1, 2}, 1), pads}, "data: 2 elements of int64, expected 1"},
		{21, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeInt4, []dtype.Int4x2{1, 2}, 1), pads}, "data: 2 storage units of int4, expected 1"},
		{13, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeString, []byte{1}, 1), pads}, "data: Data is []uint8, expected []string"},
		{13, onnx.Attributes{}, []onnx.Tensor{{DType: dtype.TypeFloat32, Shape: []int{1}}, pads}, "data: Data is <nil>, expected []float32 or raw bytes"},
		{13, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []int8{1}, 1), pads}, "data: Data is []int8, expected []float32 or raw bytes"},
		{11, onnx.Attributes{Mode: onnx.Mode("Reflect")}, []onnx.Tensor{x, pads}, `"Reflect" is not a mode, expected one of [constant reflect edge]`},
		{10, onnx.Attributes{}, []onnx.Tensor{x, pads}, "pads needs opset 11"},
		{13, onnx.Attributes{}, []onnx.Tensor{x, pads, {}, int64s(0)}, "inputs: axes needs opset 18"},
		{18, onnx.Attributes{}, []onnx.Tensor{x, pads, x, pads, x}, "at most 4: data, pads, constant_value, axes"},
		{19, onnx.Attributes{Pads: []int64{0, 1}}, []onnx.Tensor{x, pads}, "pads: no attribute of this version, which has it as input 1, pads"},
		{11, onnx.Attributes{Value: onnx.Value(1)}, []onnx.Tensor{x, pads}, "value: no attribute of this version, which has it as input 2, constant_value"},
		{1, onnx.Attributes{Pads: []int64{0, 1}}, []onnx.Tensor{x}, "pads: no attribute of this version, which has it as paddings"},
		{11, onnx.Attributes{}, []onnx.Tensor{of(dtype.TypeFloat32, []byte{1, 2, 3}, 2, 3), int64s(0, 1, 0, 1)}, "3 bytes, expected 24: 6 elements of float"},
		{11, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1}, 1, 2)}, "shape [1 2], expected one dimension"},
		{microsoft, onnx.Attributes{}, []onnx.Tensor{x, of(dtype.TypeInt64, []int64{0, 1}, 2, 1)}, "shape [2 1], expected [2r] or [1 2r], r being the rank of data"},
		{microsoft, onnx.Attributes{Mode: onnx.Mode("wrap")}, []onnx.Tensor{x, pads}, "domain com.microsoft has no wrap, expected one of [constant reflect edge]; domain ai.onnx has it"},
	} {
		domain, opset := "", c.opset
		if opset == microsoft {
			domain, opset = "com.microsoft", 1
		}
		op, err := all.Lookup(domain, opset)
		if err != nil {
			t.Fatal(err)
		}
		_, err = op.Run(c.attrs, c.inputs...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("opset %d: %v, expected %q", c.opset, err, c.want)
		}
		if e := (*pad.Error)(nil); c.opset == 11 && c.attrs.Mode == onnx.Mode("Reflect") && !errors.As(err, &e) {
			t.Errorf("%v has no error of package pad", err)
		}
	}
}

func TestSetAttributes(t *testing.T) {
	var a onnx.Attributes
	for _, c := range []struct {
		name  string
		value any
		ok    bool
	}{
		{"mode", "edge", true}, {"mode", []byte("wrap"), true}, {"mode", 1, false}, {"mode", nil, false},
		{"pads", []int64(nil), true}, {"pads", []int{1}, false}, {"paddings", []int64{1, 2}, true},
		{"value", float32(2), true}, {"value", 2.0, false}, {"values", float32(2), false}, {"", nil, false},
	} {
		err := a.Set(c.name, c.value)
		if c.ok && err != nil {
			t.Errorf("Set(%q, %v): %v", c.name, c.value, err)
		} else if !c.ok {
			wantError(t, "Set "+c.name, err, onnx.ErrAttribute, c.name)
		}
	}
	if a.Mode != onnx.Mode("wrap") || a.Pads == nil || len(a.Paddings) != 2 || a.Value != onnx.Value(2) {
		t.Errorf("set: %+v", a)
	}
}

// What nobody made with the package's own constructors is refused, too.
func TestZeroValues(t *testing.T) {
	x := of(dtype.TypeFloat32, []float32{1}, 1)
	for _, op := range []*onnx.Op{nil, {}} {
		_, err := op.Run(onnx.Attributes{}, x, int64s(0, 1))
		wantError(t, "Run of no Op", err, onnx.ErrOpset, "opset")
		_, err = op.RunContext(context.Background(), onnx.Attributes{}, x, int64s(0, 1))
		wantError(t, "RunContext of no Op", err, onnx.ErrOpset, "opset")
		_, err = op.InferShape(onnx.Attributes{}, x, int64s(0, 1))
		wantError(t, "InferShape of no Op", err, onnx.ErrOpset, "opset")
		_, err = op.Plan(onnx.Attributes{}, x, int64s(0, 1))
		wantError(t, "Plan of no Op", err, onnx.ErrOpset, "opset")
		if s := op.Schema(); s.SinceVersion != 0 || op.String() != "Pad" {
			t.Errorf("no Op is %q, version %d", op.String(), s.SinceVersion)
		}
	}
	for _, plan := range []*onnx.Plan{nil, {}} {
		data := []float32{}
		wantError(t, "Run of no Plan", plan.Run(data, data), pad.ErrNoKernel, "plan")
		wantError(t, "RunContext of no Plan", plan.RunContext(context.Background(), data, data), pad.ErrNoKernel, "plan")
		wantError(t, "RunValue of no Plan", plan.RunValue(context.Background(), data, data, data), pad.ErrNoKernel, "plan")
		if plan.OutputLen() != 0 || plan.InputLen() != 0 || len(plan.OutputShape()) != 0 || plan.DType() != 0 {
			t.Error("no Plan has a size")
		}
	}
}
