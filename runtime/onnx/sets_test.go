package onnx_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// TestSets: an Op runs the element types of its sets, and names the set that another one needs.
func TestSets(t *testing.T) {
	op, err := onnx.New("", 25, &generated.Float32, &generated.Int4)
	if err != nil {
		t.Fatal(err)
	}
	pads := onnx.Int64s(1, 1)
	for _, c := range []struct {
		x    onnx.Tensor
		want any // Data of the output, nil for an error
	}{
		{onnx.Tensor{Shape: []int{2}, Data: []float32{1, 2}}, []float32{0, 1, 2, 0}},
		{onnx.Tensor{Shape: []int{2}, Data: []dtype.Int4x2{0x21}}, []dtype.Int4x2{0x10, 0x02}},
		{onnx.Tensor{DType: dtype.TypeInt4, Shape: []int{2}, Data: []byte{0x21}}, []byte{0x10, 0x02}},
		{onnx.Tensor{Shape: []int{2}, Data: []int64{1, 2}}, nil},
	} {
		y, err := op.Run(onnx.Attributes{}, c.x, pads)
		if c.want == nil {
			wantError(t, "a type that was not given", err, pad.ErrNoKernel, "data")
			if !strings.Contains(err.Error(), "no kernels of int64 were given to New, add the set Int64 of your generated package") {
				t.Error(err)
			}
			continue
		}
		if diff := cmp.Diff(c.want, y.Data); diff != "" || err != nil {
			t.Errorf("%T: %v (-want +got):\n%s", c.x.Data, err, diff)
		}
	}
	if shape, err := op.InferShape(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{2}}, pads); err != nil || shape[0] != 4 {
		t.Errorf("InferShape needs no kernels: %v, %v", shape, err)
	}
}

// TestBadSets: what is no kernel set of one element type is refused when the Op is made.
func TestBadSets(t *testing.T) {
	floats := kernel.Set[float32]{Name: "int32", PerUnit: 1}
	odd, named := generated.Int4, generated.Float32
	odd.PerUnit, named.Name = 4, "float33"
	for _, c := range []struct {
		name  string
		sets  []kernel.AnySet
		value dtype.DType
		want  string
	}{
		{"nil", []kernel.AnySet{&generated.Int8, nil}, 0, "number 1 is nil"},
		{"typed nil", []kernel.AnySet{(*kernel.Set[int8])(nil)}, 0, "number 0 is nil"},
		{"empty", []kernel.AnySet{new(kernel.Set[int8])}, 0, `number 0 is of ""`},
		{"no type of ONNX", []kernel.AnySet{&named}, 0, `number 0 is of "float33"`},
		{"twice", []kernel.AnySet{&generated.Int8, &generated.Int16, &generated.Int8}, dtype.TypeInt8, "number 2 is of int8, as one before it"},
		{"another type's name", []kernel.AnySet{&floats}, dtype.TypeInt32, "number 0 is of int32, but its units are []float32"},
		{"other units", []kernel.AnySet{&odd}, dtype.TypeInt4, "of 4 elements"},
	} {
		_, err := onnx.New("", 25, c.sets...)
		wantError(t, c.name, err, onnx.ErrSet, "sets")
		var e *onnx.Error
		if !errors.As(err, &e) || e.Value != int64(c.value) || e.Axis != -1 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.name, err, c.want)
		}
	}
}

// TestInferredType: the element type is said once. Where it is said twice, both must agree.
func TestInferredType(t *testing.T) {
	for d := range dtype.All().Types() {
		op := allows(t, d)
		slice := d.NewSlice(d.Units(2))
		x := onnx.Tensor{Shape: []int{2}, Data: slice}
		value := onnx.Tensor{Data: d.NewSlice(1)}
		y, err := op.Run(onnx.Attributes{}, x, onnx.Tensor{Shape: []int{1}, Data: []int64{1, 1}[:1]}, value)
		wantError(t, "pads", err, pad.ErrPads, "pads")
		y, err = op.Run(onnx.Attributes{}, x, onnx.Int64s(1, 1), value, onnx.Tensor{Shape: []int{1}, Data: []int32{0}})
		if err != nil || y.DType != d {
			t.Errorf("%v: %v, %v", d, y, err)
		}
		x.DType = d%dtype.NumTypes + 1
		if _, raw := slice.([]byte); !raw {
			_, err = allows(t, x.DType).Run(onnx.Attributes{}, x, onnx.Int64s(1, 1))
			wantError(t, "a contradiction", err, onnx.ErrData, "data")
		}
	}
}

