package bench_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// compare measures run, and reports the smallest of its ratios to the bases, which is the ratio to the slowest of them.
func compare(b *testing.B, unit string, run func(), bases ...func()) {
	for b.Loop() {
		run()
	}
	least := ratio(run, bases[0])
	for _, base := range bases[1:] {
		least = min(least, ratio(run, base))
	}
	b.ReportMetric(least, unit)
}

func must(b *testing.B, err error) {
	if err != nil {
		b.Fatal(err)
	}
}

// counted returns n elements, neighbours of which differ.
func counted[T uint8 | float32 | float64](n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(i % 251)
	}
	return s
}

// planOf returns the run of a plan, whose output is that of the reference.
func planOf[T kernel.Unit](b *testing.B, ks *kernel.Set[T], params pad.Params[T], src, want []T) func() {
	params.Workers = 1
	plan, err := pad.NewPlan(ks, params)
	must(b, err)
	dst := make([]T, plan.OutputLen())
	run := func() { must(b, plan.Run(dst, src)) }
	if run(); !slices.Equal(dst, want) {
		b.Fatalf("%v of %v by %v: another output", params.Modes, params.Shape, params.Pads)
	}
	return run
}

// BenchmarkModes pads the rows of maps in one mode and the columns in another, and reports the ratio to the slower of the two modes on both
// axes.
func BenchmarkModes(b *testing.B) {
	for _, c := range []struct{ maps, n, p int }{{1, 1024, 3}, {1, 32, 1}, {64, 14, 1}, {64, 14, 3}, {64, 56, 1}} {
		for rows := range pad.Mode(kernel.NumModes) {
			for columns := range pad.Mode(kernel.NumModes) {
				if rows != columns {
					name := fmt.Sprintf("shape=%dx%dx%d/pads=%d/rows=%v/columns=%v", c.maps, c.n, c.n, c.p, rows, columns)
					b.Run(name, func(b *testing.B) { modes(b, c.maps, c.n, c.p, rows, columns) })
				}
			}
		}
	}
}

func modes(b *testing.B, maps, n, p int, rows, columns pad.Mode) {
	src, out := counted[float32](maps*n*n), n+2*p
	run := func(rows, columns pad.Mode) func() {
		tall, want := make([]float32, maps*out*n), make([]float32, maps*out*out)
		kerneltest.RowByRow(tall, src, []int{maps, n, n}, []int{0, p, 0, 0, p, 0}, rows, 9)
		kerneltest.RowByRow(want, tall, []int{maps, out, n}, []int{0, 0, p, 0, 0, p}, columns, 9)
		params := pad.Params[float32]{
			Shape: []int{maps, n, n}, Pads: []int{0, p, p, 0, p, p}, Modes: []pad.Mode{rows, rows, columns}, Value: 9,
		}
		return planOf(b, generated.Float32, params, src, want)
	}
	compare(b, "x/mode", run(rows, columns), run(rows, rows), run(columns, columns))
}

// BenchmarkValues letterboxes an image of three channels, and reports the ratio to a letterbox of one value.
func BenchmarkValues(b *testing.B) {
	for _, c := range []struct {
		layout      string
		shape, pads []int
		axis        int
	}{
		{"HWC/rows", []int{360, 640, 3}, []int{140, 0, 0, 140, 0, 0}, 2},
		{"HWC/columns", []int{640, 360, 3}, []int{0, 140, 0, 0, 140, 0}, 2},
		{"CHW/rows", []int{3, 360, 640}, []int{0, 140, 0, 0, 140, 0}, 0},
		{"CHW/columns", []int{3, 640, 360}, []int{0, 0, 140, 0, 0, 140}, 0},
	} {
		b.Run(c.layout, func(b *testing.B) {
			const inner = 640 * 640 // of a channel in CHW
			src, values := counted[uint8](640*360*3), []uint8{114, 120, 7}
			var one, want []uint8
			for k := len(values) - 1; k >= 0; k-- {
				one = make([]uint8, 3*inner)
				kerneltest.RowByRow(one, src, c.shape, c.pads, pad.Constant, values[k])
				if want == nil {
					want = slices.Clone(one)
				}
				for i, v := range one {
					if channel := i % 3; c.axis == 2 && channel == k || c.axis == 0 && i/inner == k {
						want[i] = v
					}
				}
			}
			params := pad.Params[uint8]{Shape: c.shape, Pads: c.pads, Value: values[0]}
			base := planOf(b, generated.Uint8, params, src, one)
			params.Values, params.ValuesAxis = values, c.axis
			compare(b, "x/value", planOf(b, generated.Uint8, params, src, want), base)
		})
	}
}

// BenchmarkReset pads rows of 1 to 16 elements to 16, as those of a ragged batch, and reports the ratio to a new plan for each row.
func BenchmarkReset(b *testing.B) {
	const most = 16
	src, dst, shape, pads := counted[float32](most), make([]float32, most), []int{0}, []int{0, 0}
	plan := new(pad.Plan[float32])
	each := func(padRow func(pad.Params[float32], []float32) error, after func(n int)) {
		for n := 1; n <= most; n++ {
			shape[0], pads[1] = n, most-n
			must(b, padRow(pad.Params[float32]{Shape: shape, Pads: pads, Value: -1}, src[:n]))
			if after != nil {
				after(n)
			}
		}
	}
	reset := func(p pad.Params[float32], src []float32) error {
		if err := plan.Reset(generated.Float32, p); err != nil {
			return err
		}
		return plan.Run(dst, src)
	}
	newPlan := func(p pad.Params[float32], src []float32) error {
		plan, err := pad.NewPlan(generated.Float32, p)
		if err != nil {
			return err
		}
		return plan.Run(dst, src)
	}
	for _, way := range []func(pad.Params[float32], []float32) error{reset, newPlan} {
		each(way, func(n int) {
			if want := append(slices.Clone(src[:n]), slices.Repeat([]float32{-1}, most-n)...); !slices.Equal(dst, want) {
				b.Fatalf("a row of %d: %v, expected %v", n, dst, want)
			}
			clear(dst)
		})
	}
	b.ReportAllocs()
	compare(b, "x/NewPlan", func() { each(reset, nil) }, func() { each(newPlan, nil) })
}
