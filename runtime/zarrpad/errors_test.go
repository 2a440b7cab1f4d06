package zarrpad

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/pad"
)

// array is an example of 8 elements in 2 chunks.
func array(version int, codecs ...string) *example {
	x := &example{
		version: version, shape: []int{8}, chunk: []int{4}, typ: "<u4", size: 4, order: []int{0}, codecs: codecs, separator: ".",
		fill: []byte{7, 0, 0, 0}, fillJSON: "7", data: make([]byte, 32),
	}
	for i := range x.data {
		x.data[i] = byte(i)
	}
	return x
}

var one = Call{Pads: []int{1, 1}, Mode: "edge"}

// TestDamaged: a chunk that does not match the metadata is an error with its key and the problem.
func TestDamaged(t *testing.T) {
	damage := func(data []byte) []byte {
		data = slices.Clone(data)
		data[len(data)/2] ^= 0x10
		return data
	}
	bomb := bytes.Repeat([]byte{1}, 1<<20)
	for _, c := range []struct {
		name   string
		codecs []string
		data   func(whole []byte) []byte
		want   string
	}{
		{"short", nil, func(b []byte) []byte { return b[:15] }, "15 bytes after decoding, expected 16"},
		{"empty", nil, func(b []byte) []byte { return nil }, "0 bytes after decoding, expected 16"},
		{"long", nil, func(b []byte) []byte { return append(b, 1) }, "more than the 16 bytes"},
		{"huge", []string{"zlib"}, func(b []byte) []byte { return bomb }, "more than the 4116 bytes that 16 can take"},
		{"gzip", []string{"gzip"}, damage, "gzip: "},
		{"gzip cut", []string{"gzip"}, func(b []byte) []byte { return b[:len(b)-3] }, "gzip: unexpected EOF"},
		{"zlib", []string{"zlib"}, damage, "zlib: "},
		{"zlib cut", []string{"zlib"}, func(b []byte) []byte { return b[:len(b)-1] }, "zlib: unexpected EOF"},
		{"zlib short", []string{"zlib"}, func(b []byte) []byte { return encodeAs("zlib", bomb[:7], 1) }, "7 bytes after decoding, expected 16"},
		{"zlib bomb", []string{"zlib"}, func(b []byte) []byte { return encodeAs("zlib", bomb, 1) }, "zlib: more than the 16 bytes expected"},
		{"gzip bomb", []string{"gzip"}, func(b []byte) []byte { return encodeAs("gzip", bomb, 1) }, "gzip: more than the 16 bytes expected"},
		{"zstd", []string{"zstd"}, damage, "zstd: "},
		{"zstd bomb", []string{"zstd"}, func(b []byte) []byte { return encodeAs("zstd", bomb, 1) }, "zstd: decompressed size exceeds"},
		{"crc32c", []string{"crc32c"}, damage, "crc32c: the checksum is "},
		{"crc32c cut", []string{"crc32c"}, func(b []byte) []byte { return b[:3] }, "crc32c: 3 bytes, expected 4 to 20"},
		{"blosc", []string{"blosc"}, func(b []byte) []byte { return b[:12] }, "blosc: 12 bytes, expected a header of 16"},
		{"blosc cut", []string{"blosc"}, func(b []byte) []byte { return b[:30] }, "blosc: 30 bytes, expected 42 by its header"},
		{"blosc version", []string{"blosc"}, func(b []byte) []byte { b[0] = 5; return b }, "blosc: version 5 of the format"},
		{"blosclz", []string{"blosc"}, func(b []byte) []byte { b[2] = 1; return b }, `compressor "blosclz"`},
		{"blosc size", []string{"blosc"}, func(b []byte) []byte { b[7] = 255; return b }, "expected at most 16"},
		{"blosc block", []string{"blosc"}, func(b []byte) []byte { b[8], b[9] = 0, 0; return b }, "blocks of 0 bytes"},
		{"blosc start", []string{"blosc"}, func(b []byte) []byte { b[19] = 255; return b }, "begins beyond the end"},
		{"blosc length", []string{"blosc"}, func(b []byte) []byte { b[23] = 255; return b }, "bytes are left, expected"},
		{"blosc lz4", []string{"blosc"}, func(b []byte) []byte { b[24] = 0xff; return b }, "block 0: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			version := 2
			if len(c.codecs) > 0 && c.codecs[0] == "crc32c" {
				version = 3
			}
			x := array(version, c.codecs...)
			in := x.store(false)
			in.files["1"] = c.data(in.files["1"])
			_, err := Pad(t.Context(), newMemory(), in, one, Options{})
			if !errors.Is(err, ErrChunk) || !strings.HasPrefix(err.Error(), "zarrpad: 1: damaged chunk: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, expected 1: %s", err, c.want)
			}
		})
	}
}

