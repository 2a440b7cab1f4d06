package images

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Pad places src in dst, with its upper left corner at the point at, and fills the rest of dst in the given mode. dst may show all of src,
// part of it, or only what the mode adds around it. c is the colour for mode constant; nil means color.Transparent.
//
// Errors are those of [Padder.Pad].
func Pad(dst draw.Image, src image.Image, at image.Point, mode pad.Mode, c color.Color) error {
	return (&Padder{Mode: mode, Color: c}).Pad(dst, src, at)
}

// A Padder pads many images. It keeps the plan of the last call and its memory, so that further calls with images of the same types, sizes
// and positions do not allocate. The exceptions are types that are not in package image, conversion to a palette, and some windows that do
// not show all of src. The fields may be changed between calls. A Padder is not safe for concurrent use.
type Padder struct {
	Mode    pad.Mode
	Modes   []pad.Mode  // the mode of rows, then that of columns; replaces Mode if not nil
	Color   color.Color // the colour for mode constant; nil means color.Transparent
	Strict  bool        // as in [pad.Params]: refuse mirrored pixels that bounce, and wrapped ones that turn twice
	Workers int         // the limit on goroutines, as in [pad.Params]

	call     call
	plan     *pad.AnyPlan      // if dst shows all of src
	region   *pad.AnyRegion    // otherwise: dst as a box of a Pad of src
	sources  []image.Rectangle // what the region reads, counted from the first row and column of src
	blocks   []pad.AnyBlock    // of the region, one for each of the sources
	src      [4]scratch        // one for each of the sources
	value    [1]uint64         // a pixel of the colour, in its first bytes
	one, dst scratch
}

// Pad is like the function [Pad], with the fields of p. If both images are of types in package image, they may share pixels; the result is
// as if src had been copied first.
//
// Errors are of kind [pad.ErrEmptyAxis] if src has no pixels and the mode is not constant, [pad.ErrOverrun] if Strict refuses the call,
// [pad.ErrMode] if a mode is unknown or Modes does not have length 2, or [pad.ErrOverflow] if an int cannot count the pixels between dst
// and src. Errors about images with inconsistent fields have no kind: too few bytes for the bounds, a nil colour, or, if
// colours are converted, a pixel not in its palette. After an error, dst is unchanged.
func (p *Padder) Pad(dst draw.Image, src image.Image, at image.Point) error {
	d, err := open("dst", dst)
	if err != nil {
		return err
	}
	s, err := open("src", src)
	if err != nil || dst.Bounds().Empty() {
		return err
	}
	if p.Color != nil && isNil(p.Color) {
		return refuse(nil, "the colour is a nil %T", p.Color)
	}
	to := dst.Bounds()
	c := call{modes: [2]pad.Mode{p.Mode, p.Mode}, strict: p.Strict, workers: p.Workers, size: max(1, d.size)}
	if n := len(p.Modes); p.Modes != nil {
		if n != 2 {
			return refuse(pad.ErrMode, "Modes has length %d, expected 2: the mode of rows, then that of columns", n)
		}
		c.modes = [2]pad.Mode(p.Modes)
	}
	if src.Bounds().Empty() {
		at = to.Min
	} else {
		c.src = src.Bounds().Size()
	}
	if far(to.Min.X, at.X) || far(to.Min.Y, at.Y) || far(to.Max.X, at.X) || far(to.Max.Y, at.Y) {
		return refuse(pad.ErrOverflow, tooFar)
	}
	c.dst = to.Sub(at)
	if d.pix == nil || s.pix == nil || !alike(dst, src) {
		s = raster{} // its pixels must be converted
	} else if s.isAligned() {
		c.stride = s.stride / s.size
	}
	if d.pix != nil && d.isAligned() && d.hasGaps(to.Dy(), to.Dx()) {
		c.apart = d.stride / d.size
	}
	if err := p.prepare(&c); err != nil {
		return c.explain(err)
	}
	if m, ok := src.(*image.Paletted); ok && s.pix == nil {
		for _, r := range p.sources {
			if err := checkIndices(m, r.Add(m.Rect.Min)); err != nil {
				return err
			}
		}
	}
	if d.pix != nil {
		return p.move(d, s, dst, src)
	}
	p.draw(dst, src)
	return nil
}

