// Package blob pads Zarr arrays in object stores: S3, Google Cloud Storage, Azure, and others that gocloud.dev/blob supports.
//
// Import the driver of the store, open a bucket with the array's prefix, and call zarrpad.Pad:
//
//	import _ "gocloud.dev/blob/s3blob" // or gcsblob, azureblob
//
//	in, err := blob.OpenBucket(ctx, "s3://bucket?region=eu-west-1&prefix=in.zarr/")
//
// An object appears when all of it is written, so no chunk is ever there in part. Each process reads and writes the bucket itself.
package blob

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// Store is a [zarrpad.Store] in a bucket.
type Store struct{ *blob.Bucket }

// GetRange returns a part of an object. Object stores have no ranges from the end, and refuse those that begin beyond it.
func (s Store) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	if offset < 0 {
		size, err := s.Size(ctx, key)
		if err != nil {
			return nil, err
		}
		offset = max(0, size+offset)
	}
	r, err := s.NewRangeReader(ctx, key, offset, n, nil)
	if err != nil {
		if size, errSize := s.Size(ctx, key); errSize == nil && offset >= size {
			return nil, nil
		}
		return nil, absent(err)
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Size returns the number of bytes of an object.
func (s Store) Size(ctx context.Context, key string) (int64, error) {
	a, err := s.Attributes(ctx, key)
	if err != nil {
		return 0, absent(err)
	}
	return a.Size, nil
}

// Put writes an object.
func (s Store) Put(ctx context.Context, key string, data []byte) error {
	return s.WriteAll(ctx, key, data, nil)
}

// absent is err, and fs.ErrNotExist if there is no such object.
func absent(err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return err
}
