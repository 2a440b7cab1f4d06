// Package picture pads pictures. A pixel is an element: a number of 1, 2, 4 or 8 bytes, which Pad moves as it is. So bit depth, gray and
// palette stay.
package picture

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // for image.Decode
	_ "image/png"
	"math"
	"reflect"
	"strings"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Is reports whether the content of a file begins as a PNG or JPEG picture does.
func Is(b []byte) bool {
	return bytes.HasPrefix(b, []byte("\x89PNG")) || bytes.HasPrefix(b, []byte("\xFF\xD8\xFF"))
}

// ParseColor parses white, black, #rrggbb or #rrggbbaa.
func ParseColor(text string) (color.NRGBA, error) {
	hexed := strings.TrimPrefix(text, "#")
	switch text {
	case "white":
		return color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}, nil
	case "black":
		return color.NRGBA{A: 0xFF}, nil
	}
	b, err := hex.DecodeString(hexed)
	if err != nil || hexed == text || len(b) != 3 && len(b) != 4 {
		return color.NRGBA{}, fmt.Errorf("%q is not white, black, #rrggbb or #rrggbbaa", text)
	}
	b = append(b, 0xFF)
	return color.NRGBA{b[0], b[1], b[2], b[3]}, nil
}

// Decode reads a PNG or JPEG picture, whose memory is taken off the room.
func Decode(room *memory.Room, b []byte) (image.Image, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("in the first %d bytes: %w", min(len(b), 4096), err)
	}
	size := 8                                                      // of a pixel, at most
	if format == "jpeg" && bytes.Contains(b, []byte{0xFF, 0xC2}) { // progressive: coefficients, too
		size = 24
	}
	if err := take(room, c.Width, c.Height, size); err != nil {
		return nil, err
	}
	r := bytes.NewReader(b)
	img, _, err := image.Decode(r)
	if err != nil {
		return nil, fmt.Errorf("at byte %d or shortly before: %w", len(b)-r.Len(), err)
	}
	if _, p := open(img); p.size == 0 { // colours of JPEG
		rgba := image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
		img = rgba
	}
	return img, nil
}

func take(room *memory.Room, w, h, size int) error {
	n := int64(math.MaxInt64) // if there are too many
	if h == 0 || int64(w) < n/int64(size)/int64(h) {
		n = int64(w) * int64(h) * int64(size)
	}
	return room.Take(n, fmt.Sprintf("the picture of %dx%d pixels", w, h))
}

// pixels are the fields of a picture, and the bytes of a pixel.
type pixels struct {
	pix    *[]uint8
	stride *int
	rect   *image.Rectangle
	size   int
}

// open returns a picture with the same pixels, and its fields. The size is 0 for another type of image.
func open(img image.Image) (draw.Image, pixels) {
	size := 0
	switch img.(type) {
	case *image.Gray, *image.Paletted:
		size = 1
	case *image.Gray16:
		size = 2
	case *image.RGBA, *image.NRGBA:
		size = 4
	case *image.RGBA64, *image.NRGBA64:
		size = 8
	default:
		return nil, pixels{}
	}
	c := reflect.New(reflect.TypeOf(img).Elem()) // a copy of the struct
	c.Elem().Set(reflect.ValueOf(img).Elem())
	field := func(name string) any { return c.Elem().FieldByName(name).Addr().Interface() }
	return c.Interface().(draw.Image), pixels{field("Pix").(*[]uint8), field("Stride").(*int), field("Rect").(*image.Rectangle), size}
}

// Params are those of a Pad of rows and columns. Pads are top, left, bottom, right.
type Params struct {
	pad.Params[struct{}]
	Color color.NRGBA // of mode constant
}

// Pad returns the padded picture, at 0,0. If its type or palette has no such colour, it becomes one of red, green, blue and alpha, of as
// many bits.
func Pad(room *memory.Room, img image.Image, p Params) (out image.Image, err error) {
	if p.Mode == pad.Constant {
		if img, err = holding(room, img, p.Color); err != nil {
			return nil, err
		}
	}
	to, px := open(img)
	set := map[int]kernel.AnySet{1: &generated.Uint8, 2: &generated.Uint16, 4: &generated.Uint32, 8: &generated.Uint64}[px.size]
	unit := set.Element()
	src, _ := unit.Raw(*px.pix)
	p.Shape, p.Strides, p.MaxBytes = []int{px.rect.Dy(), px.rect.Dx()}, []int{*px.stride / px.size, 1}, math.MaxInt64
	shape, err := p.OutputShape()
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "pad: "))
	}
	if err := take(room, shape[1], shape[0], px.size); err != nil {
		return nil, err
	}
	plan, err := pad.NewAnyPlan(set, p.Params)
	if err != nil {
		return nil, err
	}
	// The bytes of the colour are those of a picture of one pixel.
	*px.pix, *px.stride, *px.rect = make([]uint8, px.size), px.size, image.Rect(0, 0, 1, 1)
	to.Set(0, 0, p.Color)
	if c := p.Color; to.ColorModel() == color.NRGBA64Model { // Set would lose bits
		copy(*px.pix, []uint8{c.R, c.R, c.G, c.G, c.B, c.B, c.A, c.A})
	}
	value, _ := unit.Raw(*px.pix)
	*px.pix, *px.stride, *px.rect = make([]uint8, plan.OutputLen()*px.size), shape[1]*px.size, image.Rect(0, 0, shape[1], shape[0])
	dst, _ := unit.Raw(*px.pix)
	return to, plan.Run(context.Background(), dst, src, value)
}

// holding returns the picture, or one of another type if its own cannot hold the colour.
func holding(room *memory.Room, img image.Image, fill color.NRGBA) (image.Image, error) {
	m := img.ColorModel()
	same := color.RGBA64Model.Convert(m.Convert(fill)) == color.RGBA64Model.Convert(fill)
	blended := fill.A != 0xFF && (m == color.RGBAModel || m == color.RGBA64Model) // which a PNG does not store
	if m == color.NRGBA64Model || same && !blended {
		return img, nil
	}
	b := img.Bounds()
	if err := take(room, b.Dx(), b.Dy(), 8); err != nil {
		return nil, err
	}
	var wide draw.Image = image.NewNRGBA(b)
	if _, px := open(img); px.size == 2 || px.size == 8 {
		wide = image.NewNRGBA64(b)
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			wide.Set(x, y, img.At(x, y)) // draw.Draw would lose bits of transparent colours
		}
	}
	return wide, nil
}
