package ort

import (
	"os"
	"strings"
	"testing"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// TestTypes holds README's number of element types that ONNX Runtime pads against the library that ORT_LIB names. With
// -v it says why not the others.
func TestTypes(t *testing.T) {
	if os.Getenv(libraryVariable) == "" {
		t.Skipf("%s names no library", libraryVariable)
	}
	if err := load(); err != nil {
		t.Fatal(err)
	}
	// The opsets with a version of Pad that has constants as inputs, and the format version that goes with each.
	opsets := []struct{ opset, irVersion int }{{11, 6}, {13, 7}, {18, 8}, {19, 9}, {21, 10}, {23, 11}, {24, 11}, {25, 12}}
	have := 0
	for d := range dtype.All().Types() {
		work := &bench.Workload{Name: "types", Type: d, Mode: pad.Constant, Shape: []int{1, 1, 4, 4}, Pads: []int{0, 0, 1, 1, 0, 0, 1, 1}}
		var yes []int
		var why error
		for _, v := range opsets {
			o, err := options(1)
			if err != nil {
				t.Fatal(err)
			}
			s, err := ort.NewDynamicAdvancedSessionWithONNXData(padModel(work, v.opset, v.irVersion), []string{"x"}, []string{"y"}, o)
			o.Destroy()
			if err != nil {
				why = err
				continue
			}
			s.Destroy()
			yes = append(yes, v.opset)
		}
		if len(yes) > 0 {
			have++
			t.Logf("%v: opsets %v", d, yes)
		} else {
			t.Logf("%v: %.110s", d, strings.Join(strings.Fields(why.Error()), " "))
		}
	}
	if have != 10 {
		t.Errorf("%d element types have a kernel, README says 10", have)
	}
}
