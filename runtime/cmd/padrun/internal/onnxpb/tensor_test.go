package onnxpb

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// header begins a TensorProto.
func header(d dtype.DType, dims ...int64) pb {
	return pb{}.Int(1, dims...).Int(2, int64(d))
}

func TestReadTensor(t *testing.T) {
	for _, c := range []struct {
		name string
		m    pb
		want any // as a typed slice
	}{
		{"float_data", header(dtype.TypeFloat32, 2).Float(4, 1.5).Float(4, -2), []float32{1.5, -2}},
		{"float_data packed", header(dtype.TypeFloat32, 2).Bytes(4, []byte{0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0}), []float32{1.5, -2}},
		{"complex64", header(dtype.TypeComplex64, 1).Float(4, 1.5).Float(4, -2), []complex64{1.5 - 2i}},
		{"double_data", header(dtype.TypeFloat64, 1).Double(10, math.Pi), []float64{math.Pi}},
		{"complex128", header(dtype.TypeComplex128, 1).Double(10, 1).Double(10, 2), []complex128{1 + 2i}},
		{"int64_data", header(dtype.TypeInt64, 3).Packed(7, -1, math.MaxInt64, math.MinInt64), []int64{-1, math.MaxInt64, math.MinInt64}},
		{"int64_data unpacked", header(dtype.TypeInt64, 2).Int(7, 5, -5), []int64{5, -5}},
		{"int64_data mixed", header(dtype.TypeInt64, 3).Packed(7, 1, 2).Int(7, 3), []int64{1, 2, 3}},
		{"uint64_data", header(dtype.TypeUint64, 2).Packed(11, -1, 1), []uint64{math.MaxUint64, 1}},
		{"uint64_data of uint32", header(dtype.TypeUint32, 2).Packed(11, math.MaxUint32, 1), []uint32{math.MaxUint32, 1}},
		{"int32_data", header(dtype.TypeInt32, 2).Packed(5, -7, 7), []int32{-7, 7}},
		{"int32_data of int8", header(dtype.TypeInt8, 2).Packed(5, -7, 7), []int8{-7, 7}},
		{"int32_data of int16", header(dtype.TypeInt16, 2).Packed(5, -7, 7), []int16{-7, 7}},
		{"int32_data of uint8", header(dtype.TypeUint8, 2).Packed(5, 255, 7), []uint8{255, 7}},
		{"int32_data of uint16", header(dtype.TypeUint16, 2).Packed(5, 65535, 7), []uint16{65535, 7}},
		{"int32_data of bool", header(dtype.TypeBool, 2).Packed(5, 1, 0), []bool{true, false}},
		{"int32_data of float16", header(dtype.TypeFloat16, 2).Packed(5, 0x3C00, 0xFC00), []dtype.Float16{0x3C00, 0xFC00}},
		{"int32_data of bfloat16", header(dtype.TypeBFloat16, 1).Packed(5, 0x3F80), []dtype.BFloat16{0x3F80}},
		{"int32_data of float8e4m3fn", header(dtype.TypeFloat8E4M3FN, 1).Packed(5, 0x80), []dtype.Float8E4M3FN{0x80}},
		{"int32_data of float8e4m3fnuz", header(dtype.TypeFloat8E4M3FNUZ, 1).Packed(5, 0x80), []dtype.Float8E4M3FNUZ{0x80}},
		{"int32_data of float8e5m2", header(dtype.TypeFloat8E5M2, 1).Packed(5, 0x80), []dtype.Float8E5M2{0x80}},
		{"int32_data of float8e5m2fnuz", header(dtype.TypeFloat8E5M2FNUZ, 1).Packed(5, 0x80), []dtype.Float8E5M2FNUZ{0x80}},
		{"int32_data of float8e8m0", header(dtype.TypeFloat8E8M0, 1).Packed(5, 0x7F), []dtype.Float8E8M0{0x7F}},
		{"int32_data of uint4", header(dtype.TypeUint4, 3).Packed(5, 0x21, 0x03), []dtype.Uint4x2{0x21, 0x03}},
		{"int32_data of int4", header(dtype.TypeInt4, 2).Packed(5, 0xF1), []dtype.Int4x2{0xF1}},
		{"int32_data of float4e2m1", header(dtype.TypeFloat4E2M1, 2).Packed(5, 0xF1), []dtype.Float4E2M1x2{0xF1}},
		{"int32_data of uint2", header(dtype.TypeUint2, 5).Packed(5, 0xE4, 0x01), []dtype.Uint2x4{0xE4, 0x01}},
		{"int32_data of int2", header(dtype.TypeInt2, 4).Packed(5, 0xE4), []dtype.Int2x4{0xE4}},
		{"raw_data of int4", header(dtype.TypeInt4, 3).Bytes(9, []byte{0x21, 0x03}), []dtype.Int4x2{0x21, 0x03}},
		{"raw_data of uint2", header(dtype.TypeUint2, 5).Bytes(9, []byte{0xE4, 0x01}), []dtype.Uint2x4{0xE4, 0x01}},
		{"raw_data", header(dtype.TypeInt32, 2).Bytes(9, []byte{1, 0, 0, 0, 255, 255, 255, 255}), []int32{1, -1}},
		{"raw_data of scalar", header(dtype.TypeInt16).Bytes(9, []byte{1, 2}), []int16{0x0201}},
		{"dims packed", pb{}.Packed(1, 2, 1).Int(2, 3).Bytes(9, []byte{1, 2}), []int8{1, 2}},
		{"no elements", header(dtype.TypeFloat32, math.MaxInt, 0, math.MaxInt), []float32{}},
		{"unknown fields", header(dtype.TypeInt8, 1).Bytes(9, []byte{9}).Text(12, "doc").Int(99, 1), []int8{9}},
	} {
		x, err := ReadTensor(c.m)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		d := x.Tensor.DType
		got, _ := x.Tensor.Bytes()
		want, ok := onnx.Tensor{DType: d, Data: c.want}.Bytes()
		if !ok || !bytes.Equal(got, want) {
			t.Errorf("%s: read as %v with the bytes %x, want %x", c.name, d, got, want)
		}
	}
	x, err := ReadTensor(header(dtype.TypeString, 2).Text(6, "a", "").Text(8, "x"))
	if want := (Named{"x", onnx.Tensor{DType: dtype.TypeString, Shape: []int{2}, Data: []string{"a", ""}}}); err != nil {
		t.Errorf("string_data: %v", err)
	} else if diff := cmp.Diff(want, x); diff != "" {
		t.Errorf("string_data: -want +got:\n%s", diff)
	}
}

func TestReadTensorErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		m    []byte
		want string
	}{
		{"empty", nil, "data_type 0"},
		{"undefined type", header(0), "data_type 0"},
		{"unknown type", header(dtype.NumTypes+1, 0), fmt.Sprint("data_type ", dtype.NumTypes+1)},
		{"type beyond int32", header(1, 0).Int(2, 1<<32+1), "data_type 4294967297"},
		{"negative dimension", header(1, -1), "-1 is not a dimension"},
		{"product overflows", header(2, math.MaxInt, 3), "too many elements"},
		{"product overflows twice", header(2, math.MaxInt, math.MaxInt, math.MaxInt), "too many elements"},
		{"many elements, no data", header(1, math.MaxInt>>8), "float_data has 0 bytes"},
		{"units overflow when multiplied", header(15, math.MaxInt/8+1).Bytes(9, nil), "too many elements"},
		{"raw_data short", header(1, 2).Bytes(9, make([]byte, 7)), "raw_data has 7 bytes"},
		{"raw_data long", header(1, 2).Bytes(9, make([]byte, 9)), "raw_data has 9 bytes"},
		{"raw_data of strings", header(8, 1).Bytes(9, []byte("a")), "no other data"},
		{"strings missing", header(8, 2).Text(6, "a"), "1 elements, expected those of shape [2]"},
		{"field of another type", header(1, 1).Packed(7, 1), "float_data has 0 bytes"},
		{"int4 one by one", header(22, 4).Packed(5, 1, 2, 3, 4), "int32_data has 4 bytes"},
		{"half a complex", header(14, 1).Float(4, 1), "float_data has 4 bytes"},
		{"float_data odd", header(1, 1).Bytes(4, make([]byte, 5)), "field 4: a packed value is damaged or cut off"},
		{"double_data odd", header(11, 1).Bytes(10, make([]byte, 5)), "field 10: a packed value is damaged or cut off"},
		{"dims as text is varints", header(2).Bytes(1, []byte{0x80}), "field 1"},
		{"dims as float", header(2).Float(1, 1), "wire type"},
		{"raw_data as int", header(2).Int(9, 1), "wire type"},
		{"data_type as text", pb{}.Text(2, "1"), "wire type"},
		{"external without a folder", header(1, 0).Int(14, 1), "standard input has none"},
		{"another location", header(1, 0).Int(14, 2), "data_location 2"},
		{"segment", header(1, 0).Bytes(3, nil), "segments"},
		{"length bomb", []byte{9<<3 | 2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F}, "field 9"},
		{"cut tag", []byte{0x80}, "the start of a field"},
		{"field number 0", []byte{0, 0}, "the start of a field"},
		{"group without end", []byte{100<<3&0xFF | 3}, "field"},
	} {
		if _, err := ReadTensor(c.m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that contains %q", c.name, err, c.want)
		}
	}
}

