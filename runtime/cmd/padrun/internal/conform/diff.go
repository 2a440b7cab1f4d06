package conform

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Diff returns an error that says where got first differs from want, bit for bit, or nil if it does not.
func Diff(got, want onnx.Tensor) error {
	if got.DType != want.DType {
		return fmt.Errorf("element type %v, want %v", got.DType, want.DType)
	}
	if err := diffShape(got.Shape, want.Shape); err != nil {
		return err
	}
	gs, _ := got.Data.([]string)
	ws, _ := want.Data.([]string)
	g, _ := got.Bytes()
	w, _ := want.Bytes()
	switch {
	case slices.Equal(gs, ws) && bytes.Equal(g, w):
		return nil
	case len(gs) != len(ws) || len(g) != len(w):
		return fmt.Errorf("%d strings and %d bytes, want %d and %d", len(gs), len(g), len(ws), len(w))
	}
	n, _ := pad.Count(want.Shape)
	for i := range n {
		if a, b := element.Format(got, i, true), element.Format(want, i, true); a != b {
			return fmt.Errorf("at %v (element %d): %s, want %s", position(want.Shape, i), i, a, b)
		}
	}
	return fmt.Errorf("unused bits of the last byte: %#02x, want %#02x", g[len(g)-1], w[len(w)-1])
}

func diffShape(got, want []int) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("shape %v, want %v", got, want)
	}
	return nil
}

// position returns the indices of element i.
func position(shape []int, i int) []int {
	p := make([]int, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		p[a] = i % shape[a]
		i /= shape[a]
	}
	return p
}
