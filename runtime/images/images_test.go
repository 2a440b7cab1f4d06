package images_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

var (
	palette = color.Palette{color.NRGBA{200, 100, 50, 3}, color.Black, color.White, color.NRGBA{1, 2, 3, 4}}
	orange  = color.NRGBA{0xFF, 0x88, 0x11, 0xC0}
)

// own is a dst that package images does not know, and whose colours no other type holds.
type own struct {
	bounds image.Rectangle
	pixels map[image.Point]color.Color
}

func (o *own) ColorModel() color.Model {
	return color.ModelFunc(func(c color.Color) color.Color { return c })
}
func (o *own) Bounds() image.Rectangle     { return o.bounds }
func (o *own) At(x, y int) color.Color     { return o.pixels[image.Pt(x, y)] }
func (o *own) Set(x, y int, c color.Color) { o.pixels[image.Pt(x, y)] = c }
func newOwn(r image.Rectangle) draw.Image  { return &own{r, map[image.Point]color.Color{}} }
func drawable[T draw.Image](f func(image.Rectangle) T) func(image.Rectangle) draw.Image {
	return func(r image.Rectangle) draw.Image { return f(r) }
}

// types are those that can be dst.
var types = []func(image.Rectangle) draw.Image{
	drawable(image.NewAlpha), drawable(image.NewAlpha16), drawable(image.NewCMYK), drawable(image.NewGray), drawable(image.NewGray16),
	drawable(image.NewNRGBA), drawable(image.NewNRGBA64), drawable(image.NewRGBA), drawable(image.NewRGBA64),
	func(r image.Rectangle) draw.Image { return image.NewPaletted(r, palette) },
	newOwn,
}

// fill gives an image random pixels.
func fill(m draw.Image, random *rand.Rand) draw.Image {
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			n := random.Uint64()
			a := uint16(n >> 48)
			m.Set(x, y, color.NRGBA64{uint16(n), uint16(n >> 16), uint16(n >> 32), a})
		}
	}
	return m
}

type subImage interface {
	SubImage(image.Rectangle) image.Image
}

// sources are one image of each kind, none at 0,0, with parts and types that are no dst.
func sources(random *rand.Rand) []image.Image {
	r := image.Rect(-2, 3, 3, 7)
	var all []image.Image
	for _, make := range types {
		all = append(all, fill(make(r), random))
		if whole, ok := fill(make(r.Inset(-3)), random).(subImage); ok {
			all = append(all, whole.SubImage(r))
		}
	}
	ycc := image.NewYCbCr(r, image.YCbCrSubsampleRatio420)
	nycca := image.NewNYCbCrA(r, image.YCbCrSubsampleRatio422)
	for _, plane := range [][]uint8{ycc.Y, ycc.Cb, ycc.Cr, nycca.Y, nycca.Cb, nycca.Cr, nycca.A} {
		for i := range plane {
			plane[i] = uint8(random.Uint32())
		}
	}
	odd := image.NewNRGBA(r) // rows that are no whole number of pixels apart, at an odd address
	odd.Pix, odd.Stride = make([]uint8, 4*23+1)[1:], 23
	return append(all, ycc, nycca, fill(odd, random), image.NewUniform(orange), image.Rect(-1, 4, 9, 9))
}

// reference is the definition: a pixel of the output is one of src as the model of dst has it, or the colour.
func reference(dst draw.Image, src image.Image, at image.Point, mode pad.Mode, c color.Color) draw.Image {
	want, err := images.New(dst, dst.Bounds())
	if _, ok := dst.(*own); ok || err != nil {
		want = newOwn(dst.Bounds())
	}
	move, b := at.Sub(src.Bounds().Min), dst.Bounds()
	seen := src.Bounds().Add(move).Intersect(b)
	before, behind := seen.Min.Sub(b.Min), b.Max.Sub(seen.Max)
	pads := []int64{int64(before.Y), int64(before.X), int64(behind.Y), int64(behind.X)}
	for i, k := range padtest.Source(mode, []int{seen.Dy(), seen.Dx()}, pads) {
		p := b.Min.Add(image.Pt(i%b.Dx(), i/b.Dx()))
		if k == padtest.Value {
			want.Set(p.X, p.Y, c)
		} else {
			q := seen.Min.Add(image.Pt(k%seen.Dx(), k/seen.Dx())).Sub(move)
			want.Set(p.X, p.Y, src.At(q.X, q.Y))
		}
	}
	return want
}

