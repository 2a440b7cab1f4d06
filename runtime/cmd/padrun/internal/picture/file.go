package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strconv"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/images"
)

// mostScans limits the passes over a progressive JPEG picture. Usual ones have 10. Each takes a few bytes, and time for every
// pixel.
const mostScans = 100

// Decode reads a PNG or JPEG picture, whose memory is subtracted from the room. It also returns the names of what is lost,
// which is everything in the file besides pixels. If the file states an orientation, the picture is turned upright, unless
// asStored is true. Decode changes b.
func Decode(room *memory.Room, b []byte, asStored bool) (image.Image, []string, error) {
	var a about
	size, length := 8, len(b) // bytes for each pixel, at most
	if memory.KindOf(bytes.NewReader(b)) == memory.JPEG {
		a.readJPEG(b)
	} else if b = a.readPNG(b); len(b) > 28 && b[28] != 0 {
		size = 16 // interlaced: each pass is first decoded as a picture of its own
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, nil, fmt.Errorf("in the first %d bytes: %w", min(len(b), 4096), err)
	}
	if format == "jpeg" && bytes.Contains(b, []byte{0xFF, 0xC2}) {
		size = 24 // progressive: includes the coefficients
		if n := bytes.Count(b, []byte{0xFF, 0xDA}); n > mostScans {
			return nil, nil, fmt.Errorf("a JPEG picture of %d scans, expected at most %d", n, mostScans)
		}
	}
	if err := take(room, "picture", c.Width, c.Height, size); err != nil {
		return nil, nil, err
	}
	r := bytes.NewReader(b)
	img, _, err := image.Decode(r)
	if err != nil {
		return nil, nil, fmt.Errorf("at byte %d or shortly before: %w", length-r.Len(), err)
	}
	switch img.(type) {
	case *image.YCbCr, *image.CMYK: // colours of JPEG
		rgba := image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
		img = rgba
	}
	if a.orientation > 1 && !asStored {
		img, err = turn(room, img, a.orientation)
	}
	return img, a.lost, err
}

// about is what a file states about its picture.
type about struct {
	orientation int      // of EXIF: 5 to 8 swap rows and columns; 0 if it is not stated
	lost        []string // what is not kept
}

func (a *about) lose(what string) {
	if what != "" && len(a.lost) < 8 && !slices.Contains(a.lost, what) {
		a.lost = append(a.lost, what)
	}
}

// meanings maps a chunk of PNG to what is lost without it.
var meanings = map[string]string{
	"iCCP": "the colour profile", "cICP": "the colour profile", "pHYs": "the resolution", "gAMA": "gamma", "cHRM": "gamma",
}

const iend = "\x00\x00\x00\x00IEND\xAE\x42\x60\x82" // the last chunk

// readPNG reads the chunks of a PNG file up to the end of its pixels. It returns the file, in the same memory, with only
// those chunks that the pixels need, so that damage in the others does not matter.
func (a *about) readPNG(b []byte) []byte {
	out, rest := b[:min(8, len(b))], b[min(8, len(b)):]
	for name := ""; len(rest) >= 12; {
		size := int64(binary.BigEndian.Uint32(rest)) + 12
		if size > int64(len(rest)) {
			break
		}
		chunk, before := rest[:size], name
		rest, name = rest[size:], string(chunk[4:8])
		body, sum := chunk[4:size-4], chunk[size-4:]
		switch data := body[4:]; {
		case before == "IDAT" && name != "IDAT":
			return append(out, iend...)
		case name[0] < 'a', name == "tRNS":
			out = append(out, chunk...)
		case crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(sum):
			a.lose("a damaged chunk " + strconv.Quote(name))
		case name == "eXIf":
			a.orientation = orientation(data)
		case name == "acTL" && len(data) == 8 && binary.BigEndian.Uint32(data) > 1:
			a.lose(fmt.Sprintf("the other %d frames of an animation", binary.BigEndian.Uint32(data)-1))
		default:
			a.lose(meanings[name])
		}
	}
	return append(out, rest...)
}

// readJPEG reads the segments of a JPEG file before its pixels.
func (a *about) readJPEG(b []byte) {
	const exif = "Exif\x00\x00"
	for b = b[2:]; len(b) >= 4 && b[0] == 0xFF && b[1] != 0xDA; {
		n := 2 + int(binary.BigEndian.Uint16(b[2:]))
		if b[1] == 0xFF { // fill byte
			n = 1
		} else if n < 4 || n > len(b) {
			break
		}
		data := b[min(n, 4):n]
		switch {
		case b[1] == 0xE1 && bytes.HasPrefix(data, []byte(exif)):
			a.orientation = orientation(data[len(exif):])
		case b[1] == 0xE2 && bytes.HasPrefix(data, []byte("ICC_PROFILE\x00")):
			a.lose(meanings["iCCP"])
		}
		b = b[n:]
	}
}

// orientation reads the orientation from EXIF, which is a TIFF file.
func orientation(tiff []byte) int {
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	if len(tiff) < 8 || uint64(order.Uint32(tiff[4:]))+2 > uint64(len(tiff)) {
		return 0
	}
	list := tiff[order.Uint32(tiff[4:]):]
	n := order.Uint16(list)
	for list = list[2:]; n > 0 && len(list) >= 12; n, list = n-1, list[12:] {
		if v := order.Uint16(list[8:]); order.Uint16(list) == 0x112 && v <= 8 {
			return int(v)
		}
	}
	return 0
}

// turn returns the upright picture. o is the orientation of EXIF.
func turn(room *memory.Room, img image.Image, o int) (image.Image, error) {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	from, stride, n := pixels(img)
	if err := take(room, "picture", w, h, n); err != nil {
		return nil, err
	}
	size := image.Pt(w, h)
	if o >= 5 {
		size = image.Pt(h, w)
	}
	out, err := images.New(img, image.Rectangle{Max: size})
	if err != nil {
		return nil, err
	}
	to, _, _ := pixels(out)
	for y := range size.Y {
		for x := range size.X {
			sx, sy := x, y
			if o >= 5 {
				sx, sy = y, x
			}
			if o == 2 || o == 3 || o >= 7 {
				sx = w - 1 - sx
			}
			if o == 3 || o == 4 || o == 6 || o == 7 {
				sy = h - 1 - sy
			}
			copy(to[:n], from[sy*stride+sx*n:])
			to = to[n:]
		}
	}
	return out, nil
}

// Encode writes a picture as PNG, or with a quality of 1 to 100 as JPEG.
func Encode(w io.Writer, img image.Image, quality int) error {
	if quality == 0 {
		return png.Encode(w, img)
	}
	if o, ok := img.(interface{ Opaque() bool }); ok && !o.Opaque() {
		return errors.New("JPEG has no transparency; write a .png, or choose an opaque -color")
	}
	switch m := img.(type) {
	case *image.NRGBA: // with opaque pixels; package jpeg writes an RGBA with the same bytes in half the time
		img = &image.RGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
	case *image.Gray16:
		gray := image.NewGray(m.Rect)
		draw.Draw(gray, m.Rect, m, m.Rect.Min, draw.Src)
		img = gray
	}
	return jpeg.Encode(w, img, &jpeg.Options{Quality: quality})
}
