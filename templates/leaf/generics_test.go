package leaf

import (
	"testing"
	"unsafe"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// genericConstant and genericRepeat are the kernels of rank 1 to 3 as they are generated, with type parameters.
func genericConstant[W word](dst, src []W, value W, g *kernel.Geometry) {
	if !g.Check("genericConstant", kernel.Constant, 3, 1, len(dst), len(src)) {
		keptConstant[W](g)
		return
	}
	c := *keptConstant[W](g)
	c.open(g, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), value)
	d, s := g.Start()
	c.planes(g, d, s, g.Axis(2).Ext())
	c.close(len(dst))
}

func genericRepeat[W word](dst, src []W, g *kernel.Geometry) {
	if !g.Check("genericRepeat", kernel.Reflect, 3, 1, len(dst), len(src)) {
		keptRepeat[W](g)
		return
	}
	p := *keptRepeat[W](g)
	p.open(g, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)))
	_, s := g.Start()
	p.block(0, s, g.Axis(2))
	p.close()
}

// BenchmarkGenerics shows why kernels are generated: it compares the same source as instantiated by the Go compiler and by padgen.
// (go test -run '^$' -bench Generics ./templates/leaf; also with -tags purego)
func BenchmarkGenerics(b *testing.B) {
	for _, mode := range []pad.Mode{pad.Constant, pad.Reflect} {
		sideBySide(b, generated.Uint32, "1x3x4x5", mode, []int{1, 3, 4, 5}, []int{0, 0, 1, 3, 0, 0, 2, 4})
		sideBySide(b, generated.Uint32, "rows_4096x7", mode, []int{4096, 7}, []int{0, 1, 0, 1})
		sideBySide(b, generated.Uint32, "conv_64x56x56", mode, []int{64, 56, 56}, []int{0, 1, 1, 0, 1, 1})
		sideBySide(b, generated.Uint8, "maps_512x7x7_uint8", mode, []int{512, 7, 7}, []int{0, 1, 1, 0, 1, 1})
		sideBySide(b, generated.Uint8, "nhwc_224x224x3_uint8", mode, []int{224, 224, 3}, []int{1, 1, 0, 1, 1, 0})
	}
}

func sideBySide[W word](b *testing.B, emitted *kernel.Set[W], name string, mode pad.Mode, shape []int, pads []int) {
	generic := kernel.Set[W]{Name: emitted.Name, GoName: emitted.GoName, PerUnit: 1}
	generic.Constant[2], generic.Repeat[kernel.Reflect][2] = genericConstant[W], genericRepeat[W]
	for i, set := range []*kernel.Set[W]{&generic, emitted} {
		b.Run(name+"/"+mode.String()+"/by="+[]string{"generic", "emitted"}[i], func(b *testing.B) {
			plan, err := pad.NewPlan(set, pad.Params[W]{Shape: shape, Pads: pads, Mode: mode, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			dst, src := make([]W, plan.OutputLen()), make([]W, plan.InputLen())
			b.ReportAllocs()
			for b.Loop() {
				if err := plan.Run(dst, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
