package images

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/padgen/padgen/runtime/pad"
)

// mostBorder is the size in bytes of the largest image that Border allocates. The system kills a program that uses too much memory.
const mostBorder = 4 << 30

// Border returns a new image that contains img with n more pixels on each side. It has the same type as img, or is an RGBA (see [New]).
// Its bounds are those of img, enlarged by n pixels on each side, so that img keeps its position. c is the colour for mode constant; nil
// means color.Transparent.
//
// Errors are those of [Padder.Pad], or of kind [pad.ErrPads] if n is negative, [pad.ErrOverflow] if a bound does not fit in an int, or
// [pad.ErrTooLarge] if the result would exceed 4 GiB. Use [New] and [Pad] for larger images.
func Border(img image.Image, n int, mode pad.Mode, c color.Color) (draw.Image, error) {
	if _, err := open("img", img); err != nil {
		return nil, err
	}
	most := min(mostBorder, pad.MostBytes())
	switch {
	case n < 0:
		return nil, refuse(pad.ErrPads, "a border of %d pixels, expected 0 or more", n)
	case int64(n) > most:
		return nil, refuse(pad.ErrTooLarge, "a border of %d pixels exceeds %d bytes", n, most)
	}
	r, width := img.Bounds(), image.Pt(n, n)
	out := image.Rectangle{Min: r.Min.Sub(width), Max: r.Max.Add(width)}
	if out.Min.X > r.Min.X || out.Min.Y > r.Min.Y || out.Max.X < r.Max.X || out.Max.Y < r.Max.Y {
		return nil, refuse(pad.ErrOverflow, "the bounds %v with a border of %d pixels overflow an int", r, n)
	}
	dst, err := newImage(img, out, most)
	if err == nil {
		err = Pad(dst, img, r.Min, mode, c)
	}
	if err != nil {
		return nil, err
	}
	return dst, nil
}

// Letterbox places img in the middle of dst and fills the rest of dst with the colour c; nil means color.Transparent. An odd pixel goes
// to the right or to the bottom. Letterbox does not scale: if img is larger than dst, it returns an error of kind [pad.ErrShape]. Other
// errors are those of [Padder.Pad].
func Letterbox(dst draw.Image, img image.Image, c color.Color) error {
	for i, m := range []image.Image{dst, img} {
		if _, err := open([]string{"dst", "img"}[i], m); err != nil {
			return err
		}
	}
	space, size := dst.Bounds().Size(), img.Bounds().Size()
	if size.X > space.X || size.Y > space.Y {
		const text = "img of %dx%d pixels is larger than dst of %dx%d"
		return refuse(pad.ErrShape, text, size.X, size.Y, space.X, space.Y)
	}
	return Pad(dst, img, dst.Bounds().Min.Add(space.Sub(size).Div(2)), pad.Constant, c)
}