// TestPad pads every kind of image into every kind, in all modes, by every sort of amounts, twice with the same Padder.
func TestPad(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, src := range sources(random) {
		for _, make := range types {
			for _, part := range []bool{false, true} {
				var p images.Padder
				for _, r := range []image.Rectangle{image.Rect(-3, 1, 6, 9), image.Rect(-20, -20, 7, 7), image.Rect(-1, 4, 2, 6), image.Rect(-1, 4, 2, 6)} {
					for mode := range pad.Mode(kernel.NumModes) {
						dst := fill(make(r), random)
						var whole draw.Image
						if _, ok := dst.(subImage); ok && part {
							whole = fill(make(r.Inset(-2)), random)
							dst = whole.(subImage).SubImage(r).(draw.Image)
						}
						at := src.Bounds().Min
						if _, ok := src.(*image.Uniform); ok {
							at = at.Add(image.Pt(0, 4))
						}
						want := reference(dst, src, at, mode, orange)
						p.Mode, p.Color = mode, orange
						if err := p.Pad(dst, src, at); err != nil {
							t.Fatalf("%T to %T, %v in %v, %v: %v", src, dst, src.Bounds(), r, mode, err)
						}
						for y := r.Min.Y; y < r.Max.Y; y++ {
							for x := r.Min.X; x < r.Max.X; x++ {
								if got, want := dst.At(x, y), want.At(x, y); got != want {
									t.Fatalf("%T to %T, %v in %v, part %v, %v: at %d,%d is %v, want %v",
										src, dst, src.Bounds(), r, part, mode, x, y, got, want)
								}
							}
						}
					}
				}
			}
		}
	}
}

// TestAround: what a part of an image has around it stays.
func TestAround(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	whole := fill(image.NewNRGBA(image.Rect(0, 0, 9, 9)), random).(*image.NRGBA)
	before := append([]uint8(nil), whole.Pix...)
	r := image.Rect(2, 3, 7, 8)
	if err := images.Pad(whole.SubImage(r).(draw.Image), whole.SubImage(image.Rect(3, 4, 5, 6)), r.Min, pad.Edge, nil); err != nil {
		t.Fatal(err) // dst and src share pixels: the rows of dst are written at last
	}
	for i := range whole.Pix {
		if p := image.Pt(i/4%9, i/36); !p.In(r) && whole.Pix[i] != before[i] {
			t.Fatalf("the pixel at %v, outside of %v, has changed", p, r)
		}
	}
}

