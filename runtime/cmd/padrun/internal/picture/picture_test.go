package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
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

// TestPad: a padded picture is read back unchanged from its file. Its pixels are tested in package images, and in scripts.
func TestPad(t *testing.T) {
	orange := color.NRGBA{0xFF, 0x88, 0, 0xFF}
	for _, img := range pictures() {
		for _, pads := range [][]int{{0, 0, 0, 0}, {1, 2, 3, 4}, {-1, 0, 2, -1}, {0, -2, 0, 7}} {
			for m := range pad.Mode(kernel.NumModes) {
				for _, fill := range []color.NRGBA{white, orange, {0xFF, 0x88, 0, 0x80}} {
					name := fmt.Sprintf("%T %v pads %v %v %v", img, img.Bounds(), pads, m, fill)
					out, err := Pad(&memory.Room{Limit: 1 << 20}, img, images.Padder{Mode: m, Color: fill}, pads)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					var b bytes.Buffer
					if err := Encode(&b, out, 0); err != nil {
						t.Fatal(err)
					}
					read, _, err := Decode(&memory.Room{Limit: 1 << 20}, b.Bytes(), false)
					if err != nil {
						t.Fatal(err)
					}
					if again, err := images.New(read, read.Bounds()); err != nil || fmt.Sprintf("%T", read) != fmt.Sprintf("%T", again) {
						t.Fatalf("%s: read back as %T, which Pad would take for %T (%v)", name, read, again, err)
					}
					size := img.Bounds().Size()
					want := image.Rect(0, 0, size.X+pads[1]+pads[3], size.Y+pads[0]+pads[2])
					if out.Bounds() != want || read.Bounds() != want {
						t.Fatalf("%s: output of %v, read back as %v, want %v", name, out.Bounds(), read.Bounds(), want)
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

// TestType: a picture keeps its type if the type contains the colour.
func TestType(t *testing.T) {
	orange := color.NRGBA{0xFF, 0x88, 0, 0xFF}
	glass := color.NRGBA{0xFF, 0x88, 0, 0x80}
	for _, c := range []struct {
		img                  image.Image
		white, orange, glass string
	}{
		{image.NewGray(image.Rect(0, 0, 1, 1)), "*image.Gray", "*image.NRGBA", "*image.NRGBA"},
		{image.NewGray16(image.Rect(0, 0, 1, 1)), "*image.Gray16", "*image.NRGBA64", "*image.NRGBA64"},
		{image.NewNRGBA(image.Rect(0, 0, 1, 1)), "*image.NRGBA", "*image.NRGBA", "*image.NRGBA"},
		{image.NewNRGBA64(image.Rect(0, 0, 1, 1)), "*image.NRGBA64", "*image.NRGBA64", "*image.NRGBA64"},
		{image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.White}), "*image.Paletted", "*image.NRGBA", "*image.NRGBA"},
	} {
		for i, fill := range []color.NRGBA{white, orange, glass} {
			out, err := Pad(&memory.Room{Limit: 1 << 20}, c.img, images.Padder{Color: fill}, []int{1, 1, 1, 1})
			if got, want := fmt.Sprintf("%T", out), []string{c.white, c.orange, c.glass}[i]; err != nil || got != want {
				t.Errorf("%T with %v is %s, error %v, want %s", c.img, fill, got, err, want)
			}
		}
	}
}

func TestDecode(t *testing.T) {
	encoded := func(img image.Image) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	big := encoded(image.NewNRGBA(image.Rect(0, 0, 300, 300)))
	drawn := decoded(t, scene)
	scene := encoded(drawn)
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, drawn, nil); err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(scene)
	damaged[len(damaged)-30] ^= 1
	for _, c := range []struct {
		name string
		b    []byte
		room int64
		err  string // part of the error, "" for none
	}{
		{"PNG", scene, 1 << 20, ""},
		{"JPEG", photo.Bytes(), 1 << 20, ""},
		{"too large", big, 332*332*8 - 1, "the picture of 300x300 pixels has 881792 bytes, the limit leaves 881791; -max-bytes raises it"},
		{"JPEG too large", photo.Bytes(), 1 << 18, "the picture of 220x150 pixels has 366912 bytes"},
		{"progressive JPEG too large", append(bytes.Clone(photo.Bytes()), 0xFF, 0xC2), 1 << 19, "the picture of 220x150 pixels has 1100736 bytes"},
		{"cut PNG", scene[:len(scene)/2], 1 << 20, fmt.Sprintf("at byte %d or shortly before: png: invalid format: not enough pixel data", len(scene)/2)},
		{"cut JPEG", photo.Bytes()[:photo.Len()/2], 1 << 20, fmt.Sprintf("at byte %d or shortly before: invalid JPEG format: short Huffman data", photo.Len()/2)},
		{"damaged", damaged, 1 << 20, "or shortly before: "},
		{"cut in the header", scene[:20], 1 << 20, "in the first 20 bytes: unexpected EOF"},
	} {
		_, _, err := Decode(&memory.Room{Limit: c.room}, c.b, false)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want one that contains %q, or none if that is empty", c.name, err, c.err)
		}
	}
}

// TestGrayJPEG: a picture of any size is read completely, although JPEG consists of whole blocks.
func TestGrayJPEG(t *testing.T) {
	for _, size := range []image.Point{{1, 1}, {13, 11}, {16, 11}, {13, 16}, {16, 16}} {
		img := image.NewGray(image.Rectangle{Max: size})
		for i := range img.Pix {
			img.Pix[i] = byte(i * 5)
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, img, nil); err != nil {
			t.Fatal(err)
		}
		want, err := jpeg.Decode(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		room := &memory.Room{Limit: 1 << 20}
		got, _, err := Decode(room, b.Bytes(), false)
		if err == nil {
			got, err = Pad(room, got, images.Padder{Mode: pad.Edge}, []int{1, 2, 0, 0})
		}
		if err != nil || got.Bounds().Size() != size.Add(image.Pt(2, 1)) {
			t.Errorf("%v: %v, %v", size, got, err)
			continue
		}
		for y := range size.Y {
			for x := range size.X {
				if !same(got.At(x+2, y+1), want.At(x, y)) {
					t.Fatalf("%v: at %d,%d is %v, want %v", size, x, y, got.At(x+2, y+1), want.At(x, y))
				}
			}
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
