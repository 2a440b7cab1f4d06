package images_test

import (
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/draw"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/pad"
)

// Letterbox scales a picture into the middle of a grey square, as detectors want their input.
func Letterbox(square *image.RGBA, photo image.Image) error {
	n, size := square.Rect.Dx(), photo.Bounds().Size()
	longest := max(size.X, size.Y)
	scaled := image.NewRGBA(image.Rect(0, 0, max(1, size.X*n/longest), max(1, size.Y*n/longest)))
	draw.BiLinear.Scale(scaled, scaled.Rect, photo, photo.Bounds(), draw.Src, nil)
	at := square.Rect.Min.Add(square.Rect.Size().Sub(scaled.Rect.Size()).Div(2))
	return images.Pad(square, scaled, at, pad.Constant, color.Gray{Y: 114})
}

func Example_letterbox() {
	photo := image.NewYCbCr(image.Rect(0, 0, 1280, 720), image.YCbCrSubsampleRatio420) // as image/jpeg decodes one
	square := image.NewRGBA(image.Rect(0, 0, 640, 640))
	err := Letterbox(square, photo)
	fmt.Println(square.At(0, 139), square.At(0, 140), square.At(0, 499), square.At(0, 500), err)
	// Output: {114 114 114 255} {0 135 0 255} {0 135 0 255} {114 114 114 255} <nil>
}

// ToMultiple repeats the last row and column until both sides are multiples of n.
func ToMultiple(photo image.Image, n int) (draw.Image, error) {
	r := photo.Bounds()
	pads, err := pad.ToMultiple([]int{r.Dy(), r.Dx()}, []int{n, n}, nil, pad.AtBegin)
	if err != nil {
		return nil, err
	}
	r.Max = r.Max.Add(image.Pt(int(pads[3]), int(pads[2]))) // pads has the begins and ends of rows and columns
	dst, err := images.New(photo, r)
	if err != nil {
		return nil, err
	}
	return dst, images.Pad(dst, photo, r.Min, pad.Edge, nil)
}

func Example_toMultiple() {
	photo := image.NewGray(image.Rect(0, 0, 50, 64))
	photo.SetGray(49, 63, color.Gray{Y: 9})
	dst, err := ToMultiple(photo, 32)
	fmt.Printf("%T %v %v %v\n", dst, dst.Bounds(), dst.At(63, 63), err)
	// Output: *image.Gray (0,0)-(64,64) {9} <nil>
}

// Tiles calls do with every tile of a picture and its place. Tiles overlap by margin on all sides; beyond the picture they are mirrored.
// The rows of the picture have no gaps between them, as those of SubImage do.
func Tiles(photo *image.RGBA, size, margin int, do func(tile *image.RGBA) error) error {
	h, w, whole := photo.Rect.Dy(), photo.Rect.Dx(), size+2*margin
	padded := pad.Params[uint8]{
		Shape: []int{h, w, 4}, Axes: []int64{0, 1}, Mode: pad.Reflect,
		Pads: pad.Pairs([2]int64{int64(margin), int64(margin + size)}, [2]int64{int64(margin), int64(margin + size)}),
	}
	all := pad.Block[uint8]{Box: pad.Box{Begin: []int{0, 0, 0}, End: padded.Shape}, Data: photo.Pix}
	tile := image.NewRGBA(image.Rect(0, 0, whole, whole))
	for y := 0; y < h; y += size {
		for x := 0; x < w; x += size {
			region, err := pad.NewRegion(&generated.Uint8, padded, []int{y, x, 0}, []int{y + whole, x + whole, 4})
			if err != nil {
				return err
			}
			if err := region.Run(tile.Pix, all); err != nil {
				return err
			}
			tile.Rect = image.Rect(0, 0, whole, whole).Add(image.Pt(x-margin, y-margin))
			if err := do(tile); err != nil {
				return err
			}
		}
	}
	return nil
}

func Example_tiles() {
	photo := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(i / 4 % 300 / 2)
	}
	err := Tiles(photo, 256, 16, func(tile *image.RGBA) error {
		r := tile.Rect
		fmt.Println(r, tile.RGBAAt(r.Min.X, r.Min.Y).R, tile.RGBAAt(r.Max.X-1, r.Max.Y-1).R)
		return nil
	})
	fmt.Println(err)
	// Output:
	// (-16,-16)-(272,272) 8 135
	// (240,-16)-(528,272) 120 35
	// <nil>
}
