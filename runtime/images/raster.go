package images

import (
	"image"
	"image/draw"
	"reflect"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// raster is the memory of an image in which each pixel has one place, and all pixels have the same size.
type raster struct {
	pix    []uint8 // from the first pixel to the last
	stride int     // bytes from one row to the next
	size   int     // bytes of a pixel
}

// fields returns the fields of an image of package image, and the size of a pixel. It returns nil for types without such fields.
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

// rasterOf returns the pixels of a checked image of package image, which is not empty.
func rasterOf(m image.Image) raster {
	pix, stride, rect, size := fields(m)
	return raster{*pix, *stride, size}.part(image.Rectangle{Max: rect.Size()})
}

// part returns the pixels of a rectangle, counted from the first row and column.
func (r raster) part(p image.Rectangle) raster {
	first, n := p.Min.Y*r.stride+p.Min.X*r.size, (p.Dy()-1)*r.stride+p.Dx()*r.size
	return raster{r.pix[first:][:n], r.stride, r.size}
}

// isAligned reports whether the pixels can be read as numbers of their size.
func (r raster) isAligned() bool {
	return r.stride%r.size == 0 && kernel.MemoryOf(r.pix).Aligned(r.size)
}

// hasGaps reports whether h rows of w pixels have other bytes between them.
func (r raster) hasGaps(h, w int) bool { return h > 1 && r.stride != w*r.size }

// copyFrom copies h rows and w columns.
func (r raster) copyFrom(s raster, h, w int) {
	for y := range h {
		copy(r.pix[y*r.stride:][:w*r.size], s.pix[y*s.stride:])
	}
}

// New returns an image with bounds r and the type and palette of like. If the type of like is not in package image, or is YCbCr, NYCbCrA
// or Uniform, which have no Set method, New returns an RGBA. The error is of kind [pad.ErrNegativeDim] if the bounds are inverted, or
// [pad.ErrTooLarge] if the image would exceed [pad.MostBytes].
func New(like image.Image, r image.Rectangle) (draw.Image, error) {
	return newImage(like, r, pad.MostBytes())
}

func newImage(like image.Image, r image.Rectangle, most int64) (draw.Image, error) {
	if isNil(like) {
		return nil, refuse(nil, "like is nil, expected an image")
	}
	_, _, _, size := fields(like)
	if size == 0 {
		like, size = new(image.RGBA), 4
	}
	w, h := float64(r.Max.X)-float64(r.Min.X), float64(r.Max.Y)-float64(r.Min.Y)
	switch {
	case w < 0 || h < 0:
		return nil, refuse(pad.ErrNegativeDim, "the bounds %v are inverted", r)
	case w*h*float64(size) > float64(most):
		return nil, refuse(pad.ErrTooLarge, "%.0fx%.0f pixels of %d bytes exceed %d bytes", w, h, size, most)
	}
	return new(scratch).image(like, r), nil
}

// scratch is reusable memory for an image.
type scratch struct {
	words []uint64
	img   draw.Image
}

// image returns an image with bounds r and the type and palette of like, without gaps, and with room for 8 bytes after its pixels. It
// does not clear the pixels.
func (s *scratch) image(like image.Image, r image.Rectangle) draw.Image {
	if reflect.TypeOf(s.img) != reflect.TypeOf(like) {
		s.img = reflect.New(reflect.TypeOf(like).Elem()).Interface().(draw.Image)
	}
	if p, ok := like.(*image.Paletted); ok {
		s.img.(*image.Paletted).Palette = p.Palette
	}
	pix, stride, rect, size := fields(s.img)
	*pix, *stride, *rect = s.bytes(r.Dx()*r.Dy()*size), r.Dx()*size, r
	return s.img
}

// bytes returns n bytes and capacity for 8 more, aligned for every size of a pixel.
func (s *scratch) bytes(n int) []uint8 {
	if need := (n+7)/8 + 1; need > cap(s.words) {
		s.words = make([]uint64, need)
	}
	return kernel.Bytes(s.words[:cap(s.words)])[:n]
}
