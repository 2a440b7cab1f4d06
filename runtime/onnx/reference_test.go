package onnx_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// reference is Pad by its definition, one output element at a time, with the modes of [padtest.SourceIndex]. From holds for each the index
// of the input element, -1 for the constant. It knows no type, and is called with pads for all axes that are legal and small.
func reference(mode pad.Mode, shape []int, pads []int64) (out, from []int) {
	rank, n := len(shape), 1
	for i, d := range shape {
		out = append(out, d+int(pads[i]+pads[rank+i]))
		n *= out[i]
	}
	for o := range n {
		src, step := 0, 1
		for i := rank - 1; i >= 0; i-- {
			k, ok := padtest.SourceIndex(mode, shape[i], int(pads[i]), int(pads[rank+i]), o%out[i])
			o /= out[i]
			if !ok {
				src = -1
				break
			}
			src += k * step
			step *= shape[i]
		}
		from = append(from, src)
	}
	return out, from
}

// elements returns the bits of each element, or the strings.
func elements(t *testing.T, x onnx.Tensor) []string {
	t.Helper()
	if s, ok := x.Data.([]string); ok {
		return s
	}
	b, ok := x.Bytes()
	if !ok {
		t.Fatalf("no memory in %T of %v", x.Data, x.DType)
	}
	n := 1
	for _, d := range x.Shape {
		n *= d
	}
	var list []string
	for i := range n {
		if per := x.DType.PerUnit(); per > 1 {
			list = append(list, fmt.Sprintf("%x", b[i/per]>>(i%per*x.DType.Bits())&(1<<x.DType.Bits()-1)))
		} else {
			list = append(list, fmt.Sprintf("%x", b[i*x.DType.Size():][:x.DType.Size()]))
		}
	}
	return list
}

// random returns a tensor of any bits, NaNs and non-canonical bools among them.
func random(t *testing.T, rng *rand.Rand, d dtype.DType, shape ...int) onnx.Tensor {
	t.Helper()
	x, err := onnx.NewTensor(d, shape...)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := x.Data.([]string); ok {
		for i := range s {
			s[i] = fmt.Sprint("s", rng.IntN(1000))
		}
		return x
	}
	b, _ := x.Bytes()
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return x
}

// allows returns the newest version of ai.onnx that allows a type in a mode, or that of another domain, or nil if there is none.
func allows(t *testing.T, d dtype.DType, m pad.Mode) *onnx.Op {
	t.Helper()
	var newest *onnx.Schema
	for i, s := range onnx.Schemas {
		if s.Unsupported == "" && s.DataTypes.Has(d) && slices.Contains(s.Modes, m) && (newest == nil || s.Domain == newest.Domain) {
			newest = &onnx.Schemas[i]
		}
	}
	if newest == nil {
		return nil
	}
	op, err := all.Lookup(newest.Domain, newest.SinceVersion)
	if err != nil {
		t.Fatalf("%v: %v", d, err)
	}
	return op
}

// forms returns x typed, raw, and raw at an odd address.
func forms(x onnx.Tensor) map[string]onnx.Tensor {
	m := map[string]onnx.Tensor{"typed": x}
	if b, ok := x.Bytes(); ok {
		raw, odd := x, x
		raw.Data = slices.Clone(b)
		odd.Data = append(make([]byte, 1, len(b)+1), b...)[1:]
		m["raw"], m["odd"] = raw, odd
	}
	return m
}

func TestAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		shape []int
		pads  []int64
	}{
		{[]int{}, []int64{}},
		{[]int{5}, []int64{7, 9}},
		{[]int{5}, []int64{-2, 4}},
		{[]int{3, 4}, []int64{1, 2, 3, 0}},
		{[]int{3, 4}, []int64{-1, 9, 2, -1}},
		{[]int{1, 3}, []int64{2, 1, 1, 1}},
		{[]int{2, 3, 2, 5}, []int64{0, 1, 0, 2, 1, 0, 1, 3}},
		{[]int{1, 2, 1, 2, 1, 2, 1, 2, 2}, []int64{1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2, 1}},
		{[]int{0, 3}, []int64{0, 1, 0, 1}},
	} {
		for d := range dtype.All().Types() {
			for m := range pad.Mode(kernel.NumModes) {
				op := allows(t, d, m)
				if op == nil {
					continue // no version has both
				}
				name := fmt.Sprintf("%v %v %v %v", d, m, c.shape, c.pads)
				x, value := random(t, rng, d, c.shape...), random(t, rng, d)
				shape, from := reference(m, c.shape, c.pads)
				data, fill := elements(t, x), elements(t, value)[0]
				var want []string
				for _, i := range from {
					if i < 0 {
						want = append(want, fill)
					} else {
						want = append(want, data[i])
					}
				}
				attrs := onnx.Attributes{Mode: onnx.Mode(m.String())}
				for form, x := range forms(x) {
					v := forms(value)[form]
					inputs := []onnx.Tensor{x, int64s(c.pads...), v}
					y, err := op.Run(attrs, inputs...)
					if err != nil {
						t.Fatalf("%s, %s: %v", name, form, err)
					}
					compare(t, name+", "+form, y, d, shape, want)
					if _, raw := y.Data.([]byte); raw != (form != "typed") && d != dtype.TypeUint8 {
						t.Errorf("%s, %s: the output's Data is a %T", name, form, y.Data)
					}
					inferred, err := op.InferShape(attrs, inputs...)
					if err != nil || !slices.Equal(inferred, shape) {
						t.Errorf("%s: inferred %v, %v, want %v", name, inferred, err, shape)
					}
					y = planned(t, op, attrs, inputs, form)
					compare(t, name+", plan, "+form, y, d, shape, want)
				}
			}
		}
	}
}

// planned runs the call through a plan made without data, into a buffer of the given form that is not zero.
func planned(t *testing.T, op *onnx.Op, attrs onnx.Attributes, inputs []onnx.Tensor, form string) onnx.Tensor {
	t.Helper()
	bound := slices.Clone(inputs)
	bound[0].Data = nil
	plan, err := op.Plan(attrs, bound...)
	if err != nil {
		t.Fatal(err)
	}
	y := forms(random(t, rand.New(rand.NewPCG(1, 1)), plan.DType(), plan.OutputShape()...))[form]
	if err := plan.Run(y.Data, inputs[0].Data); err != nil {
		t.Fatal(err)
	}
	return y
}

func compare(t *testing.T, name string, y onnx.Tensor, d dtype.DType, shape []int, want []string) {
	t.Helper()
	if y.DType != d || !slices.Equal(y.Shape, shape) {
		t.Fatalf("%s: %v%v, want %v%v", name, y.DType, y.Shape, d, shape)
	}
	got := elements(t, y)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: element %d is %s, want %s", name, i, got[i], want[i])
		}
	}
	if per := d.PerUnit(); per > 1 && len(want)%per != 0 {
		b, _ := y.Bytes()
		if unused := b[len(b)-1] >> (len(want) % per * d.Bits()); unused != 0 {
			t.Errorf("%s: unused bits of the last byte are %#x", name, unused)
		}
	}
}
