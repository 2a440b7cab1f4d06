package onnx_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// taker takes numbers off the fuzzer's bytes, zeros when they are used up.
type taker struct{ b []byte }

func (t *taker) byte() byte {
	if len(t.b) == 0 {
		return 0
	}
	v := t.b[0]
	t.b = t.b[1:]
	return v
}

// int takes a small number mostly, sometimes a huge one.
func (t *taker) int() int64 {
	v := int64(int8(t.byte()))
	if v >= 100 || v <= -100 {
		var wide [8]byte
		n := copy(wide[:], t.b)
		t.b = t.b[n:]
		return int64(binary.LittleEndian.Uint64(wide[:]))
	}
	return v % 8
}

// tensor takes a tensor that may fit its shape and type or not.
func (t *taker) tensor() onnx.Tensor {
	x := onnx.Tensor{DType: dtype.DType(t.byte()%30) - 1}
	for range t.byte() % 5 {
		x.Shape = append(x.Shape, int(t.int()))
	}
	units, _ := pad.Count(x.Shape)
	switch t.byte() % 8 {
	case 0:
		return onnx.Tensor{}
	case 1:
		x.Data = make([]byte, t.byte())
	case 2:
		x.Data = make([]float32, t.byte()%9)
	case 3:
		x.Data = [2]int{}
	case 4:
	default: // as it should be
		x.Data = x.DType.NewSlice(x.DType.Units(min(units, 1<<10)))
	}
	switch s := x.Data.(type) {
	case []int64:
		for i := range s {
			s[i] = t.int()
		}
	case []int32:
		for i := range s {
			s[i] = int32(t.int())
		}
	}
	return x
}

// FuzzRun checks that no call panics, and that Run, Plan and InferShape agree on those that are right.
func FuzzRun(f *testing.F) {
	f.Add([]byte{25, 0, 0, 2, 2, 1, 2, 7, 5, 8, 1, 4, 5, 1, 1, 1, 1})
	f.Add([]byte{1, 1, 0, 2, 2, 1, 2, 7, 5})
	f.Add([]byte{onnx.NewestOpset + 2, 6, 0, 2, 2, 1, 2, 7, 5, 8, 1, 4, 5, 1, 1, 1, 1})
	f.Add([]byte("\x13\x03\x02\x04wrap something that is not a case at all"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := &taker{b}
		domain := ""
		opset := int(in.byte()) % (onnx.NewestOpset + 3)
		if opset > onnx.NewestOpset {
			domain, opset = []string{"com.microsoft", "padgen"}[opset-onnx.NewestOpset-1], 1
		}
		op, err := onnx.Options{MaxBytes: 1 << 20}.New(domain, opset, all.Sets()...)
		if err != nil {
			return
		}
		var attrs onnx.Attributes
		if m := int(in.byte()) % 8; m > 0 {
			attrs.Mode = onnx.Mode([]string{"", "constant", "reflect", "edge", "wrap", "symmetric", "Edge"}[m-1])
		}
		if n := in.byte() % 12; n > 0 && domain == "" && opset < 11 {
			pads := make([]int64, n-1)
			for i := range pads {
				pads[i] = in.int()
			}
			if opset == 1 {
				attrs.Paddings = pads
			} else {
				attrs.Pads = pads
			}
		}
		if in.byte()%4 == 1 {
			attrs.Value = onnx.Value(float32(in.int()))
		}
		var inputs []onnx.Tensor
		for range in.byte() % 6 {
			inputs = append(inputs, in.tensor())
		}
		y, err := op.Run(attrs, inputs...)
		shape, inferErr := op.InferShape(attrs, inputs...)
		plan, planErr := op.Plan(attrs, inputs...)
		if err != nil {
			return
		}
		if inferErr != nil || planErr != nil || !slices.Equal(shape, y.Shape) || !slices.Equal(plan.OutputShape(), y.Shape) {
			t.Fatalf("Run: %v, InferShape: %v, %v, Plan: %v", y.Shape, shape, inferErr, planErr)
		}
		z := onnx.Tensor{DType: y.DType, Data: y.DType.NewSlice(plan.OutputLen())}
		if err := plan.Run(z.Data, inputs[0].Data); err != nil {
			t.Fatal(err)
		}
		a, _ := y.Bytes()
		if b, _ := z.Bytes(); !slices.Equal(a, b) {
			t.Fatalf("Run and Plan.Run differ: %x, %x", a, b)
		}
	})
}
