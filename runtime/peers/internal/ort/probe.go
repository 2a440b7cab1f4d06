package ort

import (
	"fmt"
	"io"
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// opsets are those with a version of Pad that has constants as inputs, and the format version that goes with each.
var opsets = []struct{ opset, irVersion int }{{11, 6}, {13, 7}, {18, 8}, {19, 9}, {21, 10}, {23, 11}, {24, 11}, {25, 12}}

// Probe prints for which element types the library has a kernel of Pad, by opset, and why not for the others.
func Probe(w io.Writer) error {
	fmt.Fprintln(w, "opsets for which ONNX Runtime makes a session of Pad, mode constant:")
	for d := range dtype.All().Types() {
		work := &bench.Workload{Name: "probe", Type: d, Mode: pad.Constant, Shape: []int{1, 1, 4, 4}, Pads: []int64{0, 0, 1, 1, 0, 0, 1, 1}}
		var yes []string
		var why error
		for _, v := range opsets {
			o, err := options(1)
			if err != nil {
				return err
			}
			s, err := ort.NewDynamicAdvancedSessionWithONNXData(padModel(work, v.opset, v.irVersion), []string{"x"}, []string{"y"}, o)
			o.Destroy()
			if err != nil {
				why = err
				continue
			}
			s.Destroy()
			yes = append(yes, fmt.Sprint(v.opset))
		}
		if len(yes) == 0 {
			fmt.Fprintf(w, "  %-16s none: %.110s\n", d, strings.Join(strings.Fields(why.Error()), " "))
			continue
		}
		fmt.Fprintf(w, "  %-16s %s\n", d, strings.Join(yes, " "))
	}
	return nil
}
