package zarrpad

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
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
		version: version, shape: []int{8}, chunk: []int{4}, typ: "<u4", size: 4, order: []int{0}, codecs: codecs,
		separator: ".", fill: []byte{7, 0, 0, 0}, fillJSON: "7", data: make([]byte, 32),
	}
	for i := range x.data {
		x.data[i] = byte(i)
	}
	return x
}

var one = Call{Pads: []int{1, 1}, Mode: "edge"}

// expect checks the kind of an error, and for a text in it.
func expect(t *testing.T, err, kind error, text string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("%v, expected %v: %s", err, kind, text)
	}
}

// TestDamaged: a chunk that does not match the metadata is an error with its key and the problem.
func TestDamaged(t *testing.T) {
	type change = func(chunk []byte) []byte
	cut := func(n int) change { return func(b []byte) []byte { return b[:n] } }
	end := func(n int) change { return func(b []byte) []byte { return b[:len(b)-n] } }
	set := func(i int, v byte) change { return func(b []byte) []byte { b[i] = v; return b } }
	flip := func(b []byte) []byte { b[len(b)/2] ^= 0x10; return b }
	bomb := bytes.Repeat([]byte{1}, 1<<20)
	encoded := func(codec string, data []byte) change {
		return func([]byte) []byte { return encodeAs(codec, data, 1) }
	}
	for _, c := range []struct {
		codec  string
		change change
		want   string
	}{
		{"", cut(15), "15 bytes after decoding, expected 16"},
		{"", func([]byte) []byte { return nil }, "0 bytes after decoding, expected 16"},
		{"", func(b []byte) []byte { return append(b, 1) }, "more than the 16 bytes"},
		{"zlib", func([]byte) []byte { return bomb }, "more than the 4116 bytes that 16 can take"},
		{"gzip", flip, "gzip: "},
		{"gzip", end(3), "gzip: unexpected EOF"},
		{"gzip", encoded("gzip", bomb), "gzip: more than the 16 bytes expected"},
		{"zlib", flip, "zlib: "},
		{"zlib", end(1), "zlib: unexpected EOF"},
		{"zlib", encoded("zlib", bomb[:7]), "7 bytes after decoding, expected 16"},
		{"zlib", encoded("zlib", bomb), "zlib: more than the 16 bytes expected"},
		{"zstd", flip, "zstd: "},
		{"zstd", encoded("zstd", bomb), "zstd: decompressed size exceeds"},
		{"crc32c", flip, "crc32c: the checksum is "},
		{"crc32c", cut(3), "crc32c: 3 bytes, expected 4 to 20"},
		{"crc32c", encoded("crc32c", bomb[:17]), "crc32c: 21 bytes, expected 4 to 20"},
		{"blosc", cut(12), "blosc: 12 bytes, expected a header of 16"},
		{"blosc", cut(30), "blosc: 30 bytes, expected 42 by its header"},
		{"blosc", set(0, 5), "blosc: version 5 of the format"},
		{"blosc", set(2, 1), `compressor "blosclz"`},
		{"blosc", set(7, 255), "expected at most 16"},
		{"blosc", func(b []byte) []byte { b[8], b[9] = 0, 0; return b }, "blocks of 0 bytes"},
		{"blosc", set(19, 255), "begins beyond the end"},
		{"blosc", set(23, 255), "bytes are left, expected"},
		{"blosc", set(24, 255), "block 0: "},
	} {
		x := array(map[bool]int{true: 3, false: 2}[c.codec == "crc32c"])
		if c.codec != "" {
			x.codecs = []string{c.codec}
		}
		in := x.store(false)
		in.files["1"] = c.change(slices.Clone(in.files["1"]))
		_, err := Pad(t.Context(), newMemory(), in, one, Options{})
		expect(t, err, ErrChunk, "zarrpad: 1: damaged chunk: ")
		expect(t, err, ErrChunk, c.want)
	}
}

