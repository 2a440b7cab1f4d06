// Package files opens and writes files for the commands padgen and padrun. It is only for them, and may change at any time.
//
// [Open] opens what a folder happens to hold. [Options.Write] and [Replace] write files that appear whole or not at all.
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

// File is a regular file, as long as it was when it was opened.
type File struct {
	*io.SectionReader
	io.Closer
}

// Open opens a file that was found in a folder, which may hold anything: only a regular file of at most so many bytes. It follows no link
// and does not wait, as for the writer of a named pipe. What a person names is opened by [os.Open].
func Open(name string, most int64) (*File, error) {
	f, info, err := open(name)
	if err == nil && info.Size() > most {
		f.Close()
		err = fmt.Errorf("%q has %d bytes, expected at most %d", name, info.Size(), most)
	}
	if err != nil {
		return nil, err
	}
	return &File{io.NewSectionReader(f, 0, info.Size()), f}, nil
}

func open(name string) (*os.File, fs.FileInfo, error) {
	info, err := os.Lstat(name) // not only after opening, which is enough to change some devices
	if err == nil {
		err = regular(name, info)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noLink, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(name, info) // another file may have taken the name
	}
	if err != nil {
		f.Close()
	}
	return f, info, err
}

func regular(name string, info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %q is a symbolic link", ErrNotRegular, name)
	case mode.IsDir():
		return fmt.Errorf("%w: %q is a folder", ErrNotRegular, name)
	case mode&fs.ModeNamedPipe != 0:
		return fmt.Errorf("%w: %q is a named pipe", ErrNotRegular, name)
	default:
		return fmt.Errorf("%w: %q is a device or a socket", ErrNotRegular, name)
	}
}

// Read returns the content of a file as [Open] opens it, but no more than the first bytes of it, so many at most.
func Read(name string, first int64) ([]byte, error) {
	f, info, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, min(info.Size(), first))
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) { // it has become shorter
		err = nil
	}
	return b[:n], err
}
