package leaf

import (
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// genericConstant and genericRepeat are the kernels of rank 1 to 3 as they are generated, with type parameters.
func genericConstant[W word](dst, src []W, value W, g *kernel.Geometry) {
	if !g.Check("genericConstant", kernel.Constant, 3, len(dst), len(src)) {
		return
	}
	c := constant[W]{dst: unsafe.Pointer(unsafe.SliceData(dst)), src: unsafe.Pointer(unsafe.SliceData(src))}
	c.open(g, value)
	c.planes(g.Lead(), g.SrcOff(), g.Axis(2).Ext())
	c.close()
}

func genericRepeat[W word](dst, src []W, g *kernel.Geometry) {
	if !g.Check("genericRepeat", kernel.Reflect, 3, len(dst), len(src)) {
		return
	}
	p := repeat[W]{dst: unsafe.Pointer(unsafe.SliceData(dst)), src: unsafe.Pointer(unsafe.SliceData(src))}
	p.open(g)
	p.block(0, g.SrcOff(), g.Axis(2))
	p.close()
}

// rank3 is a set of these two kernels.
func rank3[W word](like *kernel.Set[W], constant kernel.ConstantFunc[W], reflect kernel.Func[W]) *kernel.Set[W] {
	s := &kernel.Set[W]{Name: like.Name, GoName: like.GoName, PerUnit: 1}
	s.Constant[2], s.Repeat[kernel.Reflect][2] = constant, reflect
	return s
}

// BenchmarkGenerics is why kernels are generated: the same source as the Go compiler makes it from type parameters, and as padgen does. Both
// run in turns; x/emitted is the median of the ratios. (go test -run '^$' -bench Generics ./templates/leaf; also with -tags purego)
func BenchmarkGenerics(b *testing.B) {
	u8 := [2]*kernel.Set[uint8]{
		rank3(&generated.Uint8, genericConstant[uint8], genericRepeat[uint8]),
		rank3(&generated.Uint8, generated.ConstantUint8Rank3, generated.ReflectUint8Rank3),
	}
	u32 := [2]*kernel.Set[uint32]{
		rank3(&generated.Uint32, genericConstant[uint32], genericRepeat[uint32]),
		rank3(&generated.Uint32, generated.ConstantUint32Rank3, generated.ReflectUint32Rank3),
	}
	for _, mode := range []pad.Mode{pad.Constant, pad.Reflect} {
		b.Run("1x3x4x5/"+mode.String(), func(b *testing.B) { sideBySide(b, u32, mode, []int{1, 3, 4, 5}, []int64{0, 0, 1, 3, 0, 0, 2, 4}) })
		b.Run("rows_4096x7/"+mode.String(), func(b *testing.B) { sideBySide(b, u32, mode, []int{4096, 7}, []int64{0, 1, 0, 1}) })
		b.Run("conv_64x56x56/"+mode.String(), func(b *testing.B) { sideBySide(b, u32, mode, []int{64, 56, 56}, []int64{0, 1, 1, 0, 1, 1}) })
		b.Run("maps_512x7x7_uint8/"+mode.String(), func(b *testing.B) { sideBySide(b, u8, mode, []int{512, 7, 7}, []int64{0, 1, 1, 0, 1, 1}) })
		b.Run("nhwc_224x224x3_uint8/"+mode.String(), func(b *testing.B) { sideBySide(b, u8, mode, []int{224, 224, 3}, []int64{1, 1, 0, 1, 1, 0}) })
	}
}

func sideBySide[W word](b *testing.B, sets [2]*kernel.Set[W], mode pad.Mode, shape []int, pads []int64) {
	var run [2]func()
	var dst [2][]W
	for i, set := range sets {
		plan, err := pad.NewPlan(set, pad.Params[W]{Shape: shape, Pads: pads, Mode: mode, Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		n := 1
		for _, d := range shape {
			n *= d
		}
		src := make([]W, n)
		for j := range src {
			*(*byte)(unsafe.Pointer(&src[j])) = byte(j % 251)
		}
		dst[i] = make([]W, plan.OutputLen())
		run[i] = func() {
			if err := plan.Run(dst[i], src); err != nil {
				b.Fatal(err)
			}
		}
		run[i]()
	}
	if !slices.Equal(dst[0], dst[1]) {
		b.Fatal("the outputs differ")
	}
	calls := 1 + 1<<20/(len(dst[0])*sizeOf[W]())
	var ns [2][]float64
	var ratios []float64
	for b.Loop() {
		for i := range run {
			start := time.Now()
			for range calls {
				run[i]()
			}
			ns[i] = append(ns[i], float64(time.Since(start))/float64(calls))
		}
		ratios = append(ratios, ns[0][len(ns[0])-1]/ns[1][len(ns[1])-1])
	}
	median := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)/2]
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(ns[0]), "generic-ns")
	b.ReportMetric(median(ns[1]), "emitted-ns")
	b.ReportMetric(median(ratios), "x/emitted")
	b.ReportMetric(testing.AllocsPerRun(10, run[0]), "generic-allocs")
	b.ReportMetric(testing.AllocsPerRun(10, run[1]), "emitted-allocs")
}