// TestDamagedShards does the same for shards.
func TestDamagedShards(t *testing.T) {
	x := array(3, "zlib")
	x.shard = []int{2}
	whole := x.store(false).files["0"]
	index := len(whole) - 36 // 2 offsets and lengths, and a checksum
	set := func(at int, values ...byte) func(b []byte) []byte {
		return func(b []byte) []byte {
			entries := b[index : len(b)-4]
			copy(entries[at:], values)
			return append(b[:index], encodeAs("crc32c", entries, 1)...)
		}
	}
	for want, change := range map[string]func(b []byte) []byte{
		"0: damaged chunk: index: crc32c: ":                            func(b []byte) []byte { b[index] ^= 1; return b },
		"0: damaged chunk: index of 3 bytes, expected 36":              func(b []byte) []byte { return b[:3] },
		"0, chunk [1]: damaged chunk: 4133 bytes at ":                  set(24, 0x25, 0x10),
		"0, chunk [1]: damaged chunk: 0 bytes at ":                     set(19, 1),
		"0, chunk [1]: damaged chunk: 18446744073709551615 bytes at ":  set(24, bytes.Repeat([]byte{255}, 8)...), // absent only with such an offset
		"0, chunk [1]: damaged chunk: 21 bytes at 9223372036854775807": set(16, 255, 255, 255, 255, 255, 255, 255, 127, 21, 0),
		"0, chunk [1]: damaged chunk: zlib: ":                          func(b []byte) []byte { b[int(b[index+16])+5] ^= 0xff; return b },
	} {
		in := x.store(false)
		in.files["0"] = change(slices.Clone(whole))
		_, err := Pad(t.Context(), newMemory(), in, one, Options{})
		expect(t, err, ErrChunk, "zarrpad: "+want)
	}
	in := x.store(false)
	_, err := Pad(t.Context(), newMemory(), in, one, Options{})
	if err != nil || in.gets != 4 { // the metadata, an index, and two chunks
		t.Errorf("%d reads of a shard, expected 4, %v", in.gets, err)
	}
}

// TestStoreErrors: an error of a store comes with the key. What was written stays, and the next run continues.
func TestStoreErrors(t *testing.T) {
	full := errors.New("no space left on device")
	x := array(2, "zstd")
	for _, key := range []string{".zarray", ".zattrs", "1"} {
		in := x.store(false)
		in.broken[key] = full
		_, err := Pad(t.Context(), newMemory(), in, one, Options{})
		expect(t, err, full, "zarrpad: "+key+": ")
	}
	for _, key := range []string{".zattrs", ".zarray", "2"} {
		in, out := x.store(false), newMemory()
		out.broken[key] = full
		_, err := Pad(t.Context(), out, in, one, Options{Workers: 1})
		expect(t, err, full, "zarrpad: "+key+": ")
		clear(out.broken)
		if _, err := Pad(t.Context(), out, in, one, Options{}); err != nil {
			t.Error(err)
		}
		shape, want := x.padded([]pad.Mode{pad.Edge}, []int{1, 1}, nil, 0)
		x.verify(t, out, x.chunk, shape, want)
	}
	// No chunk is begun after an error.
	in := array(2).store(false)
	in.files[".zarray"] = bytes.Replace(in.files[".zarray"], []byte(`"shape": [8]`), []byte(`"shape": [400]`), 1)
	in.broken["0"] = full
	_, err := Pad(t.Context(), newMemory(), in, one, Options{Workers: 1})
	if expect(t, err, full, "zarrpad: 0: "); in.gets != 4 { // three documents and the chunk
		t.Errorf("%d reads, expected 4", in.gets)
	}
}

