// Package memory keeps a command within a limit on the memory that it holds.
package memory

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// Room is the memory that a command may hold, so many bytes.
type Room struct {
	Limit int64
	Stdin io.Reader // what the file "-" is, until it is read

	used int64
}

// Left returns how many bytes may still be taken.
func (r *Room) Left() int64 { return r.Limit - r.used }

// Take takes bytes off the room, before they are allocated. What names them.
func (r *Room) Take(n int64, what string) error {
	if n > r.Left() {
		return r.full(fmt.Sprintf("%s has %d bytes", what, n))
	}
	r.used += n
	return nil
}

func (r *Room) full(what string) error {
	return fmt.Errorf("%s, the limit leaves %d; -max-bytes raises it", what, r.Left())
}

// Read reads a file, which keeps its room. A pipe does not say its size: reading one ends beyond the limit.
func (r *Room) Read(name string) ([]byte, error) {
	in, left := r.Stdin, r.Left()
	var b bytes.Buffer
	if name == "-" && in == nil {
		return nil, errors.New("standard input (-) can be one file only")
	}
	if name == "-" {
		r.Stdin = nil
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if info.Size() > left {
				return nil, r.Take(info.Size(), name)
			}
			b.Grow(int(info.Size()) + bytes.MinRead)
		}
		in = f
	}
	n, err := b.ReadFrom(io.LimitReader(in, left+1))
	if n > left {
		return nil, r.full(fmt.Sprintf("%s has more than %d bytes", name, left))
	}
	r.used += n
	return b.Bytes(), err
}

// Default is the limit where nothing tells how much memory there is: 2 GiB.
const Default = 2 << 30

// Limit returns half of the memory that there is: GOMEMLIMIT, that of the container or that of the machine, the lowest of them. The
// other half is for what is not counted.
func Limit() int64 {
	return min(limit(os.DirFS("/"), debug.SetMemoryLimit(-1)), pad.MostBytes())
}

// limit is Limit of a file system's root. No GOMEMLIMIT is [math.MaxInt64].
func limit(root fs.FS, least int64) int64 {
	for _, name := range []string{
		"sys/fs/cgroup/memory.max",                   // "max" if it has no limit
		"sys/fs/cgroup/memory/memory.limit_in_bytes", // of version 1
		"proc/meminfo",
	} {
		text, _ := fs.ReadFile(root, name)
		number, inKB := strings.CutPrefix(string(text), "MemTotal:")
		n := int64(0)
		fmt.Sscan(number, &n) // 0 if it is none
		if inKB {
			n *= 1 << 10
		}
		if n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt64 {
		return Default
	}
	return max(1, least/2)
}
