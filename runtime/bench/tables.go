package bench

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// The modes of ONNX, and those whose pads come from the input.
var (
	allModes  = []pad.Mode{pad.Constant, pad.Reflect, pad.Edge, pad.Wrap}
	fromInput = allModes[1:]
)

type table []Workload

func (t *table) add(name string, d dtype.DType, shape []int, pads []int, modes ...pad.Mode) {
	for _, m := range modes {
		*t = append(*t, Workload{Name: name, Type: d, Mode: m, Shape: shape, Pads: pads})
	}
}

// value gives the last n workloads a constant value.
func (t *table) value(n int, v []byte) {
	for i := range n {
		(*t)[len(*t)-1-i].Value = v
	}
}

// around pads the last n axes of rank by p on each side.
func around(rank, n int, p int) []int {
	pads := make([]int, 2*rank)
	for i := rank - n; i < rank; i++ {
		pads[i], pads[rank+i] = p, p
	}
	return pads
}

// Peers returns the 58 workloads for comparing padgen with others. The last 12 have long pads or pixels of a few bytes.
func Peers() []Workload {
	const f32 = dtype.TypeFloat32
	three := allModes[:3]
	var t table
	t.add("tiny_1x3x4x5", f32, []int{1, 3, 4, 5}, []int{0, 0, 1, 3, 0, 0, 2, 4}, allModes...)
	t.value(4, binary.LittleEndian.AppendUint32(nil, math.Float32bits(1.2)))
	conv := []int{1, 64, 56, 56}
	t.add("conv_1x64x56x56_p1", f32, conv, around(4, 2, 1), allModes...)
	t.add("img_1x3x224x224_p3", f32, []int{1, 3, 224, 224}, around(4, 2, 3), allModes...)
	t.add("large_32x64x112x112_p1", f32, []int{32, 64, 112, 112}, around(4, 2, 1), three...)
	nhwc := []int{0, 1, 1, 0, 0, 1, 1, 0}
	t.add("nhwc_1x224x224x3_p1", f32, []int{1, 224, 224, 3}, nhwc, three...)
	t.add("nhwc_1x224x224x3_p1", dtype.TypeUint8, []int{1, 224, 224, 3}, nhwc, three[:2]...)
	t.add("audio_1x1x480000_p512", f32, []int{1, 1, 480000}, around(3, 1, 512), pad.Reflect)
	t.add("tokens_64x128to512", dtype.TypeInt64, []int{64, 128}, []int{0, 0, 0, 384}, pad.Constant)
	for _, d := range []dtype.DType{dtype.TypeFloat16, dtype.TypeUint16} {
		t.add("seq_8x512to1024x768", d, []int{8, 512, 768}, []int{0, 0, 0, 0, 512, 0}, pad.Constant)
	}
	t.add("vol_1x1x128x128x128_p2", f32, []int{1, 1, 128, 128, 128}, around(5, 3, 2), allModes...)
	t.add("chan_1x3to4x224x224", f32, []int{1, 3, 224, 224}, []int{0, 0, 0, 0, 0, 1, 0, 0}, pad.Constant)
	t.add("crop_1x64x66x66to56", f32, []int{1, 64, 66, 66}, around(4, 2, -5), pad.Constant)
	t.add("rows_4096x7_p1", f32, []int{4096, 7}, around(2, 1, 1), three...)
	t.add("rank6_2x3x4x5x6x7_p1", f32, []int{2, 3, 4, 5, 6, 7}, around(6, 6, 1), allModes...)
	for _, d := range []dtype.DType{dtype.TypeUint8, dtype.TypeInt8} {
		t.add("letterbox_1x3x360x640", d, []int{1, 3, 360, 640}, []int{0, 0, 140, 0, 0, 0, 140, 0}, pad.Constant)
		t.value(1, []byte{114})
	}
	for _, d := range []dtype.DType{dtype.TypeFloat64, dtype.TypeComplex128, dtype.TypeBool, dtype.TypeFloat16} {
		t.add("conv_1x64x56x56_p1", d, conv, around(4, 2, 1), pad.Constant)
	}
	t.add("big4_16x32x64x64_p4", f32, []int{16, 32, 64, 64}, around(4, 4, 4), fromInput...)

	pixels := func(name string, d dtype.DType, h, w, channels, p int, modes ...pad.Mode) {
		t.add(fmt.Sprintf("%s_%dx%dx%d_p%d", name, h, w, channels, p), d, []int{h, w, channels}, []int{p, p, 0, p, p, 0}, modes...)
	}
	const u8 = dtype.TypeUint8
	pixels("photo", u8, 1000, 1500, 3, 300, fromInput...)
	pixels("tile", u8, 256, 256, 3, 32, pad.Reflect)
	pixels("tile", u8, 256, 256, 3, 12, pad.Reflect)
	pixels("img", f32, 512, 512, 3, 64, pad.Reflect)
	pixels("img", dtype.TypeUint16, 512, 512, 3, 64, pad.Reflect)
	pixels("img", u8, 512, 512, 4, 64, pad.Reflect)
	t.add("hd_3x720x1280_p300", f32, []int{3, 720, 1280}, around(3, 2, 300), pad.Reflect)
	t.add("rows_65536x1_p3", f32, []int{65536, 1}, around(2, 1, 3), pad.Edge)
	t.add("img_3x512x512_p64", u8, []int{3, 512, 512}, around(3, 2, 64), pad.Reflect)
	t.add("audio_480000x2_p4096", f32, []int{480000, 2}, []int{4096, 0, 4096, 0}, pad.Reflect)
	return t
}

