package images

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"slices"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// raster is the memory of an image whose pixels have one place and size each.
type raster struct {
	pix    []uint8 // from the first pixel on
	stride int     // bytes from one row to the next
	size   int     // bytes of a pixel
}

// fields returns where an image of package image has its pixels, and the size of one. It returns nil for other types.
func fields(m image.Image) (pix *[]uint8, stride *int, rect *image.Rectangle, size int) {
	switch m := m.(type) {
	case *image.Alpha:
		return &m.Pix, &m.Stride, &m.Rect, 1
	case *image.Alpha16:
		return &m.Pix, &m.Stride, &m.Rect, 2
	case *image.CMYK:
		return &m.Pix, &m.Stride, &m.Rect, 4
	case *image.Gray:
		return &m.Pix, &m.Stride, &m.Rect, 1
	case *image.Gray16:
		return &m.Pix, &m.Stride, &m.Rect, 2
	case *image.NRGBA:
		return &m.Pix, &m.Stride, &m.Rect, 4
	case *image.NRGBA64:
		return &m.Pix, &m.Stride, &m.Rect, 8
	case *image.Paletted:
		return &m.Pix, &m.Stride, &m.Rect, 1
	case *image.RGBA:
		return &m.Pix, &m.Stride, &m.Rect, 4
	case *image.RGBA64:
		return &m.Pix, &m.Stride, &m.Rect, 8
	}
	return nil, nil, nil, 0
}

// rasterOf returns the part r of an image, which is not empty and within its bounds. That of another type has no pix.
func rasterOf(m image.Image, r image.Rectangle, name string) (raster, error) {
	pix, stride, rect, size := fields(m)
	if pix == nil {
		return raster{}, nil
	}
	w, h, n := rect.Dx(), rect.Dy(), len(*pix)
	if w <= 0 || h <= 0 || w > n/size || h > 1 && (*stride < w*size || h-1 > (n-w*size) / *stride) {
		return raster{}, fmt.Errorf("%s: %d bytes with a stride of %d do not hold %dx%d pixels of %d bytes",
			name, n, *stride, w, h, size)
	}
	at := (r.Min.Y-rect.Min.Y)**stride + (r.Min.X-rect.Min.X)*size
	return raster{(*pix)[at:], *stride, size}, nil
}

// isAligned reports whether the pixels can be read as numbers of their size.
func (r raster) isAligned() bool {
	return r.stride%r.size == 0 && kernel.MemoryOf(r.pix).Aligned(r.size)
}

// copyFrom copies so many rows and columns.
func (r raster) copyFrom(s raster, h, w int) {
	for y := range h {
		copy(r.pix[y*r.stride:][:w*r.size], s.pix[y*s.stride:])
	}
}

// New returns an image with these bounds, of the type and palette of another one, or an RGBA if that has no type of package image that can
// be written. Errors say that it would be larger than [pad.MostBytes].
func New(like image.Image, r image.Rectangle) (draw.Image, error) {
	pix, _, _, _ := fields(like)
	if pix == nil {
		like = new(image.RGBA)
	}
	img, err := new(scratch).image(like, r)
	if err != nil {
		err = fmt.Errorf("images: %w", err)
	}
	return img, err
}

// scratch is memory for an image that is used again.
type scratch struct {
	words []uint64
	img   draw.Image
}

// image returns an image of the type and palette of another one. Its pixels are those of the last one.
func (s *scratch) image(like image.Image, r image.Rectangle) (draw.Image, error) {
	if reflect.TypeOf(s.img) != reflect.TypeOf(like) {
		s.img = reflect.New(reflect.TypeOf(like).Elem()).Interface().(draw.Image)
	}
	if p, ok := like.(*image.Paletted); ok {
		s.img.(*image.Paletted).Palette = p.Palette
	}
	pix, stride, rect, size := fields(s.img)
	w, h := r.Dx(), r.Dy()
	if w < 0 || h < 0 || float64(w)*float64(h)*float64(size) > float64(pad.MostBytes()) {
		return nil, fmt.Errorf("%dx%d pixels of %d bytes: %w", w, h, size, pad.ErrTooLarge)
	}
	*pix, *stride, *rect = s.bytes(w*h*size), w*size, r
	return s.img, nil
}

// bytes returns n bytes, aligned for every size of a pixel.
func (s *scratch) bytes(n int) []uint8 {
	if need := (n + 7) / 8; need > cap(s.words) {
		s.words = make([]uint64, need)
	}
	return kernel.Bytes(s.words[:cap(s.words)])[:n:n]
}

// alike reports whether the pixels of two images mean the same.
func alike(a, b image.Image) bool {
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	p, ok := a.(*image.Paletted)
	return !ok || slices.EqualFunc(p.Palette, b.(*image.Paletted).Palette, sameColor)
}

func sameColor(a, b color.Color) bool {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	return ar == br && ag == bg && ab == bb && aa == ba
}

// convert sets the pixels of dst to those of src at the same points.
func convert(dst draw.Image, src image.Image) {
	r := dst.Bounds()
	_, paletted := src.(*image.Paletted)
	if _, ok := src.(image.RGBA64Image); ok && !paletted {
		draw.Draw(dst, r, src, r.Min, draw.Src)
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ { // draw.Draw would lose bits of transparent colours
		for x := r.Min.X; x < r.Max.X; x++ {
			dst.Set(x, y, src.At(x, y))
		}
	}
}
