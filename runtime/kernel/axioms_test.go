package kernel_test

import "testing"

// source is the Mode.Source of a mode.
type source func(i, n int) int

// axioms are what kernels, regions and Feeds assume about a mode, at n indices of the input. The first one that does not hold is why a mode
// cannot be added as one more case of Source.
var axioms = []struct {
	says  string
	holds func(s source, n int) bool
}{
	{"an index of data repeats itself", func(s source, n int) bool {
		return all(0, n, func(i int) bool { return s(i, n) == i })
	}},
	{"the pads behind data mirror those before it", func(s source, n int) bool {
		return all(-4*n, 0, func(i int) bool { return s(n-1-i, n) == n-1-s(i, n) })
	}},
	{"pads repeat one index, or go through data one by one and then start anew or go back", func(s source, n int) bool {
		head, step := s(-1, n), s(-2, n)-s(-1, n)
		turn := 1
		for turn < 4*n && s(-1-turn, n) == head+turn*step {
			turn++
		}
		return n < 3 || step >= -1 && step <= 1 && all(0, 4*n, func(j int) bool {
			switch {
			case turn == 4*n:
				return step == 0
			case step < 0:
				return s(-1-turn-j, n) == s(-1-j, n)
			}
			return step > 0 && s(-1-turn-j, n) == n-1-s(-1-j, n)
		})
	}},
	{"a range of an axis is a Pad of one run of data, mirrored or not, or of two in order", func(s source, n int) bool {
		return n > 4 || all(-2*n, 2*n, func(from int) bool {
			return all(1, 2*n, func(count int) bool { return isPad(s, n, from, count) })
		})
	}},
}

func all(from, to int, holds func(i int) bool) bool {
	for i := from; i < to; i++ {
		if !holds(i) {
			return false
		}
	}
	return true
}

// isPad reports whether count indices from an index on are a Pad of runs of the input.
func isPad(s source, n, from, count int) bool {
	repeats := func(list []int) bool {
		fits := func(begin int) bool {
			return all(0, count, func(o int) bool { return list[s(o-begin, len(list))] == s(from+o, n) })
		}
		return !all(0, count+1, func(begin int) bool { return !fits(begin) })
	}
	var runs [][]int
	for a := range n {
		for b := a + 1; b <= n; b++ {
			var run, mirrored []int
			for i := a; i < b; i++ {
				run, mirrored = append(run, i), append([]int{i}, mirrored...)
			}
			if repeats(run) || repeats(mirrored) {
				return true
			}
			runs = append(runs, run)
		}
	}
	for _, r := range runs {
		for _, o := range runs {
			if repeats(append(append([]int{}, r...), o...)) {
				return true
			}
		}
	}
	return false
}

// TestAxioms checks every mode against them, and some functions that are not modes.
func TestAxioms(t *testing.T) {
	modulo := func(i, n int) int { return (i%n + n) % n }
	none := map[string]source{
		axioms[0].says: func(i, n int) int { return modulo(i+1, n) },
		axioms[1].says: func(i, n int) int { // edge before, wrap after
			return modulo(max(i, 0), n)
		},
		axioms[2].says: func(i, n int) int { // every second index
			switch {
			case i < 0:
				return modulo(2*i, n)
			case i >= n:
				return n - 1 - modulo(2*(n-1-i), n)
			}
			return i
		},
		axioms[3].says: func(i, n int) int { // the far end
			switch {
			case i < 0:
				return n - 1
			case i >= n:
				return 0
			}
			return i
		},
	}
	check := func(name string, s source, want string) {
		t.Helper()
		broken := ""
		for _, a := range axioms {
			if broken == "" && !all(1, 9, func(n int) bool { return a.holds(s, n) }) {
				broken = a.says
			}
		}
		if broken != want {
			t.Errorf("mode %s cannot be added: %q does not hold, expected %q", name, broken, want)
		}
	}
	for says, s := range none {
		check("invented", s, says)
	}
	check("closed", func(i, n int) int { // wrap, as if the ends of the input were one index
		switch {
		case i >= 0 && i < n || n == 1:
			return max(0, min(i, n-1))
		case i >= n:
			return n - 1 - modulo(n-1-i, n-1)
		}
		return modulo(i, n-1)
	}, "")
	for _, m := range repeating {
		check(m.String(), m.Source, "")
	}
}

// TestInOrder: in such a mode, the pads of whole blocks consist of whole blocks.
func TestInOrder(t *testing.T) {
	const block = 3
	for _, m := range repeating {
		inBlocks := all(1, 7, func(n int) bool {
			return all(-30*n, 30*n, func(at int) bool {
				return all(0, block, func(i int) bool { return m.Source(at*block+i, n*block) == m.Source(at, n)*block+i })
			})
		})
		if m.InOrder() != inBlocks {
			t.Errorf("%v: InOrder is %t, expected %t", m, m.InOrder(), inBlocks)
		}
	}
}