// TestDeepNesting has groups in groups, which protowire must not follow for ever.
func TestDeepNesting(t *testing.T) {
	deep := bytes.Repeat([]byte{15<<3 | 3}, 1<<20)
	if _, err := ReadTensor(deep); err == nil {
		t.Error("ReadTensor returned no error for a million open groups, want one")
	}
	if _, err := ReadModel(deep); err == nil {
		t.Error("ReadModel returned no error for a million open groups, want one")
	}
}

func TestMarshal(t *testing.T) {
	for d := range dtype.All().Types() {
		x, err := onnx.NewTensor(d, 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := x.Data.([]string); ok {
			s[1], s[8] = "b", "é"
		} else {
			b, _ := x.Bytes()
			for i := range b {
				b[i] = byte(i * 37)
			}
		}
		var b bytes.Buffer
		if err := (Named{"name", x}).Write(&b); err != nil {
			t.Fatal(err)
		}
		y, err := ReadTensor(b.Bytes())
		if err != nil || y.Name != "name" || y.Tensor.DType != d || !slices.Equal(y.Tensor.Shape, x.Shape) {
			t.Fatalf("%v: read back as %q %v%v, error %v", d, y.Name, y.Tensor.DType, y.Tensor.Shape, err)
		}
		want, _ := x.Bytes()
		if got, _ := y.Tensor.Bytes(); !bytes.Equal(got, want) {
			t.Errorf("%v: read back with the bytes %x, want %x", d, got, want)
		}
		if d == dtype.TypeString && !cmp.Equal(x.Data, y.Tensor.Data) {
			t.Errorf("read back as %q, want %q", y.Tensor.Data, x.Data)
		}
	}
	if err := (Named{"", onnx.Tensor{DType: dtype.TypeInt8, Data: []string{"a"}}}).Write(io.Discard); err == nil {
		t.Error("strings were written as int8, want an error")
	}
}

// TestExternal: external data lies in the folder of the file, and no path leads out of it.
func TestExternal(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{filepath.Join(outside, "out"), filepath.Join(dir, "data"), filepath.Join(dir, "sub", "data")} {
		err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte("abcdefgh"), 0o666))
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"in": "data", "out": filepath.Join(outside, "out"), "up": outside} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ location, offset, length, want, err string }{
		{"data", "", "", "ab", ""},
		{"data", "6", "2", "gh", ""},
		{"sub/data", "1", "", "bc", ""},
		{"./sub/../data", "", "", "ab", ""},
		{"in", "", "", "ab", ""},

		{"data", "7", "", "", "data has 8 bytes, expected 2 from byte 7 on"},
		{"data", "9223372036854775807", "", "", "expected 2 from byte 9223372036854775807 on"},
		{"data", "-1", "", "", `offset "-1", length "2", expected numbers`},
		{"data", "", "3", "", "has length 3, expected 2 for uint8[2]"},
		{"data", "", "x", "", "expected numbers"},
		{"absent", "", "", "", "o such file"},
		{"", "", "", "", "external data: "},
		{"sub", "", "", "", "sub is not a regular file"},
		{"../" + filepath.Base(outside) + "/out", "", "", "", "escapes"},
		{filepath.Join(outside, "out"), "", "", "", "escapes"},
		{"out", "", "", "", "escapes"},
		{"up/out", "", "", "", "escapes"},
	} {
		m := header(dtype.TypeUint8, 2).Int(14, 1)
		for key, value := range map[string]string{"location": c.location, "offset": c.offset, "length": c.length} {
			if value != "" {
				m = m.Bytes(13, pb{}.Text(1, key).Text(2, value))
			}
		}
		name := filepath.Join(dir, "x.pb")
		if err := os.WriteFile(name, m, 0o666); err != nil {
			t.Fatal(err)
		}
		x, err := ReadTensorFile(plenty(), name)
		if got, _ := x.Tensor.Data.([]byte); string(got) != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("location %q, offset %q, length %q: %q, error %v, want %q, %q", c.location, c.offset, c.length, got, err, c.want, c.err)
		}
	}
	big := header(dtype.TypeUint8, 1<<20).Int(14, 1).Bytes(13, pb{}.Text(1, "location").Text(2, "data"))
	m := &message{content: big, room: &memory.Room{Limit: 1 << 20}, folder: dir}
	if readTensor(m); m.err == nil || !strings.Contains(m.err.Error(), "data has 8 bytes, expected 1048576") {
		t.Errorf("error %v", m.err)
	}
}