// bfloat16 and float32s are types of another package.
type (
	bfloat16 uint16
	float32s []float32
)

// TestForeignTypes: memory of another package's type is used as it is, where the DType says what it holds.
func TestForeignTypes(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	const b16 = dtype.TypeBFloat16
	pads, none, nine := onnx.Int64s(1, 1), onnx.Tensor{}, of(b16, []bfloat16{9})
	for _, c := range []struct {
		x, value onnx.Tensor
		want     any // Data of the output, or the text of an error
	}{
		{of(b16, []bfloat16{1, 2}, 2), none, []dtype.BFloat16{0, 1, 2, 0}},
		{of(b16, []bfloat16{1, 2}, 2), nine, []dtype.BFloat16{9, 1, 2, 9}},
		{of(b16, []bfloat16{}, 0), nine, []dtype.BFloat16{9, 9}},
		{of(dtype.TypeFloat32, float32s{1, 2}, 2), none, []float32{0, 1, 2, 0}},
		{of(b16, []bfloat16{1, 2}, 3), none, "data: 4 bytes, expected 6: 3 elements of bfloat16"},
		{of(b16, []dtype.Float16{1, 2}, 2), none, "data: Data is []dtype.Float16"},
		{of(b16, []uint16{1, 2}, 2), none, "data: Data is []uint16"},
		{of(dtype.TypeInt16, []bfloat16{1, 2}, 2), none, "data: Data is []onnx_test.bfloat16"},
		{of(b16, [2]bfloat16{1, 2}, 2), none, "data: Data is [2]onnx_test.bfloat16"},
		{of(0, []bfloat16{1, 2}, 2), none, "data: element type not set (Data is a []onnx_test.bfloat16)"},
		{of(0, nil, 2), none, "data: element type undefined"},
	} {
		y, err := op.Run(onnx.Attributes{}, c.x, pads, c.value)
		if text, ok := c.want.(string); ok {
			if err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%T: %v, expected %q", c.x.Data, err, text)
			}
		} else if diff := cmp.Diff(c.want, y.Data); diff != "" || err != nil {
			t.Errorf("%T: %v (-want +got):\n%s", c.x.Data, err, diff)
		}
	}
	plan, err := op.Plan(onnx.Attributes{}, of(b16, nil, 2), pads)
	if err != nil {
		t.Fatal(err)
	}
	memory := make([]bfloat16, 6)
	var dst, src, value any = memory[:4], []bfloat16{1, 2}, []bfloat16{9}
	if n := testing.AllocsPerRun(100, func() { err = plan.RunValue(context.Background(), dst, src, value) }); n != 0 || err != nil {
		t.Errorf("%v allocations, %v", n, err)
	}
	if diff := cmp.Diff([]bfloat16{9, 1, 2, 9, 0, 0}, memory); diff != "" {
		t.Errorf("Plan (-want +got):\n%s", diff)
	}
	wantError(t, "shared memory", plan.Run(dst, memory[3:5]), pad.ErrBuffer, "dst")
}

// TestPlanRunValue: the constant of a run, typed and raw, and what it must be.
func TestPlanRunValue(t *testing.T) {
	plan := newPlan(t, onnx.Options{})
	dst := make([]int16, 12)
	for _, value := range []any{[]int16{9}, []byte{9, 9}} {
		if err := plan.RunValue(context.Background(), dst, make([]int16, 6), value); err != nil || dst[0] != 9 && dst[0] != 9<<8+9 {
			t.Errorf("%T: %v, %v", value, dst, err)
		}
	}
	if err := plan.Run(dst, make([]int16, 6)); err != nil || dst[0] != 7 {
		t.Errorf("Run afterwards: %v, %v", dst, err)
	}
	for _, value := range []any{nil, []int32{1}, []int16{}, []int16{1, 2}, []byte{1}, 7} {
		wantError(t, "value", plan.RunValue(context.Background(), dst, make([]int16, 6), value), onnx.ErrData, "value")
	}
	wantError(t, "the zero Plan", new(onnx.Plan).RunValue(context.Background(), nil, nil, nil), pad.ErrNoKernel, "plan")
}

