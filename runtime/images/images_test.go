package images_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

var (
	palette = color.Palette{color.NRGBA{200, 100, 50, 3}, color.Black, color.White, color.NRGBA{1, 2, 3, 4}}
	other   = color.Palette{color.White, color.NRGBA{200, 100, 50, 3}, color.Gray{99}}
	orange  = color.NRGBA{0xFF, 0x88, 0x11, 0xC0}
)

// own is an image of a type that package images does not support directly, with colours that no other type can hold.
type own struct {
	bounds image.Rectangle
	pixels map[image.Point]color.Color
}

func (o *own) ColorModel() color.Model {
	return color.ModelFunc(func(c color.Color) color.Color { return c })
}
func (o *own) Bounds() image.Rectangle                { return o.bounds }
func (o *own) At(x, y int) color.Color                { return o.pixels[image.Pt(x, y)] }
func (o *own) Set(x, y int, c color.Color)            { o.pixels[image.Pt(x, y)] = c }
func (o *own) SubImage(r image.Rectangle) image.Image { return &own{r, o.pixels} }

func newOwn(r image.Rectangle) draw.Image { return &own{r, map[image.Point]color.Color{}} }

// embedding has the methods of an NRGBA, but another type.
type embedding struct{ *image.NRGBA }

func newPaletted(p color.Palette) func(image.Rectangle) draw.Image {
	return func(r image.Rectangle) draw.Image { return image.NewPaletted(r, p) }
}

// newOdd returns an image at an odd address, whose rows are not a whole number of pixels apart.
func newOdd(r image.Rectangle) draw.Image {
	stride := 8*r.Dx() + 3
	return &image.NRGBA64{Pix: make([]uint8, r.Dy()*stride+1)[1:], Stride: stride, Rect: r}
}

func drawable[T draw.Image](f func(image.Rectangle) T) func(image.Rectangle) draw.Image {
	return func(r image.Rectangle) draw.Image { return f(r) }
}

// types are the types of images that can be dst.
var types = []func(image.Rectangle) draw.Image{
	drawable(image.NewAlpha), drawable(image.NewAlpha16), drawable(image.NewCMYK), drawable(image.NewGray), drawable(image.NewGray16),
	drawable(image.NewNRGBA), drawable(image.NewNRGBA64), drawable(image.NewRGBA), drawable(image.NewRGBA64),
	newPaletted(palette), newPaletted(other), newOwn, newOdd,
}

// fill gives an image random pixels.
func fill[T draw.Image](m T, random *rand.Rand) T {
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			n := random.Uint64()
			a := uint16(n >> 48)
			m.Set(x, y, color.NRGBA64{uint16(n), uint16(n >> 16), uint16(n >> 32), a})
		}
	}
	return m
}

// part returns a part of an image that has more around it.
func part(make func(image.Rectangle) draw.Image, r image.Rectangle, random *rand.Rand) draw.Image {
	return sub(fill(make(r.Inset(-2)), random), r)
}

func sub(m image.Image, r image.Rectangle) draw.Image {
	return m.(interface {
		SubImage(r image.Rectangle) image.Image
	}).SubImage(r).(draw.Image)
}

// sources has one image of each kind, none at 0,0, including parts and types that cannot be dst.
func sources(random *rand.Rand) []image.Image {
	r := image.Rect(-7, 3, -2, 7)
	var all []image.Image
	for _, make := range types {
		all = append(all, fill(make(r), random), part(make, r, random))
	}
	ycc := image.NewYCbCr(r, image.YCbCrSubsampleRatio420)
	nycca := image.NewNYCbCrA(r, image.YCbCrSubsampleRatio422)
	for _, plane := range [][]uint8{ycc.Y, ycc.Cb, ycc.Cr, nycca.Y, nycca.Cb, nycca.Cr, nycca.A} {
		for i := range plane {
			plane[i] = uint8(random.Uint32())
		}
	}
	return append(all, ycc, nycca, embedding{fill(image.NewNRGBA(r), random)}, image.NewUniform(orange),
		image.NewUniform(color.NRGBA{1, 2, 3, 4}), image.Rect(-1, 4, 9, 9))
}

