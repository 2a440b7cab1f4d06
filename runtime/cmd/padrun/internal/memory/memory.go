// Package memory limits the memory that a command holds.
package memory

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/pad"
)

// Room is the memory that a command may hold, in bytes.
type Room struct {
	Limit int64
	Stdin io.Reader // the file "-", until it is opened
	Found bool      // files were found in a folder, see [files.Open]

	// Start, if not nil, refuses a file by its first bytes, or returns how many bytes of a pipe are wanted: few more are
	// read.
	Start func(io.ReaderAt) (wanted int64, err error)

	used int64
}

// Left returns how many bytes may still be taken.
func (r *Room) Left() int64 { return r.Limit - r.used }

// Take subtracts n bytes from the room, before they are allocated. what names them in an error.
func (r *Room) Take(n int64, what string) error {
	if n > r.Left() {
		return fmt.Errorf("%s has %d bytes, the limit leaves %d; -max-bytes raises it", what, n, r.Left())
	}
	r.used += n
	return nil
}

// Open opens a file for reading at any offset, in any order. A regular file takes no memory. The content of a pipe is kept in
// memory, and its size is subtracted from the room. Close the file at the end.
func (r *Room) Open(name string) (*io.SectionReader, io.Closer, error) {
	if r.Found {
		f, err := files.Open(name)
		if err != nil {
			return nil, nil, err
		}
		return f.SectionReader, f, nil
	}
	in, closer := r.Stdin, io.NopCloser(nil)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		in, closer = f, f
	} else if r.Stdin = nil; in == nil {
		return nil, nil, errors.New("standard input (-) can be one file only")
	}
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			from, err := f.Seek(0, io.SeekCurrent)
			content := io.NewSectionReader(f, from, max(0, info.Size()-from))
			if err == nil {
				_, err = r.start(name, content)
			}
			return content, closer, err
		}
	}
	p, err := r.readPipe(name, in)
	return p, closer, err
}

func (r *Room) start(name string, content io.ReaderAt) (wanted int64, err error) {
	if r.Start == nil {
		return math.MaxInt64, nil
	}
	if wanted, err = r.Start(content); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return wanted, err
}

// pipe holds the content of a pipe in parts of one size, except for the last one. It therefore grows without copying.
type pipe [][]byte

const pipePart = 1 << 20

// readPipe reads a pipe, whose size is unknown, to the end, or until it has read more than is wanted or than the limit
// allows.
func (r *Room) readPipe(name string, in io.Reader) (*io.SectionReader, error) {
	var p pipe
	size, wanted, left := int64(0), int64(math.MaxInt64), r.Left()
	for {
		part := make([]byte, pipePart)
		n, err := io.ReadFull(in, part)
		if r.Take(int64(n), "") != nil {
			return nil, fmt.Errorf("%s has more than the %d bytes that the limit leaves; -max-bytes raises it", name, left)
		}
		p, size = append(p, part[:n]), size+int64(n)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return nil, err
		}
		if len(p) == 1 {
			var refused error
			if wanted, refused = r.start(name, p); refused != nil {
				return nil, refused
			}
		}
		if err != nil || size > wanted {
			return io.NewSectionReader(p, 0, size), nil
		}
	}
}

// ReadAt implements [io.ReaderAt].
func (p pipe) ReadAt(b []byte, at int64) (n int, err error) {
	for n < len(b) {
		i, from := (at+int64(n))/pipePart, (at+int64(n))%pipePart
		if i >= int64(len(p)) || from >= int64(len(p[i])) {
			return n, io.EOF
		}
		n += copy(b[n:], p[i][from:])
	}
	return n, nil
}

// ReadAll reads a whole file into memory, which is subtracted from the room.
func (r *Room) ReadAll(f *io.SectionReader, name string) ([]byte, error) {
	if err := r.Take(f.Size(), name); err != nil {
		return nil, err
	}
	b := make([]byte, f.Size())
	n, err := io.ReadFull(f, b)
	return b[:n], err
}

// Default is the limit if the size of the memory is unknown: 2 GiB.
const Default = 2 << 30

// Limit returns half of the available memory, which is the lowest of GOMEMLIMIT, the limit of the container and the memory of
// the machine. The other half is for what is not counted, and for other programs.
func Limit() int64 {
	return min(limit(os.DirFS("/"), debug.SetMemoryLimit(-1)), pad.MostBytes())
}

// limit is Limit for the given root of the file system. Without GOMEMLIMIT, least is [math.MaxInt64].
func limit(root fs.FS, least int64) int64 {
	number := func(name, key string) (n int64) {
		text, _ := fs.ReadFile(root, name)
		_, after, _ := strings.Cut("\n"+string(text), "\n"+key)
		fmt.Sscan(after, &n) // stays 0 if there is no number: "max" means no limit
		return n
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for _, version := range []struct{ dir, group, most, used, cache string }{
		{"sys/fs/cgroup", "\n0::", "/memory.max", "/memory.current", "inactive_file "},
		{"sys/fs/cgroup/memory", ":memory:", "/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file "},
	} {
		_, after, _ := strings.Cut("\n"+string(groups), version.group)
		group, _, _ := strings.Cut(after, "\n")
		// The process is in a group, which may be nested in others. Each can have a limit. A container may not see its own
		// group.
		for dir := version.dir + path.Clean("/"+group); len(dir) >= len(version.dir); dir = path.Dir(dir) {
			dir = strings.TrimSuffix(dir, "/")
			if most := number(dir+version.most, ""); most > 0 {
				used := number(dir+version.used, "") - number(dir+"/memory.stat", version.cache)
				least = min(least, most-used)
			}
		}
	}
	if free := number("proc/meminfo", "MemAvailable:"); free > 0 {
		least = min(least, free<<10)
	}
	if least == math.MaxInt64 {
		return Default
	}
	return max(1, least/2)
}
