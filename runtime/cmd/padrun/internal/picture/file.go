package picture

import (
	"bytes"
	"compress/zlib"
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

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/images"
)

// mostScans is the most passes over a progressive JPEG picture. Usual ones have 10. Each takes time for all pixels, and a few bytes.
const mostScans = 100

// Decode reads a PNG or JPEG picture, whose memory is taken off the room, and what its file says about it. A picture that says how the
// camera was held is turned upright, unless asStored.
func Decode(room *memory.Room, b []byte, asStored bool) (image.Image, About, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(b))
	if err != nil {
		return nil, About{}, fmt.Errorf("in the first %d bytes: %w", min(len(b), 4096), err)
	}
	size := 8 // of a pixel, at most
	if format == "jpeg" && bytes.Contains(b, []byte{0xFF, 0xC2}) {
		size = 24 // progressive: coefficients, too
		if n := bytes.Count(b, []byte{0xFF, 0xDA}); n > mostScans {
			return nil, About{}, fmt.Errorf("%d scans, expected at most %d: such a JPEG picture is made to take long", n, mostScans)
		}
	}
	if err := take(room, "picture", c.Width, c.Height, size); err != nil {
		return nil, About{}, err
	}
	r := bytes.NewReader(b)
	img, _, err := image.Decode(r)
	if err != nil {
		return nil, About{}, fmt.Errorf("at byte %d or shortly before: %w", len(b)-r.Len(), err)
	}
	switch m := img.(type) {
	case *image.YCbCr, *image.CMYK: // colours of JPEG
		rgba := image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
		img = opaque(rgba)
	case *image.RGBA:
		img = opaque(m)
	case *image.RGBA64:
		img = &image.NRGBA64{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
	}
	a := aboutPNG(b)
	if format == "jpeg" {
		a = aboutJPEG(b)
	}
	if a.orientation > 1 && !asStored {
		img, err = a.turn(room, img)
	}
	return img, a, err
}

// opaque returns the picture, of opaque pixels, as one that can have others.
func opaque(m *image.RGBA) *image.NRGBA {
	return &image.NRGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
}

// About is what a file says about its pixels.
type About struct {
	chunks      []chunk // of PNG, before those of pixels
	orientation int     // of EXIF: 5 to 8 swap rows and columns; 0 if it says nothing
}

type chunk struct {
	name string
	data []byte
}

func aboutPNG(b []byte) (a About) {
	for b = b[min(8, len(b)):]; len(b) >= 12; {
		n := binary.BigEndian.Uint32(b)
		if int64(n) > int64(len(b)-12) {
			break
		}
		c := chunk{string(b[4:8]), b[8 : 8+n]}
		switch c.name {
		case "cICP", "iCCP", "sRGB", "gAMA", "cHRM", "pHYs":
			a.chunks = append(a.chunks, c)
		case "eXIf":
			a.orientation = orientation(c.data)
		}
		b = b[12+n:]
	}
	return a
}

const (
	exif    = "Exif\x00\x00"
	profile = "ICC_PROFILE\x00"
)

func aboutJPEG(b []byte) (a About) {
	var icc []byte
	for b = b[2:]; len(b) >= 4 && b[0] == 0xFF && b[1] != 0xDA; {
		n := 2 + int(binary.BigEndian.Uint16(b[2:]))
		if b[1] == 0xFF { // fills up
			n = 1
		} else if n < 4 || n > len(b) {
			break
		}
		data := b[min(n, 4):n]
		switch {
		case b[1] == 0xE1 && bytes.HasPrefix(data, []byte(exif)):
			a.orientation = orientation(data[len(exif):])
		case b[1] == 0xE2 && bytes.HasPrefix(data, []byte(profile)) && len(data) > len(profile)+2:
			icc = append(icc, data[len(profile)+2:]...) // behind its number and their count
		}
		b = b[n:]
	}
	if icc != nil {
		var packed bytes.Buffer
		packed.WriteString("ICC\x00\x00")
		w := zlib.NewWriter(&packed)
		w.Write(icc)
		w.Close()
		a.chunks = append(a.chunks, chunk{"iCCP", packed.Bytes()})
	}
	return a
}