func TestErrors(t *testing.T) {
	rgba := func(pixels, stride int) *image.RGBA {
		return &image.RGBA{Pix: make([]uint8, pixels), Stride: stride, Rect: image.Rect(0, 0, 4, 4)}
	}
	whole, small, grey := image.NewRGBA(image.Rect(0, 0, 8, 8)), rgba(64, 16), image.NewGray(image.Rect(0, 0, 3, 3))
	huge := &image.Gray16{Rect: image.Rect(-1<<30, -1<<30, 1<<30, 1<<30)}
	constant, wrap := images.Padder{}, images.Padder{Mode: pad.Wrap}
	for _, c := range []struct {
		name   string
		padder images.Padder
		dst    draw.Image
		src    image.Image
		x      int // where src is in dst
		kind   error
		says   string
	}{
		{"empty src", wrap, whole, new(image.RGBA), 0, pad.ErrEmptyAxis, ""},
		{"src outside", wrap, whole, grey, 8, pad.ErrEmptyAxis, ""},
		{"the same by Set", wrap, newOwn(whole.Rect), grey, 8, pad.ErrEmptyAxis, ""},
		{"strict", images.Padder{Mode: pad.Reflect, Strict: true}, whole, small, 0, pad.ErrOverrun, ""},
		{"mode", images.Padder{Mode: kernel.NumModes}, whole, small, 0, pad.ErrMode, ""},
		{"shared", constant, whole, whole.SubImage(image.Rect(1, 1, 3, 3)), 0, pad.ErrBuffer, ""},
		{"short src", constant, whole, rgba(63, 16), 0, nil, "src: 63 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"short dst", constant, rgba(63, 16), whole, 0, nil, "dst: 63 bytes with a stride of 16 do not hold 4x4 pixels of 4 bytes"},
		{"stride", constant, whole, rgba(64, 12), 0, nil, "src: 64 bytes with a stride of 12 do not hold 4x4 pixels of 4 bytes"},
		{"huge dst", constant, huge, whole, 0, nil, "dst: 0 bytes with a stride of 0 do not hold 2147483648x2147483648 pixels of 2 bytes"},
		{"no dst", constant, nil, whole, 0, nil, "no image, expected a dst and a src"},
		{"no src", constant, whole, nil, 0, nil, "no image, expected a dst and a src"},
	} {
		err := c.padder.Pad(c.dst, c.src, image.Pt(c.x, 0))
		if err == nil || !errors.Is(err, c.kind) && c.kind != nil || c.kind == nil && err.Error() != "images: "+c.says {
			t.Errorf("%s: error %v, want %v%s", c.name, err, c.kind, c.says)
		}
	}
	if err := images.Pad(new(image.RGBA), new(image.RGBA), image.Point{}, pad.Edge, nil); err != nil {
		t.Errorf("no pixels into none: %v", err)
	}
	if _, err := images.New(whole, image.Rect(-1<<30, -1<<30, 1<<30, 1<<30)); !errors.Is(err, pad.ErrTooLarge) {
		t.Errorf("New of 2^62 pixels: %v", err)
	}
}

// TestAllocations: a Padder that is used again allocates nothing, but by Set and for palettes.
func TestAllocations(t *testing.T) {
	r := image.Rect(0, 0, 40, 30)
	random := rand.New(rand.NewPCG(5, 6))
	for _, src := range append(sources(random), image.NewYCbCr(r, image.YCbCrSubsampleRatio420)) {
		for _, make := range types {
			dst := make(src.Bounds().Intersect(r.Inset(-60)).Inset(-5))
			_, noRaster := dst.(*own)
			_, ownSrc := src.(*own)
			_, from := src.(*image.Paletted)
			_, to := dst.(*image.Paletted)
			if noRaster || reflect.TypeOf(src) != reflect.TypeOf(dst) && (ownSrc || from || to) {
				continue
			}
			for mode := range pad.Mode(kernel.NumModes) {
				p := images.Padder{Mode: mode, Color: orange, Workers: 1}
				if n := testing.AllocsPerRun(5, func() {
					if err := p.Pad(dst, src, src.Bounds().Intersect(r.Inset(-60)).Min); err != nil {
						t.Fatal(err)
					}
				}); n != 0 {
					t.Errorf("%T to %T, %v: %v allocations", src, dst, mode, n)
				}
			}
		}
	}
}

// BenchmarkPad compares a mirrored border with a copy of as many bytes: the least time of each, in turns.
func BenchmarkPad(b *testing.B) {
	src := image.NewRGBA(image.Rect(0, 0, 1920, 1080))
	dst := image.NewRGBA(src.Bounds().Inset(-64))
	from, to := make([]uint8, len(dst.Pix)), make([]uint8, len(dst.Pix))
	p := images.Padder{Mode: pad.Reflect, Workers: 1}
	least := [2]time.Duration{time.Hour, time.Hour}
	for b.Loop() {
		start := time.Now()
		if err := p.Pad(dst, src, image.Point{}); err != nil {
			b.Fatal(err)
		}
		padded := time.Now()
		copy(to, from)
		least[0], least[1] = min(least[0], padded.Sub(start)), min(least[1], time.Since(padded))
	}
	b.ReportMetric(float64(least[0])/float64(least[1]), "x-copy")
}

// A photo gets 2 more pixels on all sides, mirrored.
func ExamplePad() {
	photo := image.NewGray(image.Rect(0, 0, 3, 1))
	copy(photo.Pix, []uint8{1, 2, 3})
	dst := image.NewGray(photo.Bounds().Inset(-2))
	err := images.Pad(dst, photo, photo.Bounds().Min, pad.Reflect, nil)
	fmt.Println(dst.Bounds(), dst.Pix[:7], err)
	// Output: (-2,-2)-(5,3) [3 2 1 2 3 2 1] <nil>
}

// Many photos, each at the centre of a grey square.
func ExamplePadder() {
	square := image.NewRGBA(image.Rect(0, 0, 640, 640))
	padder := images.Padder{Color: color.Gray{114}}
	for range 3 {
		photo := image.NewYCbCr(image.Rect(0, 0, 640, 360), image.YCbCrSubsampleRatio420) // as image/jpeg decodes one
		if err := padder.Pad(square, photo, image.Pt(0, (640-360)/2)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(square.At(0, 0))
	// Output: {114 114 114 255}
}

// New makes a dst for an image whose type is not known.
func ExampleNew() {
	var photo image.Image = image.NewNRGBA64(image.Rect(0, 0, 30, 20))
	dst, err := images.New(photo, photo.Bounds().Inset(-8))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = images.Pad(dst, photo, photo.Bounds().Min, pad.Wrap, nil)
	fmt.Printf("%T %v %v\n", dst, dst.Bounds(), err)
	// Output: *image.NRGBA64 (-8,-8)-(38,28) <nil>
}
