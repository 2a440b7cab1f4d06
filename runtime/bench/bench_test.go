package bench_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// BenchmarkPad runs every workload on one goroutine, beside its memcpy.
func BenchmarkPad(b *testing.B) {
	for _, w := range workloads() {
		b.Run(fmt.Sprintf("%s/type=%v/mode=%v", w.Name, w.Type, w.Mode), func(b *testing.B) {
			c := bench.Open(&w)
			b.Run("by=padgen", func(b *testing.B) { padgen(b, &w, c, 1) })
			b.Run("by=memcpy", func(b *testing.B) { measure(b, &w, c.Copy) })
		})
	}
}

// sizes returns a workload of 25 MB with rows of 7.7 KB, and others with outputs from 1 to 100 MB. They show where outputs
// start to bypass the caches, and where a second goroutine starts to pay off.
func sizes() (list []bench.Workload) {
	add := func(name string, shape []int, p int) {
		pads := []int{0, 0, p, p, 0, 0, p, p}
		for _, mode := range []pad.Mode{pad.Constant, pad.Reflect} {
			list = append(list, bench.Workload{Name: name, Type: dtype.TypeFloat32, Mode: mode, Shape: shape, Pads: pads})
		}
	}
	add("hd_1x3x1080x1920_p3", []int{1, 3, 1080, 1920}, 3) // 25 MB
	for _, mb := range []int{1, 2, 4, 6, 9, 16, 32, 64, 100} {
		n := max(1, mb*1e6/(64*58*58*4)) // one image is 0.86 MB
		add(fmt.Sprintf("conv_%dx64x56x56_p1", n), []int{n, 64, 56, 56}, 1)
	}
	return list
}

// BenchmarkWorkers compares one goroutine with two, by the size of the output. The baseline is memcpy on one goroutine.
func BenchmarkWorkers(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("needs two cores")
	}
	for _, w := range sizes() {
		b.Run(fmt.Sprintf("%s/mode=%v", w.Name, w.Mode), func(b *testing.B) {
			c := bench.Open(&w)
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("workers=%d/by=padgen", workers), func(b *testing.B) { padgen(b, &w, c, workers) })
			}
			b.Run("workers=1/by=memcpy", func(b *testing.B) { measure(b, &w, c.Copy) })
			b.Run("workers=2/by=memcpy", func(b *testing.B) { measure(b, &w, c.CopyTwo) })
		})
	}
}

// padgen checks the output, measures, and reports the ratio to memcpy.
func padgen(b *testing.B, w *bench.Workload, c bench.Call, workers int) {
	run, _, err := c.Plan(workers)
	if err != nil {
		b.Fatal(err)
	}
	c.Poison()
	if err := run(); err != nil {
		b.Fatal(err)
	}
	if err := c.Check(); err != nil {
		b.Fatal(err)
	}
	once := func() {
		if err := run(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	measure(b, w, once)
	b.ReportMetric(ratio(once, c.Copy), "x/memcpy")
}

func measure(b *testing.B, w *bench.Workload, run func()) {
	b.SetBytes(int64(w.OutBytes()))
	for b.Loop() {
		run()
	}
}

const (
	ratioRounds = 9
	ratioSample = 200 * time.Microsecond // the least time of one sample
)

// ratio samples run and base in turns and returns the median quotient of neighbouring samples.
func ratio(run, base func()) float64 {
	n, m := calls(run), calls(base)
	var quotients [ratioRounds]float64
	for i := range quotients {
		quotients[i] = sample(run, n) / sample(base, m)
	}
	slices.Sort(quotients[:])
	return quotients[ratioRounds/2]
}

// calls is how many calls make a sample.
func calls(f func()) int {
	n := 1
	for {
		t := sample(f, n) * float64(n)
		if t >= float64(ratioSample) {
			return n
		}
		n = max(2*n, min(10*n, int(float64(n)*float64(ratioSample)/max(t, 1))))
	}
}

// sample returns the nanoseconds of one of n calls. A call beforehand brings buffers and code back into the caches.
func sample(f func(), n int) float64 {
	if n > 1 {
		f()
	}
	start := time.Now()
	for range n {
		f()
	}
	return float64(time.Since(start)) / float64(n)
}
