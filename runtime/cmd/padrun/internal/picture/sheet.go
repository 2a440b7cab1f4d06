package picture

import (
	_ "embed"
	"image"
	"image/color"
	"image/draw"
	"io"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

//go:embed scene.png
var scene string

// Scene returns the file of a picture in which left and right, top and bottom differ: hills, a house, a tree, a path and the
// sun.
func Scene() *io.SectionReader {
	return io.NewSectionReader(strings.NewReader(scene), 0, int64(len(scene)))
}

// letters are a to z, so that the name of any mode can be written. Each byte is a column, whose lowest bit is at the top.
var letters = map[rune]string{
	'a': "\x20\x54\x54\x54\x78", 'b': "\x7F\x48\x44\x44\x38", 'c': "\x38\x44\x44\x44\x20",
	'd': "\x38\x44\x44\x48\x7F", 'e': "\x38\x54\x54\x54\x18", 'f': "\x08\x7E\x09\x01\x02",
	'g': "\x18\xA4\xA4\xA4\x7C", 'h': "\x7F\x08\x04\x04\x78", 'i': "\x44\x7D\x40",
	'j': "\x40\x80\x84\x7D", 'k': "\x7F\x10\x28\x44", 'l': "\x41\x7F\x40",
	'm': "\x7C\x04\x18\x04\x78", 'n': "\x7C\x08\x04\x04\x78", 'o': "\x38\x44\x44\x44\x38",
	'p': "\xFC\x24\x24\x24\x18", 'q': "\x18\x24\x24\x18\xFC", 'r': "\x7C\x08\x04\x04\x08",
	's': "\x48\x54\x54\x54\x24", 't': "\x04\x3F\x44\x40\x20", 'u': "\x3C\x40\x40\x20\x7C",
	'v': "\x1C\x20\x40\x20\x1C", 'w': "\x3C\x40\x30\x40\x3C", 'x': "\x44\x28\x10\x28\x44",
	'y': "\x1C\xA0\xA0\xA0\x7C", 'z': "\x44\x64\x54\x4C\x44",
}

// Sheet returns the picture padded in all modes, two in a row, each with its name above and a line around the original
// picture. If pads is nil, each side is padded by a bit less than half of the picture's shorter side.
func Sheet(room *memory.Room, img image.Image, p images.Padder, pads []int) (image.Image, error) {
	if pads == nil {
		pads = slices.Repeat([]int{min(img.Bounds().Dx(), img.Bounds().Dy()) * 7 / 15}, 4)
	}
	var panels [kernel.NumModes]image.Image
	var err error
	for m := range panels {
		p.Mode = pad.Mode(m)
		if panels[m], err = Pad(room, img, p, pads); err != nil {
			return nil, err
		}
	}
	size := panels[0].Bounds().Size()
	dot := max(2, size.X/170) // of a letter
	gap, head := 8*dot, 15*dot
	w, h := 2*size.X+3*gap, (kernel.NumModes+1)/2*(size.Y+head)+gap
	if err := take(room, "sheet", w, h, 4); err != nil {
		return nil, err
	}
	sheet := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	for m, panel := range panels {
		at := image.Pt(gap+m%2*(size.X+gap), head+m/2*(size.Y+head))
		draw.Draw(sheet, panel.Bounds().Add(at), panel, image.Point{}, draw.Over)
		label(sheet, at.Sub(image.Pt(0, 11*dot)), dot, pad.Mode(m).String())
		begin := at.Add(image.Pt(pads[1], pads[0]))
		inner := img.Bounds().Add(begin).Intersect(panel.Bounds().Add(at))
		draw.Draw(sheet, inner, image.White, image.Point{}, draw.Src)
		inner = inner.Inset(max(1, dot/2))
		draw.Draw(sheet, inner, panel, inner.Min.Sub(at), draw.Over)
	}
	return sheet, nil
}

// label writes a text in dots of the given size.
func label(to draw.Image, at image.Point, dot int, text string) {
	ink := image.NewUniform(color.RGBA{0x24, 0x29, 0x2F, 0xFF})
	for _, letter := range text {
		for _, column := range []byte(letters[letter]) {
			for y := range 8 {
				if column>>y&1 != 0 {
					square := image.Rect(0, y*dot, dot, y*dot+dot).Add(at)
					draw.Draw(to, square, ink, image.Point{}, draw.Src)
				}
			}
			at.X += dot
		}
		at.X += dot
	}
}
