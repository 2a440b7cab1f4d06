package pad_test

import (
	"math"
	"testing"
	"time"
	"unsafe"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// BenchmarkRegions computes every tile of an output once a pass, so that the input comes from memory, in turns with a copy of the same rows
// by hand, row by row. It reports the time per byte of both, the least of all passes, and their ratio: for the tiles that are computed from
// the input as it is (direct) and for those that are gathered first.
func BenchmarkRegions(b *testing.B) {
	tilesOf(b, "photo_3000x4000x3_p3/tiles_256x256x3", generated.Uint8, []int{3000, 4000, 3}, []int{3, 3, 0, 3, 3, 0}, []int{256, 256, 3})
	tilesOf(b, "volume_128x512x512_p1/chunks_64", generated.Float32, []int{128, 512, 512}, []int{1, 1, 1, 1, 1, 1}, []int{64, 64, 64})
	tilesOf(b, "volume_128x512x512_p4/slabs_16", generated.Float32, []int{128, 512, 512}, []int{4, 4, 4, 4, 4, 4}, []int{16, 520, 520})
}

func tilesOf[T kernel.Unit](b *testing.B, name string, ks *kernel.Set[T], shape []int, pads []int, tile []int) {
	bytes := int(unsafe.Sizeof(*new(T)))
	src := make([]T, size(shape))
	noise(kernel.Bytes(src))
	whole := pad.Block[T]{Box: pad.Box{Begin: make([]int, len(shape)), End: shape}, Data: src}
	part := make([]T, size(tile))
	for mode := range pad.Mode(kernel.NumModes) {
		b.Run(name+"/"+mode.String(), func(b *testing.B) {
			p := pad.Params[T]{Shape: shape, Pads: pads, Mode: mode, Workers: 1}
			out, _ := p.OutputShape()
			_, boxes := chunksOf(out, tile)
			var regions [2][]*pad.Region[T] // direct and gathered
			for _, box := range boxes {
				r, err := pad.NewRegion(ks, p, box)
				if err != nil {
					b.Fatal(err)
				}
				gathered := 0
				if r.Gathered() {
					gathered = 1
				}
				regions[gathered] = append(regions[gathered], r)
			}
			least := [4]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}
			for range b.N {
				for kind, list := range regions {
					pass := func(i int, run func(r *pad.Region[T]) (made int)) {
						made, start := 0, time.Now()
						for _, r := range list {
							made += run(r)
						}
						least[i] = min(least[i], float64(time.Since(start))/float64(made*bytes))
					}
					pass(2*kind, func(r *pad.Region[T]) int {
						dst := part[:r.OutputLen()]
						if err := r.Run(dst, whole); err != nil {
							b.Fatal(err)
						}
						return len(dst)
					})
					pass(2*kind+1, func(r *pad.Region[T]) (made int) {
						for _, s := range r.Needs() {
							made += copyRows(part, src, shape, s)
						}
						return made
					})
				}
			}
			for kind, unit := range []string{"direct", "gathered"} {
				if len(regions[kind]) > 0 {
					b.ReportMetric(least[2*kind], "ns/B-"+unit)
					b.ReportMetric(least[2*kind+1], "ns/B-"+unit+"-rows")
					b.ReportMetric(least[2*kind]/least[2*kind+1], "x-rows-"+unit)
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// copyRows copies a box row by row, as a careful user does: inner axes that are whole are one row with those outside them.
func copyRows[T any](dst, src []T, shape []int, b pad.Box) (n int) {
	inner, row := len(shape)-1, 1
	for ; inner > 0 && b.Begin[inner] == 0 && b.End[inner] == shape[inner]; inner-- {
		row *= shape[inner]
	}
	var walk func(a, s int)
	walk = func(a, s int) {
		if a == inner {
			n += copy(dst[n:n+(b.End[a]-b.Begin[a])*row], src[(s*shape[a]+b.Begin[a])*row:])
			return
		}
		for i := b.Begin[a]; i < b.End[a]; i++ {
			walk(a+1, s*shape[a]+i)
		}
	}
	walk(0, 0)
	return n
}
