package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
)

// tiff is EXIF with another entry and then an orientation.
func tiff(order binary.AppendByteOrder, mark string, orientation uint16) []byte {
	b := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	b = order.AppendUint16(b, 2)
	for _, entry := range [][2]uint16{{0x100, 7}, {0x112, orientation}} {
		b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, entry[0]), 3), 1)
		b = order.AppendUint16(order.AppendUint16(b, entry[1]), 0)
	}
	return b
}

// withChunk returns a PNG file with one chunk more.
func withChunk(b []byte, name string, data []byte) []byte {
	body := append([]byte(name), data...)
	more := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	more = binary.BigEndian.AppendUint32(append(more, body...), crc32.ChecksumIEEE(body))
	return append(append(bytes.Clone(b[:33]), more...), b[33:]...)
}

func room() *memory.Room { return &memory.Room{Limit: 1 << 26} }

func encoded(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOrientation has the picture 1 2 3 / 4 5 6, as EXIF 2.32 says that it is shown: where its row 0 and its column 0 are.
func TestOrientation(t *testing.T) {
	img := &image.Gray{Pix: []uint8{1, 2, 3, 4, 5, 6}, Stride: 3, Rect: image.Rect(0, 0, 3, 2)}
	for o, want := range map[uint16][]uint8{
		0: {1, 2, 3, 4, 5, 6},
		1: {1, 2, 3, 4, 5, 6}, // top, left
		2: {3, 2, 1, 6, 5, 4}, // top, right
		3: {6, 5, 4, 3, 2, 1}, // bottom, right
		4: {4, 5, 6, 1, 2, 3}, // bottom, left
		5: {1, 4, 2, 5, 3, 6}, // left, top
		6: {4, 1, 5, 2, 6, 3}, // right, top
		7: {6, 3, 5, 2, 4, 1}, // right, bottom
		8: {3, 6, 2, 5, 1, 4}, // left, bottom
		9: {1, 2, 3, 4, 5, 6},
	} {
		for _, exif := range [][]byte{tiff(binary.BigEndian, "MM", o), tiff(binary.LittleEndian, "II", o)} {
			for _, asStored := range []bool{false, true} {
				got, _, err := Decode(room(), withChunk(encoded(t, img), "eXIf", exif), asStored)
				if err != nil {
					t.Fatal(err)
				}
				size, want := image.Pt(3, 2), want
				if asStored {
					want = img.Pix
				} else if o >= 5 && o <= 8 {
					size = image.Pt(2, 3)
				}
				pix, _, _ := pixels(got)
				if diff := cmp.Diff(want, pix); diff != "" || got.Bounds().Size() != size {
					t.Errorf("orientation %d, as stored %v: %v (-want +got):\n%s", o, asStored, got.Bounds(), diff)
				}
			}
		}
	}
	for n := range 34 { // cut EXIF says nothing, and reads nothing behind it
		if o := orientation(tiff(binary.BigEndian, "MM", 6)[:n:n]); o != 0 {
			t.Errorf("%d bytes of EXIF: orientation %d", n, o)
		}
	}
}

// TestOrientationOfTypes turns pictures of all sizes of a pixel, and one of JPEG, whose rows have gaps.
func TestOrientationOfTypes(t *testing.T) {
	a := About{orientation: 6, chunks: []chunk{{"pHYs", []byte{0, 0, 0, 1, 0, 0, 0, 2, 1}}}}
	for _, img := range append(pictures(), jpegOf(t, image.NewGray(image.Rect(0, 0, 5, 4)))) {
		got, err := a.turn(room(), img)
		if err != nil {
			t.Fatal(err)
		}
		for y := range 4 {
			for x := range 5 {
				if got.At(3-y, x) != img.At(x, y) {
					t.Fatalf("%T: at %d,%d is %v, want %v", img, 3-y, x, got.At(3-y, x), img.At(x, y))
				}
			}
		}
	}
	if _, err := a.turn(&memory.Room{Limit: 19}, pictures()[0]); err == nil {
		t.Error("20 pixels are turned in 19 bytes")
	}
	if got := fmt.Sprint(a.chunks[0].data); got != "[0 0 0 2 0 0 0 1 1]" { // turned an odd number of times
		t.Errorf("pixels per metre of the turned picture: %s", got)
	}
}

func decoded(t *testing.T, file string) image.Image {
	t.Helper()
	img, _, err := Decode(room(), []byte(file), false)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func jpegOf(t *testing.T, img image.Image) image.Image {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// icc is a colour profile, as far as the command looks at it, of more than a JPEG segment.
func icc(space string) []byte {
	b := make([]byte, 70000)
	for i := range b {
		b[i] = byte(i * i >> 3)
	}
	copy(b[16:], space)
	return b
}

func pack(icc []byte) chunk {
	var b bytes.Buffer
	writeSegments(&b, icc)
	return aboutJPEG(append([]byte{0xFF, 0xD8}, b.Bytes()...)).chunks[0]
}

// TestAbout: what a file says about its colours and resolution comes through both formats, and the profile of other colours does not.
func TestAbout(t *testing.T) {
	gray, rgb := image.NewGray(image.Rect(0, 0, 3, 3)), opaque(image.NewRGBA(image.Rect(0, 0, 3, 3)))
	rgb.Set(0, 0, color.White)
	for i := range 9 {
		rgb.Pix[4*i+3] = 0xFF
	}
	kept := []chunk{{"gAMA", []byte{0, 0, 0xB1, 0x8F}}, {"pHYs", []byte{0, 0, 1, 0, 0, 0, 2, 0, 1}}}
	for _, c := range []struct {
		img     image.Image
		space   string
		profile bool
	}{{gray, "GRAY", true}, {gray, "RGB ", false}, {rgb, "RGB ", true}, {rgb, "GRAY", false}, {rgb, "CMYK", false}} {
		file := encoded(t, c.img)
		for _, k := range append([]chunk{pack(icc(c.space)), {"tEXt", []byte("a\x00b")}}, kept...) {
			file = withChunk(file, k.name, k.data)
		}
		img, about, err := Decode(room(), file, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, quality := range []int{0, 100} {
			var out bytes.Buffer
			if err := Encode(&out, img, about, quality); err != nil {
				t.Fatal(err)
			}
			_, again, err := Decode(room(), out.Bytes(), false)
			if err != nil {
				t.Fatal(err)
			}
			names, profiles := "", 0
			for _, k := range again.chunks {
				if k.name == "iCCP" && bytes.Equal(k.profile(), icc(c.space)) {
					profiles++
				}
				names += k.name
			}
			want := map[bool]string{true: "iCCP"}[c.profile]
			if quality == 0 {
				want = "pHYsgAMA" + want
			}
			if names != want || profiles == 1 != c.profile {
				t.Errorf("%T with a profile for %q, quality %d: chunks %s, %d whole profiles, want %s", img, c.space, quality, names, profiles, want)
			}
		}
	}
}

// TestEncodeJPEG: gray stays gray, and transparent colours are refused.
func TestEncodeJPEG(t *testing.T) {
	for _, img := range pictures() {
		var b bytes.Buffer
		err := Encode(&b, img, About{}, 100)
		if o := img.(interface{ Opaque() bool }); !o.Opaque() {
			if err == nil || !strings.Contains(err.Error(), "JPEG has no transparency") {
				t.Errorf("%T: %v", img, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		read, _, err := Decode(room(), b.Bytes(), false)
		if err != nil || read.Bounds() != img.Bounds() {
			t.Errorf("%T: %v", img, err)
		}
		_, gray := img.(*image.Gray)
		_, gray16 := img.(*image.Gray16)
		if _, ok := read.(*image.Gray); ok != (gray || gray16) {
			t.Errorf("%T is read back as %T", img, read)
		}
	}
}

// TestScans: a JPEG picture of more scans than anybody needs is refused at once.
func TestScans(t *testing.T) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, decoded(t, scene), nil); err != nil {
		t.Fatal(err)
	}
	file := bytes.Replace(b.Bytes(), []byte{0xFF, 0xC0}, []byte{0xFF, 0xC2}, 1)
	scan := file[bytes.Index(file, []byte{0xFF, 0xDA}):]
	for range 100 {
		file = append(file, scan...)
	}
	_, _, err := Decode(room(), file, false)
	if err == nil || !strings.HasPrefix(err.Error(), "101 scans, expected at most 100") {
		t.Errorf("101 scans: %v", err)
	}
	_, _, err = Decode(room(), file[:len(file)-len(scan)], false)
	if err != nil && strings.Contains(err.Error(), "scans") {
		t.Errorf("100 scans: %v", err)
	}
}
