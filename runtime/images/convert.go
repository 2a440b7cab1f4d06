package images

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"slices"
)

// alike reports whether the same bytes mean the same pixel in two images.
func alike(a, b image.Image) bool {
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	p, ok := a.(*image.Paletted)
	return !ok || slices.EqualFunc(p.Palette, b.(*image.Paletted).Palette, func(a, b color.Color) bool {
		return rgba64(a) == rgba64(b)
	})
}

func rgba64(c color.Color) color.RGBA64 {
	r, g, b, a := c.RGBA()
	return color.RGBA64{R: uint16(r), G: uint16(g), B: uint16(b), A: uint16(a)}
}

// set sets the first pixel of an image without allocating. Colours that the image can hold are kept.
func set(m draw.Image, c color.Color) {
	keep := false
	switch c.(type) { // SetRGBA64 changes some of these
	case color.CMYK:
		_, keep = m.(*image.CMYK)
	case color.NRGBA:
		_, keep = m.(*image.NRGBA)
	case color.NRGBA64:
		_, keep = m.(*image.NRGBA64)
	}
	at := m.Bounds().Min
	if _, ok := m.(*image.Paletted); ok || keep {
		m.Set(at.X, at.Y, c)
	} else {
		m.(draw.RGBA64Image).SetRGBA64(at.X, at.Y, rgba64(c))
	}
}

// convert sets the pixels of dst, an image that a scratch returned, to those of src at the same
// points.
func convert(dst draw.Image, src image.Image) {
	r, to := dst.Bounds(), rasterOf(dst)
	switch src := src.(type) {
	case *image.Uniform:
		set(dst, src.C)
		for n := to.size; n < len(to.pix); n *= 2 {
			copy(to.pix[n:], to.pix[:n])
		}
	case *image.Paletted:
		var known [256]bool
		var pixels [256]uint64 // each with the bytes after it, which are overwritten next
		at := to.pix[:len(to.pix)+8]
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for _, i := range src.Pix[src.PixOffset(r.Min.X, y):][:r.Dx()] {
				if !known[i] {
					set(dst, src.Palette[i])
					known[i], pixels[i] = true, binary.LittleEndian.Uint64(to.pix[:8])
				}
				binary.LittleEndian.PutUint64(at, pixels[i])
				at = at[to.size:]
			}
		}
		set(dst, src.At(r.Min.X, r.Min.Y)) // the first pixel, which set has overwritten
	default:
		ofPackage := reflect.Indirect(reflect.ValueOf(src)).Type().PkgPath() == "image"
		switch dst.(type) {
		case *image.CMYK, *image.NRGBA, *image.NRGBA64:
			if !ofPackage { // hide RGBA64At, in which colours that dst can hold lose bits
				draw.Draw(dst, r, struct{ image.Image }{src}, r.Min, draw.Src)
				return
			}
		}
		draw.Draw(dst, r, src, r.Min, draw.Src)
	}
}
