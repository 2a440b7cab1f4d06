// Package images pads the images of package image, in the modes of ONNX Pad: with a colour, mirrored, tiled, or with the pixels of the
// edge.
//
//	framed, err := images.Border(photo, 16, pad.Reflect, nil)            // 16 more pixels on each side
//	err = images.Letterbox(square, photo, color.Gray{Y: 114})            // in the middle of an image that is larger
//	err = images.Pad(tile, photo, photo.Bounds().Min, pad.Reflect, nil)  // any window
//
// [Pad] is the general form. Imagine src at a point of an unbounded plane, and the mode filling the plane around it. dst is a window on
// that plane, as it is in package image/draw: it shows what lies within its bounds, whether that is all of src, a part of it, or only
// what is around it. So one call for each tile of a canvas, as SubImage returns them, equals one call for the whole canvas. To crop before
// padding, pass a SubImage of src.
//
// Between images of one type, pixels are copied without a change of colour or depth. This holds for every type in package image
// except YCbCr and NYCbCrA, which do not implement draw.Image. If src has another type than dst, or another palette, it is converted as
// image/draw does with draw.Src, and colours that dst can hold are kept. A dst of your own type is written with its method Set.
//
// An RGBA of 1920x1080 with 64 pixels mirrored on each side takes 1.3 times as long as copying that many bytes. From a palette of 256
// colours it takes 0.3 to 0.5 of the time that draw.Draw takes for as many pixels (go test -bench Pad ./runtime/images, one goroutine).
//
// A [Padder] is Pad for many images. Module runtime/examples has a letterbox with a scaled image.
package images
