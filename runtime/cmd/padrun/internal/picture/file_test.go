package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// tiff returns EXIF with another entry and then an orientation.
func tiff(order binary.AppendByteOrder, mark string, orientation uint16) []byte {
	b := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	b = order.AppendUint16(b, 2)
	for _, entry := range [][2]uint16{{0x100, 7}, {0x112, orientation}} {
		b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, entry[0]), 3), 1)
		b = order.AppendUint16(order.AppendUint16(b, entry[1]), 0)
	}
	return b
}

// withChunk returns a PNG file with one additional chunk.
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

// TestOrientation tests the picture 1 2 3 / 4 5 6 in the orientations of EXIF 2.32, which states where row 0 and column 0
// are.
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
	for n := range 34 { // incomplete EXIF has no orientation, and nothing after it is read
		if o := orientation(tiff(binary.BigEndian, "MM", 6)[:n:n]); o != 0 {
			t.Errorf("%d bytes of EXIF: orientation %d", n, o)
		}
	}
}

// TestOrientationOfTypes turns pictures with all pixel sizes, and one of JPEG, whose rows have gaps.
func TestOrientationOfTypes(t *testing.T) {
	for _, img := range append(pictures(), jpegOf(t, pictures()[0])) {
		got, err := turn(room(), img, 6)
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
	if _, err := turn(&memory.Room{Limit: 19}, pictures()[0], 6); err == nil {
		t.Error("20 pixels are turned in 19 bytes")
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

func encodedJPEG(t *testing.T, img image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t *testing.T, img image.Image) image.Image {
	img, err := jpeg.Decode(bytes.NewReader(encodedJPEG(t, img)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestLost: what a picture contains besides its pixels is named if it is lost, and damage in it does not matter.
func TestLost(t *testing.T) {
	file := encoded(t, decoded(t, scene))
	chunk := func(name, data string) []byte { return withChunk(file, name, []byte(data)) }
	damaged := chunk("tEXt", "a\x00b")
	damaged[33+8]++
	twice := withChunk(chunk("iCCP", "x\x00\x00"), "iCCP", nil)
	behind := append(bytes.Clone(file[:len(file)-12]), damaged[33:33+15]...)
	huge := append(bytes.Clone(file[:33]), "\xFF\xFF\xFF\xFFtEXt"...)
	segment := append([]byte("\xFF\xD8\xFF\xE2\x00\x10ICC_PROFILE\x00\x01\x01"), encodedJPEG(t, decoded(t, scene))[2:]...)
	for _, c := range []struct {
		name      string
		file      []byte
		lost, err string
	}{
		{"nothing", file, "", ""},
		{"a profile", chunk("iCCP", "x\x00\x00"), "the colour profile", ""},
		{"two profiles", twice, "the colour profile", ""},
		{"a profile of JPEG", segment, "the colour profile", ""},
		{"resolution", chunk("pHYs", "abcdabcd\x01"), "the resolution", ""},
		{"gamma", chunk("gAMA", "\x00\x00\xB1\x8F"), "gamma", ""},
		{"text", chunk("tEXt", "a\x00b"), "", ""},
		{"damaged text", damaged, `a damaged chunk "tEXt"`, ""},
		{"damage after the pixels", append(behind, file[len(file)-12:]...), "", ""},
		{"no end", file[:len(file)-12], "", "unexpected EOF"},
		{"frames", chunk("acTL", "\x00\x00\x00\x03\x00\x00\x00\x00"), "the other 2 frames of an animation", ""},
		{"one frame", chunk("acTL", "\x00\x00\x00\x01\x00\x00\x00\x00"), "", ""},
		{"a chunk beyond the file", huge, "", "Bad chunk length"},
	} {
		img, lost, err := Decode(room(), c.file, false)
		if got := strings.Join(lost, ", "); err == nil && got != c.lost || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: lost %q, error %v, want %q, %q", c.name, got, err, c.lost, c.err)
		}
		if err == nil && img.Bounds() != decoded(t, scene).Bounds() {
			t.Errorf("%s: %v", c.name, img.Bounds())
		}
	}
}

// TestEncodeJPEG: gray stays gray, and transparent colours are refused.
func TestEncodeJPEG(t *testing.T) {
	for _, img := range pictures() {
		var b bytes.Buffer
		err := Encode(&b, img, 100)
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

// TestScans: a JPEG picture with an unreasonable number of scans is refused at once.
func TestScans(t *testing.T) {
	file := bytes.Replace(encodedJPEG(t, decoded(t, scene)), []byte{0xFF, 0xC0}, []byte{0xFF, 0xC2}, 1)
	scan := file[bytes.Index(file, []byte{0xFF, 0xDA}):]
	for range 100 {
		file = append(file, scan...)
	}
	_, _, err := Decode(room(), bytes.Clone(file), false)
	if err == nil || !strings.HasPrefix(err.Error(), "a JPEG picture of 101 scans, expected at most 100") {
		t.Errorf("101 scans: %v", err)
	}
	_, _, err = Decode(room(), file[:len(file)-len(scan)], false)
	if err != nil && strings.Contains(err.Error(), "scans") {
		t.Errorf("100 scans: %v", err)
	}
}

// FuzzPicture: what can be decoded within a room can be padded and encoded within it, and has the correct size.
func FuzzPicture(f *testing.F) {
	add := func(b []byte) { f.Add(b, uint8(0), int8(1), int8(-1)) }
	add([]byte(scene))
	for _, img := range pictures() {
		var b, photo bytes.Buffer
		if err := errors.Join(png.Encode(&b, img), jpeg.Encode(&photo, img, nil)); err != nil {
			f.Fatal(err)
		}
		add(withChunk(b.Bytes(), "eXIf", tiff(binary.LittleEndian, "II", 6)))
		add(photo.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte, mode uint8, top, left int8) {
		r := room()
		img, _, err := Decode(r, bytes.Clone(b), mode&1 != 0)
		if err != nil {
			return
		}
		out, err := Pad(r, img, images.Padder{Mode: pad.Mode(mode % kernel.NumModes), Color: white}, []int{int(top), int(left), 2, 0})
		if err != nil || out.Bounds().Empty() {
			return
		}
		var file bytes.Buffer
		if err := Encode(&file, out, 0); err != nil {
			t.Fatal(err)
		}
		again, lost, err := Decode(room(), file.Bytes(), false)
		if want := img.Bounds().Size().Add(image.Pt(int(left), int(top)+2)); err != nil || again.Bounds().Size() != want || lost != nil {
			t.Fatalf("%v, lost %v, error %v, want %v", again.Bounds(), lost, err, want)
		}
	})
}
