package npy

import (
	"bytes"
	"fmt"
	"os"
	"slices"
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
		got, err := read(bytes.NewReader(b), &memory.Room{Limit: 1 << 20}, 0)
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

// TestRead: what numpy.load reads is read, and the rest is refused in words.
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
		{"no spaces", file("{'descr':'|u1','fortran_order':True,'shape':(1,2)}", "ab"), ""},
		{"quotes of the other kind", file(`{"descr": "|u1", 'fortran_order': False, "shape": (2,), }`, "ab"), ""},
		{"lines and tabs", file("{\n\t'descr':\r\n '|u1',\n'fortran_order': False, 'shape': (\n2,\n)\n,}\n\n", "ab"), ""},
		{"Python 2", file("{u'descr': u'|u1', 'fortran_order': False, 'shape': (1L, 2l), }", "ab"), ""},
		{"the machine's order", file(described("'=u2'", "False", "(1,)"), "ab"), ""},
		{"no order", file(described("'u2'", "False", "(1,)"), "ab"), ""},
		{"an order that does not matter", file(described("'|u2'", "False", "(1,)"), "ab"), ""},
		{"the sign of bool", file(described("'?'", "False", "(1,)"), "\x01"), ""},
		{"more behind the array", file(one, "abc"), ""},
		{"twice, the last one counts", file("{'descr': '<f8', 'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab"), ""},
		{"empty", file(described("'<f8'", "False", "(3, 0, 2147483647)"), ""), ""},
		{"version 2.0", []byte(Magic + "\x02\x00" + string([]byte{byte(len(one)), 0, 0, 0}) + one + "ab"), ""},
		{"version 3.0", []byte(Magic + "\x03\x00" + string([]byte{byte(len(one)), 0, 0, 0}) + one + "ab"), ""},

		{"nothing", nil, "not a NumPy file"},
		{"another file", []byte("PK\x03\x04 and more"), "not a NumPy file"},
		{"version 4.0", []byte(Magic + "\x04\x00xxxxxxx"), "version 4.0 of the format, expected 1.0, 2.0 or 3.0"},
		{"version 1.1", []byte(Magic + "\x01\x01xxxxxxx"), "version 1.1 of the format"},
		{"no length", []byte(Magic + "\x01\x00\x01"), "cut off in the length of the header"},
		{"no length of version 2", []byte(Magic + "\x02\x00\x01\x00"), "cut off in the length of the header"},
		{"huge header", []byte(Magic + "\x02\x00\xFF\xFF\xFF\xFFx"), "the header has 4294967295 bytes, more than 65535"},
		{"cut in the header", file(one, "")[:30], "cut off: the header has 20 bytes of 57"},
		{"cut in the data", file(one, "a"), "cut off: the data has 1 bytes of 2"},
		{"product overflows", file(described("'<f8'", "False", "(2147483647, 2147483647, 2147483647)"), ""), "too many elements"},
		{"dimension overflows", file(described("'<f8'", "False", "(9223372036854775808,)"), ""), "shape [9223372036854775808], expected a tuple"},
		{"negative", file(described("'|u1'", "False", "(-1,)"), ""), "-1 is not a dimension"},
		{"leading zero", file(described("'|u1'", "False", "(02,)"), "ab"), "no literal of a Python dictionary"},
		{"no tuple", file(described("'|u1'", "False", "(2)"), "ab"), "(2) is no tuple, which has a comma"},
		{"a number", file(described("'|u1'", "False", "2"), "ab"), "shape 2, expected a tuple of at most 64"},
		{"a comma alone", file(described("'|u1'", "False", "(,)"), "ab"), "(,) is no tuple"},
		{"two commas", file(described("'|u1'", "False", "(1,,2)"), "ab"), "no literal"},
		{"two commas at the end", file(described("'|u1'", "False", "(1,,)"), "ab"), "no literal"},
		{"no commas", file("{'descr':'|u1' 'fortran_order':True 'shape':(1,2)}", "ab"), "no literal"},
		{"rank 65", file(described("'|u1'", "False", "("+strings.Repeat("1, ", 65)+")"), "a"), "expected a tuple of at most 64"},
		{"text", file(described("'<U3'", "False", "(2,)"), "ab"), `dtype "<U3" is unsupported, expected bool, int8 to int64`},
		{"bytes", file(described("'|S3'", "False", "(2,)"), "ab"), `dtype "|S3" is unsupported`},
		{"objects", file(described("'|O'", "False", "(2,)"), "ab"), `dtype "|O" is unsupported`},
		{"long double", file(described("'<f16'", "False", "(2,)"), "ab"), `dtype "<f16" is unsupported`},
		{"two orders", file(described("'<<u2'", "False", "(1,)"), "ab"), `dtype "<<u2" is unsupported`},
		{"no order of a sign", file(described("'<?'", "False", "(1,)"), "a"), `dtype "<?" is unsupported`},
		{"a structure", file(described("[('a', '<f4'), ('b', '<i4')]", "False", "(2,)"), "ab"), `dtype [["a","<f4"],["b","<i4"]] is unsupported`},
		{"no type", file(described("''", "False", "(2,)"), "ab"), `dtype "" is unsupported`},
		{"half a type", file(described("'<'", "False", "(2,)"), "ab"), `dtype "<" is unsupported`},
		{"bytes without a type", file(described("'|V2'", "False", "(1,)"), "ab"), "the elements are V2, bytes without a type"},
		{"no bool", file(described("'|u1'", "false", "(2,)"), "ab"), "is no part of a Python literal"},
		{"a number for a bool", file(described("'|u1'", "0", "(2,)"), "ab"), "expected {'descr'"},
		{"another key", file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), 'x': 1, }", "ab"), "expected {'descr'"},
		{"a key is missing", file("{'descr': '|u1', 'shape': (2,), }", "ab"), "expected {'descr'"},
		{"a key in capitals", file("{'Descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "ab"), "expected {'descr'"},
		{"not closed", file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), ", "ab"), "no literal"},
		{"more after it", file(one+" x", "ab"), "is no part of a Python literal"},
		{"an expression", file(described("'|u1'", "False", "(1+1,)"), "ab"), "is no part of a Python literal"},
		{"an escape", file(`{'descr': '\x7cu1', 'fortran_order': False, 'shape': (2,), }`, "ab"), "is no part of a Python literal"},
	} {
		_, err := read(bytes.NewReader(c.b), &memory.Room{Limit: 1 << 20}, 0)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want one that contains %q, or none if that is empty", c.name, err, c.err)
		}
	}
}

// TestAs: elements that NumPy has no type for.
func TestAs(t *testing.T) {
	for _, c := range []struct {
		descr, order, shape string
		as                  dtype.DType
		want                []int
		descrOut, shapeOut  string // of an output of this shape, or an error if empty
		err                 string
	}{
		{"'|V2'", "False", "(2, 3)", dtype.TypeBFloat16, []int{2, 3}, "'|V2'", "(2, 3)", ""},
		{"'<V2'", "False", "(3,)", dtype.TypeBFloat16, []int{3}, "'|V2'", "(3,)", ""},
		{"'<u2'", "True", "(2, 3)", dtype.TypeBFloat16, []int{2, 3}, "'<u2'", "(2, 3)", ""},
		{"'>u2'", "True", "(2, 3)", dtype.TypeBFloat16, []int{2, 3}, "'>u2'", "(2, 3)", ""},
		{"'|V1'", "False", "()", dtype.TypeFloat8E4M3FN, []int{}, "'|V1'", "()", ""},
		{"'|u1'", "False", "(2, 3)", dtype.TypeInt4, []int{2, 6}, "'|u1'", "(2, 3)", ""},
		{"'|u1'", "True", "(2, 3)", dtype.TypeUint2, []int{8, 3}, "'|u1'", "(2, 3)", ""},
		{"'<f4'", "False", "(2,)", dtype.TypeFloat32, []int{2}, "'<f4'", "(2,)", ""},
		{"'<f4'", "False", "(2,)", dtype.TypeInt32, nil, "", "", "an array of f4 has no int32, which NumPy saves as i4"},
		{"'|u1'", "False", "(2,)", dtype.TypeInt8, nil, "", "", "an array of u1 has no int8, which NumPy saves as i1"},
		{"'|V2'", "False", "(2,)", dtype.TypeFloat8E5M2, nil, "", "", "an array of V2 has no float8e5m2, which NumPy saves as V1"},
		{"'|V1'", "False", "(2,)", dtype.TypeInt4, nil, "", "", "int4 is read from an array of u1 with one axis or more"},
		{"'|u1'", "False", "()", dtype.TypeInt4, nil, "", "", "int4 is read from an array of u1 with one axis or more"},
	} {
		h, err := ReadHeader(bytes.NewReader(file(described(c.descr, c.order, c.shape), "")))
		if err != nil {
			t.Fatal(err)
		}
		err = h.As(c.as)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s as %v: error %v, want %q", c.descr, c.as, err, c.err)
			}
			continue
		}
		out, errOut := h.Bytes()
		if want := described(c.descrOut, c.order, c.shapeOut); err != nil || !slices.Equal(h.Shape, c.want) || !strings.Contains(string(out), want) {
			t.Errorf("%s as %v: shape %v, %v, written as %q, %v, want %v and %s", c.descr, c.as, h.Shape, err, out, errOut, c.want, want)
		}
		h.Shape = slices.Repeat([]int{3}, len(h.Shape))
		if _, err := h.Bytes(); (err != nil) != (c.as.PerUnit() > 1) {
			t.Errorf("%v of shape %v: error %v, want one if bytes are not filled", c.as, h.Shape, err)
		}
	}
}