// TestNodeContext: a context that is done is the error, its cause.
func TestNodeContext(t *testing.T) {
	cause := errors.New("the caller has gone")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := op.RunContext(ctx, onnx.Attributes{}, onnx.Int64s(1, 2), onnx.Int64s(1, 1)); err != cause {
		t.Errorf("Op.RunContext: %v", err)
	}
	if err := newPlan(t, onnx.Options{}).RunContext(ctx, make([]int16, 12), make([]int16, 6)); err != cause {
		t.Errorf("Plan.RunContext: %v", err)
	}
}

// late is a context that is done when it was asked for the nth time.
type late struct {
	context.Context
	n atomic.Int64
}

func (l *late) Err() error {
	if l.n.Add(-1) < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestNodeContextInCopies: raw bytes that are not aligned are copied in parts, and no longer than until the context is done. A nil context
// is one that is never done.
func TestNodeContextInCopies(t *testing.T) {
	const n = 4 << 20
	op, err := onnx.New("", 25, &generated.Int16)
	if err != nil {
		t.Fatal(err)
	}
	memory := make([]byte, 4*n+2)
	dst, src := memory[1:2*n+1], memory[2*n+1:4*n+1]
	x, pads := of(dtype.TypeInt16, src, n), onnx.Int64s(0, 0)
	plan, err := op.Plan(onnx.Attributes{}, x, pads)
	if err != nil {
		t.Fatal(err)
	}
	src[2*n-1] = 7
	for _, run := range []func(context.Context) error{
		func(ctx context.Context) error { return plan.RunContext(ctx, dst, src) },
		func(ctx context.Context) error { _, err := op.RunContext(ctx, onnx.Attributes{}, x, pads); return err },
	} {
		asked := int64(0)
		for ; ; asked++ {
			clear(dst)
			ctx := &late{Context: context.Background()}
			ctx.n.Store(asked)
			if err := run(ctx); err == nil {
				break
			} else if err != context.DeadlineExceeded || dst[2*n-1] != 0 {
				t.Fatalf("done when asked %d times: %v, the last byte is %d", asked, err, dst[2*n-1])
			}
		}
		if asked < 8 {
			t.Errorf("looked %d times at the context", asked)
		}
		if err := run(nil); err != nil {
			t.Error(err)
		}
	}
	if err := plan.Run(dst, src); err != nil || dst[2*n-1] != 7 {
		t.Errorf("Run afterwards: %v, the last byte is %d", err, dst[2*n-1])
	}
}

// TestMemoryLimit: the output and the copies of unaligned bytes together stay below the limit, which the error names.
func TestMemoryLimit(t *testing.T) {
	const n = 1000
	memory := make([]byte, 8*n+1)
	aligned, odd := memory[:8*n], memory[1:8*n+1]
	run := func(limit int64, raw []byte) error {
		op, err := onnx.Options{MaxBytes: limit}.New("", 25, &generated.Int64)
		if err != nil {
			t.Fatal(err)
		}
		_, err = op.Run(onnx.Attributes{}, of(dtype.TypeInt64, raw, n), onnx.Int64s(0, 0))
		return err
	}
	for _, c := range []struct {
		limit int64
		raw   []byte
		input string // of the error
	}{
		{8 * n, aligned, ""}, {8*n - 1, aligned, "pads"}, {16 * n, odd, ""}, {16*n - 1, odd, "data"}, {8*n - 1, odd, "pads"},
	} {
		err := run(c.limit, c.raw)
		if c.input == "" {
			if err != nil {
				t.Errorf("limit %d: %v", c.limit, err)
			}
			continue
		}
		wantError(t, "a limit", err, pad.ErrTooLarge, c.input)
		if err != nil && !strings.Contains(err.Error(), "MaxBytes raises it") {
			t.Errorf("%v does not say what raises the limit", err)
		}
	}
	op, err := onnx.New("", 25, &generated.Uint8)
	if err != nil {
		t.Fatal(err)
	}
	most := min(onnx.DefaultMaxBytes, pad.MostBytes()) // 32-bit machines have less
	_, err = op.Plan(onnx.Attributes{}, of(dtype.TypeUint8, nil, 1), onnx.Int64s(0, most))
	wantError(t, "the default", err, pad.ErrTooLarge, "pads")
	if _, err = op.Plan(onnx.Attributes{}, of(dtype.TypeUint8, nil, 1), onnx.Int64s(0, most-1)); err != nil {
		t.Errorf("up to the default: %v", err)
	}
}