// TestDamagedShards does the same for shards.
func TestDamagedShards(t *testing.T) {
	x := array(3, "zlib")
	x.shard = []int{2}
	whole := x.store(false).files["0"]
	index := len(whole) - 36 // 2 offsets and lengths, and a checksum
	for want, change := range map[string]func(b, entries []byte) []byte{
		"0: damaged chunk: index: crc32c: the checksum is ": func(b, _ []byte) []byte { b[index] ^= 1; return b },
		"0: damaged chunk: index of 3 bytes, expected 36":   func(b, _ []byte) []byte { return b[:3] },
		"0, chunk [1]: damaged chunk: 4133 bytes at ": func(b, e []byte) []byte {
			e[24], e[25] = 0x25, 0x10
			return append(b[:index], encodeAs("crc32c", e, 1)...)
		},
		"0, chunk [1]: damaged chunk: 0 bytes at ": func(b, e []byte) []byte {
			e[19] = 1
			return append(b[:index], encodeAs("crc32c", e, 1)...)
		},
		"0, chunk [1]: damaged chunk: 18446744073709551615 bytes at ": func(b, e []byte) []byte {
			copy(e[24:], bytes.Repeat([]byte{255}, 8)) // absent only if its offset is also all ones
			return append(b[:index], encodeAs("crc32c", e, 1)...)
		},
		"0, chunk [1]: damaged chunk: zlib: ": func(b, e []byte) []byte {
			b[int(e[16])+5] ^= 0xff
			return b
		},
	} {
		in := x.store(false)
		b := slices.Clone(whole)
		in.files["0"] = change(b, slices.Clone(b[index:len(b)-4]))
		_, err := Pad(t.Context(), newMemory(), in, one, Options{})
		if !errors.Is(err, ErrChunk) || !strings.HasPrefix(err.Error(), "zarrpad: "+want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

// TestStoreErrors: an error of a store comes with the key. What was written stays, and the next run continues.
func TestStoreErrors(t *testing.T) {
	full := errors.New("no space left on device")
	x := array(2, "zstd")
	for key, broken := range map[string]bool{".zarray": true, ".zattrs": true, "1": true} {
		in := x.store(false)
		in.broken[key] = full
		if _, err := Pad(t.Context(), newMemory(), in, one, Options{}); !errors.Is(err, full) || !strings.Contains(err.Error(), "zarrpad: "+key+": ") == broken {
			t.Errorf("in, %s: %v", key, err)
		}
	}
	for _, key := range []string{".zattrs", ".zarray", "2"} {
		in, out := x.store(false), newMemory()
		out.broken[key] = full
		_, err := Pad(t.Context(), out, in, one, Options{Workers: 1})
		if !errors.Is(err, full) || !strings.Contains(err.Error(), "zarrpad: "+key+": ") {
			t.Errorf("out, %s: %v", key, err)
		}
		clear(out.broken)
		if _, err := Pad(t.Context(), out, in, one, Options{}); err != nil {
			t.Error(err)
		}
		shape, want := x.padded([]pad.Mode{pad.Edge}, []int{1, 1}, nil, 0)
		x.verify(t, out, x.chunk, shape, want)
	}
}

// TestUnsupported: what cannot be read is refused by name, before anything is written.
func TestUnsupported(t *testing.T) {
	v3 := func(old, new string) func(map[string][]byte) {
		return func(files map[string][]byte) {
			if before := string(files["zarr.json"]); strings.Contains(before, old) {
				files["zarr.json"] = []byte(strings.Replace(before, old, new, 1))
				delete(files, ".zarray")
			}
		}
	}
	v2 := func(old, new string) func(map[string][]byte) {
		return func(files map[string][]byte) {
			delete(files, "zarr.json")
			files[".zarray"] = []byte(strings.Replace(string(files[".zarray"]), old, new, 1))
		}
	}
	for _, c := range []struct {
		change func(map[string][]byte)
		kind   error
		want   string
	}{
		{func(f map[string][]byte) { clear(f) }, fs.ErrNotExist, "neither zarr.json nor .zarray"},
		{v2(`{"zarr`, `["zarr`), ErrMetadata, ".zarray: bad metadata: invalid character"},
		{v2(`format": 2`, `format": 1`), ErrMetadata, "zarr_format 1, expected 2"},
		{v2(`"<u4"`, `"<U4"`), ErrUnsupported, `dtype "<U4"`},
		{v2(`"<u4"`, `"|u4"`), ErrUnsupported, `dtype "|u4"`},
		{v2(`"<u4"`, `[["a", "<u4"]]`), ErrUnsupported, `dtype "[[\"a\", \"<u4\"]]"`},
		{v2(`"C"`, `"A"`), ErrMetadata, `order "A", expected C or F`},
		{v2(`"filters": null`, `"filters": [{"id": "delta"}]`), ErrUnsupported, `filters "[{\"id\": \"delta\"}]"`},
		{v2(`{"id": "zlib"}`, `{"id": "bz2"}`), ErrUnsupported, `compressor "bz2"`},
		{v2(`{"id": "zlib"}`, `{"id": "zlib", "level": 10}`), ErrMetadata, "zlib of level 10, expected -1 to 9"},
		{v2(`"chunks": [4]`, `"chunks": [4, 4]`), ErrMetadata, "shape [8] and chunks [4 4]"},
		{v2(`"chunks": [4]`, `"chunks": [0]`), ErrMetadata, "dimension 0 is 8 in chunks of 0"},
		{v2(`"chunks": [4]`, `"chunks": [4.5]`), ErrMetadata, "metadata.Chunks of type int"},
		{v2(`"chunks": [4]`, `"chunks": [2147483647]`), ErrUnsupported, "at most 2147483647 bytes"},
		{v2(`"shape": [8]`, `"shape": [-8]`), ErrMetadata, "dimension 0 is -8"},
		{v2(`"fill_value": 7`, `"fill_value": -7`), ErrMetadata, `fill_value "-7" is not a value of type uint32`},
		{v2(`"fill_value": 7`, `"fill_value": "NaN"`), ErrMetadata, `fill_value "NaN" is not a value of type uint32`},
		{v2(`"dimension_separator": "."`, `"dimension_separator": "-"`), ErrMetadata, `separator "-", expected . or /`},
		{v3(`"array"`, `"group"`), ErrMetadata, `node_type "group", expected 3 and array`},
		{v3(`"uint32"`, `"string"`), ErrUnsupported, `data_type "string"`},
		{v3(`"uint32"`, `{"name": "numpy.datetime64"}`), ErrUnsupported, `data_type "numpy.datetime64"`},
		{v3(`"regular"`, `"rectilinear"`), ErrUnsupported, `chunk_grid "rectilinear"`},
		{v3(`"default"`, `"fanout"`), ErrUnsupported, `chunk_key_encoding "fanout"`},
		{v3(`"zlib"`, `"pcodec"`), ErrUnsupported, `codec "pcodec"`},
		{v3(`"storage_transformers": []`, `"storage_transformers": [{}]`), ErrUnsupported, "storage_transformers"},
		{v3(`"attributes"`, `"new": {"must_understand": true}, "attributes"`), ErrUnsupported, `member "new"`},
		{v3(`"attributes"`, `"new": {}, "attributes"`), ErrUnsupported, `member "new"`},
		{v3(`"order": [0]`, `"order": [1]`), ErrMetadata, "transpose of order [1]"},
		{v3(`"endian": "little"`, `"endian": "middle"`), ErrMetadata, `codec bytes of endian "middle"`},
		{v3(`"fill_value": 7,`, ``), ErrMetadata, "fill_value is missing"},
		{v3(`{"name": "transpose"`, `{"name": "sharding_indexed", "configuration": {"chunk_shape": [3]}}, {"name": "transpose"`), ErrUnsupported, "bytes, others; or sharding_indexed"},
	} {
		x := array(3, "zlib")
		x.prefix = "c"
		in := &memory{files: maps.Clone(x.metadata())}
		x.version = 2
		maps.Copy(in.files, x.metadata())
		c.change(in.files)
		out := newMemory()
		if _, err := Pad(t.Context(), out, in, one, Options{}); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.want) || out.puts > 0 {
			t.Errorf("%v after %d writes, expected %v: %s", err, out.puts, c.kind, c.want)
		}
	}
	// A member that need not be understood, and an element that may be written in two ways, are not errors.
	x := array(3)
	in := x.store(false)
	v3(`"attributes"`, `"consolidated_metadata": {"must_understand": false}, "attributes"`)(in.files)
	if _, err := Pad(t.Context(), newMemory(), in, one, Options{}); err != nil {
		t.Error(err)
	}
}

// TestCalls: an invalid call is refused before anything is written.
func TestCalls(t *testing.T) {
	for want, call := range map[string]Call{
		"pad: pads":                              {Pads: []int{1, 1, 1}},
		"pad: pads: axis 0":                      {Pads: []int{-8, -8}},
		"pad: axes":                              {Pads: []int{1, 1}, Axes: []int{1}},
		"pad: modes":                             {Pads: []int{1, 1}, Mode: "edge,edge"},
		"pad: mode":                              {Pads: []int{1, 1}, Mode: "edge,"},
		"chunks [4 4], expected 1 numbers":       {Pads: []int{1, 1}, Chunks: []int{4, 4}},
		"chunks [0], expected":                   {Pads: []int{1, 1}, Chunks: []int{0}},
		"chunks [2147483647], expected":          {Pads: []int{1, 1}, Chunks: []int{math.MaxInt32}},
		`value "x" is not a value of type`:       {Pads: []int{1, 1}, Value: "x"},
		`value "-1" is not a value of type`:      {Pads: []int{1, 1}, Value: "-1"},
		`value "" is not a value of type`:        {Pads: []int{1, 1}, Value: "1,,3"},
		`value "[1,2]" is not a value of type`:   {Pads: []int{0, 0}, Value: "[1,2],3,4,5,6,7,8,9"},
		"values: axis 0 has 8 elements, 2 given": {Pads: []int{0, 0}, Value: "1,2"},
	} {
		out := newMemory()
		if _, err := Pad(t.Context(), out, array(2).store(false), call, Options{}); !errors.Is(err, ErrCall) || !strings.Contains(err.Error(), want) || out.puts > 0 {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	if _, err := Pad(t.Context(), newMemory(), array(2).store(false), one, Options{Shard: 2, Shards: 2}); !errors.Is(err, ErrCall) {
		t.Error(err)
	}
}

// TestOtherCall: the output of another call is refused, and nothing is written to it, even if its metadata would be the same.
func TestOtherCall(t *testing.T) {
	for version := 2; version <= 3; version++ {
		x := array(version, "zlib")
		in, out := x.store(false), newMemory()
		if _, err := Pad(t.Context(), out, in, one, Options{}); err != nil {
			t.Fatal(err)
		}
		refused := func(name string, out, in *memory, call Call, want string) {
			t.Helper()
			before := maps.Clone(out.files)
			_, err := Pad(t.Context(), out, in, call, Options{})
			if !errors.Is(err, ErrOtherCall) || !strings.Contains(err.Error(), want) || !maps.EqualFunc(before, out.files, bytes.Equal) {
				t.Errorf("%s: %v, expected %s", name, err, want)
			}
		}
		call := one
		call.Pads = []int{2, 0}
		refused("pads", out, in, call, "Pads:[1 1]")
		call = one
		call.Mode = "wrap"
		refused("mode", out, in, call, "Mode:edge")
		call.Mode, call.Value = "constant", "5"
		refused("value", out, in, call, "Value:0x00000005")
		y := array(version, "gzip")
		refused("codec", out, y.store(false), one, "")
		y = array(version, "zlib")
		y.fillJSON = "8"
		refused("fill_value", out, y.store(false), one, "")
		refused("another array", in, in, one, "padgen did not write it")
		refused("another version", array(5-version).store(false), in, one, "")
		if version == 2 {
			delete(out.files, ".zattrs")
			refused("no attributes", out, in, one, "padgen did not write it")
		}
	}
	// Another process writes its call at the same moment.
	in, out := array(3).store(false), newMemory()
	call := one
	call.Pads = []int{2, 0}
	_, err := Pad(t.Context(), out, in, one, Options{Workers: 1, Progress: func(s Stats) {
		if s.Made == 1 {
			o, _ := newOutput(context.Background(), out, in, call, Options{})
			out.Put(context.Background(), o.docs[0].key, o.docs[0].data)
		}
	}})
	if !errors.Is(err, ErrOtherCall) {
		t.Errorf("two calls at once: %v", err)
	}
}

// TestCheck: each kind of wrong chunk is found.
func TestCheck(t *testing.T) {
	in, out := array(2, "zlib").store(false), newMemory()
	call := one
	call.Mode = "wrap" // each chunk needs both chunks of the input, which stay in memory
	if stats, err := Pad(t.Context(), out, in, call, Options{Workers: 1}); err != nil || stats.Made != 3 || stats.Decoded != 2 {
		t.Fatal(stats, err)
	}
	out.files["0"] = encodeAs("zlib", make([]byte, 16), 1)
	out.files["1"] = out.files["1"][:9]
	delete(out.files, "2")
	var got []string
	stats, err := Check(t.Context(), out, in, Options{Workers: 1}, func(err error) { got = append(got, err.Error()) })
	slices.Sort(got)
	for i, want := range []string{"0: damaged chunk: it has other elements", "1: damaged chunk: zlib: ", "2: damaged chunk: it is missing"} {
		if stats.Wrong != 3 || err != nil || !strings.HasPrefix(got[i], "zarrpad: "+want) {
			t.Errorf("%+v, %q, %v, expected %s", stats, got, err, want)
		}
	}
	if _, err := Check(t.Context(), in, in, Options{}, nil); !errors.Is(err, ErrOtherCall) {
		t.Error(err)
	}
}

// TestWhole: an uncompressed chunk of a wrong size is padded again.
func TestWhole(t *testing.T) {
	in, out := array(2).store(false), newMemory()
	for range 2 {
		stats, err := Pad(t.Context(), out, in, one, Options{})
		if err != nil || stats.Made == 0 {
			t.Fatal(stats, err)
		}
		out.files["1"] = out.files["1"][:5]
	}
}

// TestFolder: a folder keeps what Put stored, and contains nothing else after an error.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	f := Folder(filepath.Join(dir, "new"))
	if _, err := f.GetRange(t.Context(), "c/0", 0, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, text := range []string{"a longer text", "0123456789"} {
		if err := f.Put(t.Context(), "c/0", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		offset, n int64
		want      string
	}{{0, 4, "0123"}, {8, 9, "89"}, {-3, 2, "78"}, {-30, 3, "012"}, {10, 1, ""}, {99, 1, ""}} {
		if got, err := f.GetRange(t.Context(), "c/0", c.offset, c.n); err != nil || string(got) != c.want {
			t.Errorf("%d, %d: %q %v, expected %q", c.offset, c.n, got, err, c.want)
		}
	}
	if n, err := f.Size(t.Context(), "c/0"); n != 10 || err != nil {
		t.Error(n, err)
	}
	if _, err := f.GetRange(t.Context(), "c", 0, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err) // a folder is not a value
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() { // other processes start, and remove this one's parts
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				removeParts(f)
			}
		}
	}()
	for range 100 {
		if err := f.Put(t.Context(), "c/0", []byte("0123456789")); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	<-stopped
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Put(ctx, "c/1", nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "new", "c", "2"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Put(t.Context(), "c/2", []byte("x")); err == nil {
		t.Error("a folder was replaced")
	}
	entries, err := os.ReadDir(filepath.Join(dir, "new", "c"))
	if err != nil || len(entries) != 2 || entries[0].Name() != "0" || entries[1].Name() != "2" {
		t.Error(entries, err)
	}
	if parts, _ := os.ReadDir(f.parts()); len(parts) > 0 {
		t.Error(parts)
	}
}

// TestBlosc tests shuffled bytes and bits, in blocks and streams of all lengths, and zlib instead of lz4.
func TestBlosc(t *testing.T) {
	for _, size := range []int{1, 2, 3, 4, 8, 16, 17} {
		for _, n := range []int{0, 1, 7, 16, 128, 1000, 1024, 5000} {
			for _, block := range []int{128 * size, 1024 * size} {
				for _, shuffle := range []byte{0, 1, 4} {
					data := make([]byte, n)
					for i := range data {
						data[i] = byte(i * i >> 3)
					}
					got, err := unblosc(make([]byte, n), bloscOf(data, size, block, shuffle))
					if err != nil || !bytes.Equal(got, data) {
						t.Fatalf("%d bytes, elements of %d, blocks of %d, shuffle %d: %v", n, size, block, shuffle, err)
					}
				}
			}
		}
	}
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(make([]byte, 64))
	w.Close()
	buffer := append([]byte{2, 1, 3 << 5, 1, 64, 0, 0, 0, 64, 0, 0, 0, byte(24 + b.Len()), 0, 0, 0, 20, 0, 0, 0, byte(b.Len()), 0, 0, 0}, b.Bytes()...)
	if got, err := unblosc(make([]byte, 64), buffer); err != nil || !bytes.Equal(got, make([]byte, 64)) {
		t.Error(got, err)
	}
}

// TestValues tests the forms of fill_value and Value.
func TestValues(t *testing.T) {
	for _, c := range []struct{ typ, json, want string }{
		{"float32", "1e-3", "0x3a83126f"},
		{"float32", `"Infinity"`, "0x7f800000"},
		{"float16", "2049.0000001", "0x6801"}, // 2049 by itself is rounded to even, 0x6800
		{"float16", "65520", "0x7c00"},
		{"bfloat16", "1", "0x3f80"},
		{"float64", "AAAAAAAA8D8=", "0x3ff0000000000000"},
		{"int8", "-128", "0x80"}, {"int8", "128", ""}, {"int8", "-129.0", ""}, {"int8", "2.0", "0x02"}, {"int8", "2.5", ""},
		{"uint64", "18446744073709551615", "0xffffffffffffffff"}, {"uint64", "-1", ""}, {"uint64", "1e30", ""},
		{"int64", "-9223372036854775808", "0x8000000000000000"},
		{"bool", "true", "0x01"}, {"bool", "0", "0x00"}, {"bool", "2", ""},
		{"complex64", "[1, \"-Infinity\"]", "[0x3f800000,0xff800000]"}, {"complex64", "2", "[0x40000000,0x00000000]"},
		{"complex64", "[1]", ""}, {"complex64", `["x", 1]`, ""}, {"uint32", `"0x0000ffff"`, "0x0000ffff"}, {"uint32", `"0xffff"`, ""},
		{"uint8", "{}", ""}, {"uint8", "", ""},
	} {
		e, ok := elementV3(c.typ)
		got, err := e.value(c.json)
		if !ok || (err == nil) != (c.want != "") || err == nil && e.text(got) != c.want {
			t.Errorf("%s as %s: %x, %v, expected %s", c.json, c.typ, got, err, c.want)
		}
	}
}
