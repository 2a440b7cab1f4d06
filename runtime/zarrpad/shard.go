package zarrpad

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"
)

// shard describes how to find the chunks of a shard: by an index with an offset and a length for each chunk, in row-major
// order.
type shard struct {
	inner   []named // the codecs of chunks
	index   []codec // the codecs of the index, after bytes
	order   binary.ByteOrder
	atStart bool

	mu     sync.Mutex
	recent map[string][]byte // decoded indexes; nil for an absent shard
}

// mostIndexes limits the indexes in memory.
const mostIndexes = 64

// readShard reads the configuration of the codec sharding_indexed.
func (a *Array) readShard(c named) error {
	var o struct {
		Shape    []int   `json:"chunk_shape"`
		Codecs   []named `json:"codecs"`
		Index    []named `json:"index_codecs"`
		Location string  `json:"index_location"`
	}
	if err := c.configure(&o); err != nil {
		return bad("codec sharding_indexed: %w", err)
	}
	a.Shards, a.Chunks = a.Chunks, o.Shape
	a.shard = &shard{inner: o.Codecs, order: binary.LittleEndian, atStart: o.Location == "start", recent: map[string][]byte{}}
	if o.Location != "" && o.Location != "start" && o.Location != "end" {
		return bad("index_location %q, expected start or end", o.Location)
	}
	for _, c := range o.Codecs {
		if c.Name == "sharding_indexed" {
			return unsupported("codec", c.Name, "no shards in shards")
		}
	}
	for i, c := range o.Index {
		var endian struct{ Endian string }
		if err := c.configure(&endian); err != nil {
			return bad("index_codecs: %w", err)
		}
		switch {
		case i == 0 && c.Name == "bytes":
			if endian.Endian == "big" {
				a.shard.order = binary.BigEndian
			}
		case i > 0 && c.Name == "crc32c":
			a.shard.index = append(a.shard.index, crc32cCodec)
		default:
			return unsupported("codec of an index", c.Name, "bytes, then crc32c")
		}
	}
	if len(o.Index) == 0 {
		return bad("codec sharding_indexed without index_codecs")
	}
	return a.readCodecs(o.Codecs)
}

// readInner returns the encoded bytes of a chunk of a shard, nil if the chunk is absent.
func (a *Array) readInner(ctx context.Context, index []int) ([]byte, string, error) {
	of, at, count := make([]int, len(index)), 0, 1
	for i, k := range index {
		per := a.Shards[i] / a.Chunks[i]
		of[i], at, count = k/per, at*per+k%per, count*per
	}
	key := a.key(of)
	name := fmt.Sprintf("%s, chunk %v", key, index)
	entries, err := a.shard.entries(ctx, a.store, key, count)
	if entries == nil || err != nil {
		return nil, key, err
	}
	offset, n := a.shard.order.Uint64(entries[16*at:]), a.shard.order.Uint64(entries[16*at+8:])
	most := encodedBound(a.codecs, a.chunkBytes)
	switch {
	case offset == math.MaxUint64 && n == math.MaxUint64:
		return nil, name, nil
	case n > uint64(most) || offset > math.MaxInt64-n:
		return nil, name, errorf(ErrChunk, name, "%d bytes at %d, expected at most %d bytes", n, offset, most)
	}
	data, err := a.store.GetRange(ctx, key, int64(offset), int64(n))
	if err == nil && uint64(len(data)) != n {
		err = errorf(ErrChunk, name, "%d bytes at %d, expected %d", len(data), offset, n)
	} else if err != nil {
		err = fmt.Errorf("zarrpad: %s: %w", name, err)
	}
	return data, name, err
}

// entries returns the index of a shard, nil if the shard is absent.
func (s *shard) entries(ctx context.Context, store Store, key string, count int) ([]byte, error) {
	s.mu.Lock()
	entries, known := s.recent[key]
	s.mu.Unlock()
	if known {
		return entries, nil
	}
	n := encodedBound(s.index, 16*count)
	offset := int64(-n)
	if s.atStart {
		offset = 0
	}
	data, err := store.GetRange(ctx, key, offset, int64(n))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("zarrpad: %s: %w", key, err)
	default:
		if entries, err = decode(s.index, data, 16*count); err != nil {
			return nil, errorf(ErrChunk, key, "index: %w", err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.recent) >= mostIndexes {
		clear(s.recent)
	}
	s.recent[key] = entries
	return entries, nil
}
