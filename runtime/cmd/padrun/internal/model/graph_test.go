package model

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// TestOutputs: the outputs of all nodes and copies of unaligned memory stay within the room.
func TestOutputs(t *testing.T) {
	chain := graph{
		opsets: map[string]int{"": 25},
		nodes: []node{
			{opType: "Pad", inputs: []string{"x", "p"}, outputs: []string{"z"}},
			{opType: "Pad", inputs: []string{"z", "p"}, outputs: []string{"y"}},
		},
		free:    []string{"x"},
		outputs: []string{"y"},
	}
	aligned, odd := make([]byte, 16), make([]byte, 17)[1:]
	for _, c := range []struct {
		name  string
		x     []byte
		limit int64
		err   string // part of the error, "" for none
	}{
		{"two outputs", aligned, 32, ""},
		{"one output fits", aligned, 31, "the output has 16 bytes, the limit leaves 15 bytes; -max-bytes raises it"},
		{"none fits", aligned, 10, "the output has 16 bytes, the limit leaves 10 bytes; -max-bytes raises it"},
		{"output and copy", odd, 32, ""},
		{"no copy fits", odd, 31, "must be copied, the limit leaves 15; -max-bytes raises it"},
	} {
		chain.room = &memory.Room{Limit: c.limit}
		x := Named{Tensor: onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{2}, Data: c.x}}
		chain.values = map[string]onnx.Tensor{"p": onnx.Int64s(0, 0)}
		err := chain.prepare()
		if err == nil {
			_, err = chain.run([]Named{x})
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q in it, or none if that is empty", c.name, err, c.err)
		}
	}
}
