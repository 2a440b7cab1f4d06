package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/picture"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// padrun runs padrun with an input and returns what it prints. Its name is that of the folder DIR.
func padrun(dir, stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "DIR", dir)
	}
	code = run(args, streams{strings.NewReader(stdin), &out, &errs})
	return code, out.String(), errs.String()
}

// arrays writes x.npy, float[2 3], and photo.png into a new folder.
func arrays(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var b, p bytes.Buffer
	x := onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{2, 3}, Data: []float32{0, 1, 2, 3, 4, 5}}
	err := npy.Write(&b, x)
	if err == nil {
		err = png.Encode(&p, image.NewGray(image.Rect(0, 0, 4, 3)))
	}
	for name, content := range map[string]string{
		"x.npy": b.String(), "photo.png": p.String(), "there.npy": "before", "text": "text",
		"a.npz": "PK\x03\x04", "page.npy": "<!DOCTYPE html>", "lfs.npy": "version https://git-lfs.github.com/spec/v1\n",
		"v2.npy":    header("{'descr': '|V2', 'fortran_order': False, 'shape': (3,), }") + "a0b0c0",
		"u1.npy":    header("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }") + "\x21\x43\x65\x87",
		"big.npy":   header("{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }") + "\x00\x01\x00\x02\x00\x03\x00\x04",
		"other.npy": header("{\n \"shape\": (2L,),\n 'descr': '=i1',\n 'fortran_order': False\n}\n") + "ab and another array",
	} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// header returns the start of a NumPy file.
func header(text string) string {
	return npy.Magic + "\x01\x00" + string(rune(len(text))) + "\x00" + text
}

// TestPadNumPy: elements keep their order of bytes and of indices, and the type that NumPy has for them.
func TestPadNumPy(t *testing.T) {
	dir := arrays(t)
	for _, c := range []struct{ args, header, data string }{
		{"-dtype bfloat16 -mode edge -pads 1,0 DIR/v2.npy", "'descr': '|V2', 'fortran_order': False, 'shape': (4,)", "a0a0b0c0"},
		{"-dtype bfloat16 -value 1 -pads 0,1 DIR/v2.npy", "'descr': '|V2', 'fortran_order': False, 'shape': (4,)",
			"a0b0c0" + string(binary.NativeEndian.AppendUint16(nil, 0x3F80))}, // void has the order of the machine
		{"-dtype int4 -value -1 -pads 0,1,0,1 DIR/u1.npy", "'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)", "\x1F\x32\xF4\x5F\x76\xF8"},
		{"-value 258 -pads 1,0,0,0 DIR/big.npy", "'descr': '>i2', 'fortran_order': True, 'shape': (3, 2)", "\x01\x02\x00\x01\x00\x02\x01\x02\x00\x03\x00\x04"},
		{"-value 258 -axes -1 -pads 0,1 DIR/big.npy", "'descr': '>i2', 'fortran_order': True, 'shape': (2, 3)", "\x00\x01\x00\x02\x00\x03\x00\x04\x01\x02\x01\x02"},
		{"-pads 1:0,0:1 -value 258 DIR/big.npy", "'descr': '>i2', 'fortran_order': True, 'shape': (3, 3)",
			"\x01\x02\x00\x01\x00\x02\x01\x02\x00\x03\x00\x04\x01\x02\x01\x02\x01\x02"},
		{"-pads 1:0,0:1 -value 258 -region :,1:2 DIR/big.npy", "'descr': '>i2', 'fortran_order': True, 'shape': (3, 1)", "\x01\x02\x00\x03\x00\x04"},
		{"-to 4 -at begin DIR/other.npy", "'shape': (4,)", "ab\x00\x00"},
		{"-to 5 DIR/other.npy", "'shape': (5,)", "\x00ab\x00\x00"},
		{"-to 1 -crop -at end DIR/other.npy", "'shape': (1,)", "b"},
		{"-multiple 3 -at end -value 1 DIR/other.npy", "'shape': (3,)", "\x01ab"},
		{"-to 3x2 DIR/u1.npy", "'shape': (3, 2)", "\x21\x43\x65\x87\x00\x00"},
		{"-mode wrap -pads 0,1 DIR/other.npy", "'descr': '|i1', 'fortran_order': False, 'shape': (3,)", "aba"},
	} {
		code, stdout, stderr := padrun(dir, "", strings.Fields("pad "+c.args+" -")...)
		_, data, _ := strings.Cut(stdout, "\n")
		if code != 0 || !strings.Contains(stdout, c.header) || data != c.data {
			t.Errorf("padrun pad %s: exit code %d, %s%q, want %s and %q", c.args, code, stderr, stdout, c.header, c.data)
		}
	}
}