// index returns which of n rows or columns of src is at k. It reports false for the colour.
func index(mode pad.Mode, k, n int) (int, bool) {
	before := max(0, -k)
	return kerneltest.SourceIndex(mode, n, before, max(0, k+1-n), k+before)
}

// reference sets each pixel of dst to a pixel of src or the colour.
func reference(dst draw.Image, src image.Image, at image.Point, mode pad.Mode, c color.Color) draw.Image {
	return referenceOf(dst, src, at, []pad.Mode{mode, mode}, c)
}

// referenceOf is reference with a mode for rows and one for columns.
func referenceOf(dst draw.Image, src image.Image, at image.Point, modes []pad.Mode, c color.Color) draw.Image {
	from, r := src.Bounds(), dst.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			column, in := index(modes[1], x-at.X, from.Dx())
			row, also := index(modes[0], y-at.Y, from.Dy())
			if !in || !also {
				dst.Set(x, y, c)
				continue
			}
			dst.Set(x, y, src.At(from.Min.X+column, from.Min.Y+row))
			s, ok := src.(image.RGBA64Image)
			if d, both := dst.(draw.RGBA64Image); ok && both && s.ColorModel() == color.RGBAModel {
				d.SetRGBA64(x, y, s.RGBA64At(from.Min.X+column, from.Min.Y+row)) // keeps a colour above its alpha, which Set may not
			}
		}
	}
	return dst
}

// differ returns the first pixel that is not the same in two images, or "".
func differ(got, want image.Image) string {
	for y := got.Bounds().Min.Y; y < got.Bounds().Max.Y; y++ {
		for x := got.Bounds().Min.X; x < got.Bounds().Max.X; x++ {
			if g, w := got.At(x, y), want.At(x, y); g != w {
				return fmt.Sprintf("at %d,%d is %v, want %v", x, y, g, w)
			}
		}
	}
	return ""
}

// tiles divides a rectangle at random.
func tiles(r image.Rectangle, random *rand.Rand) []image.Rectangle {
	a, b := r, r
	switch cut := random.IntN(4); {
	case cut == 0 && r.Dx() > 1:
		a.Max.X = r.Min.X + 1 + random.IntN(r.Dx()-1)
		b.Min.X = a.Max.X
	case cut <= 1 && r.Dy() > 1:
		a.Max.Y = r.Min.Y + 1 + random.IntN(r.Dy()-1)
		b.Min.Y = a.Max.Y
	default:
		return []image.Rectangle{r}
	}
	return append(tiles(a, random), tiles(b, random)...)
}

// TestPad pads every kind of image into every kind, in all modes, into windows that show all, part or nothing of src, both in one call
// and with one call for each tile. All calls use the same Padder.
func TestPad(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	at := image.Pt(-2, 3)
	windows := []image.Rectangle{
		image.Rect(-3, 1, 6, 9), image.Rect(-9, -9, 4, 8), image.Rect(-1, 4, 2, 6), image.Rect(1, 2, 9, 5), image.Rect(-4, 4, 1, 19),
		image.Rect(-30, -9, -25, -4), image.Rect(0, 40, 4, 47), image.Rect(-1000, 1000, -993, 1003),
	}
	p := images.Padder{Color: orange}
	for _, src := range sources(random) {
		for i, r := range windows {
			for p.Mode = range pad.Mode(kernel.NumModes) {
				for j, make := range types {
					modes := []pad.Mode{p.Mode, (p.Mode + pad.Mode(j)) % kernel.NumModes}
					if p.Modes = modes; j%kernel.NumModes == 0 || random.IntN(3) == 0 {
						p.Modes, modes[1] = nil, p.Mode
					}
					want := referenceOf(make(r), src, at, modes, orange)
					dst, cut := fill(make(r), random), part(make, r, random)
					if i%2 == 0 {
						dst = part(make, r, random)
					}
					err := p.Pad(dst, src, at)
					for _, tile := range tiles(r, random) {
						err = errors.Join(err, p.Pad(sub(cut, tile), src, at))
					}
					whole, tiled := differ(dst, want), differ(cut, want)
					if err != nil || whole+tiled != "" {
						t.Fatalf("%T of %v to %T, window %v, %v: %s, in tiles %s, error %v", src, src.Bounds(), dst, r, modes, whole, tiled, err)
					}
				}
			}
		}
	}
}