// TestUnsupported: what cannot be read is refused by name, before anything is written.
func TestUnsupported(t *testing.T) {
	shard := func(chunk int, codecs string) string {
		const codec = `{"name": "sharding_indexed", "configuration": {"chunk_shape": [%d], "index_codecs": ["bytes"], "codecs": [%s]}}`
		return fmt.Sprintf(codec, chunk, codecs)
	}
	codecs := func(codecs string) string { return `"codecs": [` + codecs + `], "dimension_names": [` }
	huge := `"chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [500000000]}}, `
	for _, c := range []struct {
		version  int
		old, new string // in the metadata
		kind     error
		want     string
	}{
		{2, `{"zarr`, `["zarr`, ErrMetadata, "invalid character"},
		{2, `format": 2`, `format": 1`, ErrMetadata, "zarr_format 1, expected 2"},
		{2, `"<u4"`, `"<U4"`, ErrUnsupported, `dtype "<U4"`},
		{2, `"<u4"`, `"|u4"`, ErrUnsupported, `dtype "|u4"`},
		{2, `"<u4"`, `[["a", "<u4"]]`, ErrUnsupported, `dtype "[[\"a\", \"<u4\"]]"`},
		{2, `"C"`, `"A"`, ErrMetadata, `order "A", expected C or F`},
		{2, `"filters": null`, `"filters": [{"id": "delta"}]`, ErrUnsupported, `filters "[{\"id\": \"delta\"}]"`},
		{2, `{"id": "zlib"}`, `{"id": "bz2"}`, ErrUnsupported, `compressor "bz2"`},
		{2, `{"id": "zlib"}`, `{"id": "zlib", "level": 10}`, ErrMetadata, "zlib of level 10, expected -1 to 9"},
		{2, `"chunks": [4]`, `"chunks": [4, 4]`, ErrMetadata, "shape [8] and chunks [4 4]"},
		{2, `"chunks": [4]`, `"chunks": [0]`, ErrMetadata, "dimension 0 is 8 in chunks of 0"},
		{2, `"chunks": [4]`, `"chunks": [4.5]`, ErrMetadata, "metadata.Chunks of type int"},
		{2, `"chunks": [4]`, `"chunks": [2147483647]`, ErrUnsupported, "at most 2147483647 bytes"},
		{2, `"shape": [8]`, `"shape": [-8]`, ErrMetadata, "dimension 0 is -8"},
		{2, `"fill_value": 7`, `"fill_value": -7`, ErrMetadata, `fill_value "-7" is not a value of type uint32`},
		{2, `"fill_value": 7`, `"fill_value": "NaN"`, ErrMetadata, `fill_value "NaN" is not a value of type uint32`},
		{2, `"dimension_separator": "."`, `"dimension_separator": "-"`, ErrMetadata, `separator "-", expected . or /`},
		{3, `"array"`, `"group"`, ErrMetadata, `node_type "group", expected 3 and array`},
		{3, `"uint32"`, `"string"`, ErrUnsupported, `data_type "string"`},
		{3, `"uint32"`, `{"name": "numpy.datetime64"}`, ErrUnsupported, `data_type "numpy.datetime64"`},
		{3, `"regular"`, `"rectilinear"`, ErrUnsupported, `chunk_grid "rectilinear"`},
		{3, `"default"`, `"fanout"`, ErrUnsupported, `chunk_key_encoding "fanout"`},
		{3, `"zlib"`, `"pcodec"`, ErrUnsupported, `codec "pcodec"`},
		{3, `"storage_transformers": []`, `"storage_transformers": [{}]`, ErrUnsupported, "storage_transformers"},
		{3, `"attributes"`, `"new": {"must_understand": true}, "attributes"`, ErrUnsupported, `member "new"`},
		{3, `"attributes"`, `"new": {}, "attributes"`, ErrUnsupported, `member "new"`},
		{3, `"order": [0]`, `"order": [1]`, ErrMetadata, "transpose of order [1]"},
		{3, `"endian": "little"`, `"endian": "middle"`, ErrMetadata, `codec bytes of endian "middle"`},
		{3, `"fill_value": 7,`, ``, ErrMetadata, "fill_value is missing"},
		{3, `{"name": "transpose"`, `{"name": "sharding_indexed", "configuration": {"chunk_shape": [3]}}, {"name": "transpose"`, ErrUnsupported, "bytes, others; or sharding_indexed"},
		{3, `"attributes"`, `"new": {"must_understand": false}, "attributes"`, nil, ""},
		{3, `"codecs": [`, codecs(shard(4, shard(4, `"bytes"`))), ErrUnsupported, `codecs, with "sharding_indexed"`},
		{3, `"codecs": [`, codecs(shard(3, `"bytes"`)), ErrMetadata, "shards [4], expected multiples of their chunks [3]"},
		{3, `"codecs": [`, huge + codecs(shard(1, `"bytes"`)), ErrUnsupported, "shards [500000000] of 500000000 chunks"},
		{2, `"shape": [8], "chunks": [4]`, `"shape": [0], "chunks": [0]`, ErrCall, "pad: pads: "},
	} {
		x := array(c.version, "zlib")
		x.prefix = map[int]string{3: "c"}[c.version]
		in, out := x.store(false), newMemory()
		key := map[int]string{2: ".zarray", 3: "zarr.json"}[c.version]
		if !bytes.Contains(in.files[key], []byte(c.old)) {
			t.Fatalf("%s is not in %s", c.old, in.files[key])
		}
		in.files[key] = bytes.Replace(in.files[key], []byte(c.old), []byte(c.new), 1)
		_, err := Pad(t.Context(), out, in, one, Options{})
		if expect(t, err, c.kind, c.want); err != nil && out.puts > 0 {
			t.Errorf("%d writes before %v", out.puts, err)
		}
	}
	_, err := Pad(t.Context(), newMemory(), newMemory(), one, Options{})
	expect(t, err, fs.ErrNotExist, "neither zarr.json nor .zarray")
}

