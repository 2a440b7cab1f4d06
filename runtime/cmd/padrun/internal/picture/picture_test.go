package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// pictures returns pictures of every type that Decode returns.
func pictures() []image.Image {
	all := image.Rect(0, 0, 5, 4)
	palette := color.Palette{color.Black, color.NRGBA{1, 2, 3, 4}, color.NRGBA{200, 100, 50, 3}, color.White}
	full := palette
	for len(full) < 256 {
		full = append(full, color.NRGBA{uint8(len(full)), 9, 9, 0xFF})
	}
	images := []draw.Image{
		image.NewGray(all), image.NewGray16(all), image.NewNRGBA(all), image.NewNRGBA64(all),
		image.NewPaletted(all, palette), image.NewPaletted(all, full),
	}
	out := []image.Image{}
	for _, img := range images {
		pix, _, _ := pixels(img)
		for i := range pix {
			pix[i] = byte(i * 37)
			if m, ok := img.(*image.Paletted); ok {
				pix[i] %= byte(min(len(m.Palette), 255))
			}
		}
		out = append(out, img)
	}
	for _, img := range []draw.Image{image.NewRGBA(all), image.NewRGBA64(all)} { // these have opaque pixels
		draw.Draw(img, all, out[0], image.Point{}, draw.Src)
		out = append(out, img)
	}
	return out
}

func same(a, b color.Color) bool {
	type channels struct{ r, g, b, a uint32 }
	var x, y channels
	x.r, x.g, x.b, x.a = a.RGBA()
	y.r, y.g, y.b, y.a = b.RGBA()
	return x == y
}

var white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}

// TestPad: a padded picture keeps its type if the type contains the colour, and is read back unchanged from its file. Its
// pixels are tested in package images, and in scripts.
func TestPad(t *testing.T) {
	fills := []color.NRGBA{white, {0xFF, 0x88, 0, 0xFF}, {0xFF, 0x88, 0, 0x80}}
	types := map[string][3]string{ // for each fill
		"*image.Gray": {"*image.Gray", "*image.NRGBA", "*image.NRGBA"}, "*image.Gray16": {"*image.Gray16", "*image.NRGBA64", "*image.NRGBA64"},
		"*image.NRGBA": {"*image.NRGBA", "*image.NRGBA", "*image.NRGBA"}, "*image.NRGBA64": {"*image.NRGBA64", "*image.NRGBA64", "*image.NRGBA64"},
		"*image.RGBA": {"*image.RGBA", "*image.RGBA", "*image.NRGBA"}, "*image.RGBA64": {"*image.RGBA64", "*image.RGBA64", "*image.NRGBA64"},
		"*image.Paletted": {"*image.Paletted", "*image.NRGBA", "*image.NRGBA"},
	}
	for _, img := range pictures() {
		for _, pads := range [][]int{{0, 0, 0, 0}, {1, 2, 3, 4}, {-1, 0, 2, -1}, {0, -2, 0, 7}} {
			for m := range pad.Mode(kernel.NumModes) {
				for i, fill := range fills {
					name := fmt.Sprintf("%T %v pads %v %v %v", img, img.Bounds(), pads, m, fill)
					out, err := Pad(room(), img, images.Padder{Mode: m, Color: fill}, pads)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					wantType := fmt.Sprintf("%T", img)
					if m == pad.Constant {
						wantType = types[wantType][i]
					}
					read := decoded(t, string(encoded(t, out)))
					if again, err := images.New(read, read.Bounds()); err != nil || fmt.Sprintf("%T", read) != fmt.Sprintf("%T", again) {
						t.Fatalf("%s: read back as %T, which Pad would take for %T (%v)", name, read, again, err)
					}
					size := img.Bounds().Size()
					want := image.Rect(0, 0, size.X+pads[1]+pads[3], size.Y+pads[0]+pads[2])
					if out.Bounds() != want || read.Bounds() != want || fmt.Sprintf("%T", out) != wantType {
						t.Fatalf("%s: a %T of %v, read back as %v, want a %s of %v", name, out, out.Bounds(), read.Bounds(), wantType, want)
					}
					if m == pad.Constant && pads[0] > 0 && !same(out.At(0, 0), fill) {
						t.Fatalf("%s: the colour is %v", name, out.At(0, 0))
					}
					for y := range want.Dy() {
						for x := range want.Dx() {
							if !same(out.At(x, y), read.At(x, y)) {
								t.Fatalf("%s: at %d,%d is %v, read back %v", name, x, y, out.At(x, y), read.At(x, y))
							}
						}
					}
				}
			}
		}
	}
}

func TestDecode(t *testing.T) {
	big := encoded(t, image.NewNRGBA(image.Rect(0, 0, 300, 300)))
	drawn := decoded(t, scene)
	scene, photo := encoded(t, drawn), encodedJPEG(t, drawn)
	damaged := bytes.Clone(scene)
	damaged[len(damaged)-30] ^= 1
	for _, c := range []struct {
		name string
		b    []byte
		room int64
		err  string // part of the error, "" for none
	}{
		{"PNG", scene, 1 << 20, ""},
		{"JPEG", photo, 1 << 20, ""},
		{"too large", big, 332*332*8 - 1, "the picture of 300x300 pixels has 881792 bytes, the limit leaves 881791; -max-bytes raises it"},
		{"JPEG too large", photo, 1 << 18, "the picture of 220x150 pixels has 366912 bytes"},
		{"progressive JPEG too large", append(bytes.Clone(photo), 0xFF, 0xC2), 1 << 19, "the picture of 220x150 pixels has 1100736 bytes"},
		{"cut PNG", scene[:len(scene)/2], 1 << 20, fmt.Sprintf("at byte %d or shortly before: png: invalid format: not enough pixel data", len(scene)/2)},
		{"cut JPEG", photo[:len(photo)/2], 1 << 20, fmt.Sprintf("at byte %d or shortly before: invalid JPEG format: short Huffman data", len(photo)/2)},
		{"damaged", damaged, 1 << 20, "or shortly before: "},
		{"cut in the header", scene[:20], 1 << 20, "in the first 20 bytes: unexpected EOF"},
	} {
		_, _, err := Decode(&memory.Room{Limit: c.room}, c.b, false)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want one that contains %q, or none if that is empty", c.name, err, c.err)
		}
	}
}

func TestParseColor(t *testing.T) {
	for text, want := range map[string]color.NRGBA{
		"white": {255, 255, 255, 255}, "black": {0, 0, 0, 255}, "Red": {255, 0, 0, 255}, "orange": {255, 165, 0, 255}, "gray": {128, 128, 128, 255},
		"#ff8800": {255, 0x88, 0, 255}, "#FF880040": {255, 0x88, 0, 0x40}, "#fff": {255, 255, 255, 255}, "#f808": {255, 0x88, 0, 0x88},
		"#00000080": {0, 0, 0, 128}, "": {}, "reddish": {}, "fff": {}, "ff8800": {}, "#ff880": {}, "#ff88001": {}, "#ff88001122": {}, "#gg8800": {},
		"##ff8800": {}, "#": {}, "#ü": {}, "#red": {},
	} {
		if got, err := ParseColor(text); got != want || (err == nil) != (want.A != 0) {
			t.Errorf("%q is %v, error %v, want %v", text, got, err, want)
		}
	}
	if got, err := ParseColor("transparent"); got != (color.NRGBA{}) || err != nil {
		t.Errorf("transparent is %v, error %v", got, err)
	}
}
