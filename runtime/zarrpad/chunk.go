package zarrpad

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// read returns the elements of a chunk in its full size, and the number of stored bytes. The elements are nil if the chunk is
// absent.
func (a *Array) read(ctx context.Context, index []int) (data []byte, stored int, err error) {
	key := a.key(index)
	if a.shard != nil {
		data, key, err = a.readInner(ctx, index)
	} else {
		most := encodedBound(a.codecs, a.chunkBytes)
		data, err = a.store.GetRange(ctx, key, 0, int64(most)+1)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, 0, nil
		case err != nil:
			err = fmt.Errorf("zarrpad: %s: %w", key, err)
		case len(data) > most:
			err = errorf(ErrChunk, key, "more than the %d bytes that %d can take", most, a.chunkBytes)
		}
	}
	if data == nil && a.shard != nil || err != nil {
		return nil, 0, err
	}
	stored = len(data)
	if data, err = decode(a.codecs, data, a.chunkBytes); err != nil {
		return nil, 0, errorf(ErrChunk, key, "%w", err)
	}
	return data, stored, nil
}

// write stores a chunk. It returns the number of stored bytes.
func (a *Array) write(ctx context.Context, index []int, data []byte) (stored int, err error) {
	key := a.key(index)
	if data, err = encode(a.codecs, data); err == nil {
		err = a.store.Put(ctx, key, data)
	}
	if err != nil {
		return 0, fmt.Errorf("zarrpad: %s: %w", key, err)
	}
	return len(data), nil
}

// whole reports whether the store has a chunk. Put is atomic, so an existing chunk is complete; its size is also checked if
// it is not compressed.
func (a *Array) whole(ctx context.Context, index []int) (bool, error) {
	key := a.key(index)
	switch size, err := a.store.Size(ctx, key); {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("zarrpad: %s: %w", key, err)
	default:
		return size > 0 && (len(a.codecs) > 0 || size == int64(a.chunkBytes)), nil
	}
}