// TestPadErrors: an error is one line, and no file is written.
func TestPadErrors(t *testing.T) {
	dir := arrays(t)
	before, _ := os.ReadDir(dir)
	for _, c := range []struct{ args, err string }{
		{"pad", "0 files, expected IN and OUT, see padrun pad -h"},
		{"pad a b c", "3 files, expected IN and OUT"},
		{"pad -mode reflct DIR/x.npy DIR/y.npy", `unknown mode "reflct": did you mean "reflect"?`},
		{"pad -pods 1,1 DIR/x.npy DIR/y.npy", `unknown flag "-pods": did you mean "-pads"?`},
		{"pad -pads 1,a DIR/x.npy DIR/y.npy", `invalid value "1,a" for flag -pads: expected whole numbers with commas between them`},
		{"pad -pads 1,null DIR/x.npy DIR/y.npy", "expected whole numbers"},
		{"pad -pads 1],[2 DIR/x.npy DIR/y.npy", "expected whole numbers"},
		{"pad -pads 99999999999999999999 DIR/x.npy DIR/y.npy", "expected whole numbers"},
		{"pad -pads 1,,1 DIR/x.npy DIR/y.npy", "expected whole numbers"},
		{"pad -dtype flaot -shape 1 -pads 1,1 - -", `unknown type "flaot": did you mean "float"?`},
		{"pad -dtype string -shape 1 -pads 1,1 - -", `unknown type "string"`},
		{"pad -dtype float -shape 3 -pads 1,1 - -", "-: 5 bytes of data, expected 12 for float[3]"},
		{"pad -dtype float -shape -3 -pads 1,1 - -", "-: shape [-3]: a dimension is negative, or"},
		{"pad -dtype float -shape 4294967296,4294967296 -pads 1,1 - -", "4294967296"},
		{"pad DIR/x.npy DIR/y.npy", "x.npy: -pads is missing"},
		{"pad -pads 1 DIR/x.npy DIR/y.npy", "pads: 1 values for rank 2, expected 4"},
		{"pad -axes 2 -pads 1,1 DIR/x.npy DIR/y.npy", "axes: "},
		{"pad -strict -mode reflect -pads 0,3,0,0 DIR/x.npy DIR/y.npy", "pads: axis 1"},
		{"pad -pads 0,0,0,0 -value x DIR/x.npy DIR/y.npy", "-value: element 0: x is not a float of 32 bits"},
		{"pad -pads 0,0,0,0 -value 1e99 DIR/x.npy DIR/y.npy", "-value: element 0: 1e99 is not a float of 32 bits"},
		{"pad -pad 1 -pads 0,0,0,0 DIR/x.npy DIR/y.npy", "-pad, -color, -as-stored and -quality are for pictures, see padrun pad -h"},
		{"pad -pads 0,0,0,0 -shape 2,3 DIR/x.npy DIR/y.npy", "x.npy: -shape is for raw bytes, and they need -dtype, too"},
		{"pad -pads 0,0,0,0 DIR/x.npy DIR/y.png", "y.png: the output is a .npy file, give it this ending"},
		{"pad -pads 0,0,0,0 DIR/x.npy DIR/there.npy", "there.npy exists, -f replaces it"},
		{"pad -pads 0,0,0,0 DIR/x.npy DIR/none/y.npy", "y.npy: the folder does not exist"},
		{"pad -pads 0,0,0,0 DIR/none.npy DIR/y.npy", "none.npy"},
		{"pad -pads 0,0,0,0 DIR DIR/y.npy", "directory"},
		{"pad -pads 0,0,0,0 DIR/text DIR/y.npy", "text: a file of an unknown kind, expected a NumPy file, a PNG or a JPEG picture; raw bytes need -dtype and -shape"},
		{"pad -pads 0,0,0,0 DIR/a.npz DIR/y.npy", "a.npz: a zip, such as an .npz of several arrays"},
		{"pad -pads 0,0,0,0 DIR/page.npy DIR/y.npy", "page.npy: a web page, expected a NumPy file"},
		{"pad -pads 0,0,0,0 DIR/lfs.npy DIR/y.npy", "lfs.npy: a Git LFS pointer, not the file itself; git lfs pull gets it"},
		{"run DIR/lfs.npy", "lfs.npy is a Git LFS pointer"},
		{"pad -dtype bfloat16 -pads 0,0,0,0 DIR/x.npy DIR/y.npy", "x.npy: an array of f4 has no bfloat16, which NumPy saves as V2"},
		{"pad -pads 0,0,0,0 DIR/v2.npy DIR/y.npy", "v2.npy: the elements are V2, bytes without a type: -dtype says it"},
		{"pad -dtype int4 -pads 0,0,0,1 DIR/u1.npy DIR/y.npy", "the axis whose index moves fastest must fill them, shape is [2 5]"},
		{"pad -pads 1 -to 3,3 DIR/x.npy DIR/y.npy", "-pads or -pad, -to and -multiple say the same, expected one of them"},
		{"pad -pads 1:1,2 DIR/x.npy DIR/y.npy", `"2", expected BEGIN:END for each axis`},
		{"pad -pads 1:1,2:2:2 DIR/x.npy DIR/y.npy", `"2:2:2", expected BEGIN:END for each axis`},
		{"pad -to 1,3 DIR/x.npy DIR/y.npy", "to: axis 0 has 2 elements, more than 1; -crop crops it"},
		{"pad -multiple 0 DIR/x.npy DIR/y.npy", "of: 0 for axis 0, expected 1 or more"},
		{"pad -to 3 -at middle DIR/x.npy DIR/y.npy", `invalid value "middle" for flag -at: expected begin, center or end`},
		{"pad -pads 0,0,0,0 -region 0:1 DIR/x.npy DIR/y.npy", "-region has 1 ranges, expected one for each axis, 2"},
		{"pad -pads 0,0,0,0 -region 0:1,2:4 DIR/x.npy DIR/y.npy", `-region: "2:4" for axis 1, expected : or BEGIN:END in 0:3`},
		{"pad -pads 0,0,0,0 -region 0:1,2 DIR/x.npy DIR/y.npy", `-region: "2" for axis 1`},
		{"pad -max-bytes 23 -pads 0,0,0,0 DIR/x.npy DIR/y.npy", "x.npy: pads: the output has 24 bytes, the limit leaves 23; -max-bytes raises it"},
		{"pad -pads 0,0,100000000,0 -max-bytes 1000000 DIR/x.npy DIR/y.npy", "-max-bytes raises it"},
		{"pad -max-bytes 4 -dtype float -shape 2 -pads 1,1 - -", "- has more than 4 bytes, the limit leaves 4; -max-bytes raises it"},

		{"pad DIR/photo.png DIR/y.png", "photo.png: -pad is missing"},
		{"pad -pad 1,2 DIR/photo.png DIR/y.png", "photo.png: -pad has 2 values, expected 1, or 4: top,right,bottom,left"},
		{"pad -pad 1 -axes 0 DIR/photo.png DIR/y.png", "-pads, -axes, -value, -dtype and -region are for arrays, see padrun pad -h"},
		{"pad -pad 1 -shape 2 DIR/photo.png DIR/y.png", "photo.png: -shape is for raw bytes, and they need -dtype, too"},
		{"pad -pad 1 -color reddish DIR/photo.png DIR/y.png", `"reddish" is not a colour: red, white, transparent, … or #rgb, #rgba, #rrggbb, #rrggbbaa`},
		{"pad -pad 1 DIR/photo.png DIR/y.gif", "y.gif: the output is a .png or .jpg file"},
		{"pad -pad -3 DIR/photo.png DIR/y.png", "axis 0 has 3 elements"},
		{"pad -pad 0,0,-3,0 DIR/photo.png DIR/y.png", "photo.png: -pad leaves no pixels: 4x0"},
		{"pad -pad 100000 -max-bytes 1000000 DIR/photo.png DIR/y.png", "; -max-bytes raises it"},
		{"pad -pad 4611686018427387904 DIR/photo.png DIR/y.png", ""},

		{"modes", "-o is missing, see padrun modes -h"},
		{"modes a b -o DIR/y.png", "2 files, expected at most one PICTURE, see padrun modes -h"},
		{"modes -o DIR/there.npy", "exists, -f replaces it"},
		{"modes -o DIR/y.gif", "y.gif: the output is a .png or .jpg file, give it this ending"},
		{"modes DIR/text -o DIR/y.png", "text: a file of an unknown kind, expected a PNG or a JPEG picture"},
		{"modes -max-bytes 500000 -o DIR/y.png", "the output of 360x290 pixels has 417600 bytes, the limit leaves 231074; -max-bytes raises it"},
		{"run DIR/x.npy", "x.npy is a NumPy file, expected a ModelProto"},
		{"run DIR/photo.png", "photo.png is a PNG picture, expected a ModelProto"},
	} {
		code, stdout, stderr := padrun(dir, "bytes", strings.Fields(c.args)...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, c.err) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("padrun %s: exit code %d, stdout %q, stderr\n%s\nwant 2, nothing, and one line with %q", c.args, code, stdout, stderr, c.err)
		}
		if after, _ := os.ReadDir(dir); len(after) != len(before) {
			t.Fatalf("padrun %s: left a file behind: %v", c.args, after)
		}
	}
}