// sets holds the kernel set for each size of a pixel.
var sets = [...]kernel.AnySet{
	1: generated.Uint8, 2: generated.Uint16, 4: generated.Uint32, 8: generated.Uint64,
}

// prepare sets the plan or the region for a call, unless p already has it.
func (p *Padder) prepare(c *call) (err error) {
	if *c == p.call {
		return nil
	}
	p.call, p.region, p.sources, p.blocks = call{}, nil, p.sources[:0], p.blocks[:0]
	if whole := (image.Rectangle{Max: c.src}); whole.In(c.dst) && !whole.Empty() {
		p.sources = append(p.sources, whole)
		if p.plan == nil {
			p.plan = new(pad.AnyPlan)
		}
		params := c.params()
		params.Strides = c.strides(c.src.X)
		err = p.plan.Reset(sets[c.size], params)
	} else if p.region, err = c.newRegion(); err == nil {
		for _, box := range p.region.Needs() {
			r := image.Rect(box.Begin[1], box.Begin[0], box.End[1], box.End[0])
			p.sources = append(p.sources, r)
			p.blocks = append(p.blocks, pad.AnyBlock{Box: box, Strides: c.strides(r.Dx())})
		}
	}
	if err == nil {
		p.call = *c
	}
	return err
}

// move pads an image of a type in package image. s has the pixels of src, unless they must be converted.
func (p *Padder) move(d, s raster, dst draw.Image, src image.Image) error {
	e := sets[d.size].Element()
	h, w := p.call.dst.Dy(), p.call.dst.Dx()
	direct := d.isAligned()
	var data kernel.Memory
	for i := range p.sources {
		from := p.pixels(i, s, dst, src)
		direct = direct && !kernel.MemoryOf(d.pix).Overlaps(kernel.MemoryOf(from.pix))
		if data, _ = e.Raw(from.pix); p.region != nil {
			p.blocks[i].Data = data
		}
	}
	out := raster{d.pix, max(w, p.call.apart) * d.size, d.size}
	if !direct {
		out.pix = p.dst.bytes((h-1)*out.stride + w*d.size)
	}
	if min(p.call.modes[0], p.call.modes[1]) == pad.Constant {
		one := p.one.image(dst, image.Rect(0, 0, 1, 1))
		set(one, p.fill())
		copy(kernel.Bytes(p.value[:]), rasterOf(one).pix)
	}
	to, _ := e.Raw(out.pix)
	value, _ := e.Raw(kernel.Bytes(p.value[:])[:d.size])
	var err error
	if p.region == nil {
		err = p.plan.Run(to, data, value)
	} else {
		err = p.region.Run(to, value, p.blocks...)
		for i := range p.blocks {
			p.blocks[i].Data = kernel.Memory{} // p does not keep src in memory
		}
	}
	if err == nil && !direct {
		d.copyFrom(out, h, w)
	}
	return p.call.explain(err)
}

// pixels returns one of the sources in the format of dst: the pixels in s if there are any and they are aligned, otherwise a copy.
func (p *Padder) pixels(i int, s raster, dst draw.Image, src image.Image) raster {
	r := p.sources[i]
	if p.call.stride > 0 {
		return s.part(r)
	}
	img := p.src[i].image(dst, r.Add(src.Bounds().Min))
	if s.pix == nil {
		convert(img, src)
	} else {
		rasterOf(img).copyFrom(s.part(r), r.Dy(), r.Dx())
	}
	return rasterOf(img)
}

func (p *Padder) fill() color.Color { return cmp.Or(p.Color, color.Color(color.Transparent)) }

// draw sets every pixel of an image of another type.
func (p *Padder) draw(dst draw.Image, src image.Image) {
	c, from, to := &p.call, src.Bounds().Min, dst.Bounds().Min.Sub(p.call.dst.Min)
	for y := c.dst.Min.Y; y < c.dst.Max.Y; y++ {
		row := source(c.modes[0], y, c.src.Y)
		for x := c.dst.Min.X; x < c.dst.Max.X; x++ {
			v, column := p.fill(), source(c.modes[1], x, c.src.X)
			if row >= 0 && column >= 0 {
				v = src.At(from.X+column, from.Y+row)
			}
			dst.Set(to.X+x, to.Y+y, v)
		}
	}
}