// Short returns workloads with short rows or narrow elements, for which Pad is furthest from memcpy.
func Short() []Workload {
	var t table
	narrow := []dtype.DType{dtype.TypeFloat16, dtype.TypeUint8, dtype.TypeInt8}
	for _, m := range []struct{ channels, side int }{{512, 7}, {256, 14}, {128, 28}} {
		name := fmt.Sprintf("map_1x%dx%dx%d_p1", m.channels, m.side, m.side)
		shape := []int{1, m.channels, m.side, m.side}
		t.add(name, dtype.TypeFloat32, shape, around(4, 2, 1), allModes...)
		for _, d := range narrow {
			t.add(name, d, shape, around(4, 2, 1), pad.Constant, pad.Reflect)
		}
	}
	for _, n := range []int{3, 5, 11, 15, 16, 23, 31} {
		t.add(fmt.Sprintf("rows_4096x%d_p1", n), dtype.TypeFloat32, []int{4096, n}, around(2, 1, 1), pad.Constant, pad.Reflect)
	}
	t.add("rows_4096x1_p1", dtype.TypeUint8, []int{4096, 1}, around(2, 1, 1), fromInput...)
	t.add("rows_4096x2_p2", dtype.TypeUint8, []int{4096, 2}, around(2, 1, 2), fromInput...)
	for _, d := range append(narrow, dtype.TypeInt32, dtype.TypeInt64, dtype.TypeFloat64) {
		t.add("rows_4096x7_p1", d, []int{4096, 7}, around(2, 1, 1), pad.Constant, pad.Reflect, pad.Edge)
	}
	for _, d := range []dtype.DType{dtype.TypeUint8, dtype.TypeFloat16} {
		t.add("conv_1x64x56x56_p1", d, []int{1, 64, 56, 56}, around(4, 2, 1), fromInput...)
		t.add("img_1x3x224x224_p3", d, []int{1, 3, 224, 224}, around(4, 2, 3), pad.Constant, pad.Reflect)
		t.add("img_1x3x224x224_p16", d, []int{1, 3, 224, 224}, around(4, 2, 16), fromInput...)
	}
	t.add("img_1x3x224x224_p3", dtype.TypeFloat32, []int{1, 3, 224, 224}, around(4, 2, 3), pad.Symmetric)
	t.add("tile_256x256x3_p32", dtype.TypeUint8, []int{256, 256, 3}, []int{32, 32, 0, 32, 32, 0}, pad.Symmetric)
	t.add("crop_1x64x16x16to14", dtype.TypeFloat32, []int{1, 64, 16, 16}, around(4, 2, -1), pad.Constant)
	t.add("causal_8x64x128_p2", dtype.TypeFloat32, []int{8, 64, 128}, []int{0, 0, 2, 0, 0, 0}, pad.Constant, pad.Edge)
	return t
}

// Types returns two workloads in two modes for each element type: one whose rows start at whole bytes even for packed
// types, and one with rows of odd width. For packed types it also returns long rows of odd width, more short rows, and
// small maps.
func Types() []Workload {
	var t table
	for d := range dtype.All().Types() {
		t.add("even_32x56x56_p4", d, []int{32, 56, 56}, around(3, 2, 4), pad.Constant, pad.Reflect)
		t.add("odd_32x55x55_p1", d, []int{32, 55, 55}, around(3, 2, 1), pad.Constant, pad.Reflect)
		t.value(4, []byte{1})
		if d.PerUnit() > 1 {
			t.add("odd_446x225_p1", d, []int{446, 225}, around(2, 2, 1), pad.Constant, pad.Reflect)
			t.add("odd_256x55x55_p1", d, []int{256, 55, 55}, around(3, 2, 1), pad.Constant, pad.Reflect)
			t.add("map_512x7x7_p1", d, []int{512, 7, 7}, around(3, 2, 1), pad.Constant, pad.Reflect)
			t.value(6, []byte{1})
		}
	}
	return t
}

// Ranks returns workloads of rank 1 to 9 that are padded on all axes. There is no kernel for the last rank.
func Ranks() []Workload {
	var t table
	for i, side := range []int{65536, 256, 40, 16, 9, 6, 4, 3, 2} {
		shape := make([]int, i+1)
		for a := range shape {
			shape[a] = side
		}
		t.add(fmt.Sprintf("rank%d_%d_p1", len(shape), side), dtype.TypeFloat32, shape, around(len(shape), len(shape), 1), pad.Constant, pad.Edge)
	}
	return t
}
