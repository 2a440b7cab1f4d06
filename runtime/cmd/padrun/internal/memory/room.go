package memory

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Room is the memory that a command may hold, so many bytes. A nil Room has no limit.
type Room struct {
	Limit int64
	Stdin io.Reader // what the file "-" is

	used int64
}

// Left returns how many bytes may still be taken.
func (r *Room) Left() int64 {
	if r == nil {
		return math.MaxInt64
	}
	return r.Limit - r.used
}

// Take takes bytes off the room, before they are allocated. What names them.
func (r *Room) Take(n int64, what string) error {
	if n > r.Left() {
		return r.full(fmt.Sprintf("%s has %d bytes", what, n))
	}
	if r != nil {
		r.used += n
	}
	return nil
}

func (r *Room) full(what string) error {
	if r.used > 0 {
		what += fmt.Sprintf(", %d are in use", r.used)
	}
	return fmt.Errorf("%s, the limit is %d; -max-bytes raises it", what, r.Limit)
}

// TakeTensor takes the bytes of a tensor off the room. One that is too large to count takes all.
func (r *Room) TakeTensor(what string, d dtype.DType, shape []int) error {
	n, ok := pad.Count(shape)
	size := int64(d.Units(n))
	if !ok || size > math.MaxInt64/int64(d.Size()) {
		size = math.MaxInt64 / int64(d.Size())
	}
	return r.Take(size*int64(d.Size()), fmt.Sprintf("%s %v%v", what, d, shape))
}

// Read reads a file, which keeps its room.
func (r *Room) Read(name string) (b []byte, err error) {
	in := r.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if info.Mode().IsRegular() {
			if err := r.Take(info.Size(), name); err != nil {
				return nil, err
			}
			b = make([]byte, info.Size())
			if _, err := io.ReadFull(f, b); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return b, nil
		}
		in = f
	}
	// What has no size: a pipe, or standard input. Reading ends beyond the limit.
	left := r.Left()
	if b, err = io.ReadAll(io.LimitReader(in, left+1)); err == nil && int64(len(b)) > left {
		return nil, r.full(fmt.Sprintf("%s has more than %d bytes", name, left))
	}
	r.used += int64(len(b))
	return b, err
}
