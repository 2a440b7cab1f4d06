// Package files opens and writes files for the commands padgen and padrun. It is only for these commands, and may change at
// any time.
//
// [Open] opens files found in a folder. [Options.Write] and [Replace] write files that appear complete or not at all.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular is the error of [Open] for a link, a folder, a named pipe, a socket or a device.
var ErrNotRegular = errors.New("not a regular file")

// File is a regular file with the length that it had when it was opened.
type File struct {
	*io.SectionReader
	io.Closer
}

// Open opens a file that was found in a folder and may be anything. It accepts only regular files, follows no links, and
// never waits, for example for the writer of a named pipe. Use [os.Open] for files that the user names.
func Open(name string) (*File, error) {
	info, err := os.Lstat(name) // before opening, which by itself can change some devices
	if err == nil {
		err = regular(name, info)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noLink, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(name, info) // another file may have taken the name
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &File{io.NewSectionReader(f, 0, info.Size()), f}, nil
}

func regular(name string, info fs.FileInfo) error {
	kind := "a device or a socket"
	switch info.Mode().Type() {
	case 0:
		return nil
	case fs.ModeSymlink:
		kind = "a symbolic link"
	case fs.ModeDir:
		kind = "a folder"
	case fs.ModeNamedPipe:
		kind = "a named pipe"
	}
	return fmt.Errorf("%w: %q is %s", ErrNotRegular, name, kind)
}

// Read opens a file with [Open] and returns its first bytes, at most the given number.
func Read(name string, first int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, first))
}
