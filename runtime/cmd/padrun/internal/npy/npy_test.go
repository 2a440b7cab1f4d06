package npy

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// file returns a .npy file of version 1.0 with a header, which is not padded, and data.
func file(header, data string) []byte {
	return []byte(Magic + "\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + data)
}

func described(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
}

// TestGolden reads files that numpy.save wrote, and writes the same bytes.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		want onnx.Tensor
	}{
		{"float_2x3.npy", onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{2, 3}, Data: []float32{0, 1, 2, 3, 4, 5}}},
		{"bool.npy", onnx.Tensor{DType: dtype.TypeBool, Shape: []int{}, Data: []bool{true}}},
	} {
		b, err := os.ReadFile("testdata/" + c.name)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := Write(&out, c.want); err != nil || !bytes.Equal(out.Bytes(), b) {
			t.Errorf("%s: %q was written, error %v, want %q", c.name, &out, err, b)
		}
		got, err := Read(b, &memory.Room{Limit: 1 << 20})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		c.want.Data, _ = c.want.Bytes()
		got.Data, _ = got.Bytes()
		if diff := cmp.Diff(c.want, got); diff != "" && !bigEndianMachine() {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

func bigEndianMachine() bool {
	b, _ := onnx.Tensor{Data: []uint16{1}}.Bytes()
	return b[0] == 0
}

func TestRead(t *testing.T) {
	one := described("'|u1'", "False", "(2,)")
	for _, c := range []struct {
		name string
		b    []byte
		err  string // in it, "" for none
	}{
		{"as NumPy has it", file(one+"   \n", "ab"), ""},
		{"another order of keys", file("{'shape':(1,2),'fortran_order':True,'descr':'|u1'}", "ab"), ""},
		{"an order of bytes for one byte", file(described("'<u1'", "False", "(2,)"), "ab"), ""},
		{"no order of bytes for two", file(described("'|u2'", "False", "(1,)"), "ab"), "dtype '|u2' is unsupported"},
		{"no commas", file("{'descr':'|u1' 'fortran_order':True 'shape':(1,2)}", "ab"), "expected {'descr'"},
		{"no spaces", file("{'descr':'|u1','fortran_order':True,'shape':(1,2)}", "ab"), ""},
		{"empty", file(described("'<f8'", "False", "(3, 0, 9223372036854775807)"), ""), map[bool]string{true: "", false: "is not a dimension"}[intSize == 64]},
		{"version 2.0", []byte(Magic + "\x02\x00" + string([]byte{byte(len(one)), 0, 0, 0}) + one + "ab"), ""},
		{"version 3.0", []byte(Magic + "\x03\x00" + string([]byte{byte(len(one)), 0, 0, 0}) + one + "ab"), ""},

		{"nothing", nil, "not a NumPy file"},
		{"another file", []byte("PK\x03\x04 and more"), "not a NumPy file"},
		{"version 4.0", []byte(Magic + "\x04\x00xxxxxxx"), "version 4.0 of the format, expected 1.0, 2.0 or 3.0"},
		{"version 1.1", []byte(Magic + "\x01\x01xxxxxxx"), "version 1.1 of the format"},
		{"no length", []byte(Magic + "\x01\x00\x01"), "cut off in the length of the header, at byte 9"},
		{"no length of version 2", []byte(Magic + "\x02\x00\x01\x00"), "cut off in the length of the header, at byte 10"},
		{"huge header", []byte(Magic + "\x02\x00\xFF\xFF\xFF\xFFx"), "the header at byte 12 has 4294967295 bytes, more than 65535"},
		{"cut in the header", file(one, "")[:30], "cut off: the header at byte 10 has 20 bytes of 57"},
		{"cut in the data", file(one, "a"), "data from byte 67 on: 1 bytes, expected 2 units of 1 for uint8[2]"},
		{"more data", file(one, "abc"), "3 bytes, expected"},
		{"half an element", file(described("'<f8'", "False", "(1,)"), "abcdefghi"), "9 bytes, expected"},
		{"product overflows", file(described("'<f8'", "False", "(4294967296, 4294967296)"), ""), "dimension"},
		{"dimension overflows", file(described("'<f8'", "False", "(9223372036854775808,)"), ""), `"9223372036854775808" is not a dimension`},
		{"negative", file(described("'|u1'", "False", "(-1,)"), ""), "expected {'descr'"},
		{"leading zero", file(described("'|u1'", "False", "(02,)"), "ab"), `"02" is not a dimension`},
		{"no tuple", file(described("'|u1'", "False", "(2)"), "ab"), "shape (2), expected a tuple of at most 64"},
		{"a comma alone", file(described("'|u1'", "False", "(,)"), "ab"), "expected {'descr'"},
		{"two commas", file(described("'|u1'", "False", "(1,,2)"), "ab"), "expected {'descr'"},
		{"a list", file(described("'|u1'", "False", "[2]"), "ab"), "expected {'descr'"},
		{"rank 65", file(described("'|u1'", "False", "("+strings.Repeat("1, ", 65)+")"), "a"), "expected a tuple of at most 64"},
		{"text", file(described("'<U3'", "False", "(2,)"), "ab"), "dtype '<U3' is unsupported, expected bool, int8 to int64"},
		{"bytes", file(described("'|S3'", "False", "(2,)"), "ab"), "dtype '|S3' is unsupported"},
		{"objects", file(described("'|O'", "False", "(2,)"), "ab"), "dtype '|O' is unsupported"},
		{"long double", file(described("'<f16'", "False", "(2,)"), "ab"), "dtype '<f16' is unsupported"},
		{"a structure", file(described("[('a', '<f4'), ('b', '<i4')]", "False", "(2,)"), "ab"), "dtype [('a', '<f4'), ('b', '<i4')] is unsupported"},
		{"no byte order", file(described("'f4'", "False", "(2,)"), "ab"), "dtype 'f4' is unsupported"},
		{"no type", file(described("''", "False", "(2,)"), "ab"), "dtype '' is unsupported"},
		{"half a type", file(described("'<'", "False", "(2,)"), "ab"), "dtype '<' is unsupported"},
		{"no bool", file(described("'|u1'", "false", "(2,)"), "ab"), "expected {'descr'"},
		{"twice", file("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab"), "expected {'descr'"},
		{"another key", file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), 'x': 1, }", "ab"), "expected {'descr'"},
		{"a key is missing", file("{'descr': '|u1', 'shape': (2,), }", "ab"), "expected {'descr'"},
		{"not closed", file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), ", "ab"), "expected {'descr'"},
		{"more after it", file(one+" x", "ab"), "expected {'descr'"},
		{"an expression", file(described("'|u1'", "False", "(1+1,)"), "ab"), "expected {'descr'"},
	} {
		_, err := Read(c.b, &memory.Room{Limit: 1 << 20})
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want one that contains %q, or none if that is empty", c.name, err, c.err)
		}
	}
}

const intSize = 32 << (^uint(0) >> 63)

// TestRoom: a copy in C order is taken off the room.
func TestRoom(t *testing.T) {
	b := file(described("'|u1'", "True", "(2, 3)"), "adbecf")
	x, err := Read(b, &memory.Room{Limit: 6})
	if err != nil || string(x.Data.([]byte)) != "abcdef" {
		t.Errorf("%q, %v, want abcdef", x.Data, err)
	}
	if _, err := Read(b, &memory.Room{Limit: 5}); err == nil || !strings.Contains(err.Error(), "the limit leaves 5; -max-bytes raises it") {
		t.Errorf("error %v, want one about the limit", err)
	}
}

func TestWriteOthers(t *testing.T) {
	x := onnx.Tensor{DType: dtype.TypeBFloat16, Shape: []int{1}, Data: make([]byte, 2)}
	if err := Write(&bytes.Buffer{}, x); err == nil || err.Error() != "NumPy has no type for bfloat16" {
		t.Errorf("error %v", err)
	}
}

// FuzzNpy: what is read can be written and read again.
func FuzzNpy(f *testing.F) {
	for _, order := range []string{"True", "False"} {
		f.Add(file(described("'<f4'", order, "(2, 1)"), "abcdefgh"))
		f.Add(file(described("'>c16'", order, "()"), "abcdefghijklmnop"))
		f.Add(file(described("'|b1'", order, "(0, 3)"), ""))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := Read(b, &memory.Room{Limit: 1 << 20})
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, x); err != nil {
			t.Fatal(err)
		}
		y, err := Read(out.Bytes(), &memory.Room{Limit: 1 << 20})
		if diff := cmp.Diff(x, y); err != nil || diff != "" {
			t.Fatalf("the array changed when it was written and read again: %v\n%s", err, diff)
		}
	})
}