// TestSparse: a sparse tensor is the dense one, its indices one by one or in pairs.
func TestSparse(t *testing.T) {
	sparse := func(dims, shape []int64, indices, values []int64) pb {
		return pb{}.Bytes(1, tensorPB("v", []int64{int64(len(values))}, values...)).Bytes(2, tensorPB("", shape, indices...)).Int(3, dims...)
	}
	for _, c := range []struct {
		m    pb
		want []int64
		err  string
	}{
		{sparse([]int64{2, 3}, []int64{2}, []int64{1, 5}, []int64{7, 8}), []int64{0, 7, 0, 0, 0, 8}, ""},
		{sparse([]int64{2, 3}, []int64{2, 2}, []int64{0, 1, 1, 2}, []int64{7, 8}), []int64{0, 7, 0, 0, 0, 8}, ""},
		{sparse([]int64{3}, []int64{0}, nil, nil), []int64{0, 0, 0}, ""},
		{sparse([]int64{2, 3}, []int64{1}, []int64{6}, []int64{7}), nil, "index 6 is outside of [2 3]"},
		{sparse([]int64{2, 3}, []int64{1, 2}, []int64{0, 3}, []int64{7}), nil, "index 3 is outside of [2 3]"},
		{sparse([]int64{2, 3}, []int64{1}, []int64{-1}, []int64{7}), nil, "index -1 is outside"},
		{sparse([]int64{2, 3}, []int64{1}, []int64{1}, []int64{7, 8}), nil, "indices are int64[1], expected int64 for 2 values of rank 1"},
		{sparse([]int64{1<<28 - 1}, []int64{0}, nil, nil), nil, "the next value in memory has 2147483640 bytes"},
		{sparse([]int64{math.MaxInt, 4}, []int64{0}, nil, nil), nil, "4] has too many elements"},
		{pb{}.Bytes(1, header(8, 0)).Bytes(2, tensorPB("", []int64{0})), nil, "sparse tensors of string are not supported"},
	} {
		m := &message{content: c.m, room: plenty()}
		x := readSparse(m)
		if c.err != "" {
			if m.err == nil || !strings.Contains(m.err.Error(), c.err) {
				t.Errorf("error %v, want %q", m.err, c.err)
			}
			continue
		}
		want, _ := onnx.Int64s(c.want...).Bytes()
		if got, _ := x.Tensor.Bytes(); m.err != nil || x.Name != "v" || !bytes.Equal(got, want) {
			t.Errorf("%q %x, %v, want %x", x.Name, got, m.err, want)
		}
	}
}
