package zarrpad

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// memory is a store in memory. It fails for the keys in broken.
type memory struct {
	mu         sync.Mutex
	files      map[string][]byte
	broken     map[string]error
	gets, puts int
}

func newMemory() *memory { return &memory{files: map[string][]byte{}, broken: map[string]error{}} }

func (m *memory) GetRange(_ context.Context, key string, offset, n int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.files[key]
	m.gets++
	if err := m.broken[key]; err != nil || !ok {
		return nil, map[bool]error{true: fs.ErrNotExist, false: err}[err == nil]
	}
	if offset < 0 {
		offset = max(0, int64(len(data))+offset)
	}
	offset = min(offset, int64(len(data)))
	return slices.Clone(data[offset:min(int64(len(data)), offset+n)]), nil
}

func (m *memory) Size(ctx context.Context, key string) (int64, error) {
	data, err := m.GetRange(ctx, key, 0, 1<<40)
	return int64(len(data)), err
}

func (m *memory) Put(_ context.Context, key string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.puts++; m.broken[key] != nil {
		return m.broken[key]
	}
	m.files[key] = slices.Clone(data)
	return nil
}

// example is an array as other programs write it, built by the shortest code that follows the specification.
type example struct {
	version      int
	shape, chunk []int
	shard        []int // chunks in a shard on each axis; nil without shards
	oddIndex     bool  // the shards' index is at the start, and big-endian
	typ          string
	size         int
	order        []int // for transpose; in version 2 the reversed order is F
	codecs       []string
	separator    string
	prefix       string
	fill         []byte
	fillJSON     string
	data         []byte // in row-major order
}

