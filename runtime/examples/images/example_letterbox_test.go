package images_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Letterbox returns an image in the middle of a frame of one colour. What is larger than the frame is cropped.
func Letterbox(img *image.RGBA, width, height int, frame color.RGBA) (*image.RGBA, error) {
	pixels, ok := kernel.FromBytes[uint32](img.Pix)
	if !ok || img.Stride%4 != 0 {
		return nil, errors.New("the pixels are not aligned")
	}
	shape := []int{img.Rect.Dy(), img.Rect.Dx()}
	pads, err := pad.To(shape, []int{height, width}, nil, pad.AtCenter|pad.AllowCrop)
	if err != nil {
		return nil, err
	}
	out, _, err := pad.Pad(&generated.Uint32, pixels, pad.Params[uint32]{
		Shape:   shape,
		Strides: []int{img.Stride / 4, 1},
		Pads:    pads,
		Value:   binary.NativeEndian.Uint32([]byte{frame.R, frame.G, frame.B, frame.A}),
	})
	return &image.RGBA{Pix: kernel.Bytes(out), Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}, err
}

// A part of an image in a grey frame, as detectors want their input.
func Example_letterbox() {
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range img.Pix {
		img.Pix[i] = uint8(i / 4) // a grey for each pixel: 0 to 63
	}
	part := img.SubImage(image.Rect(2, 3, 5, 4)).(*image.RGBA)
	out, err := Letterbox(part, 5, 3, color.RGBA{R: 114, G: 114, B: 114, A: 255})
	if err != nil {
		fmt.Println(err)
		return
	}
	for y := range 3 {
		for x := range 5 {
			c := out.RGBAAt(x, y)
			fmt.Printf("%4d/%d", c.R, c.A)
		}
		fmt.Println()
	}
	// Output:
	//  114/255 114/255 114/255 114/255 114/255
	//  114/255  26/26  27/27  28/28 114/255
	//  114/255 114/255 114/255 114/255 114/255
}