// TestSharedPixels: if images share pixels, the result is that of a copy of src, and nothing around dst changes.
func TestSharedPixels(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, c := range [][2]image.Rectangle{ // dst and src
		{image.Rect(2, 3, 7, 8), image.Rect(3, 4, 5, 6)},
		{image.Rect(0, 0, 9, 9), image.Rect(3, 4, 5, 6)}, {image.Rect(0, 0, 9, 9), image.Rect(0, 0, 9, 9)},
		{image.Rect(0, 5, 9, 9), image.Rect(0, 0, 9, 5)}, {image.Rect(0, 0, 9, 5), image.Rect(0, 5, 9, 9)},
		{image.Rect(0, 0, 4, 9), image.Rect(4, 0, 9, 9)}, {image.Rect(0, 0, 9, 5), image.Rect(0, 2, 9, 9)},
	} {
		for mode := range pad.Mode(kernel.NumModes) {
			whole := fill(image.NewNRGBA(image.Rect(0, 0, 9, 9)), random)
			want := image.NewNRGBA(whole.Rect)
			copy(want.Pix, whole.Pix)
			reference(sub(want, c[0]), sub(&image.NRGBA{Pix: slices.Clone(want.Pix), Stride: want.Stride, Rect: want.Rect}, c[1]), c[1].Min, mode, orange)
			if err := images.Pad(sub(whole, c[0]), sub(whole, c[1]), c[1].Min, mode, orange); err != nil || differ(whole, want) != "" {
				t.Errorf("%v in %v, %v: %s, error %v", c[1], c[0], mode, differ(whole, want), err)
			}
		}
	}
}

// TestReuse: a Padder that is used again gives the same result as a new one.
func TestReuse(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	sources := []image.Image{new(image.Gray), fill(image.NewGray(image.Rect(0, 0, 5, 3)), random), fill(image.NewGray(image.Rect(0, 0, 5, 4)), random)}
	r, src, at := image.Rect(0, 0, 6, 6), 0, image.Point{}
	var p images.Padder
	for range 2000 {
		switch random.IntN(7) { // changes one thing
		case 6:
			p.Modes = []pad.Mode{pad.Mode(random.IntN(kernel.NumModes)), pad.Mode(random.IntN(kernel.NumModes))}[:2*random.IntN(2)]
			if len(p.Modes) == 0 {
				p.Modes = nil
			}
		case 0:
			src = random.IntN(len(sources))
		case 1:
			p.Mode = pad.Mode(random.IntN(kernel.NumModes))
		case 2:
			p.Strict = !p.Strict
		case 3:
			p.Color = color.Gray{uint8(random.Uint32())}
		case 4:
			r = image.Rect(0, 0, 1+random.IntN(8), 1+random.IntN(8))
		case 5:
			at = image.Pt(random.IntN(9)-4, random.IntN(9)-4)
		}
		fresh := images.Padder{Mode: p.Mode, Modes: p.Modes, Color: p.Color, Strict: p.Strict}
		got, want := image.NewGray(r), image.NewGray(r)
		if err, wanted := p.Pad(got, sources[src], at), fresh.Pad(want, sources[src], at); fmt.Sprint(err) != fmt.Sprint(wanted) || differ(got, want) != "" {
			t.Fatalf("%v at %v in %v, %v %v, strict %v: %s, error %v, want %v", sources[src].Bounds(), at, r, p.Mode, p.Modes, p.Strict, differ(got, want), err, wanted)
		}
	}
	filled := image.NewGray(r)
	if err := images.Pad(filled, new(image.RGBA), image.Pt(-7, 40), pad.Constant, color.White); err != nil || slices.Min(filled.Pix) < 255 {
		t.Errorf("no pixels in %v: %v, error %v", r, filled.Pix, err)
	}
}

