package images_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/pad"
)

// BenchmarkPad compares a mirrored border of 64 pixels around 1920x1080 with the alternatives: a copy of as many bytes and, for types that
// are converted, draw.Draw of as many pixels. It takes the least time of each, in turns.
func BenchmarkPad(b *testing.B) {
	r := image.Rect(0, 0, 1920, 1080)
	var colors color.Palette
	for i := range 256 {
		colors = append(colors, color.Gray{uint8(i)})
	}
	paletted, dst := image.NewPaletted(r.Inset(-64), colors), image.NewRGBA(r.Inset(-64))
	for i := range paletted.Pix {
		paletted.Pix[i] = uint8(i * i >> 8)
	}
	from, to := make([]uint8, len(dst.Pix)), image.NewRGBA(dst.Rect)
	for _, c := range []struct {
		name string
		src  image.Image
		with func()
	}{
		{"RGBA/x-copy", image.NewRGBA(r), func() { copy(to.Pix, from) }},
		{"Paletted/x-draw", paletted.SubImage(r), func() { draw.Draw(to, to.Rect, paletted, to.Rect.Min, draw.Src) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := images.Padder{Mode: pad.Reflect, Workers: 1}
			least := [2]time.Duration{time.Hour, time.Hour}
			for b.Loop() {
				start := time.Now()
				if err := p.Pad(dst, c.src, r.Min); err != nil {
					b.Fatal(err)
				}
				padded := time.Now()
				c.with()
				least[0], least[1] = min(least[0], padded.Sub(start)), min(least[1], time.Since(padded))
			}
			b.ReportMetric(float64(least[0])/float64(least[1]), "x")
			want := reference(image.NewRGBA(dst.Rect), c.src, r.Min, p.Mode, nil)
			if diff := differ(dst, want); diff != "" {
				b.Error(diff)
			}
		})
	}
}
