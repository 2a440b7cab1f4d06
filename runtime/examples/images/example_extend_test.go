package images_test

import (
	"fmt"
	"image"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// Extend returns an image with n more pixels on each side, made from its own ones.
func Extend(img *image.RGBA, n int, mode pad.Mode) (*image.RGBA, error) {
	p := int64(n)
	pix, shape, err := pad.Pad(&generated.Uint8, img.Pix, pad.Params[uint8]{
		Shape:   []int{img.Rect.Dy(), img.Rect.Dx(), 4},
		Strides: []int{img.Stride, 4, 1},
		Axes:    []int64{0, 1},
		Pads:    []int64{p, p, p, p},
		Mode:    mode,
	})
	if err != nil {
		return nil, err
	}
	return &image.RGBA{Pix: pix, Stride: 4 * shape[1], Rect: img.Rect.Inset(-n)}, nil
}

// A part of an image gets a border of its own pixels, mirrored.
func Example_extend() {
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range img.Pix {
		img.Pix[i] = uint8(i / 4) // a grey for each pixel: 0 to 63
	}
	part := img.SubImage(image.Rect(2, 3, 5, 6)).(*image.RGBA)
	out, err := Extend(part, 1, pad.Reflect)
	if err != nil {
		fmt.Println(err)
		return
	}
	for y := out.Rect.Min.Y; y < out.Rect.Max.Y; y++ {
		for x := out.Rect.Min.X; x < out.Rect.Max.X; x++ {
			fmt.Printf("%3d", out.RGBAAt(x, y).R)
		}
		fmt.Println()
	}
	// Output:
	//  35 34 35 36 35
	//  27 26 27 28 27
	//  35 34 35 36 35
	//  43 42 43 44 43
	//  35 34 35 36 35
}
