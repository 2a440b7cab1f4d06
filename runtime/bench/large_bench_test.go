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
// one row with long pads, pads as long as the data. Short rows of a packed type take so long that they are 120 MB.
func large() []Workload {
	var t table
	t.add("conv_1200x64x56x56_p1", dtype.TypeFloat32, []int{1200, 64, 56, 56}, around(4, 2, 1), pad.Constant, pad.Reflect)
	t.add("rows_200Mx3_p1", dtype.TypeUint8, []int{200e6, 3}, around(2, 1, 1), pad.Edge)
	t.add("odd_36Mx55_p1", dtype.TypeInt4, []int{36e6, 55}, around(2, 1, 1), pad.Reflect)
	t.add("odd_30Mx3_p2,3", dtype.TypeInt4, []int{30e6, 3}, []int64{0, 2, 0, 3}, pad.Reflect)
	t.add("rows_66Mx3_p66M", dtype.TypeUint8, []int{66e6, 3}, []int64{66e6 - 1, 1, 66e6 - 1, 1}, pad.Reflect)
	t.add("rows_2x3_p100M", dtype.TypeUint8, []int{2, 3}, []int64{100e6, 1, 100e6, 1}, pad.Reflect)
	t.add("row_p100000", dtype.TypeFloat32, []int{250e6}, around(1, 1, 100e3), pad.Reflect)
	return t
}

// BenchmarkCancel measures from when a context is done to when RunContext returns, in the middle of an output of 1 GB.
func BenchmarkCancel(b *testing.B) {
	for _, w := range large() {
		b.Run(fmt.Sprint(w.Name, "/", w.Mode), func(b *testing.B) {
			run, err := Open(&w).Context()
			if err != nil {
				b.Fatal(err)
			}
			longest, cancelled := time.Duration(0), 0
			for i := range b.N {
				ctx, cancel := context.WithCancel(context.Background())
				var at time.Time
				time.AfterFunc(time.Duration(5+i%20)*time.Millisecond, func() {
					at = time.Now()
					cancel()
				})
				switch err := run(ctx); err {
				case context.Canceled:
					longest = max(longest, time.Since(at))
					cancelled++
				case nil: // on a busy machine the output may be made first
				default:
					b.Fatalf("%v, expected context.Canceled", err)
				}
			}
			if cancelled < b.N/2 {
				b.Fatalf("%d of %d runs were cancelled", cancelled, b.N)
			}
			b.ReportMetric(float64(longest.Microseconds())/1e3, "ms-most")
		})
	}
}

// BenchmarkCollect measures how long a garbage collection takes while an output of 1 GB is made: it waits for the kernels that run.
func BenchmarkCollect(b *testing.B) {
	for _, w := range large() {
		b.Run(fmt.Sprint(w.Name, "/", w.Mode), func(b *testing.B) {
			run, err := Open(&w).Context()
			if err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			longest := time.Duration(0)
			for range b.N {
				ended := make(chan error)
				go func() { ended <- run(context.Background()) }()
				for going := true; going; {
					var before, after runtime.MemStats
					time.Sleep(5 * time.Millisecond)
					runtime.ReadMemStats(&before)
					runtime.GC()
					runtime.ReadMemStats(&after)
					longest = max(longest, time.Duration(after.PauseTotalNs-before.PauseTotalNs))
					select {
					case err := <-ended:
						if err != nil {
							b.Fatal(err)
						}
						going = false
					default:
					}
				}
			}
			b.ReportMetric(float64(longest.Microseconds())/1e3, "ms-most")
		})
	}
}
