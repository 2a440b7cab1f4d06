package bench

import (
	"strings"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Workload is one call of Pad.
type Workload struct {
	Name  string // the name, with the shape but without type and mode
	Group string // the name of several workloads whose mean a report shows in one line
	Type  dtype.DType
	Mode  pad.Mode
	Shape []int
	Pads  []int
	Value []byte // one element as raw memory, or the text of a string; nil is zero
}

// String returns the name with the type and the mode, such as conv_1x64x56x56_p1/float/constant.
func (w *Workload) String() string {
	return strings.Join([]string{w.Name, w.Type.String(), w.Mode.String()}, "/")
}

// OutShape returns the shape of the output.
func (w *Workload) OutShape() []int {
	rank := len(w.Shape)
	out := make([]int, rank)
	for i, n := range w.Shape {
		out[i] = n + int(w.Pads[i]) + int(w.Pads[rank+i])
	}
	return out
}

// OutBytes returns the size of the output.
func (w *Workload) OutBytes() int { return w.Type.Units(product(w.OutShape())) * w.Type.Size() }

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
