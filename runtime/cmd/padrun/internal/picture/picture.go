// Package picture pads pictures. A pixel is an element: a number of 1, 2, 4 or 8 bytes, which Pad moves as it is. So bit depth, gray and
// palette stay.
package picture

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // for image.Decode
	_ "image/png"
	"reflect"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Is reports whether the content of a file begins as a PNG or JPEG picture does.
func Is(b []byte) bool {
	return bytes.HasPrefix(b, []byte("\x89PNG")) || bytes.HasPrefix(b, []byte("\xFF\xD8\xFF"))
}

// ParseColor parses white, black, #rrggbb or #rrggbbaa.
func ParseColor(text string) (color.NRGBA, error) {
	number := map[string]string{"white": "#ffffff", "black": "#000000"}[text]
	digits, found := strings.CutPrefix(cmp.Or(number, text), "#")
	b, err := hex.DecodeString(digits)
	if err != nil || !found || len(b) != 3 && len(b) != 4 {
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
	size := 8 // of a pixel, at most
	if format == "jpeg" && bytes.Contains(b, []byte{0xFF, 0xC2}) {
		size = 24 // progressive: coefficients, too
	}
	if err := take(room, c.Width, c.Height, size); err != nil {
		return nil, err
	}
	r := bytes.NewReader(b)
	img, _, err := image.Decode(r)
	if err != nil {
		return nil, fmt.Errorf("at byte %d or shortly before: %w", len(b)-r.Len(), err)
	}
	switch m := img.(type) {
	case *image.YCbCr, *image.CMYK: // colours of JPEG
		rgba := image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
		return opaque(rgba), nil
	case *image.RGBA:
		return opaque(m), nil
	case *image.RGBA64:
		return &image.NRGBA64{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}, nil
	case *image.Gray: // that of a JPEG has whole blocks of 8x8 pixels
		w, h := m.Rect.Dx(), m.Rect.Dy()
		for y := range h {
			copy(m.Pix[y*w:][:w], m.Pix[y*m.Stride:])
		}
		m.Pix, m.Stride = m.Pix[:w*h], w
	}
	return img, nil
}

// opaque returns the picture, of opaque pixels, as one that can have others.
func opaque(m *image.RGBA) *image.NRGBA {
	return &image.NRGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
}

func take(room *memory.Room, w, h, size int) error {
	n := min(float64(w)*float64(h)*float64(size), 1<<62) // an int64 may be too small
	return room.Take(int64(n), fmt.Sprintf("the picture of %dx%d pixels", w, h))
}

// blank returns a black picture of the same type. All that [Decode] returns are of these types.
func blank(like image.Image, r image.Rectangle) draw.Image {
	switch m := like.(type) {
	case *image.Gray:
		return image.NewGray(r)
	case *image.Gray16:
		return image.NewGray16(r)
	case *image.Paletted:
		return image.NewPaletted(r, m.Palette)
	case *image.NRGBA64:
		return image.NewNRGBA64(r)
	}
	return image.NewNRGBA(r)
}

func pixels(img image.Image) []uint8 { return reflect.ValueOf(img).Elem().FieldByName("Pix").Bytes() }

// Params are those of Pad. Pads are top, left, bottom, right.
type Params struct {
	onnx.Options
	Mode  pad.Mode
	Pads  []int64
	Color color.NRGBA // of mode constant
}

// Pad returns the padded picture of [Decode], at 0,0. If its type or palette has no such colour, it becomes one of red, green, blue and
// alpha, of as many bits.
func Pad(room *memory.Room, img image.Image, p Params) (out image.Image, err error) {
	if p.Mode == pad.Constant {
		if img, err = holding(room, img, p.Color); err != nil {
			return nil, err
		}
	}
	// The bytes of the colour are those of a picture of one pixel.
	one := blank(img, image.Rect(0, 0, 1, 1))
	one.Set(0, 0, p.Color)
	value := pixels(one)
	size := len(value)
	if c := p.Color; size == 8 { // Set would lose bits
		value = []uint8{c.R, c.R, c.G, c.G, c.B, c.B, c.A, c.A}
	}
	d, _ := dtype.Parse(fmt.Sprintf("uint%d", 8*size))
	y, err := graph.Pad(room, p.Options, p.Mode,
		onnx.Tensor{DType: d, Shape: []int{img.Bounds().Dy(), img.Bounds().Dx()}, Data: pixels(img)},
		onnx.Int64s(p.Pads...), onnx.Tensor{DType: d, Shape: []int{}, Data: value})
	if err != nil {
		return nil, err
	}
	out = blank(img, image.Rectangle{})
	fields := reflect.ValueOf(out).Elem()
	fields.FieldByName("Pix").Set(reflect.ValueOf(y.Data))
	fields.FieldByName("Stride").SetInt(int64(y.Shape[1] * size))
	fields.FieldByName("Rect").Set(reflect.ValueOf(image.Rect(0, 0, y.Shape[1], y.Shape[0])))
	return out, nil
}

// holding returns the picture, or one of another type if its own cannot hold the colour.
func holding(room *memory.Room, img image.Image, fill color.NRGBA) (image.Image, error) {
	m := img.ColorModel()
	exact := color.RGBA64Model
	if m == color.NRGBA64Model || exact.Convert(m.Convert(fill)) == exact.Convert(fill) {
		return img, nil
	}
	b := img.Bounds()
	if err := take(room, b.Dx(), b.Dy(), 8); err != nil {
		return nil, err
	}
	var wide draw.Image = image.NewNRGBA(b)
	if m == color.Gray16Model {
		wide = image.NewNRGBA64(b)
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			wide.Set(x, y, img.At(x, y)) // draw.Draw would lose bits of transparent colours
		}
	}
	return wide, nil
}
