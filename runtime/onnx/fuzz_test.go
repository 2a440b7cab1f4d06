package onnx_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// source returns random numbers: first the fuzzer's bytes, one for each number, and then others.
type source struct {
	b    []byte
	then rand.PCG
}

func (s *source) Uint64() uint64 {
	if len(s.b) == 0 {
		return s.then.Uint64()
	}
	v := uint64(s.b[0])
	s.b = s.b[1:]
	return v * 0x0101010101010101
}

// spoil changes an input so that it may no longer match the others, or be invalid.
func spoil(rng *rand.Rand, x *onnx.Tensor) {
	sizes := []int{-1, 0, 1, 3, 1 << 20, math.MaxInt, math.MinInt}
	switch rng.IntN(6) {
	case 0:
		*x = onnx.Tensor{}
	case 1:
		x.DType = dtype.DType(rng.IntN(30) - 1)
	case 2:
		x.Shape = append(slices.Clone(x.Shape), pick(rng, sizes))
	case 3:
		if x.Shape = slices.Clone(x.Shape); len(x.Shape) > 0 {
			x.Shape[rng.IntN(len(x.Shape))] = pick(rng, sizes)
		}
	case 4:
		if list, ok := x.Data.([]int64); ok && len(list) > 0 {
			list = slices.Clone(list)
			list[rng.IntN(len(list))] = pick(rng, []int64{-1, 1 << 33, math.MaxInt64, math.MinInt64})
			x.Data = list
		}
	default:
		x.Data = pick(rng, []any{nil, []byte(nil), make([]byte, 8), make([]float32, 3), []string{"a"}, [2]int{}})
	}
}

// FuzzRun compares a node with the reference. Then it spoils inputs: no call panics, and Run, Plan and InferShape agree on
// those that are valid.
func FuzzRun(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("one byte decides: version, type, mode, shape, pads, axes, value, form, way"))
	f.Fuzz(func(t *testing.T, b []byte) {
		rng := rand.New(&source{b: b})
		n := draw(rng)
		if _, err := n.run(heap{}); err != nil {
			line, _ := json.Marshal(n)
			t.Fatalf("%v, to keep in testdata/nodes.jsonl:\n%s", err, line)
		}
		c, err := n.call(heap{})
		if c.limit = 1 << 20; err != nil || c.setOp() != nil {
			t.Fatal(err)
		}
		for range rng.IntN(4) {
			spoil(rng, &c.inputs[rng.IntN(len(c.inputs))])
		}
		y, err := c.op.Run(c.attrs, c.inputs...)
		shape, inferErr := c.op.InferShape(c.attrs, c.inputs...)
		plan, planErr := c.op.Plan(c.attrs, c.inputs...)
		if err != nil {
			return
		}
		if inferErr != nil || planErr != nil || !slices.Equal(shape, y.Shape) || !slices.Equal(plan.OutputShape(), y.Shape) {
			t.Fatalf("Run: %v, InferShape: %v, %v, Plan: %v", y.Shape, shape, inferErr, planErr)
		}
		n.Type = y.DType.String() // also spoiled
		dst := y.DType.NewSlice(plan.OutputLen())
		if err := plan.Run(dst, c.inputs[0].Data); err != nil {
			t.Fatal(err)
		}
		if d := n.difference(dst, y.Data); d != "" {
			t.Fatalf("Run and Plan.Run differ: %s", d)
		}
	})
}
