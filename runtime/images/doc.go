// Package images pads images of the types in package image, in the modes of ONNX Pad: with a colour, with mirrored or repeated copies of
// the image, or with the pixels of its edge.
//
//	framed, err := images.Border(photo, 16, pad.Reflect, nil)            // 16 more pixels on each side
//	err = images.Letterbox(square, photo, color.Gray{Y: 114})            // in the middle of an image that is larger
//	err = images.Pad(tile, photo, photo.Bounds().Min, pad.Reflect, nil)  // any window
//
// [Pad] is the general form. Imagine src at a point of an unbounded plane that the mode fills around it. As in package image/draw, dst is
// a window on that plane: it shows what lies within its bounds, whether that is all of src, part of it, or only what is around it. One
// call for each tile of a canvas, as returned by SubImage, therefore gives the same result as one call for the whole canvas. To crop
// before padding, pass a SubImage of src.
//
// Between images of the same type, pixels are copied unchanged. This holds for every type in package image except YCbCr and NYCbCrA, which
// do not implement draw.Image. If src differs from dst in type or palette, it is converted as image/draw does with draw.Src, and colours
// that dst can hold are kept. A dst of your own type is written with its Set method.
//
// Padding an RGBA of 1920x1080 with 64 mirrored pixels on each side takes 1.3 times as long as copying that many bytes. If src has a
// palette of 256 colours, it takes 0.3 to 0.5 of the time that draw.Draw needs for as many pixels (go test -bench Pad ./runtime/images,
// one goroutine).
//
// Use a [Padder] to pad many images. Module runtime/examples contains a letterbox example with a scaled image.
package images