// TestCalls: an invalid call is refused before anything is written.
func TestCalls(t *testing.T) {
	for want, call := range map[string]Call{
		"pad: pads":                               {Pads: []int{1, 1, 1}},
		"pad: pads: axis 0":                       {Pads: []int{-8, -8}},
		"pad: axes":                               {Pads: []int{1, 1}, Axes: []int{1}},
		"pad: modes":                              {Pads: []int{1, 1}, Mode: "edge,edge"},
		"pad: mode":                               {Pads: []int{1, 1}, Mode: "edge,"},
		"chunks [4 4], expected 1 numbers":        {Pads: []int{1, 1}, Chunks: []int{4, 4}},
		"chunks [0], expected":                    {Pads: []int{1, 1}, Chunks: []int{0}},
		"chunks [2147483647], expected":           {Pads: []int{1, 1}, Chunks: []int{math.MaxInt32}},
		`value "x" is not a value of type`:        {Pads: []int{1, 1}, Value: "x"},
		`value "-1" is not a value of type`:       {Pads: []int{1, 1}, Value: "-1"},
		`value "" is not a value of type`:         {Pads: []int{1, 1}, Value: "1,,3"},
		`value "[1,2]" is not a value of type`:    {Pads: []int{0, 0}, Value: "[1,2],3,4,5,6,7,8,9"},
		"values: axis 0 has length 8, 2 given":    {Pads: []int{0, 0}, Value: "1,2"},
		"the 3 values are for axis 0, ValuesAxis": {Pads: []int{1, 1}, Value: "1,2,3"},
	} {
		out := newMemory()
		_, err := Pad(t.Context(), out, array(2).store(false), call, Options{})
		if expect(t, err, ErrCall, want); out.puts > 0 {
			t.Errorf("%d writes before %v", out.puts, err)
		}
	}
	in := array(2).store(false)
	_, err := Pad(t.Context(), newMemory(), in, one, Options{Shard: 2, Shards: 2})
	expect(t, err, ErrCall, "share 2 of 2, expected 0 to 1")
	o, err := Create(t.Context(), newMemory(), in, one, Options{})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, o.PadChunk(t.Context(), []int{0, 0}), ErrCall, "chunk [0 0] of an array of 1 dimensions")
	expect(t, o.PadChunk(t.Context(), []int{3}), ErrCall, "pad: chunk: axis 0 has 3 chunks")
}

