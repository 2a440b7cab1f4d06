package images

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// refusal is an error of this package: a text and, for errors.Is and errors.As, a kind or an error of package pad, or nil.
type refusal struct {
	cause error
	text  string
}

func (r *refusal) Error() string { return "images: " + r.text }

func (r *refusal) Unwrap() error { return r.cause }

func refuse(cause error, format string, args ...any) error {
	return &refusal{cause, fmt.Sprintf(format, args...)}
}

const tooFar = "dst and src are too far apart: int cannot count the pixels between them"

// explain restates an error of package pad in terms of images.
func (c *call) explain(err error) error {
	e, ok := err.(*pad.Error)
	if !ok {
		return err
	}
	mode := c.modes[max(0, e.Axis)]
	switch e.Kind {
	case pad.ErrEmptyAxis:
		return refuse(err, "src has no pixels, mode %v needs one", mode)
	case pad.ErrOverrun:
		const text = "dst reaches %d pixels beyond src of %dx%d, which strict %v refuses"
		return refuse(err, text, e.Value, c.src.X, c.src.Y, mode)
	case pad.ErrOverflow:
		return refuse(err, tooFar)
	}
	return refuse(err, "%s", strings.TrimPrefix(err.Error(), "pad: "))
}

// isNil reports whether an image or a colour is nil or a nil pointer.
func isNil[T any](v T) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

// open checks an image and returns its pixels, or none if it is empty or of a type that [fields] does not support. It refuses images
// of package image whose methods would panic. The pixels of a Paletted are checked by checkIndices instead.
func open(name string, m image.Image) (r raster, err error) {
	if isNil(m) {
		return r, refuse(nil, "%s is nil, expected an image", name)
	}
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	pix, stride, _, size := fields(m)
	switch {
	case b.Empty():
		return raster{size: size}, nil
	case w <= 0 || h <= 0:
		return r, refuse(pad.ErrOverflow, "%s has bounds %v: int cannot count their pixels", name, b)
	}
	switch m := m.(type) {
	case *image.YCbCr:
		return r, checkYCbCr(name, m)
	case *image.NYCbCrA:
		return r, cmp.Or(checkYCbCr(name, &m.YCbCr), raster{m.A, m.AStride, 1}.check(name, w, h))
	case *image.Uniform:
		if isNil(m.C) {
			return r, refuse(nil, "%s has no colour", name)
		}
	case *image.Paletted:
		if n := len(m.Palette); n == 0 || n > 256 {
			return r, refuse(nil, "%s has a palette of %d colours, expected 1 to 256", name, n)
		}
		if i := slices.IndexFunc(m.Palette, isNil); i >= 0 {
			return r, refuse(nil, "%s has no colour %d in its palette", name, i)
		}
	}
	if pix == nil {
		return r, nil
	}
	r = raster{*pix, *stride, size}
	if err := r.check(name, w, h); err != nil {
		return raster{}, err
	}
	return r.part(image.Rect(0, 0, w, h)), nil
}

func checkYCbCr(name string, m *image.YCbCr) error {
	r, chroma := m.Rect, image.YCbCr{SubsampleRatio: m.SubsampleRatio, Rect: m.Rect}
	w := chroma.COffset(r.Max.X-1, r.Min.Y) + 1
	chroma.CStride = 1
	h := chroma.COffset(r.Min.X, r.Max.Y-1) + 1
	return cmp.Or(
		raster{m.Y, m.YStride, 1}.check(name, r.Dx(), r.Dy()),
		raster{m.Cb, m.CStride, 1}.check(name, w, h),
		raster{m.Cr, m.CStride, 1}.check(name, w, h),
	)
}

// check returns an error if a plane of an image has too few bytes for w columns and h rows.
func (r raster) check(name string, w, h int) error {
	n := len(r.pix) / r.size
	if w > n || h > 1 && (r.stride < w*r.size || h-1 > (len(r.pix)-w*r.size)/r.stride) {
		return refuse(nil, "%s: %d bytes with a stride of %d do not hold %dx%d pixels of %d bytes",
			name, len(r.pix), r.stride, w, h, r.size)
	}
	return nil
}

// checkIndices returns an error if a part of src has a pixel that is not in its palette.
func checkIndices(src *image.Paletted, r image.Rectangle) error {
	for y := range r.Dy() {
		i := src.PixOffset(r.Min.X, r.Min.Y+y)
		if v := slices.Max(src.Pix[i:][:r.Dx()]); int(v) >= len(src.Palette) {
			return refuse(nil, "src has a pixel of colour %d, its palette has %d", v, len(src.Palette))
		}
	}
	return nil
}

// far reports whether the distance between two coordinates may overflow int, with a margin for what is added to it.
func far(a, b int) bool { return math.Abs(float64(a)-float64(b)) > math.MaxInt/2 }
