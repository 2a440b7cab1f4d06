package kernel_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec"
)

// repeating lists all modes except constant.
var repeating = func() (modes []kernel.Mode) {
	for m := kernel.Constant + 1; m < kernel.NumModes; m++ {
		modes = append(modes, m)
	}
	return modes
}()

// TestModeString: modes are written as ONNX does, and are those of the spec table, in its order.
func TestModeString(t *testing.T) {
	for m, want := range append(spec.KnownModes(), "invalid") {
		if got := kernel.Mode(m).String(); got != want {
			t.Errorf("mode %d is %q, expected %q", m, got, want)
		}
	}
}

// TestSource compares with the reference, and checks the ends of an axis that is so long that twice its length overflows an int of 32 bits.
func TestSource(t *testing.T) {
	for _, m := range repeating {
		for n := 1; n <= 6; n++ {
			for i := -20; i < n+20; i++ {
				want, _ := kerneltest.SourceIndex(m, n, 20, 20, 20+i)
				if got := m.Source(i, n); got != want {
					t.Errorf("%v, %d of %d: %d, expected %d", m, i, n, got, want)
				}
			}
		}
	}
	const long = math.MaxInt32/2 + 3
	for _, c := range []struct {
		mode       kernel.Mode
		i, n, want int
	}{
		{kernel.Reflect, -3, long, 3}, {kernel.Reflect, long + 2, long, long - 4}, {kernel.Reflect, math.MaxInt32, long, 3},
		{kernel.Edge, -3, long, 0}, {kernel.Edge, 5, long, 5}, {kernel.Edge, long + 2, long, long - 1},
		{kernel.Wrap, -3, long, long - 3}, {kernel.Wrap, long + 2, long, 2},
		{kernel.Symmetric, -3, long, 2}, {kernel.Symmetric, long + 2, long, long - 3}, {kernel.Symmetric, math.MinInt, 1, 0},
		{kernel.Reflect, math.MaxInt, 1, 0}, {kernel.Edge, math.MinInt, 9, 0}, {kernel.Wrap, math.MinInt, 1, 0},
	} {
		if got := c.mode.Source(c.i, c.n); got != c.want {
			t.Errorf("%v, %d of %d: %d, expected %d", c.mode, c.i, c.n, got, c.want)
		}
	}
}

// TestRun: runs agree with Source, and are as long as possible.
func TestRun(t *testing.T) {
	for _, m := range repeating {
		for n := 1; n <= 6; n++ {
			runs := 0
			for i := -20; i < n+20; runs++ {
				from, step, count := m.Run(i, n)
				if count < 1 {
					t.Fatalf("%v, %d: a run of %d from %d on", m, n, count, i)
				}
				for k := range min(count, n+20-i) {
					if got, want := from+k*step, m.Source(i+k, n); got != want {
						t.Errorf("%v, %d: the run from %d on has %d at %d, expected %d", m, n, i, got, i+k, want)
					}
				}
				i += min(count, n+20-i)
			}
			if most := 3 + 40/max(1, n-1); runs > most {
				t.Errorf("%v, %d: %d runs, expected at most %d", m, n, runs, most)
			}
		}
	}
}

// TestExtend: every slab of the pads is written once, from finished slabs, and is the one that Source names; few moves write many.
func TestExtend(t *testing.T) {
	most := 33
	if testing.Short() {
		most = 12
	}
	for _, m := range repeating {
		for n := 1; n <= 7; n++ {
			for b := range most {
				for e := range most {
					extend(t, m, b, n, e)
				}
			}
			extend(t, m, 1000, n, 3000)
		}
	}
}

func extend(t *testing.T, m kernel.Mode, b, n, e int) {
	t.Helper()
	const missing = -1
	made := make([]int, b+n+e) // which of the n slabs each one is
	for i := range made {
		if made[i] = i - b; i < b || i >= b+n {
			made[i] = missing
		}
	}
	moves := 0
	m.Extend(b, n, e, func(to, from, count int, mirrored bool) {
		moves++
		if count < 1 || min(to, from) < -b || max(to, from)+count > n+e {
			t.Fatalf("%v, %d by %d and %d: move of %d from %d to %d", m, n, b, e, count, from, to)
		}
		was := append([]int(nil), made...) // a move reads only what is finished before it starts
		for i := range count {
			s := from + i
			if mirrored {
				s = from + count - 1 - i
			}
			if was[b+s] == missing || was[b+to+i] != missing {
				t.Fatalf("%v, %d by %d and %d: slab %d is made of %d, which is not finished, or made again", m, n, b, e, to+i, s)
			}
			made[b+to+i] = was[b+s]
		}
	})
	for i, got := range made {
		if want := m.Source(i-b, n); got != want {
			t.Fatalf("%v, %d by %d and %d: slab %d is %d, expected %d", m, n, b, e, i-b, got, want)
		}
	}
	if most := 2 + bits.Len(uint(b)) + bits.Len(uint(e)); moves > most {
		t.Fatalf("%v, %d by %d and %d: %d moves, expected at most %d", m, n, b, e, moves, most)
	}
}
