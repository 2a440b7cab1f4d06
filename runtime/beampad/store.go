package beampad

import (
	"context"
	"io"
	"io/fs"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/padgen/padgen/runtime/zarrpad"
)

// store is a [zarrpad.Store] in a file system of Beam. That is an object store, in which an object appears when it is closed.
type store struct {
	filesystem.Interface
	root string
}

// openStore opens a folder, which is on this machine if its name has no scheme.
func openStore(ctx context.Context, path string) (zarrpad.Store, error) {
	if !strings.Contains(path, "://") {
		return zarrpad.Folder(path), nil
	}
	files, err := filesystem.New(ctx, path)
	return &store{files, strings.TrimRight(path, "/") + "/"}, err
}

func (s *store) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	size, err := s.Size(ctx, key)
	if err != nil {
		return nil, err
	}
	r, err := s.OpenRead(ctx, s.root+key)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if offset < 0 {
		offset = max(0, size+offset)
	}
	if _, err := io.CopyN(io.Discard, r, min(offset, size)); err != nil { // Beam reads only from the start
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, n))
}

// Size lists the file first, because each file system has an error of its own for one that does not exist.
func (s *store) Size(ctx context.Context, key string) (int64, error) {
	found, err := s.List(ctx, s.root+key)
	if err != nil {
		return 0, err
	}
	if len(found) == 0 {
		return 0, &fs.PathError{Op: "open", Path: s.root + key, Err: fs.ErrNotExist}
	}
	return s.Interface.Size(ctx, s.root+key)
}

func (s *store) Put(ctx context.Context, key string, data []byte) error {
	return filesystem.Write(ctx, s.Interface, s.root+key, data)
}
