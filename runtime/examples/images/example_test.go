package images_test

import (
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/draw"

	"github.com/padgen/padgen/runtime/images"
)

// Letterbox scales a picture into the middle of a grey square, as detectors want their input.
func Letterbox(square *image.RGBA, photo image.Image) error {
	n, size := square.Rect.Dx(), photo.Bounds().Size()
	longest := max(size.X, size.Y)
	scaled := image.NewRGBA(image.Rect(0, 0, max(1, size.X*n/longest), max(1, size.Y*n/longest)))
	draw.BiLinear.Scale(scaled, scaled.Rect, photo, photo.Bounds(), draw.Src, nil)
	return images.Letterbox(square, scaled, color.Gray{Y: 114})
}

func Example_letterbox() {
	photo := image.NewYCbCr(image.Rect(0, 0, 1280, 720), image.YCbCrSubsampleRatio420) // as image/jpeg decodes one
	square := image.NewRGBA(image.Rect(0, 0, 640, 640))
	err := Letterbox(square, photo)
	fmt.Println(square.At(0, 139), square.At(0, 140), square.At(0, 499), square.At(0, 500), err)
	// Output: {114 114 114 255} {0 135 0 255} {0 135 0 255} {114 114 114 255} <nil>
}
