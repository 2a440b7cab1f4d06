package onnx_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// TestBadSets: New refuses everything except kernel sets of different element types.
func TestBadSets(t *testing.T) {
	floats := kernel.Set[float32]{Name: "int32", PerUnit: 1}
	odd, named := *generated.Int4, *generated.Float32
	odd.PerUnit, named.Name = 4, "float33"
	for _, c := range []struct {
		name  string
		sets  []kernel.AnySet
		value dtype.DType
		want  string
	}{
		{"nil", []kernel.AnySet{generated.Int8, nil}, 0, "number 1 is nil"},
		{"typed nil", []kernel.AnySet{(*kernel.Set[int8])(nil)}, 0, "number 0 is nil"},
		{"empty", []kernel.AnySet{new(kernel.Set[int8])}, 0, `number 0 is of ""`},
		{"no type of ONNX", []kernel.AnySet{&named}, 0, `number 0 is of "float33"`},
		{"twice", []kernel.AnySet{generated.Int8, generated.Int16, generated.Int8}, dtype.TypeInt8, "number 2 is of int8, for which there already is one"},
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

// bfloat16 and float32s are types of another package.
type (
	bfloat16 uint16
	float32s []float32
)

// TestForeignTypes: memory of another package's type is used unchanged if the DType states what it holds.
func TestForeignTypes(t *testing.T) {
	op := newOp(t, onnx.Options{}, "", 25)
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
	if n := testing.AllocsPerRun(100, func() { err = plan.RunValue(dst, src, value) }); n != 0 || err != nil {
		t.Errorf("%v allocations, %v", n, err)
	}
	if diff := cmp.Diff([]bfloat16{9, 1, 2, 9, 0, 0}, memory); diff != "" {
		t.Errorf("Plan (-want +got):\n%s", diff)
	}
	wantError(t, "shared memory", plan.Run(dst, memory[3:5]), pad.ErrBuffer, "dst")
}

// late is a context that is done after it was asked n times.
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

// TestNodeContextInCopies: unaligned raw bytes are copied in parts, until the context is done. A nil context is never done.
func TestNodeContextInCopies(t *testing.T) {
	const n = 4 << 20
	op, err := onnx.New("", 25, generated.Int16)
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

// TestMemoryLimit: the output and the copies of unaligned bytes together stay below the limit, which the error names. Refused
// calls allocate neither.
func TestMemoryLimit(t *testing.T) {
	const n = 1 << 17
	memory := make([]byte, 8*n+1)
	aligned, odd := memory[:8*n], memory[1:8*n+1]
	most := min(onnx.DefaultMaxBytes, pad.MostBytes()) // 32-bit machines have less
	for _, c := range []struct {
		limit int64 // 0: the default
		raw   []byte
		pad   int64
		input string // in the error
	}{
		{8 * n, aligned, 0, ""}, {8*n - 1, aligned, 0, "pads"}, {16 * n, odd, 0, ""}, {16*n - 1, odd, 0, "data"}, {8*n - 1, odd, 0, "pads"},
		{0, aligned, most/8 - n + 1, "pads"}, {math.MaxInt64, aligned, pad.MostBytes()/8 - n + 1, "pads"},
	} {
		op, err := onnx.Options{MaxBytes: c.limit}.New("", 25, generated.Int64)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = op.Run(onnx.Attributes{}, of(dtype.TypeInt64, c.raw, n), onnx.Int64s(0, c.pad))
		runtime.ReadMemStats(&after)
		if c.input == "" {
			if err != nil {
				t.Errorf("limit %d: %v", c.limit, err)
			}
			continue
		}
		wantError(t, "a limit", err, pad.ErrTooLarge, c.input)
		if err != nil && c.limit > 0 && c.limit < math.MaxInt64 && !strings.Contains(err.Error(), "MaxBytes raises it") {
			t.Errorf("%v does not say what raises the limit", err)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated >= 8*n {
			t.Errorf("%v: %d bytes were allocated", err, allocated)
		}
	}
	op := newOp(t, onnx.Options{}, "", 25)
	if _, err := op.Plan(onnx.Attributes{}, of(dtype.TypeUint8, nil, 1), onnx.Int64s(0, most-1)); err != nil {
		t.Errorf("up to the default: %v", err)
	}
}
