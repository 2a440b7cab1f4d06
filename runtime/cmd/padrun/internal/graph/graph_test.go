package graph

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// TestRoom: the outputs of all nodes and copies of memory that is not aligned stay within the room.
func TestRoom(t *testing.T) {
	chain := &onnxpb.Model{Opsets: map[string]int{"": 25}, Graph: onnxpb.Graph{
		Nodes: []onnxpb.Node{
			{OpType: "Pad", Inputs: []string{"x", "p"}, Outputs: []string{"z"}},
			{OpType: "Pad", Inputs: []string{"z", "p"}, Outputs: []string{"y"}},
		},
		Initializers: []onnxpb.Named{{Name: "p", Tensor: onnx.Int64s(0, 0)}},
		Inputs:       []string{"x"},
		Outputs:      []string{"y"},
	}}
	aligned, odd := make([]byte, 16), make([]byte, 17)[1:]
	for _, c := range []struct {
		name  string
		x     []byte
		limit int64
		err   string // in it, "" for none
	}{
		{"two outputs", aligned, 32, ""},
		{"one output fits", aligned, 31, "the output has 16 bytes, the limit leaves 15; -max-bytes raises it"},
		{"none fits", aligned, 10, "the output has 16 bytes, the limit leaves 10; -max-bytes raises it"},
		{"output and copy", odd, 32, ""},
		{"no copy fits", odd, 31, "must be copied, the limit leaves 15; -max-bytes raises it"},
	} {
		x := onnxpb.Named{Tensor: onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{2}, Data: c.x}}
		_, err := Run(&memory.Room{Limit: c.limit}, chain, []onnxpb.Named{x}, onnx.Options{})
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q in it, or none if that is empty", c.name, err, c.err)
		}
	}
}