func TestPadRaw(t *testing.T) {
	code, stdout, stderr := padrun("", "\x01\x00\x02\x00", strings.Fields("pad -dtype int16 -shape 2,1 -axes -2 -pads 1,0 -value -2 - -")...)
	if code != 0 || stdout != "\xFE\xFF\x01\x00\x02\x00" || stderr != "" {
		t.Errorf("exit code %d, %q, %q", code, stdout, stderr)
	}
	for value, want := range map[string]string{"[1,2]": "\x00\x00\x80\x3F\x00\x00\x00\x40", "[nan,0]": "", "1": ""} {
		code, stdout, _ := padrun("", "", "pad", "-dtype", "complex64", "-shape", "0", "-pads", "1,0", "-value", value, "-", "-")
		if (code == 0) != (want != "") || stdout != want {
			t.Errorf("-value %s: exit code %d, %q, want %q", value, code, stdout, want)
		}
	}
}

// TestFreeSpace: an output that its disk cannot hold is refused before anything is written.
func TestFreeSpace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("padrun does not know the free space on every system")
	}
	if strconv.IntSize < 64 {
		t.Skip("sizes that an int of 32 bits does not count")
	}
	dir := arrays(t)
	code, _, stderr := padrun(dir, "", strings.Fields("pad -axes 0 -pads 0,100000000000000000 DIR/x.npy DIR/y.npy")...)
	if want := "y.npy: the output has 1200000000000000024 bytes, its disk has "; code != 2 || !strings.Contains(stderr, want) {
		t.Errorf("exit code %d, %s, want %q", code, stderr, want)
	}
}

