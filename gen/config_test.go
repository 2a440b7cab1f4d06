package gen_test

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

// TestMeanings: the modes of an opset are what its names of modes mean.
func TestMeanings(t *testing.T) {
	table := spectest.Published(t) // reflect means symmetric at opset 28
	table.Schema("ai.onnx/Pad-25").Meanings = map[string]string{spec.Reflect: spec.Symmetric}
	for opset, want := range map[int]string{24: "constant reflect edge wrap", 28: "constant edge wrap symmetric", 0: "constant reflect edge wrap symmetric"} {
		p, err := gen.NewPlan(table, gen.Config{Opset: opset})
		if err != nil || strings.Join(p.Modes, " ") != want || opset != 0 && len(p.Kernels) != len(p.Types)*4*gen.MaxRank {
			t.Errorf("opset %d: %d kernels of %v (%v), expected modes %s", opset, len(p.Kernels), p.Modes, err, want)
		}
	}
}
