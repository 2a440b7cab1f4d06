// Package picture pads pictures. Each pixel is an element, a number of 1, 2, 4 or 8 bytes that Pad moves unchanged. Bit
// depth, gray and palettes are therefore kept.
package picture

import (
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"reflect"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/pad"
)

// names are the colours of HTML 4, and others that are often used to fill.
var names = map[string]string{
	"aqua": "0ff", "black": "000", "blue": "00f", "fuchsia": "f0f", "gray": "808080", "green": "008000", "grey": "808080", "lime": "0f0",
	"maroon": "800000", "navy": "000080", "olive": "808000", "orange": "ffa500", "purple": "800080", "red": "f00", "silver": "c0c0c0",
	"teal": "008080", "transparent": "0000", "white": "fff", "yellow": "ff0",
}

// ParseColor parses a colour as CSS writes it: a name of HTML 4, orange, transparent, #rgb, #rgba, #rrggbb or #rrggbbaa.
func ParseColor(text string) (color.NRGBA, error) {
	digits, found := strings.CutPrefix(text, "#")
	if name := names[strings.ToLower(text)]; name != "" {
		digits, found = name, true
	}
	if n := len(digits); n == 3 || n == 4 {
		var twice strings.Builder
		for i := range n {
			twice.WriteString(digits[i : i+1])
			twice.WriteString(digits[i : i+1])
		}
		digits = twice.String()
	}
	b, err := hex.DecodeString(digits)
	if err != nil || !found || len(b) != 3 && len(b) != 4 {
		return color.NRGBA{}, errors.New("expected a name of HTML, #rgb, #rgba, #rrggbb or #rrggbbaa")
	}
	b = append(b, 0xFF)
	return color.NRGBA{b[0], b[1], b[2], b[3]}, nil
}

// take subtracts the memory of a picture from the room. JPEG rounds up to blocks of 32 pixels, and files are read and
// written through a few rows.
func take(room *memory.Room, what string, w, h, size int) error {
	const more = 32
	n := min((float64(w)+more)*(float64(h)+more)*float64(size), 1<<62) // an int64 may be too small
	return room.Take(int64(n), fmt.Sprintf("the %s of %dx%d pixels", what, w, h))
}

// pixels returns the memory of a picture, the bytes from one row to the next, and those of a pixel. It supports every type
// that [Decode] returns.
func pixels(img image.Image) (pix []uint8, stride, size int) {
	m := img.(interface{ PixOffset(x, y int) int })
	at := img.Bounds().Min
	fields := reflect.ValueOf(img).Elem()
	return fields.FieldByName("Pix").Bytes(), m.PixOffset(at.X, at.Y+1), m.PixOffset(at.X+1, at.Y)
}

// Pad returns a picture of [Decode] with pads, at 0,0. The pads are top, left, bottom, right. The colour is a [color.NRGBA].
// If the picture's type or palette does not contain it, the result has red, green, blue and alpha with the same number of
// bits.
func Pad(room *memory.Room, img image.Image, p images.Padder, pads []int) (image.Image, error) {
	size := img.Bounds().Size()
	shape, err := pad.Params[struct{}]{
		Mode: p.Mode, Modes: p.Modes, Shape: []int{size.Y, size.X}, Pads: pads, Strict: p.Strict,
	}.OutputShape()
	if err != nil {
		return nil, err
	}
	like := img
	c, _ := p.Color.(color.NRGBA)
	fills := p.Modes == nil && p.Mode == pad.Constant || slices.Contains(p.Modes, pad.Constant)
	if fills && !holds(img.ColorModel(), c) {
		if err := take(room, "picture", size.X, size.Y, 8); err != nil { // for a converted copy
			return nil, err
		}
		like = new(image.NRGBA)
		if m := img.ColorModel(); m == color.Gray16Model || m == color.RGBA64Model {
			like = new(image.NRGBA64)
		}
	}
	_, _, bytes := pixels(like)
	if err := take(room, "output", shape[1], shape[0], bytes); err != nil {
		return nil, err
	}
	out, err := images.New(like, image.Rect(0, 0, shape[1], shape[0]))
	if err != nil {
		return nil, err
	}
	if bytes == 8 { // Set would lose bits
		p.Color = color.NRGBA64{uint16(c.R) * 0x101, uint16(c.G) * 0x101, uint16(c.B) * 0x101, uint16(c.A) * 0x101}
	}
	inner := img.Bounds() // the part of the picture that negative pads leave; it is padded
	inner.Min = inner.Min.Sub(image.Pt(min(0, pads[1]), min(0, pads[0])))
	inner.Max = inner.Max.Add(image.Pt(min(0, pads[3]), min(0, pads[2])))
	src := img.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(inner)
	return out, p.Pad(out, src, image.Pt(max(0, pads[1]), max(0, pads[0])))
}

// holds reports whether a colour model contains a colour.
func holds(m color.Model, c color.NRGBA) bool {
	exact := color.RGBA64Model
	if m == color.RGBAModel || m == exact { // rounds colours that are not opaque
		return c.A == 0xFF
	}
	return m == color.NRGBA64Model || exact.Convert(m.Convert(c)) == exact.Convert(c)
}