// orientation reads EXIF, which is a TIFF file.
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

// turn returns the picture as the camera was held.
func (a *About) turn(room *memory.Room, img image.Image) (image.Image, error) {
	w, h, o := img.Bounds().Dx(), img.Bounds().Dy(), a.orientation
	from, stride, n := pixels(img)
	if err := take(room, "picture", w, h, n); err != nil {
		return nil, err
	}
	size := image.Pt(w, h)
	if o >= 5 {
		size = image.Pt(h, w)
		for i, c := range a.chunks {
			if c.name == "pHYs" && len(c.data) == 9 { // pixels per metre: x, y
				a.chunks[i].data = append(append(bytes.Clone(c.data[4:8]), c.data[:4]...), c.data[8])
			}
		}
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

// Encode writes a picture as PNG, or with a quality of 1 to 100 as JPEG, with what is said about it.
func Encode(w io.Writer, img image.Image, a About, quality int) error {
	_, gray := img.(*image.Gray)
	_, gray16 := img.(*image.Gray16)
	var chunks, segments bytes.Buffer
	for _, c := range a.chunks {
		if c.name == "iCCP" {
			icc := c.profile()
			if len(icc) < 20 || string(icc[16:20]) == "GRAY" != (gray || gray16) || string(icc[16:20]) == "CMYK" {
				continue // it is for other colours
			}
			writeSegments(&segments, icc)
		}
		binary.Write(&chunks, binary.BigEndian, uint32(len(c.data)))
		body := append([]byte(c.name), c.data...)
		chunks.Write(body)
		binary.Write(&chunks, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	if quality == 0 {
		return png.Encode(&inserter{w, 33, chunks.Bytes()}, img) // behind the header
	}
	if o, ok := img.(interface{ Opaque() bool }); ok && !o.Opaque() {
		return errors.New("JPEG has no transparency; write a .png, or choose an opaque -color")
	}
	switch m := img.(type) {
	case *image.NRGBA:
		img = &image.RGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
	case *image.Gray16:
		narrow := image.NewGray(m.Rect)
		draw.Draw(narrow, m.Rect, m, m.Rect.Min, draw.Src)
		img = narrow
	}
	return jpeg.Encode(&inserter{w, 2, segments.Bytes()}, img, &jpeg.Options{Quality: quality})
}

// profile returns the colour profile in a chunk, nil if it is damaged or larger than any.
func (c chunk) profile() []byte {
	_, packed, _ := bytes.Cut(c.data, []byte{0})
	r, err := zlib.NewReader(bytes.NewReader(packed[min(1, len(packed)):]))
	if err != nil {
		return nil
	}
	const most = 16 << 20
	icc, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil || len(icc) > most {
		return nil
	}
	return icc
}

// writeSegments writes a colour profile as JPEG holds it.
func writeSegments(w *bytes.Buffer, icc []byte) {
	const most = 65533 - len(profile) - 2
	count := (len(icc) + most - 1) / most
	for i := 1; i <= count && count < 256; i++ {
		part := icc[:min(most, len(icc))]
		icc = icc[len(part):]
		w.Write([]byte{0xFF, 0xE2})
		binary.Write(w, binary.BigEndian, uint16(2+len(profile)+2+len(part)))
		w.WriteString(profile)
		w.Write([]byte{byte(i), byte(count)})
		w.Write(part)
	}
}

// inserter writes more behind the first bytes.
type inserter struct {
	w    io.Writer
	at   int
	more []byte
}

func (i *inserter) Write(b []byte) (int, error) {
	if i.more == nil || len(b) < i.at {
		i.at -= len(b)
		return i.w.Write(b)
	}
	_, err := i.w.Write(slices.Concat(b[:i.at], i.more, b[i.at:]))
	i.more = nil
	return len(b), err
}