// examples are names in both versions, the size, and a fill_value with its little-endian bytes.
var examples = []struct {
	v2, v3 string
	size   int
	fill   string
	bytes  []byte
}{
	{"|b1", "bool", 1, "true", []byte{1}},
	{"|i1", "int8", 1, "-2", []byte{0xfe}},
	{"|u1", "uint8", 1, "200", []byte{200}},
	{"<i2", "int16", 2, "-2", []byte{0xfe, 0xff}},
	{">u2", "uint16", 2, "258", []byte{1, 2}},
	{"<f2", "float16", 2, "1.5", []byte{0, 0x3e}},
	{"<f4", "float32", 4, `"NaN"`, []byte{0, 0, 0xc0, 0x7f}},
	{">f4", "float32", 4, `"0x7fc00001"`, []byte{0x7f, 0xc0, 0, 1}},
	{"<u4", "uint32", 4, "4294967295", []byte{255, 255, 255, 255}},
	{"<i8", "int64", 8, "-9007199254740993", []byte{255, 255, 255, 255, 255, 255, 0xdf, 255}},
	{"<f8", "float64", 8, `"-Infinity"`, []byte{0, 0, 0, 0, 0, 0, 0xf0, 0xff}},
	{"<c8", "complex64", 8, `[1, "NaN"]`, []byte{0, 0, 0x80, 0x3f, 0, 0, 0xc0, 0x7f}},
	{">c16", "complex128", 16, `["Infinity", 0]`, []byte{0x7f, 0xf0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
}

func volume(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// each calls f for each index of a shape, in row-major order.
func each(shape []int, f func(index []int)) {
	for n := range volume(shape) {
		index := make([]int, len(shape))
		for i := len(shape) - 1; i >= 0; i-- {
			index[i], n = n%shape[i], n/shape[i]
		}
		f(index)
	}
}

// at returns the place of an index in row-major order.
func at(shape, index []int) (n int) {
	for i, k := range index {
		n = n*shape[i] + k
	}
	return n
}

// cut returns a chunk in its full size with its axes transposed. Elements beyond the array are junk.
func (x *example) cut(chunk []int) []byte {
	var out []byte
	each(permute(x.chunk, x.order), func(stored []int) {
		index, inside := make([]int, len(stored)), true
		for i, p := range x.order {
			index[p] = chunk[p]*x.chunk[p] + stored[i]
			inside = inside && index[p] < x.shape[p]
		}
		e := bytes.Repeat([]byte{0xab}, x.size)
		if inside {
			e = x.data[at(x.shape, index)*x.size:][:x.size]
		}
		out = append(out, e...)
	})
	return out
}

// encodeAs encodes data with a codec written for this test.
func encodeAs(name string, data []byte, size int) []byte {
	var b bytes.Buffer
	compress := func(w io.WriteCloser) []byte {
		w.Write(data)
		w.Close()
		return b.Bytes()
	}
	switch name {
	case "gzip":
		return compress(gzip.NewWriter(&b))
	case "zlib":
		return compress(zlib.NewWriter(&b))
	case "zstd":
		w, _ := zstd.NewWriter(nil)
		return w.EncodeAll(data, nil)
	case "crc32c":
		return binary.LittleEndian.AppendUint32(slices.Clone(data), crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
	case "blosc":
		return bloscOf(data, size, 1024/size*size, 1)
	}
	panic(name)
}

// lz4Literals returns an LZ4 block that contains data without compression.
func lz4Literals(data []byte) []byte {
	n := len(data)
	if n < 15 {
		return append([]byte{byte(n << 4)}, data...)
	}
	b := []byte{15 << 4}
	for n -= 15; n >= 255; n -= 255 {
		b = append(b, 255)
	}
	return append(append(b, byte(n)), data...)
}

// bloscOf returns a buffer of c-blosc 1 with bytes shuffled (1), bits shuffled (4) or neither (0), in blocks of LZ4.
func bloscOf(data []byte, size, block int, shuffle byte) []byte {
	var blocks []byte
	count := (len(data) + block - 1) / block
	var starts []byte
	for part := range slices.Chunk(data, block) {
		starts = binary.LittleEndian.AppendUint32(starts, uint32(16+4*count+len(blocks)))
		mixed, n := slices.Clone(part), len(part)/size
		for i := range n * size {
			switch {
			case shuffle == 1:
				mixed[i%size*n+i/size] = part[i]
			case shuffle == 4 && n%8 == 0:
				for bit := range 8 {
					to := (i%size*8+bit)*n + i/size // a place in bits
					mixed[to/8] = mixed[to/8]&^(1<<(to%8)) | part[i]>>bit&1<<(to%8)
				}
			}
		}
		streams := 1
		if len(part) == block && size <= 16 && block/size >= 128 {
			streams = size
		}
		for s := range slices.Chunk(mixed, max(1, len(mixed)/streams)) {
			packed := lz4Literals(s)
			if len(s)%3 == 0 { // some without compression
				packed = s
			}
			blocks = append(binary.LittleEndian.AppendUint32(blocks, uint32(len(packed))), packed...)
		}
	}
	out := []byte{2, 1, shuffle | 1<<5, byte(size)}
	for _, n := range []int{len(data), block, 16 + len(starts) + len(blocks)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	return append(append(out, starts...), blocks...)
}

func (x *example) key(index []int) string {
	parts := []string{}
	if x.prefix != "" {
		parts = append(parts, x.prefix)
	}
	for _, k := range index {
		parts = append(parts, fmt.Sprint(k))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, x.separator)
}

// gridOf returns the number of chunks on each axis.
func gridOf(shape, chunk []int) []int {
	g := make([]int, len(shape))
	for i := range g {
		g[i] = (shape[i] + chunk[i] - 1) / chunk[i]
	}
	return g
}

// chunkOf returns a chunk in stored form, nil if all of it is fill and absent is true.
func (x *example) chunkOf(index []int, absent bool) []byte {
	data := x.cut(index)
	if absent && bytes.Equal(data, bytes.Repeat(x.fill, len(data)/x.size)) {
		return nil
	}
	for _, c := range x.codecs {
		data = encodeAs(c, data, x.size)
	}
	return data
}

// store writes the array to a store.
func (x *example) store(absent bool) *memory {
	m := newMemory()
	outer := x.chunk
	if x.shard != nil {
		outer = make([]int, len(x.chunk))
		for i := range outer {
			outer[i] = x.chunk[i] * x.shard[i]
		}
	}
	each(gridOf(x.shape, outer), func(index []int) {
		if x.shard == nil {
			if data := x.chunkOf(index, absent); data != nil {
				m.files[x.key(index)] = data
			}
			return
		}
		var shard, entries []byte
		endian, first := binary.AppendByteOrder(binary.LittleEndian), 0
		if x.oddIndex {
			endian, first = binary.BigEndian, 16*volume(x.shard)+4
		}
		each(x.shard, func(inner []int) {
			chunk, inside := make([]int, len(index)), true
			for i := range chunk {
				chunk[i] = index[i]*x.shard[i] + inner[i]
				inside = inside && chunk[i]*x.chunk[i] < x.shape[i]
			}
			var data []byte
			if inside {
				data = x.chunkOf(chunk, absent)
			}
			offset, n := uint64(first+len(shard)+3), uint64(len(data)) // bytes between chunks are allowed
			if shard = append(append(shard, 1, 2, 3), data...); data == nil {
				offset, n = 1<<64-1, 1<<64-1
			}
			entries = endian.AppendUint64(endian.AppendUint64(entries, offset), n)
		})
		if entries = encodeAs("crc32c", entries, 1); x.oddIndex {
			m.files[x.key(index)] = append(entries, shard...)
		} else {
			m.files[x.key(index)] = append(shard, entries...)
		}
	})
	maps.Copy(m.files, x.metadata())
	return m
}

func (x *example) metadata() map[string][]byte {
	if x.version == 2 {
		order, compressor := "C", "null"
		if len(x.order) > 1 && x.order[0] > 0 {
			order = "F"
		}
		if len(x.codecs) > 0 {
			compressor = fmt.Sprintf(`{"id": %q}`, x.codecs[0])
		}
		return map[string][]byte{
			".zarray": fmt.Appendf(nil, `{"zarr_format": 2, "shape": %s, "chunks": %s, "dtype": %q, "order": %q, "filters": null, "compressor": %s,
				"fill_value": %s, "dimension_separator": %q}`, js(x.shape), js(x.chunk), x.typ, order, compressor, x.fillJSON, x.separator),
			".zattrs": []byte(`{"_FillValue": NaN, "units": "\"NaN\\"}`),
		}
	}
	endian := map[bool]string{true: "big", false: "little"}[strings.HasPrefix(x.typ, ">")]
	codecs := fmt.Sprintf(`{"name": "transpose", "configuration": {"order": %s}}, {"name": "bytes", "configuration": {"endian": %q}}`, js(x.order), endian)
	for _, c := range x.codecs {
		codecs += fmt.Sprintf(`, {"name": %q, "configuration": {"level": 1}}`, c)
	}
	chunk := x.chunk
	if x.shard != nil {
		chunk = make([]int, len(x.chunk))
		for i := range chunk {
			chunk[i] = x.chunk[i] * x.shard[i]
		}
		order, location := "little", "end"
		if x.oddIndex {
			order, location = "big", "start"
		}
		codecs = fmt.Sprintf(`{"name": "sharding_indexed", "configuration": {"chunk_shape": %s, "codecs": [%s], "index_location": %q,
			"index_codecs": [{"name": "bytes", "configuration": {"endian": %q}}, "crc32c"]}}`, js(x.chunk), codecs, location, order)
	}
	keys := `{"name": "v2", "configuration": {"separator": "` + x.separator + `"}}`
	if x.prefix == "c" {
		keys = `{"name": "default", "configuration": {"separator": "` + x.separator + `"}}`
	}
	name := ""
	for _, t := range examples {
		if t.v2 == x.typ {
			name = t.v3
		}
	}
	return map[string][]byte{"zarr.json": fmt.Appendf(nil, `{"zarr_format": 3, "node_type": "array", "shape": %s, "data_type": %q,
		"chunk_grid": {"name": "regular", "configuration": {"chunk_shape": %s}}, "chunk_key_encoding": %s, "fill_value": %s, "codecs": [%s],
		"attributes": {"a": [1, 2]}, "dimension_names": null, "storage_transformers": []}`, js(x.shape), name, js(chunk), keys, x.fillJSON, codecs)}
}

func js(v []int) string {
	b, _ := json.Marshal(append([]int{}, v...))
	return string(b)
}

// draw returns a random array.
func draw(r *rand.Rand) *example {
	rank := r.IntN(6)
	most := []int{1, 300, 30, 12, 7, 5}[rank]
	t := examples[r.IntN(len(examples))]
	x := &example{version: 2 + r.IntN(2), typ: t.v2, size: t.size, fill: t.bytes, fillJSON: t.fill, separator: []string{".", "/"}[r.IntN(2)]}
	for range rank {
		n := 1 + r.IntN(most)
		x.shape, x.chunk = append(x.shape, n), append(x.chunk, 1+r.IntN(n+2))
	}
	x.order = sequence(rank)
	codecs := []string{"", "gzip", "zlib", "zstd", "blosc"}
	if c := codecs[r.IntN(len(codecs))]; c != "" {
		x.codecs = []string{c}
	}
	switch {
	case x.version == 2 && r.IntN(3) == 0:
		slices.Reverse(x.order)
	case x.version == 3:
		x.prefix = []string{"c", ""}[r.IntN(2)]
		if r.IntN(2) == 0 {
			x.order = r.Perm(rank)
		}
		if r.IntN(3) == 0 {
			x.codecs = append(x.codecs, "crc32c")
		}
		if r.IntN(3) == 0 {
			x.shard, x.oddIndex = []int{}, r.IntN(2) == 0
			for range rank {
				x.shard = append(x.shard, 1+r.IntN(3))
			}
		}
	}
	x.data = make([]byte, volume(x.shape)*x.size)
	for i := range x.data {
		x.data[i] = byte(r.IntN(4))
	}
	if r.IntN(3) == 0 { // some chunks are all fill
		for i := 0; i < volume(x.shape)*2/3; i++ {
			copy(x.data[i*x.size:], x.fill)
		}
	}
	return x
}

// source is the definition of the modes, see package pad: the index that index k of an axis of n repeats, -1 for the
// constant.
func source(mode pad.Mode, k, n int) int {
	modulo := func(k, p int) int { return (k%p + p) % p }
	switch mode {
	case pad.Edge:
		return min(max(k, 0), n-1)
	case pad.Wrap:
		return modulo(k, n)
	case pad.Reflect:
		m := modulo(k, max(1, 2*(n-1)))
		return min(m, 2*(n-1)-m+map[bool]int{true: 2 * n}[m < n])
	case pad.Symmetric:
		m := modulo(k, 2*n)
		return min(m, 2*n-1-m+map[bool]int{true: 2 * n}[m < n])
	}
	if k < 0 || k >= n {
		return -1
	}
	return k
}

// padded is the reference. It returns the shape and the elements of the output. There is one value, or one for each index of
// an axis.
func (x *example) padded(modes []pad.Mode, pads []int, values []byte, axis int) (shape []int, data []byte) {
	rank := len(x.shape)
	for i, n := range x.shape {
		shape = append(shape, n+pads[i]+pads[rank+i])
	}
	each(shape, func(index []int) {
		from, e := make([]int, rank), []byte(nil)
		for i, k := range index {
			lo := max(0, -pads[i])
			ext := x.shape[i] - lo - max(0, -pads[rank+i])
			s := source(modes[i], k-max(0, pads[i]), ext)
			if from[i] = lo + s; s < 0 {
				e = values[index[axis]%(len(values)/x.size)*x.size:][:x.size]
			}
		}
		if e == nil {
			e = x.data[at(x.shape, from)*x.size:][:x.size]
		}
		data = append(data, e...)
	})
	return shape, data
}

// verify reads an output and compares it with the reference.
func (x *example) verify(t *testing.T, out *memory, chunk, shape []int, want []byte) {
	t.Helper()
	y := &example{shape: shape, chunk: chunk, size: x.size, order: x.order, data: want, prefix: x.prefix, separator: x.separator}
	chunks := 0
	each(gridOf(shape, chunk), func(index []int) {
		data, ok := out.files[y.key(index)]
		if chunks++; !ok {
			t.Fatalf("no chunk %v", index)
		}
		for _, c := range slices.Backward(x.codecs) { // the inputs show that codecs decode right
			k, err := newCodec(named{Name: strings.Replace(c, "blosc", "zstd", 1)})
			if err == nil {
				data, err = k.decode(make([]byte, 2*len(y.cut(index))+4096), data)
			}
			if err != nil {
				t.Fatalf("chunk %v: %v", index, err)
			}
		}
		expected := y.cut(index)
		each(permute(chunk, x.order), func(stored []int) { // elements beyond the array may be anything
			n := at(permute(chunk, x.order), stored) * x.size
			for i, p := range x.order {
				if index[p]*chunk[p]+stored[i] >= shape[p] {
					return
				}
			}
			if len(data) != len(expected) || !bytes.Equal(data[n:n+x.size], expected[n:n+x.size]) {
				t.Fatalf("chunk %v differs at %v", index, stored)
			}
		})
	})
	if files := len(out.files) - len(x.metadata()); files != chunks {
		t.Errorf("%d files, expected %d chunks", files, chunks)
	}
}

// TestRandom: arrays of all forms, padded in shares with several workers and small caches, equal the reference.
func TestRandom(t *testing.T) {
	count := 300
	if os.Getenv("PADGEN_LONG") != "" {
		count = 5000
	} else if testing.Short() {
		count = 60
	}
	for seed := range count {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		x := draw(r)
		rank := len(x.shape)
		call := Call{Value: []string{"", "bits", "fill"}[r.IntN(3)]}
		pads, chunk := make([]int, 2*rank), []int{}
		call.Pads = pads
		for i, n := range x.shape {
			pads[i], pads[rank+i] = r.IntN(n+4)-n/3, r.IntN(2*n+2)-n/3
			chunk = append(chunk, 1+r.IntN(2*n))
		}
		e, _ := elementV2(x.typ)
		value := make([]byte, x.size)
		switch call.Value {
		case "fill":
			value = x.fill
		case "bits":
			value = bytes.Repeat([]byte{byte(r.IntN(256))}, x.size)
			call.Value = e.text(value)
		}
		if call.Chunks = chunk; r.IntN(2) == 0 {
			call.Chunks, chunk = nil, x.chunk
		}
		modes := slices.Repeat([]pad.Mode{pad.Mode(r.IntN(kernel.NumModes))}, rank)
		call.Mode = fmt.Sprint(append(modes, pad.Edge)[0])
		if r.IntN(3) == 0 {
			for i := range modes {
				modes[i] = pad.Mode(r.IntN(kernel.NumModes))
			}
			call.Mode = strings.ReplaceAll(strings.Trim(fmt.Sprint(modes), "[]"), " ", ",")
		}
		axis := r.IntN(max(1, rank))
		if r.IntN(3) == 0 && slices.Contains(modes, pad.Constant) { // a value for each index of the axis
			pads[axis], pads[rank+axis], value = 0, 0, nil
			var texts []string
			for k := range x.shape[axis] {
				v := bytes.Repeat([]byte{byte(k + 1)}, x.size)
				value, texts = append(value, v...), append(texts, e.text(v))
			}
			call.Value, call.ValuesAxis = strings.Join(texts, ","), axis-rank*r.IntN(2)
		}
		shape, want := x.padded(modes, pads, value, axis)
		in, out := x.store(r.IntN(2) == 0), newMemory()
		shares := 1 + r.IntN(3)
		for i := range shares {
			o := Options{Shard: i, Shards: shares, Workers: 1 + r.IntN(3), CacheBytes: int64(r.IntN(2) * r.IntN(4000))}
			stats, err := Pad(t.Context(), out, in, call, o)
			if err != nil || stats.Done != stats.Chunks {
				t.Fatalf("seed %d: %+v %v", seed, stats, err)
			}
		}
		if x.verify(t, out, chunk, shape, want); t.Failed() {
			t.Fatalf("seed %d: %+v, %+v", seed, x, call)
		}
		again, err := Pad(t.Context(), out, in, call, Options{})
		if err != nil || again.Done > 0 || again.Decoded > 0 || again.Skipped != again.Chunks {
			t.Fatalf("seed %d, again: %+v %v", seed, again, err)
		}
		stats, err := Check(t.Context(), out, in, Options{}, func(err error) { t.Error(err) })
		if err != nil || stats.Wrong > 0 || stats.Done != again.Chunks {
			t.Fatalf("seed %d, check: %+v %v", seed, stats, err)
		}
	}
}
