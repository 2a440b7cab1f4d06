package python

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

func contestant(t *testing.T, name string) contest.Contestant {
	c, _, err := Contestant(name)
	if err != nil {
		t.Skip(err)
	}
	return c
}

func run(w *bench.Workload, c contest.Contestant) *report.Result {
	return contest.Run(w, []contest.Contestant{contest.InGo()[0], c}, time.Microsecond, 3)[c.Name]
}

// TestLibraries pads in all modes and with some types. Run compares the outputs with the reference; what a library lacks is listed.
func TestLibraries(t *testing.T) {
	image, shape := []int{5, 6, 3}, []int{3, 4, 5}
	all := []bench.Workload{
		{Name: "crop", Type: dtype.TypeFloat32, Shape: shape, Pads: []int{0, -1, 0, -1, 0, 0}},
		{Name: "copy", Type: dtype.TypeFloat32, Shape: shape, Pads: make([]int, 6)},
		{Name: "batch", Type: dtype.TypeFloat32, Mode: pad.Reflect, Shape: []int{2, 3, 4, 5}, Pads: []int{0, 0, 1, 2, 0, 0, 2, 3}},
		{Name: "type", Type: dtype.TypeInt4, Shape: image, Pads: []int{1, 1, 0, 1, 1, 0}},
	}
	for _, mode := range []pad.Mode{pad.Constant, pad.Reflect, pad.Edge, pad.Wrap, pad.Symmetric} {
		all = append(all,
			bench.Workload{Name: "image", Type: dtype.TypeUint8, Mode: mode, Shape: image, Pads: []int{1, 2, 0, 3, 4, 0}, Value: []byte{7}},
			bench.Workload{Name: "mixed", Type: dtype.TypeFloat64, Mode: mode, Shape: shape, Pads: []int{1, -1, 2, -2, 0, 3}})
	}
	lacks := map[string]string{
		report.NumPy:   "type/int4",
		report.OpenCV:  "type/int4 crop copy batch mixed",
		report.PyTorch: "type/int4 /wrap /symmetric image/uint8/reflect image/uint8/edge mixed/double/reflect",
	}
	for name := range libraries {
		t.Run(name, func(t *testing.T) {
			c := contestant(t, name)
			for i := range all {
				w := &all[i]
				want := report.OK
				for _, lack := range strings.Fields(lacks[name]) {
					if strings.Contains(w.String(), lack) {
						want = report.Unsupported
					}
				}
				if r := run(w, c); r.Status != want || want == report.OK && r.Ratio <= 0 {
					t.Errorf("%v: got %+v, expected %s", w, *r, want)
				}
			}
		})
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
		if r := run(w, contestant(t, report.NumPy)); r.Status != want || r.Ratio != 0 || r.Note == "" {
			t.Errorf("%s: got %+v, expected %s", edit, *r, want)
		}
	}
}
