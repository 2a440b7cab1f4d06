package pad_test

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// TestPadMemory: the output of Pad does not depend on what its memory held before. Only the gaps of an output must be cleared.
func TestPadMemory(t *testing.T) {
	const n = 300
	src := bytes.Repeat([]uint8{1}, n*n)
	for _, strides := range [][]int{nil, {n + 7, 1}} {
		params := pad.Params[uint8]{Shape: []int{n, n}, Pads: []int{1, 2, 1, 2}, Value: 1, DstStrides: strides}
		for range 20 {
			for range 4 { // garbage of the same size
				b := bytes.Repeat([]uint8{0xFF}, (n+2)*(n+7))
				runtime.KeepAlive(&b)
			}
			runtime.GC()
			out, _, err := pad.Pad(generated.Uint8, src, params)
			if err != nil {
				t.Fatal(err)
			}
			want := bytes.Repeat([]uint8{1}, len(out))
			for at := n + 4; strides != nil && at < len(out); at += strides[0] {
				copy(want[at:], []uint8{0, 0, 0})
			}
			if !slices.Equal(out, want) {
				t.Fatalf("strides %v: %d bytes are 0xFF, and %d are 0", strides, bytes.Count(out, []byte{0xFF}), bytes.Count(out, []byte{0}))
			}
		}
	}
}