// TestPadFiles: outputs replace a file only with -f, and standard output can be one.
func TestPadFiles(t *testing.T) {
	dir := arrays(t)
	if code, _, stderr := padrun(dir, "", strings.Fields("pad -f -mode edge -pads 0,1,0,0 DIR/x.npy DIR/there.npy")...); code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	file, err := os.ReadFile(filepath.Join(dir, "there.npy"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := npy.ReadFile(&memory.Room{Limit: 1 << 20}, filepath.Join(dir, "there.npy"), 0)
	if err != nil || len(x.Shape) != 2 || x.Shape[1] != 4 {
		t.Errorf("%v, %v", x.Shape, err)
	}
	if code, stdout, stderr := padrun(dir, "", strings.Fields("pad -mode edge -pads 0,1,0,0 DIR/x.npy -")...); code != 0 || stdout != string(file) {
		t.Errorf("to standard output: exit code %d, %q %s, want the same bytes", code, stdout, stderr)
	}
	if code, _, stderr := padrun(dir, "", strings.Fields("pad -pad 1 DIR/photo.png DIR/Y.PNG")...); code != 0 {
		t.Errorf("an ending in capitals: exit code %d: %s", code, stderr)
	}
	for args, want := range map[string]image.Rectangle{"-to 6x5": image.Rect(0, 0, 6, 5), "-multiple 5": image.Rect(0, 0, 5, 5)} {
		_, stdout, stderr := padrun(dir, "", strings.Fields("pad "+args+" DIR/photo.png -")...)
		if img, err := png.Decode(strings.NewReader(stdout)); err != nil || img.Bounds() != want {
			t.Errorf("%s: %v, %s, want a picture of %v", args, err, stderr, want)
		}
	}
	code, stdout, stderr := padrun(dir, "", strings.Fields("pad -color white -pad 1,2,0,-1 DIR/photo.png -")...)
	img, err := png.Decode(strings.NewReader(stdout))
	if err != nil || img.Bounds() != image.Rect(0, 0, 5, 4) {
		t.Fatalf("exit code %d, %s%v, a picture of %v, want 5x4", code, stderr, err, img)
	}
	if g, ok := img.(*image.Gray); !ok || g.GrayAt(0, 0).Y != 255 || g.GrayAt(2, 1).Y != 0 || g.GrayAt(3, 1).Y != 255 {
		t.Errorf("the pixels are %v, want white at the top and two at the right, of a gray picture", img)
	}
}

func TestModes(t *testing.T) {
	dir := arrays(t)
	for _, args := range []string{"modes -o -", "modes -pad 2 DIR/photo.png -o -"} {
		code, stdout, stderr := padrun(dir, "", strings.Fields(args)...)
		img, _, err := picture.Decode(&memory.Room{Limit: 1 << 24}, []byte(stdout), false)
		if code != 0 || err != nil {
			t.Fatalf("padrun %s: exit code %d, %s, %v", args, code, stderr, err)
		}
		t.Log(img.Bounds())
	}
}