// TestOtherCall: an output of another call is refused, and nothing is written, even if the metadata would be the same.
func TestOtherCall(t *testing.T) {
	for version := 2; version <= 3; version++ {
		in, out := array(version, "zlib").store(false), newMemory()
		if _, err := Pad(t.Context(), out, in, one, Options{}); err != nil {
			t.Fatal(err)
		}
		for key, data := range out.files { // NaN is kept as Python writes it, and attributes of the input are kept once
			if bytes.Contains(data, []byte(mark)) || bytes.Count(data, []byte(`"attributes"`)) > 1 ||
				key == ".zattrs" && !bytes.Contains(data, []byte(`"_FillValue": NaN`)) {
				t.Errorf("%s: %s", key, data)
			}
		}
		other := array(version, "zlib")
		other.fillJSON = "8"
		headless := &memory{files: maps.Clone(out.files)}
		delete(headless.files, ".zattrs")
		for _, c := range []struct {
			out, in *memory
			call    Call
			want    string
		}{
			{out, in, Call{Pads: []int{2, 0}, Mode: "edge"}, "Pads:[1 1]"},
			{out, in, Call{Pads: []int{1, 1}, Mode: "wrap"}, "Mode:edge"},
			{out, in, Call{Pads: []int{1, 1}, Value: "5"}, "Value:0x00000005"},
			{out, array(version, "gzip").store(false), one, "another input"},
			{out, other.store(false), one, "another input"},
			{in, in, one, "padgen did not write it"},
			{array(5 - version).store(false), in, one, "padgen did not write it"},
			{headless, in, one, map[int]string{2: "padgen did not write it"}[version]},
		} {
			before := maps.Clone(c.out.files)
			_, err := Pad(t.Context(), c.out, c.in, c.call, Options{})
			if c.want != "" {
				expect(t, err, ErrOtherCall, c.want)
			}
			if !maps.EqualFunc(before, c.out.files, bytes.Equal) {
				t.Errorf("files were written before %v", err)
			}
		}
	}
	// Another process writes its call at the same moment.
	in, out := array(3).store(false), newMemory()
	_, err := Pad(t.Context(), out, in, one, Options{Workers: 1, Progress: func(s Stats) {
		if s.Done == 1 {
			o, _ := newOutput(context.Background(), out, in, Call{Pads: []int{2, 0}}, Options{})
			out.Put(context.Background(), o.docs[0].key, o.docs[0].data)
		}
	}})
	expect(t, err, ErrOtherCall, "Pads:[2 0]")
}

// TestCheck: each kind of wrong chunk is found.
func TestCheck(t *testing.T) {
	in, out := array(2, "zlib").store(false), newMemory()
	call := one
	call.Mode = "wrap" // each chunk needs both chunks of the input, which stay in memory
	stats, err := Pad(t.Context(), out, in, call, Options{Workers: 1})
	if err != nil || stats.Done != 3 || stats.Decoded != 2 {
		t.Fatal(stats, err)
	}
	out.files["0"] = encodeAs("zlib", make([]byte, 16), 1)
	out.files["1"] = out.files["1"][:9]
	delete(out.files, "2")
	var got []string
	report := func(err error) { got = append(got, err.Error()) }
	stats, err = Check(t.Context(), out, in, Options{Workers: 1}, report)
	if slices.Sort(got); err != nil || stats.Wrong != 3 || stats.Done != 0 {
		t.Fatal(stats, err, got)
	}
	for i, want := range []string{"0: damaged chunk: it has other elements", "1: damaged chunk: zlib: ", "2: damaged chunk: it is missing"} {
		if !strings.HasPrefix(got[i], "zarrpad: "+want) {
			t.Errorf("%s, expected %s", got[i], want)
		}
	}
	if stats, err = Check(t.Context(), out, in, Options{}, nil); err != nil || stats.Wrong != 3 {
		t.Error(stats, err)
	}
	_, err = Check(t.Context(), in, in, Options{}, nil)
	expect(t, err, ErrOtherCall, "padgen did not write it")
	_, err = Check(t.Context(), out, array(2, "gzip").store(false), Options{}, nil)
	expect(t, err, ErrOtherCall, "another input")
	delete(out.files, ".zattrs")
	_, err = Check(t.Context(), out, in, Options{}, nil)
	expect(t, err, ErrOtherCall, "padgen did not write it")
}

