package kernel

// A Mode selects what the pads hold.
type Mode uint8

// The modes. Constant is the default of the mode attribute.
const (
	Constant  Mode = iota // a given value, constant_value
	Reflect               // the mirrored input, without repeating the edge element
	Edge                  // the nearest element
	Wrap                  // the input again, as if its ends were joined (ONNX opset 19)
	Symmetric             // the mirrored input, starting with the edge element (not in ONNX: domain padgen)
)

// NumModes counts the modes; they are 0 to NumModes-1.
const NumModes = 5

var modeNames = [NumModes]string{"constant", "reflect", "edge", "wrap", "symmetric"}

// String returns the mode as the ONNX attribute writes it.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "invalid"
}

// Source returns the index of the input that index i of an axis repeats, in all modes except constant. Both count from the first of the n
// indices that come from the input; n is 1 or more. This is the only definition of a mode: everything else follows from it.
func (m Mode) Source(i, n int) int {
	if uint(i) < uint(n) {
		return i
	}
	switch m {
	case Reflect:
		period := max(1, 2*uint(n-1)) // may overflow an int of 32 bits
		k := uint(max(i, -i)) % period
		return int(min(k, period-k))
	case Edge:
		return min(max(i, 0), n-1)
	case Wrap:
		if i %= n; i < 0 {
			i += n
		}
		return i
	case Symmetric:
		period := 2 * uint(n)
		k := uint(max(i, -1-i)) % period
		return int(min(k, period-1-k))
	}
	panic("kernel: mode " + m.String() + " repeats no data")
}

// Pads describes the result of [Mode.Source] for the pads next to n indices of the input. Those before the input, from the nearest one
// outwards, repeat the indices Head, Head+Step, Head+2*Step and so on. Those after it mirror that: n-1-Head, n-1-Head-Step and so on.
type Pads struct {
	Head int
	Step int // 1: mirrored, 0: one index again and again, -1: in the order of the input
	Turn int // how many pads on each side follow Head and Step; then they start again or, if mirrored, go back
}

const (
	sample = 8                  // a length at which all modes differ; at 1 all are alike, at 2 reflect and wrap are
	never  = int(^uint(0) >> 1) // the Turn of a mode that does not turn
)

// samples holds the Pads of each mode at length sample.
var samples = func() (all [NumModes]Pads) {
	for m := Constant + 1; m < NumModes; m++ {
		p := Pads{Head: m.Source(-1, sample), Turn: 1}
		p.Step = m.Source(-2, sample) - p.Head
		for p.Turn <= 2*sample && m.Source(-1-p.Turn, sample) == p.Head+p.Turn*p.Step {
			p.Turn++
		}
		if p.Turn > 2*sample {
			p.Turn = never
		}
		all[m] = p
	}
	return all
}()

// Pads describes the pads next to n indices of the input, 1 or more, in any mode except constant.
func (m Mode) Pads(n int) Pads {
	p := &samples[m] // a pointer: a copy would be stored in wide pieces and loaded in narrow ones, which stalls the processor
	head, turn := p.Head, p.Turn
	if head > sample/2 { // Head counts from the end of the input
		head = max(0, head+n-sample)
	}
	if turn != never {
		turn += n - sample
	}
	return Pads{head, p.Step, turn}
}

// InOrder reports whether pads repeat the whole input in its order (wrap). Then an axis inside a padded one can be merged into it.
func (m Mode) InOrder() bool { return samples[m].Step < 0 && samples[m].Turn == sample }

// Run describes the indices of an axis from i on: at least count of them repeat the indices from, from+step, from+2*step and so on of the
// input. Indices are those of [Mode.Source].
func (m Mode) Run(i, n int) (from, step, count int) {
	from = m.Source(i, n)
	switch {
	case uint(i) < uint(n):
		return from, 1, n - i
	case i == -1: // usually the whole pad
		return from, 0, 1
	}
	turn := m.Pads(n).Turn
	if n == 1 {
		turn = never
	}
	if i < 0 {
		count = (-1-i)%turn + 1
	} else {
		count = turn - (i-n)%turn
	}
	if count > 1 {
		step = m.Source(i+1, n) - from
	}
	return from, step, count
}
