package numpy

import (
	"strings"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

func run(t *testing.T, w *bench.Workload) *report.Result {
	c, _, err := Contestant()
	if err != nil {
		t.Skip(err)
	}
	return contest.Run(w, []contest.Contestant{contest.InGo()[0], c}, time.Microsecond, 3)[report.NumPy]
}

// TestNumPy pads with NumPy in all modes and types that it has. Run compares the outputs with the reference.
func TestNumPy(t *testing.T) {
	shape, pads := []int{3, 4, 5}, []int64{1, -1, 2, -2, 0, 3}
	all := []bench.Workload{
		{Name: "crop", Type: dtype.TypeFloat32, Shape: shape, Pads: []int64{0, -1, -2, -1, 0, -1}},
		{Name: "copy", Type: dtype.TypeFloat32, Shape: shape, Pads: make([]int64, 6)},
	}
	for _, mode := range []pad.Mode{pad.Constant, pad.Reflect, pad.Edge, pad.Wrap, pad.Symmetric} {
		all = append(all, bench.Workload{Name: "mixed", Type: dtype.TypeInt16, Mode: mode, Shape: shape, Pads: pads, Value: []byte{1, 2}})
	}
	for d := range dtype.All().Types() {
		all = append(all, bench.Workload{Name: "type", Type: d, Shape: shape, Pads: []int64{1, 1, 1, 1, 1, 1}, Value: []byte{1}})
	}
	for i := range all {
		w := &all[i]
		want := report.OK
		if !types.Has(w.Type) {
			want = report.Unsupported
		}
		if r := run(t, w); r.Status != want || want == report.OK && r.Ratio <= 0 {
			t.Errorf("%v: got %+v, expected %s", w, *r, want)
		}
	}
}

// TestFaults shows that a wrong output or a process that ends does not get a figure.
func TestFaults(t *testing.T) {
	good := script
	defer func() { script = good }()
	for edit, want := range map[string]report.Status{"np.pad(-x, ": report.Wrong, "(sys.exit(), np.pad)[1](x, ": report.Failed} {
		if script = strings.ReplaceAll(good, "np.pad(x, ", edit); script == good {
			t.Fatal("the script has no np.pad(x, …)")
		}
		w := &bench.Peers()[1]
		if r := run(t, w); r.Status != want || r.Ratio != 0 || r.Note == "" {
			t.Errorf("%s: got %+v, expected %s", edit, *r, want)
		}
	}
}
