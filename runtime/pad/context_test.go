package pad_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestRunContext: a Run whose context is done returns the cause after the batches that are being written, and leaves no goroutine.
func TestRunContext(t *testing.T) {
	for _, workers := range []int{1, 4} {
		threads(t, workers)
		cause := errors.New("the caller has gone")
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		var calls atomic.Int64
		ks := *generated.Uint8
		for i, k := range ks.Repeat[pad.Edge] {
			ks.Repeat[pad.Edge][i] = func(dst, src []uint8, g *kernel.Geometry) {
				calls.Add(1)
				cancel(cause)
				k(dst, src, g)
			}
		}
		params := pad.Params[uint8]{Shape: []int{64, pad.BatchBytes()}, Pads: []int{1, 1, 1, 1}, Mode: pad.Edge, Workers: workers}
		plan := mustPlan(t, &ks, params)
		dst, src := make([]uint8, plan.OutputLen()), make([]uint8, plan.InputLen())
		before := runtime.NumGoroutine()
		if err := plan.RunContext(ctx, dst, src); err != cause {
			t.Errorf("%d workers: %v, expected the cause", workers, err)
		}
		stopped := calls.Load()
		// A goroutine that has reported that it is done may not have ended yet.
		for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d workers: %d goroutines stay", workers, runtime.NumGoroutine()-before)
			}
		}
		calls.Store(0)
		if err := plan.RunContext(ctx, dst, src); err != cause || calls.Load() != 0 {
			t.Errorf("%d workers, again: %v after %d calls", workers, err, calls.Load())
		}
		small := mustPlan(t, &ks, pad.Params[uint8]{Shape: []int{2}, Pads: []int{1, 1}, Mode: pad.Edge})
		calls.Store(0) // the plan has opened its geometry
		if err := small.RunContext(ctx, make([]uint8, 4), make([]uint8, 2)); err != cause || calls.Load() != 0 {
			t.Errorf("a small output: %v after %d calls", err, calls.Load())
		}
		region, err := pad.NewRegion(&ks, params, pad.Box{Begin: []int{0, 0}, End: plan.OutputShape()})
		if err != nil {
			t.Fatal(err)
		}
		whole := pad.Block[uint8]{Box: pad.Box{Begin: []int{0, 0}, End: params.Shape}, Data: src}
		calls.Store(0)
		if err := region.RunContext(ctx, dst, whole); err != cause || calls.Load() != 0 {
			t.Errorf("a region, %d workers: %v after %d calls", workers, err, calls.Load())
		}
		for _, ctx := range []context.Context{context.Background(), nil} {
			calls.Store(0)
			// Each goroutine had at most its first batch of dozens to write when the context was done.
			if err := plan.RunContext(ctx, dst, src); err != nil || stopped == 0 || stopped > calls.Load()/2 {
				t.Errorf("%d workers, %v: %v after %d calls, %d of them where the first one cancels", workers, ctx, err, calls.Load(), stopped)
			}
			if err := region.RunContext(ctx, dst, whole); err != nil {
				t.Errorf("a region, %d workers, %v: %v", workers, ctx, err)
			}
		}
	}
}

// TestLargeInBatches: even a single goroutine writes a large output in batches, so that the garbage collector need not wait for all of it,
// and with few calls for each batch.
func TestLargeInBatches(t *testing.T) {
	large := 32 * pad.BatchBytes()
	wide := large
	for _, c := range []struct {
		shape []int
		pads  []int
	}{
		{[]int{0}, []int{3, wide}}, {[]int{1}, []int{3, wide}}, {[]int{large}, []int{wide / 512, wide / 512}},
		{[]int{1, large}, []int{0, 5, 1, 0}}, {[]int{2, 3, large / 512, 64}, []int{0, 1, 100, 1, 0, 0, 100, 1}},
		{[]int{2, 3}, []int{wide / 8, 1, wide / 8, 1}}, {[]int{7}, []int{wide, wide}},
		{[]int{large}, []int{wide - 1, wide - 1}}, {[]int{large / 8, 6}, []int{wide / 9, 1, wide / 9, 1}},
	} {
		for mode := range pad.Mode(kernel.NumModes) {
			if c.shape[0] == 0 && mode != pad.Constant {
				continue
			}
			inParts(t, generated.Uint8, c.shape, c.pads, mode, pad.BatchBytes())
			inParts(t, generated.Int2, c.shape, c.pads, mode, pad.BatchBytes()/16)
		}
	}
}

func inParts[T kernel.Unit](t *testing.T, ks *kernel.Set[T], shape []int, pads []int, mode pad.Mode, most int) {
	largest, calls := 0, 0
	recording := *ks
	for i := range kernel.MaxRank {
		record := func(dst, _ []T, _ *kernel.Geometry) {
			largest = max(largest, len(dst))
			calls++
		}
		recording.Constant[i] = func(dst, src []T, _ T, g *kernel.Geometry) { record(dst, src, g) }
		for m := range recording.Repeat {
			recording.Repeat[m][i] = record
		}
	}
	plan := mustPlan(t, &recording, pad.Params[T]{Shape: shape, Pads: pads, Mode: mode, Workers: 1})
	if err := plan.Run(make([]T, plan.OutputLen()), make([]T, plan.InputLen())); err != nil {
		t.Fatal(err)
	}
	if largest == 0 || largest > most {
		t.Errorf("%v of %s %v by %v: a part has %d bytes", mode, ks.Name, shape, pads, largest)
	}
	few := plan.OutputLen() / most * 40
	if p := mode.Pads(max(2, shape[0])); mode != pad.Constant && p.Step < 0 && !mode.InOrder() { // a call writes one period of such pads
		few += 2 * (shape[0] + pads[0] + pads[len(shape)]) / p.Turn
	}
	if calls > few {
		t.Errorf("%v of %s %v by %v: %d calls, expected at most %d", mode, ks.Name, shape, pads, calls, few)
	}
}
