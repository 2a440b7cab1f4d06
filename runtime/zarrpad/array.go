package zarrpad

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// maxChunk is the largest size of a chunk, so that metadata by itself cannot demand all memory. Codecs have the same limit.
const maxChunk = math.MaxInt32

// Array is an array in a [Store], of Zarr version 2 or 3.
type Array struct {
	Shape  []int
	Chunks []int  // the shape of a chunk; of an inner chunk if the array has shards
	Type   string // the name in version 3: "float32"

	store   Store
	docKey  string // "zarr.json" or ".zarray"
	doc     map[string]json.RawMessage
	attrs   map[string]json.RawMessage // of zarr.json or .zattrs
	element element
	fill    []byte // a stored element, 0 if fill_value is null
	noFill  bool   // whether fill_value is null
	// Chunks of order F and those with the codec transpose are stored with another order of axes: stored axis i is axis
	// perm[i] of the array. Pad works in the stored order, since axes are independent, and nothing is transposed.
	perm       []int
	prefix     []string // of the keys of chunks
	separator  string
	specs      []named // the codecs of a chunk
	codecs     []codec // those from bytes to bytes
	shard      *shard  // nil if the array has no shards
	chunkBytes int
}

// init sets the array, and refuses what is not supported.
func (a *Array) init(m metadata) (err error) {
	a.Shape, a.Chunks, a.Type, a.attrs = m.Shape, m.Grid.Configuration.ChunkShape, m.Type.Name, m.Attributes
	known := false
	switch a.element, known = elementV3(m.Type.Name); {
	case !known:
		return unsupported("data_type", m.Type.Name, elementNames)
	case len(m.Transformers) > 0:
		return unsupported("storage_transformers", string(a.doc["storage_transformers"]), "none")
	case m.Grid.Name != "regular":
		return unsupported("chunk_grid", m.Grid.Name, "regular")
	case m.Keys.Name == "default":
		a.prefix, a.separator = []string{"c"}, "/"
	case m.Keys.Name == "v2":
		a.separator = "."
	default:
		return unsupported("chunk_key_encoding", m.Keys.Name, "default or v2")
	}
	a.separator = cmp.Or(m.Keys.Configuration.Separator, a.separator)
	if a.separator != "." && a.separator != "/" {
		return errorf(ErrMetadata, "separator %q, expected . or /", a.separator)
	}
	if err := a.checkChunks(a.Chunks); err != nil {
		return err
	}
	if err := a.readCodecs(m.Codecs); err != nil {
		return err
	}
	n, _ := pad.Count(a.Chunks)
	a.chunkBytes = n * a.element.size
	if a.noFill = m.Fill == nil || string(m.Fill) == "null"; a.noFill {
		a.fill = make([]byte, a.element.size)
	} else if a.fill, err = a.element.value(string(m.Fill)); err != nil {
		return errorf(ErrMetadata, "fill_value %w", err)
	}
	return nil
}

// checkChunks checks the shape of chunks or shards. It replaces 0, which chunks of an empty axis may have, by 1.
func (a *Array) checkChunks(chunks []int) error {
	if len(chunks) != len(a.Shape) {
		return errorf(ErrMetadata, "shape %v and chunks %v, expected as many dimensions", a.Shape, chunks)
	}
	for i, c := range chunks {
		if n := a.Shape[i]; n < 0 || c < 0 || c == 0 && n > 0 {
			const expected = "expected 0 or more in chunks of 1 or more"
			return errorf(ErrMetadata, "dimension %d is %d in chunks of %d, %s", i, n, c, expected)
		}
		chunks[i] = max(c, 1)
	}
	if n, ok := pad.Count(chunks); !ok || n > maxChunk/a.element.size {
		return errorf(ErrUnsupported, "chunks %v of %s, expected at most %d bytes", chunks, a.Type, maxChunk)
	}
	return nil
}

// readCodecs reads the codecs of a chunk: some from array to array, one from array to bytes, some from bytes to bytes.
func (a *Array) readCodecs(codecs []named) error {
	a.specs, a.perm = codecs, sequence(len(a.Shape))
	toBytes := false
	for _, c := range codecs {
		switch o := c.Configuration; {
		case c.Name == "transpose" && !toBytes:
			if !slices.Equal(slices.Sorted(slices.Values(o.Order)), sequence(len(a.Shape))) {
				return errorf(ErrMetadata, "transpose of order %v for %d dimensions", o.Order, len(a.Shape))
			}
			a.perm = permute(a.perm, o.Order)
		case c.Name == "bytes" && !toBytes:
			toBytes, a.element.big = true, o.Endian == "big"
			if o.Endian != "little" && o.Endian != "big" && (o.Endian != "" || a.element.size > 1) {
				return errorf(ErrMetadata, "codec bytes of endian %q, expected little or big", o.Endian)
			}
		case c.Name == "sharding_indexed" && len(codecs) == 1 && a.shard == nil:
			return a.readShard(o)
		case !toBytes || slices.Contains([]string{"bytes", "transpose", "sharding_indexed"}, c.Name):
			return unsupported("order of codecs, with", c.Name, "transpose, bytes, others; or sharding_indexed")
		default:
			k, err := newCodec(c)
			if err != nil {
				return err
			}
			a.codecs = append(a.codecs, k)
		}
	}
	if !toBytes {
		return errorf(ErrMetadata, "codecs without bytes")
	}
	return nil
}

func sequence(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// permute returns s in another order: that of the stored axes, for the field perm of an array.
func permute(s, perm []int) []int {
	out := make([]int, len(perm))
	for i, p := range perm {
		out[i] = s[p]
	}
	return out
}

// key returns the key of a chunk, or of a shard, with the given index in the grid.
func (a *Array) key(index []int) string {
	parts := slices.Clone(a.prefix)
	for _, k := range index {
		parts = append(parts, fmt.Sprint(k))
	}
	return cmp.Or(strings.Join(parts, a.separator), "0") // rank 0
}

// read returns the elements of a chunk in its full size, and the number of stored bytes. The elements are nil if the chunk is
// absent.
func (a *Array) read(ctx context.Context, index []int) (data []byte, stored int, err error) {
	key := a.key(index)
	if a.shard != nil {
		data, key, err = a.readInner(ctx, index)
	} else {
		most := bound(a.codecs, a.chunkBytes)
		if data, err = get(ctx, a.store, key, 0, int64(most)+1); len(data) > most {
			err = about(a.store, key, errorf(ErrChunk, "more than the %d bytes that %d can take", most, a.chunkBytes))
		}
	}
	if data == nil || err != nil {
		return nil, 0, err
	}
	stored = len(data)
	if data, err = decode(a.codecs, data, a.chunkBytes); err != nil {
		return nil, 0, about(a.store, key, errorf(ErrChunk, "%w", err))
	}
	return data, stored, nil
}

// write stores a chunk. It returns the number of stored bytes.
func (a *Array) write(ctx context.Context, index []int, data []byte) (stored int, err error) {
	for _, c := range a.codecs {
		if data, err = c.encode(data); err != nil {
			return 0, about(a.store, a.key(index), fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return len(data), about(a.store, a.key(index), a.store.Put(ctx, a.key(index), data))
}

// whole reports whether the store has a chunk. Put is atomic, so an existing chunk is complete; its size is also checked if
// it is not compressed.
func (a *Array) whole(ctx context.Context, index []int) (bool, error) {
	size, err := a.store.Size(ctx, a.key(index))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return size > 0 && (len(a.codecs) > 0 || size == int64(a.chunkBytes)), about(a.store, a.key(index), err)
}
