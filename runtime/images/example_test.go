package images_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/pad"
)

// A photo is extended by 2 mirrored pixels on each side.
func ExampleBorder() {
	photo := image.NewGray(image.Rect(0, 0, 3, 1))
	copy(photo.Pix, []uint8{1, 2, 3})
	framed, err := images.Border(photo, 2, pad.Reflect, nil)
	fmt.Println(framed.Bounds(), framed.(*image.Gray).Pix[:7], err)
	// Output: (-2,-2)-(5,3) [3 2 1 2 3 2 1] <nil>
}

// A wide photo, as decoded by image/jpeg, is placed in a grey square.
func ExampleLetterbox() {
	photo := image.NewYCbCr(image.Rect(0, 0, 640, 360), image.YCbCrSubsampleRatio420)
	square := image.NewRGBA(image.Rect(0, 0, 640, 640))
	err := images.Letterbox(square, photo, color.Gray{Y: 114})
	fmt.Println(square.At(0, 139), square.At(0, 140), square.At(0, 499), square.At(0, 500), err)
	// Output: {114 114 114 255} {0 135 0 255} {0 135 0 255} {114 114 114 255} <nil>
}

// dst is a window. Here it shows the last two pixels of src and the three pixels after them.
func ExamplePad() {
	src := image.NewGray(image.Rect(0, 0, 5, 1))
	copy(src.Pix, []uint8{1, 2, 3, 4, 5})
	for _, mode := range []pad.Mode{pad.Constant, pad.Edge, pad.Reflect, pad.Symmetric, pad.Wrap} {
		dst := image.NewGray(image.Rect(3, 0, 8, 1))
		err := images.Pad(dst, src, image.Pt(0, 0), mode, color.Gray{Y: 9})
		fmt.Println(mode, dst.Pix, err)
	}
	// Output:
	// constant [4 5 9 9 9] <nil>
	// edge [4 5 5 5 5] <nil>
	// reflect [4 5 4 3 2] <nil>
	// symmetric [4 5 5 4 3] <nil>
	// wrap [4 5 1 2 3] <nil>
}

// Models often take images whose sides are multiples of 32. Here the last row and column are repeated as often as necessary.
func ExamplePad_multiple() {
	photo := image.NewGray(image.Rect(0, 0, 50, 64))
	photo.SetGray(49, 63, color.Gray{Y: 9})
	const n = 32
	r := photo.Bounds()
	r.Max.X += (n - r.Dx()%n) % n
	r.Max.Y += (n - r.Dy()%n) % n
	dst, err := images.New(photo, r) // of the same type
	if err != nil {
		fmt.Println(err)
		return
	}
	err = images.Pad(dst, photo, r.Min, pad.Edge, nil)
	fmt.Printf("%T %v %v %v\n", dst, dst.Bounds(), dst.At(63, 63), err)
	// Output: *image.Gray (0,0)-(64,64) {9} <nil>
}

// Tiles of 256 pixels overlap by 16 pixels on each side, and are mirrored beyond the photo. One image is reused for all tiles.
func ExamplePadder_tiles() {
	photo := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(i / 4 % 300 / 2)
	}
	const size, margin = 256, 16
	tile := image.NewRGBA(image.Rect(0, 0, size+2*margin, size+2*margin))
	padder := images.Padder{Mode: pad.Reflect}
	for y := 0; y < photo.Rect.Dy(); y += size {
		for x := 0; x < photo.Rect.Dx(); x += size {
			r := image.Rect(x, y, x+size, y+size).Inset(-margin)
			tile.Rect = r
			err := padder.Pad(tile, photo, image.Pt(0, 0))
			fmt.Println(r, tile.RGBAAt(r.Min.X, r.Min.Y).R, tile.RGBAAt(r.Max.X-1, r.Max.Y-1).R, err)
		}
	}
	// Output:
	// (-16,-16)-(272,272) 8 135 <nil>
	// (240,-16)-(528,272) 120 35 <nil>
}

// The left edge of a panorama continues at its right edge, but there is nothing above and below it: columns wrap, and rows repeat
// the edge.
func ExamplePadder_modes() {
	panorama := image.NewGray(image.Rect(0, 0, 3, 2))
	copy(panorama.Pix, []uint8{1, 2, 3, 4, 5, 6})
	dst := image.NewGray(panorama.Bounds().Inset(-1))
	padder := images.Padder{Modes: []pad.Mode{pad.Edge, pad.Wrap}}
	err := padder.Pad(dst, panorama, image.Pt(0, 0))
	for y := range 4 {
		fmt.Println(dst.Pix[5*y : 5*y+5])
	}
	fmt.Println(err)
	// Output:
	// [3 1 2 3 1]
	// [3 1 2 3 1]
	// [6 4 5 6 4]
	// [6 4 5 6 4]
	// <nil>
}