// TestRoom: a copy in C order is taken off the room.
func TestRoom(t *testing.T) {
	b := file(described("'|u1'", "True", "(2, 3)"), "adbecf")
	x, err := read(bytes.NewReader(b), &memory.Room{Limit: 12}, 0)
	if err != nil || string(x.Data.([]byte)) != "abcdef" {
		t.Errorf("%q, %v, want abcdef", x.Data, err)
	}
	if _, err := read(bytes.NewReader(b), &memory.Room{Limit: 11}, 0); err == nil || !strings.Contains(err.Error(), "the limit leaves 5; -max-bytes raises it") {
		t.Errorf("error %v, want one about the limit", err)
	}
}

func TestWriteOthers(t *testing.T) {
	for d, want := range map[dtype.DType]string{dtype.TypeBFloat16: "'|V2'", dtype.TypeFloat8E5M2: "'|V1'", dtype.TypeUint4: "'|u1'"} {
		var b bytes.Buffer
		x := onnx.Tensor{DType: d, Shape: []int{d.PerUnit()}, Data: make([]byte, d.Size())}
		if err := Write(&b, x); err != nil || !strings.Contains(b.String(), described(want, "False", "(1,)")) {
			t.Errorf("%v is written as %q, %v, want %s", d, &b, err, want)
		}
	}
	if err := Write(&bytes.Buffer{}, onnx.Tensor{DType: dtype.TypeString}); err == nil || !strings.Contains(err.Error(), "give it the ending .pb") {
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
		x, err := read(bytes.NewReader(b), &memory.Room{Limit: 1 << 20}, 0)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, x); err != nil {
			t.Fatal(err)
		}
		y, err := read(&out, &memory.Room{Limit: 1 << 20}, 0)
		if diff := cmp.Diff(x, y); err != nil || diff != "" {
			t.Fatalf("the array changed when it was written and read again: %v\n%s", err, diff)
		}
	})
}
