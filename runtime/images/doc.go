// Package images runs Pad on the images of package image. It extends an image beyond its bounds, as package image/draw copies one.
//
//	dst := image.NewRGBA(src.Bounds().Inset(-16))
//	err := images.Pad(dst, src, src.Bounds().Min, pad.Reflect, nil)
//
// [Pad] places src in dst with its upper left corner at a point. What dst has around it is padded, what is outside of dst is cropped. So
// the bounds of dst say all amounts, and a part of an image, as SubImage returns it, can be dst as well as src.
//
// Images of one type are moved as they are, pixel by pixel, without a change of colour or depth: all types of package image but YCbCr and
// NYCbCrA, which no image of package image/draw can be. With 64 pixels mirrored on all sides, an RGBA of 1920x1080 takes 1.5 times the
// time that copy takes for as many bytes (go test -bench Pad ./runtime/images, one goroutine). If src has another type than dst, or
// another palette, it is converted as image/draw does with draw.Src; colours that the model of dst has are kept. A dst of a type of your
// own is written by its Set.
//
// A [Padder] is Pad for many images. Module runtime/examples has a letterbox with a scaled image, a size that is a multiple of 32, and
// overlapping tiles.
package images
