package zarrpad

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestDecodes: with as many chunks in memory as the order requires, chunks of 8 MiB are decoded at most 2.3 times, in wrap 3
// times, if up to three axes have pads. Estimate is at most 15 percent less, because it assumes a cache that never drops a
// chunk that is needed again.
func TestDecodes(t *testing.T) {
	for _, shape := range [][]int{{800}, {120, 90}, {36, 40, 32}, {4, 6, 30, 30}} {
		for mode := range pad.Mode(kernel.NumModes) {
			x := array(2)
			x.shape, x.chunk, x.order = shape, slices.Repeat([]int{2}, len(shape)), sequence(len(shape))
			axes := sequence(len(shape))
			axes = axes[max(0, len(axes)-3):]
			in := &memory{files: x.metadata()}
			j, err := newOutput(t.Context(), nil, in, Call{Pads: pad.AllSides(len(axes), 1), Axes: axes, Mode: mode.String()}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var fresh []axis
			for _, a := range j.order.axes {
				fresh = append(fresh, newAxis(a.number, a.feeds, mode))
			}
			o := newOrder(fresh, tileBytes/(8<<20), 1)
			var recent [][]int
			decodes := 0.0
			for chunk := range o.share(0, 1) {
				chunks, _ := j.feeds.Into(chunk)
				used := [][]int{}
				for c := range chunks {
					if i := slices.IndexFunc(recent, func(r []int) bool { return slices.Equal(r, c) }); i >= 0 {
						recent = slices.Delete(recent, i, i+1)
					} else if !slices.ContainsFunc(used, func(u []int) bool { return slices.Equal(u, c) }) {
						decodes++
					}
					used = append(used, slices.Clone(c))
				}
				recent = append(recent, used...)
				recent = recent[max(0, len(recent)-o.need-1):] // as in a worker
			}
			inputs := float64(volume(shape)) / float64(volume(x.chunk))
			most := map[bool]float64{true: 3, false: 2.3}[mode == pad.Wrap]
			t.Logf("%v in %v chunks: %.2f times, estimated %.2f, %d in memory", mode, gridOf(x.shape, x.chunk), decodes/inputs, o.reads/inputs, o.need)
			if decodes > most*inputs || decodes > 1.15*o.reads {
				t.Errorf("%v of %v: each chunk is decoded %.2f times, estimated %.2f", mode, shape, decodes/inputs, o.reads/inputs)
			}
		}
	}
}
