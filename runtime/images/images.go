package images

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"reflect"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Pad places src in dst, with its upper left corner at a point of dst, crops what is outside of dst, and pads what dst has around it. c
// is the colour of mode constant, nil is color.Transparent. dst and src must not share pixels.
//
// Errors are those of [Padder.Pad].
func Pad(dst draw.Image, src image.Image, at image.Point, mode pad.Mode, c color.Color) error {
	return (&Padder{Mode: mode, Color: c}).Pad(dst, src, at)
}

// Padder is [Pad] for many images. It keeps the plan of the last call and its memory: calls with images of the same type and size allocate
// nothing, but for those that go by Set or convert from or to a palette. Its fields may change between calls. It is not safe for concurrent use.
type Padder struct {
	Mode    pad.Mode
	Color   color.Color // of mode constant; nil is color.Transparent
	Strict  bool        // refuses reflect pads above length-1, wrap and symmetric pads above the length, as [pad.Params] does
	Workers int         // most goroutines, as in [pad.Params]

	call          call
	plan          *pad.AnyPlan
	colored       colored
	value         [1]uint64 // a pixel of the colour, in its first bytes
	one, dst, src scratch
}

// call is what a plan depends on.
type call struct {
	mode    pad.Mode
	strict  bool
	workers int
	shape   [2]int   // of the part of src that is in dst
	pads    [4]int64 // top, left, bottom, right
	size    int      // bytes of a pixel
	stride  int      // pixels from one row to the next
}

// colored is what the value depends on.
type colored struct {
	color color.Color
	image reflect.Type
}

// Pad is the function [Pad] with the fields of p. If no pixel of src is in dst, modes other than constant return a [pad.ErrEmptyAxis]; if
// dst and src share pixels, it may be a [pad.ErrBuffer]. An image with too few bytes for its bounds is an error, too.
func (p *Padder) Pad(dst draw.Image, src image.Image, at image.Point) error {
	if dst == nil || src == nil {
		return errors.New("images: no image, expected a dst and a src")
	}
	to := dst.Bounds()
	if to.Empty() {
		return nil
	}
	move := at.Sub(src.Bounds().Min)
	seen := src.Bounds().Intersect(to.Sub(move)) // so nothing is left to crop
	if seen.Empty() {
		seen = image.Rectangle{Min: to.Min, Max: to.Min}.Sub(move)
	}
	begin, end := seen.Min.Add(move).Sub(to.Min), to.Max.Sub(seen.Max.Add(move))
	c := call{
		mode: p.Mode, strict: p.Strict, workers: p.Workers, shape: [2]int{seen.Dy(), seen.Dx()},
		pads: [4]int64{int64(begin.Y), int64(begin.X), int64(end.Y), int64(end.X)},
	}
	var err error
	if pix, _, _, _ := fields(dst); pix == nil {
		err = p.set(c, dst, src, seen.Min)
	} else {
		err = p.move(c, dst, src, seen)
	}
	if err != nil {
		err = fmt.Errorf("images: %w", err)
	}
	return err
}

// sets are those of a pixel's size.
var sets = [...]kernel.AnySet{1: &generated.Uint8, 2: &generated.Uint16, 4: &generated.Uint32, 8: &generated.Uint64}

// move pads an image of a type of package image.
func (p *Padder) move(c call, dst draw.Image, src image.Image, seen image.Rectangle) error {
	d, err := rasterOf(dst, dst.Bounds(), "dst")
	if err != nil {
		return err
	}
	s, err := p.pixels(dst, src, seen)
	if err != nil {
		return err
	}
	c.size, c.stride = d.size, max(c.shape[1], s.stride/d.size)
	if p.plan == nil || p.call != c {
		p.call, p.plan = call{}, nil
		p.plan, err = pad.NewAnyPlan(sets[c.size], pad.Params[struct{}]{
			Mode: c.mode, Shape: c.shape[:], Strides: []int{c.stride, 1}, Pads: c.pads[:],
			Strict: c.strict, Workers: c.workers, MaxBytes: pad.MostBytes(),
		})
		if err != nil {
			return err
		}
		p.call = c
	}
	p.setColor(dst)
	h, w := dst.Bounds().Dy(), dst.Bounds().Dx()
	out := raster{d.pix, w * d.size, d.size}
	direct := d.isAligned() && (h == 1 || d.stride == out.stride)
	if !direct {
		out.pix = p.dst.bytes(h * out.stride)
	}
	e := sets[c.size].Element()
	to, _ := e.Raw(out.pix[:h*out.stride])
	from, _ := e.Raw(s.pix[:len(s.pix)/s.size*s.size])
	value, _ := e.Raw(kernel.Bytes(p.value[:])[:c.size])
	if err := p.plan.Run(context.Background(), to, from, value); err != nil {
		return err
	}
	if !direct {
		d.copyFrom(out, h, w)
	}
	return nil
}

// pixels returns a part of src as pixels of dst.
func (p *Padder) pixels(dst draw.Image, src image.Image, seen image.Rectangle) (s raster, err error) {
	if seen.Empty() {
		_, _, _, size := fields(dst)
		return raster{size: size}, nil
	}
	same := alike(dst, src)
	if same {
		if s, err = rasterOf(src, seen, "src"); err != nil || s.isAligned() {
			return s, err
		}
	}
	img, err := p.src.image(dst, seen)
	if err != nil {
		return s, err
	}
	to, err := rasterOf(img, seen, "src")
	if same {
		to.copyFrom(s, seen.Dy(), seen.Dx())
	} else {
		convert(img, src)
	}
	return to, err
}

// setColor sets the value to the colour as a pixel of dst.
func (p *Padder) setColor(dst draw.Image) {
	c := colored{p.Color, reflect.TypeOf(dst)}
	_, paletted := dst.(*image.Paletted) // its Set allocates nothing
	if !paletted && (p.Color == nil || reflect.TypeOf(p.Color).Comparable()) && c == p.colored {
		return
	}
	one, _ := p.one.image(dst, image.Rect(0, 0, 1, 1)) // is not too large
	one.Set(0, 0, p.fill())
	pix, _, _, _ := fields(one)
	copy(kernel.Bytes(p.value[:]), *pix)
	p.colored = c
}

func (p *Padder) fill() color.Color { return cmp.Or(p.Color, color.Color(color.Transparent)) }

// set sets every pixel of dst. Those of src begin at a point.
func (p *Padder) set(c call, dst draw.Image, src image.Image, begin image.Point) error {
	params := pad.Params[struct{}]{Mode: c.mode, Shape: c.shape[:], Pads: c.pads[:], Strict: c.strict}
	if _, err := params.OutputShape(); err != nil {
		return err
	}
	to := dst.Bounds()
	for y := range to.Dy() {
		row := source(c, 0, y)
		for x := range to.Dx() {
			v, column := p.fill(), source(c, 1, x)
			if row >= 0 && column >= 0 {
				v = src.At(begin.X+column, begin.Y+row)
			}
			dst.Set(to.Min.X+x, to.Min.Y+y, v)
		}
	}
	return nil
}

// source returns the row or column of src that one of the output repeats, -1 for the colour.
func source(c call, axis, i int) int {
	i, n := i-int(c.pads[axis]), c.shape[axis]
	if c.mode == pad.Constant && uint(i) >= uint(n) {
		return -1
	}
	return c.mode.Source(i, n)
}