// TestWhole: an empty chunk, and an uncompressed chunk of a wrong size, are padded again.
func TestWhole(t *testing.T) {
	for left, codecs := range [][]string{{"zlib"}, nil} {
		in, out := array(2, codecs...).store(false), newMemory()
		for _, want := range []int{3, 1} {
			stats, err := Pad(t.Context(), out, in, one, Options{})
			if err != nil || stats.Done != want {
				t.Fatal(stats, err)
			}
			out.files["1"] = out.files["1"][:left]
		}
	}
}

// TestFolder: a folder keeps what Put stored, and contains nothing else after an error.
func TestFolder(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "new"))
	size := func(key string) error { _, err := f.Size(t.Context(), key); return err }
	expect(t, size("c/0"), fs.ErrNotExist, "")
	for _, text := range []string{"a longer text", "0123456789"} {
		if err := f.Put(t.Context(), "c/0", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, size("c/0"), nil, "")
	expect(t, size("c"), fs.ErrNotExist, "") // a folder is not a value
	for _, c := range []struct {
		offset, n int64
		want      string
	}{{0, 4, "0123"}, {8, 9, "89"}, {-3, 2, "78"}, {-30, 3, "012"}, {10, 1, ""}, {99, 1, ""}} {
		if got, err := f.GetRange(t.Context(), "c/0", c.offset, c.n); err != nil || string(got) != c.want {
			t.Errorf("%d, %d: %q %v, expected %q", c.offset, c.n, got, err, c.want)
		}
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
		expect(t, f.Put(t.Context(), "c/0", []byte("0123456789")), nil, "")
	}
	close(stop)
	<-stopped
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect(t, f.Put(ctx, "c/1", nil), context.Canceled, "")
	if os.Mkdir(f.path("c/2"), 0o700) != nil || f.Put(t.Context(), "c/2", []byte("x")) == nil {
		t.Error("a folder was replaced")
	}
	entries, err := os.ReadDir(f.path("c"))
	parts, _ := os.ReadDir(f.parts())
	if err != nil || len(entries) != 2 || entries[0].Name() != "0" || entries[1].Name() != "2" || len(parts) > 0 {
		t.Error(entries, parts, err)
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

// TestLevels: level 0 of zstd is 3, as in the Zstandard library, and the output has the level of the input.
func TestLevels(t *testing.T) {
	text := []byte(strings.Repeat("level and level by level, ", 40) + strings.Repeat("one level more, ", 40))
	size := func(name string, level int) int {
		c, err := newCodec(named{Name: name, Configuration: configuration{Level: &level}})
		if err != nil {
			t.Fatal(err)
		}
		data, err := c.encode(text)
		if back, errBack := c.decode(make([]byte, len(text)), data); err != nil || errBack != nil || !bytes.Equal(back, text) {
			t.Error(name, level, err, errBack)
		}
		return len(data)
	}
	for _, c := range []struct {
		name       string
		less, more int
	}{{"zstd", 1, 0}, {"gzip", 0, 9}, {"zlib", 0, 9}} {
		if less, more := size(c.name, c.less), size(c.name, c.more); less <= more {
			t.Errorf("%s: %d bytes at level %d, %d at level %d", c.name, less, c.less, more, c.more)
		}
	}
	if a, b := size("zstd", 0), size("zstd", 3); a != b {
		t.Errorf("zstd: %d bytes at level 0, %d at level 3", a, b)
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
		{"float16", "1", "0x3c00"}, {"float64", "-1", "0xbff0000000000000"}, {"uint16", "258", "0x0102"},
		{"complex128", "1", "[0x3ff0000000000000,0x0000000000000000]"}, {"float32", "nan", "0x7fc00000"}, {"float32", "-inf", "0xff800000"},
		{"float64", "NaN", "0x7ff8000000000000"}, {"float16", "nan", "0x7e00"}, {"bfloat16", "nan", "0x7fc0"},
		{"float64", "1e400", ""}, {"uint8", "[1]", ""}, {"complex64", "[1,2,3]", ""}, {"bool", "0.0", "0x00"},
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
