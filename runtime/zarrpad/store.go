package zarrpad

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Store holds an array: its metadata and its chunks, each under a key such as "zarr.json", "0.1" or "c/0/1". A store is used
// by several goroutines at once. For a key that does not exist, methods return an error for which errors.Is reports
// [fs.ErrNotExist].
type Store interface {
	// GetRange returns n bytes from an offset on, or as many as there are. A negative offset counts from the end.
	GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error)
	// Size returns the number of bytes under a key, without reading them.
	Size(ctx context.Context, key string) (int64, error)
	// Put stores data under a key. Whoever reads the key meanwhile, or after the process was killed, gets the old content or
	// all of data.
	Put(ctx context.Context, key string, data []byte) error
}

// get returns a range of what is stored under a key, nil if the key does not exist.
func get(ctx context.Context, s Store, key string, offset, n int64) ([]byte, error) {
	data, err := s.GetRange(ctx, key, offset, n)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && data == nil:
		return []byte{}, nil
	}
	return data, about(s, key, err)
}

// Folder is a [Store] in a folder of the file system: a key is the path of a file in it. The first Put creates the folder.
// Put writes a file in the folder .padgen-parts and renames it. If the process is killed, that file may be left; the next
// [Pad] removes it.
type Folder string

// GetRange implements [Store].
func (f Folder) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	size, err := f.Size(ctx, key) // refuses a pipe, whose other end opening would wait for
	if err != nil {
		return nil, err
	}
	file, err := os.Open(f.path(key))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if offset < 0 {
		offset = max(0, size+offset)
	}
	data := make([]byte, max(0, min(n, size-offset)))
	read, err := file.ReadAt(data, offset)
	if err == io.EOF {
		err = nil
	}
	return data[:read], cmp.Or(err, ctx.Err())
}

// Size implements [Store].
func (f Folder) Size(_ context.Context, key string) (int64, error) {
	info, err := os.Stat(f.path(key))
	switch {
	case err != nil:
		return 0, err
	case info.IsDir(): // of a chunk whose key begins with this one
		return 0, &fs.PathError{Op: "open", Path: f.path(key), Err: fs.ErrNotExist}
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s is a %v, expected a regular file", f.path(key), info.Mode().Type())
	}
	return info.Size(), nil
}

// Put implements [Store].
func (f Folder) Put(ctx context.Context, key string, data []byte) (err error) {
	name, part := f.path(key), filepath.Join(f.parts(), rand.Text())
	for range 100 { // other processes may remove the parts meanwhile
		err = cmp.Or(os.MkdirAll(f.parts(), 0o777), os.MkdirAll(filepath.Dir(name), 0o777))
		if err == nil {
			err = cmp.Or(os.WriteFile(part, data, 0o666), ctx.Err())
		}
		if err == nil {
			err = os.Rename(part, name)
		}
		if err == nil || !errors.Is(os.Remove(part), fs.ErrNotExist) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// String returns the path, which precedes the keys in errors.
func (f Folder) String() string { return string(f) }

// parts returns the folder of files that Put has not renamed yet.
func (f Folder) parts() string { return filepath.Join(string(f), ".padgen-parts") }

// removeParts removes the files of killed processes. A process that is still running writes its part again.
func removeParts(s Store) {
	if f, ok := s.(Folder); ok {
		os.RemoveAll(f.parts())
	}
}

func (f Folder) path(key string) string { return filepath.Join(string(f), filepath.FromSlash(key)) }
