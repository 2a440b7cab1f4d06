package zarrpad

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/padgen/padgen/runtime/pad"
)

// shard describes how to find the chunks of a shard: by an index with an offset and a length for each chunk, in row-major
// order.
type shard struct {
	chunks  []int   // of a shard on each axis
	codecs  []codec // of the index, after bytes
	order   binary.ByteOrder
	atStart bool
	indexes cache[[]byte] // decoded, nil for an absent shard
}

// readShard reads the configuration of the codec sharding_indexed.
func (a *Array) readShard(c configuration) error {
	s := &shard{order: binary.LittleEndian, atStart: c.IndexLocation == "start"}
	s.indexes.limit = 64
	if !s.atStart && c.IndexLocation != "" && c.IndexLocation != "end" {
		return errorf(ErrMetadata, "index_location %q, expected start or end", c.IndexLocation)
	}
	for i, c := range c.IndexCodecs {
		switch {
		case i == 0 && c.Name == "bytes":
			if c.Configuration.Endian == "big" {
				s.order = binary.BigEndian
			}
		case i > 0 && c.Name == "crc32c":
			s.codecs = append(s.codecs, crc32cCodec)
		default:
			return unsupported("codec of an index", c.Name, "bytes, then crc32c")
		}
	}
	if len(c.IndexCodecs) == 0 {
		return errorf(ErrMetadata, "codec sharding_indexed without index_codecs")
	}
	whole := a.Chunks
	a.shard, a.Chunks = s, c.ChunkShape
	if err := a.checkChunks(a.Chunks); err != nil {
		return err
	}
	for i, n := range whole {
		if n%a.Chunks[i] != 0 {
			return errorf(ErrMetadata, "shards %v, expected multiples of their chunks %v", whole, a.Chunks)
		}
		s.chunks = append(s.chunks, n/a.Chunks[i])
	}
	if n, _ := pad.Count(s.chunks); n > maxChunk/16 {
		return errorf(ErrUnsupported, "shards %v of %d chunks, expected at most %d", whole, n, maxChunk/16)
	}
	return a.readCodecs(c.Codecs)
}

// readInner returns the encoded bytes of a chunk of a shard, nil if the chunk is absent, and what errors call it.
func (a *Array) readInner(ctx context.Context, chunk []int) (data []byte, name string, err error) {
	of, at, count := make([]int, len(chunk)), 0, 1
	for i, k := range chunk {
		per := a.shard.chunks[i]
		of[i], at, count = k/per, at*per+k%per, count*per
	}
	key := a.key(of)
	name = fmt.Sprintf("%s, chunk %v", key, chunk)
	index, err := a.shard.indexes.get(key, func() ([]byte, error) { return a.readIndex(ctx, key, count) })
	if index == nil || err != nil {
		return nil, key, err
	}
	offset, n := a.shard.order.Uint64(index[16*at:]), a.shard.order.Uint64(index[16*at+8:])
	most := bound(a.codecs, a.chunkBytes)
	switch {
	case offset == math.MaxUint64 && n == math.MaxUint64:
		return nil, name, nil
	case n > uint64(most) || offset > math.MaxInt64-n:
		err := errorf(ErrChunk, "%d bytes at %d, expected at most %d bytes", n, offset, most)
		return nil, name, about(a.store, name, err)
	}
	data, err = get(ctx, a.store, key, int64(offset), int64(n))
	if err == nil && uint64(len(data)) != n {
		err = about(a.store, name, errorf(ErrChunk, "%d bytes at %d, expected %d", len(data), offset, n))
	}
	return data, name, err
}

// readIndex returns the index of a shard, nil if the shard is absent.
func (a *Array) readIndex(ctx context.Context, key string, chunks int) ([]byte, error) {
	n := 16 * chunks
	encoded := int64(n + 4*len(a.shard.codecs))
	offset := -encoded
	if a.shard.atStart {
		offset = 0
	}
	data, err := get(ctx, a.store, key, offset, encoded)
	if data == nil || err != nil {
		return nil, err
	}
	if int64(len(data)) != encoded {
		return nil, about(a.store, key, errorf(ErrChunk, "index of %d bytes, expected %d", len(data), encoded))
	}
	if data, err = decode(a.shard.codecs, data, n); err != nil {
		return nil, about(a.store, key, errorf(ErrChunk, "index: %w", err))
	}
	return data, nil
}
