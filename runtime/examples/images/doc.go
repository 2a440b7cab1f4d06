// Package images pads an image.RGBA, or a part of one that SubImage returns, into a new image.
//
//   - Shape is height, width and the 4 bytes of a pixel; Strides are img.Stride, 4 and 1; Axes are the first two.
//   - src is img.Pix: a part of an image starts at its first pixel, and may end behind its last one.
//   - The output is the Pix of the new image, whose Stride is 4 times the width.
//
// Nothing is copied: the kernel reads the pixels where they are, and writes those of the new image.
//
// What to watch out for: as bytes, all four channels get the same Value. For a border of one colour a pixel is one uint32 (Letterbox
// below). Other images of package image work alike: NRGBA has 4 bytes, RGBA64 has 8 in big-endian order, Gray has 1, and a YCbCr is three planes.
package images
