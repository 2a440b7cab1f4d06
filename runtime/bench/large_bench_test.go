package bench

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// large returns outputs of 1 GB whose parts take long in different ways: long rows, short rows of a narrow type, odd rows of a packed one,
// one row with long pads, pads as long as the input. Short rows of a packed type take so long that they are 120 MB.
func large() []Workload {
	var t table
	t.add("conv_1200x64x56x56_p1", dtype.TypeFloat32, []int{1200, 64, 56, 56}, around(4, 2, 1), pad.Constant, pad.Reflect)
	t.add("rows_200Mx3_p1", dtype.TypeUint8, []int{200e6, 3}, around(2, 1, 1), pad.Edge)
	t.add("odd_36Mx55_p1", dtype.TypeInt4, []int{36e6, 55}, around(2, 1, 1), pad.Reflect)
	t.add("odd_30Mx3_p2,3", dtype.TypeInt4, []int{30e6, 3}, []int{0, 2, 0, 3}, pad.Reflect)
	t.add("rows_66Mx3_p66M", dtype.TypeUint8, []int{66e6, 3}, []int{66e6 - 1, 1, 66e6 - 1, 1}, pad.Reflect)
	t.add("rows_2x3_p100M", dtype.TypeUint8, []int{2, 3}, []int{100e6, 1, 100e6, 1}, pad.Reflect)
	t.add("row_p100000", dtype.TypeFloat32, []int{250e6}, around(1, 1, 100e3), pad.Reflect)
	return t
}

// longest measures each of the large outputs b.N times, and reports the largest result. measure returns 0 for a result that does not
// count.
func longest(b *testing.B, measure func(b *testing.B, i int, run func(context.Context) error) time.Duration) {
	for _, w := range large() {
		b.Run(fmt.Sprint(w.Name, "/", w.Mode), func(b *testing.B) {
			_, run, err := Open(&w).Plan(0)
			if err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			most, counted := time.Duration(0), 0
			for i := range b.N {
				if took := measure(b, i, run); took > 0 {
					most = max(most, took)
					counted++
				}
			}
			if counted < b.N/2 {
				b.Fatalf("%d of %d runs count", counted, b.N)
			}
			b.ReportMetric(float64(most.Microseconds())/1e3, "ms-most")
		})
	}
}

// BenchmarkCancel measures from when a context is done to when RunContext returns, in the middle of an output of 1 GB.
func BenchmarkCancel(b *testing.B) {
	longest(b, func(b *testing.B, i int, run func(context.Context) error) time.Duration {
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		time.AfterFunc(time.Duration(5+i%20)*time.Millisecond, func() {
			at = time.Now()
			cancel()
		})
		switch err := run(ctx); err {
		case context.Canceled:
			return time.Since(at)
		case nil: // on a busy machine, the output may be complete first
			return 0
		default:
			b.Fatalf("%v, expected context.Canceled", err)
			return 0
		}
	})
}

// BenchmarkCollect measures how long a garbage collection takes while an output of 1 GB is computed. It waits for the kernels that are
// running.
func BenchmarkCollect(b *testing.B) {
	longest(b, func(b *testing.B, _ int, run func(context.Context) error) (most time.Duration) {
		ended := make(chan error)
		go func() { ended <- run(context.Background()) }()
		for {
			var before, after runtime.MemStats
			time.Sleep(5 * time.Millisecond)
			runtime.ReadMemStats(&before)
			runtime.GC()
			runtime.ReadMemStats(&after)
			most = max(most, time.Duration(after.PauseTotalNs-before.PauseTotalNs))
			select {
			case err := <-ended:
				if err != nil {
					b.Fatal(err)
				}
				return most
			default:
			}
		}
	})
}