// uncomparable is a colour for which == panics.
type uncomparable []uint32

func (c uncomparable) RGBA() (r, g, b, a uint32) { return c[0], c[1], c[2], c[3] }

// TestColor tests colours that change between calls of one Padder, and a colour that cannot be compared.
func TestColor(t *testing.T) {
	r := image.Rect(0, 0, 2, 2)
	pointer, uniform, src := &color.RGBA{A: 255}, image.NewUniform(nil), image.NewUniform(nil)
	for _, c := range []struct {
		src  image.Image
		mode pad.Mode
		c    color.Color
	}{
		{r, pad.Constant, pointer}, {r, pad.Constant, uniform}, {r, pad.Constant, uncomparable{1, 0, 0, 0xFFFF}}, {src, pad.Edge, nil},
	} {
		for _, make := range types[:9] {
			p := images.Padder{Mode: c.mode, Color: c.c}
			for v := range uint8(3) {
				pointer.R, uniform.C, src.C = v, color.Gray{v}, color.Gray{v}
				dst, want := make(r.Inset(-2)), make(r.Inset(-2))
				err := p.Pad(dst, c.src, image.Point{})
				if diff := differ(dst, reference(want, c.src, image.Point{}, c.mode, c.c)); err != nil || diff != "" {
					t.Errorf("%T, %T %v: %s, error %v", dst, c.c, c.c, diff, err)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	r := image.Rect(0, 0, 4, 4)
	rgba := func(pixels, stride int) *image.RGBA {
		return &image.RGBA{Pix: make([]uint8, pixels), Stride: stride, Rect: r}
	}
	ycc := func(y, cb, cr, stride int) *image.YCbCr {
		return &image.YCbCr{Y: make([]uint8, y), Cb: make([]uint8, cb), Cr: make([]uint8, cr), YStride: 4, CStride: stride,
			SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: r}
	}
	paletted := func(p color.Palette, pixel uint8) *image.Paletted {
		m := image.NewPaletted(r, p)
		m.Pix[5] = pixel
		return m
	}
	whole, grey := image.NewRGBA(image.Rect(0, 0, 8, 8)), image.NewGray(image.Rect(0, 0, 3, 3))
	huge := &image.Gray16{Rect: image.Rect(0, 0, 1<<30, 1<<30)}
	nycca := &image.NYCbCrA{YCbCr: *ycc(16, 4, 4, 2), A: make([]uint8, 15), AStride: 4}
	odd := image.NewYCbCr(image.Rect(-3, 0, 0, 2), image.YCbCrSubsampleRatio422) // with a column of chroma less than it reads
	var constant, wrap, edge images.Padder
	wrap.Mode, edge.Mode = pad.Wrap, pad.Edge
	_, err := pad.ParseMode("middle")
	_, modes, _ := strings.Cut(err.Error(), "expected ")
	for _, c := range []struct {
		name   string
		padder images.Padder
		dst    draw.Image
		src    image.Image
		x      int // where src is in dst
		kind   error
		says   string
	}{
		{"empty src", edge, whole, new(image.RGBA), 0, pad.ErrEmptyAxis, "src has no pixels, mode edge needs one"},
		{"the same by Set", wrap, newOwn(whole.Rect), new(image.RGBA), 0, pad.ErrEmptyAxis, "src has no pixels, mode wrap needs one"},
		{"strict", images.Padder{Mode: pad.Reflect, Strict: true}, whole, rgba(64, 16), 0, pad.ErrOverrun,
			"dst reaches 4 pixels beyond src of 4x4, which strict reflect refuses"},
		{"strict beside src", images.Padder{Mode: pad.Wrap, Strict: true}, grey, grey, 4, pad.ErrOverrun,
			"dst reaches 4 pixels beyond src of 3x3, which strict wrap refuses"},
		{"mode", images.Padder{Mode: kernel.NumModes}, whole, rgba(64, 16), 0, pad.ErrMode,
			fmt.Sprintf("mode: %d is not a mode, expected %s", kernel.NumModes, modes)},
		{"modes", images.Padder{Modes: []pad.Mode{pad.Edge}}, whole, rgba(64, 16), 0, pad.ErrMode,
			"Modes has length 1, expected 2: the mode of rows, then that of columns"},
		{"three modes", images.Padder{Modes: make([]pad.Mode, 3)}, whole, rgba(64, 16), 0, pad.ErrMode,
			"Modes has length 3, expected 2: the mode of rows, then that of columns"},
		{"no such mode", images.Padder{Modes: []pad.Mode{pad.Edge, 9}}, whole, rgba(64, 16), 0, pad.ErrMode,
			"modes: axis 1 has 9, which is not a mode, expected " + modes},
		{"strict columns", images.Padder{Modes: []pad.Mode{pad.Edge, pad.Wrap}, Strict: true}, whole, rgba(64, 16), -9, pad.ErrOverrun,
			"dst reaches 13 pixels beyond src of 4x4, which strict wrap refuses"},
		{"nil color", images.Padder{Color: (*color.RGBA)(nil)}, whole, rgba(64, 16), 0, nil, "the colour is a nil *color.RGBA"},
		{"far", wrap, &image.Gray{Pix: make([]uint8, 4), Rect: image.Rect(math.MaxInt-4, 0, math.MaxInt, 1)}, grey, -9, pad.ErrOverflow,
			"dst and src are too far apart: int cannot count the pixels between them"},
		{"once around", wrap, &image.Gray{Pix: make([]uint8, 4), Rect: image.Rect(math.MaxInt-4, 0, math.MaxInt, 1)}, grey, math.MinInt, pad.ErrOverflow,
			"dst and src are too far apart: int cannot count the pixels between them"},
		{"farther", wrap, grey, &own{bounds: image.Rect(1, 0, math.MaxInt, 1)}, 9, pad.ErrOverflow,
			"dst and src are too far apart: int cannot count the pixels between them"},
		{"wide", wrap, grey, &own{bounds: image.Rect(math.MinInt, 0, math.MaxInt, 1)}, 0, pad.ErrOverflow,
			fmt.Sprintf("src has bounds (%d,0)-(%d,1): int cannot count their pixels", math.MinInt, math.MaxInt)},
		{"short src", constant, whole, rgba(63, 16), 0, nil, "src: 63 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"short dst", constant, rgba(63, 16), whole, 0, nil, "dst: 63 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"narrow", constant, whole, rgba(64, 12), 0, nil, "src: 64 bytes with a stride of 12 do not hold 4x4 pixels of 4 bytes"},
		{"negative", constant, whole, rgba(64, -16), 0, nil, "src: 64 bytes with a stride of -16 do not hold 4x4 pixels of 4 bytes"},
		{"huge dst", constant, huge, whole, 0, nil, "dst: 0 bytes with a stride of 0 do not hold 1073741824x1073741824 pixels of 2 bytes"},
		{"short, converted", edge, grey, rgba(63, 16), 0, nil, "src: 63 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"short, by Set", edge, newOwn(r), rgba(63, 16), 0, nil, "src: 63 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"short CMYK", edge, grey, &image.CMYK{Pix: []uint8{1}, Stride: 16, Rect: r}, 0, nil, "src: 1 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"short Y", edge, grey, ycc(15, 4, 4, 2), 0, nil, "src: 15 bytes with a stride of 4 do not hold 4x4 pixels of 1 bytes"},
		{"short Cb", edge, grey, ycc(16, 3, 4, 2), 0, nil, "src: 3 bytes with a stride of 2 do not hold 2x2 pixels of 1 bytes"},
		{"short Cr", edge, newOwn(r), ycc(16, 4, 3, 2), 0, nil, "src: 3 bytes with a stride of 2 do not hold 2x2 pixels of 1 bytes"},
		{"chroma stride", edge, grey, ycc(16, 4, 4, -2), 0, nil, "src: 4 bytes with a stride of -2 do not hold 2x2 pixels of 1 bytes"},
		{"NewYCbCr", edge, grey, odd, 0, nil, "src: 2 bytes with a stride of 1 do not hold 2x2 pixels of 1 bytes"},
		{"short A", edge, grey, nycca, 0, nil, "src: 15 bytes with a stride of 4 do not hold 4x4 pixels of 1 bytes"},
		{"beyond the palette", edge, whole, paletted(palette[:2], 200), 0, nil, "src has a pixel of colour 200, its palette has 2"},
		{"the same by Set", edge, newOwn(r), paletted(palette[:2], 2), 0, nil, "src has a pixel of colour 2, its palette has 2"},
		{"to another palette", edge, paletted(other, 0), paletted(palette[:2], 2), 0, nil, "src has a pixel of colour 2, its palette has 2"},
		{"no palette", edge, grey, paletted(nil, 0), 0, nil, "src has a palette of 0 colours, expected 1 to 256"},
		{"no palette in dst", edge, paletted(nil, 0), grey, 0, nil, "dst has a palette of 0 colours, expected 1 to 256"},
		{"large palette", constant, paletted(make(color.Palette, 257), 0), grey, 0, nil, "dst has a palette of 257 colours, expected 1 to 256"},
		{"nil in a palette", edge, grey, paletted(color.Palette{color.Black, nil}, 0), 0, nil, "src has no colour 1 in its palette"},
		{"nil in a Uniform", edge, grey, image.NewUniform(nil), 0, nil, "src has no colour"},
		{"no dst", constant, nil, whole, 0, nil, "dst is nil, expected an image"},
		{"no src", constant, whole, nil, 0, nil, "src is nil, expected an image"},
		{"nil dst", constant, (*image.RGBA)(nil), whole, 0, nil, "dst is nil, expected an image"},
		{"nil src", constant, whole, (*image.YCbCr)(nil), 0, nil, "src is nil, expected an image"},
	} {
		err := c.padder.Pad(c.dst, c.src, image.Pt(c.x, 0))
		if err == nil || err.Error() != "images: "+c.says || !errors.Is(err, c.kind) && c.kind != nil {
			t.Errorf("%s: error %v, want %q of kind %v", c.name, err, c.says, c.kind)
		}
	}
	if slices.Max(whole.Pix) > 0 || slices.Max(grey.Pix) > 0 {
		t.Error("a call with an error has written")
	}
	if err := images.Pad(new(image.RGBA), new(image.RGBA), image.Point{}, pad.Edge, nil); err != nil {
		t.Errorf("no pixels into none: %v", err)
	}
}

// TestAllocations: a Padder that is used again allocates nothing, except where its documentation says so.
func TestAllocations(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	at := image.Pt(-2, 3)
	for _, r := range []image.Rectangle{image.Rect(-7, -2, 8, 12), image.Rect(-1, 4, 2, 6), image.Rect(-1, 4, 4, 8)} {
		for _, src := range sources(random) {
			for _, make := range types {
				dst := make(r)
				_, except := dst.(*own)
				to, isPaletted := dst.(*image.Paletted)
				from, _ := src.(*image.Paletted)
				switch src.(type) {
				case *own, embedding:
					except = true
				}
				if isPaletted && (from == nil || !slices.Equal(from.Palette, to.Palette)) {
					except = true
				}
				for mode := range pad.Mode(kernel.NumModes) {
					if _, whole := src.(*image.Uniform); except || mode != pad.Constant && mode.Pads(9).Step < 0 && (whole || r.Max.X == 4) {
						continue
					}
					p := images.Padder{Mode: mode, Color: orange, Workers: 1}
					if mode == pad.Edge {
						p.Modes = []pad.Mode{pad.Edge, pad.Constant}
					}
					if n := testing.AllocsPerRun(5, func() {
						if err := p.Pad(dst, src, at); err != nil {
							t.Fatal(err)
						}
					}); n != 0 {
						t.Errorf("%T to %T, %v, %v: %v allocations", src, dst, mode, r, n)
					}
				}
			}
		}
	}
}

// TestBorderLetterboxNew tests where Border, Letterbox and New place an image, and what they refuse.
func TestBorderLetterboxNew(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	r := image.Rect(-7, 3, -2, 6)
	src := fill(image.NewNRGBA64(r), random)
	got, err := images.Border(src, 3, pad.Wrap, nil)
	if want := reference(image.NewNRGBA64(r.Inset(-3)), src, r.Min, pad.Wrap, nil); err != nil || got.Bounds() != want.Bounds() || differ(got, want) != "" {
		t.Errorf("Border: %v, error %v, want bounds %v", got, err, want.Bounds())
	}
	for _, size := range []image.Point{{5, 3}, {6, 3}, {8, 10}, {5, 4}} {
		to := image.Rectangle{Max: size}.Add(image.Pt(2, -9))
		dst := image.NewNRGBA64(to)
		err := images.Letterbox(dst, src, orange)
		at := to.Min.Add(image.Pt((size.X-5)/2, (size.Y-3)/2))
		if diff := differ(dst, reference(image.NewNRGBA64(to), src, at, pad.Constant, orange)); err != nil || diff != "" {
			t.Errorf("Letterbox of %v: %s, error %v", size, diff, err)
		}
	}
	border := func(img image.Image, n int, m pad.Mode) error {
		got, err := images.Border(img, n, m, nil)
		if (got != nil) == (err != nil) {
			t.Errorf("Border: %v with error %v", got, err)
		}
		return err
	}
	last := image.Rect(math.MaxInt-2, 0, math.MaxInt-1, 1)
	create := func(like image.Image, r image.Rectangle) error { _, err := images.New(like, r); return err }
	for _, c := range []struct {
		err  error
		kind error
		says string
	}{
		{border(nil, 1, pad.Edge), nil, "img is nil, expected an image"},
		{border(src, -1, pad.Edge), pad.ErrPads, "a border of -1 pixels, expected 0 or more"},
		{border(new(image.Gray), 2, pad.Edge), pad.ErrEmptyAxis, "src has no pixels, mode edge needs one"},
		{border(new(image.Gray), 2, pad.Constant), nil, ""},
		{border(image.NewGray(last), 2, pad.Edge), pad.ErrOverflow, fmt.Sprintf("the bounds %v with a border of 2 pixels overflow an int", last)},
		{images.Letterbox(image.NewGray(image.Rect(0, 0, 5, 2)), src, nil), pad.ErrShape, "img of 5x3 pixels is larger than dst of 5x2"},
		{images.Letterbox(image.NewGray(image.Rect(0, 0, 4, 9)), src, nil), pad.ErrShape, "img of 5x3 pixels is larger than dst of 4x9"},
		{images.Letterbox(image.NewGray(r), nil, nil), nil, "img is nil, expected an image"},
		{images.Letterbox(nil, src, nil), nil, "dst is nil, expected an image"},
		{create(src, image.Rectangle{Min: image.Pt(5, 0), Max: image.Pt(4, 9)}), pad.ErrNegativeDim, "the bounds (5,0)-(4,9) are inverted"},
		{create(src, image.Rectangle{Min: image.Pt(0, 1)}), pad.ErrNegativeDim, "the bounds (0,1)-(0,0) are inverted"},
		{create(src, image.Rect(3, 3, 3, 3)), nil, ""},
		{create((*image.RGBA)(nil), r), nil, "like is nil, expected an image"},
	} {
		if c.err == nil && c.says != "" || c.err != nil && c.err.Error() != "images: "+c.says || !errors.Is(c.err, c.kind) && c.kind != nil {
			t.Errorf("error %v, want %q of kind %v", c.err, c.says, c.kind)
		}
	}
	for _, n := range []int{1 << 20, math.MaxInt / 2, math.MaxInt} {
		if err := border(src, n, pad.Edge); !errors.Is(err, pad.ErrTooLarge) {
			t.Errorf("Border of %d pixels: %v", n, err)
		}
	}
	for _, r := range []image.Rectangle{image.Rect(-1<<30, -1<<30, 1<<30, 1<<30), image.Rect(math.MinInt, 0, math.MaxInt, math.MaxInt)} {
		if err := create(src, r); !errors.Is(err, pad.ErrTooLarge) {
			t.Errorf("New with %v: %v", r, err)
		}
	}
}
