package memory

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// Room is the memory that a command may hold, so many bytes.
type Room struct {
	Limit int64
	Stdin io.Reader // what the file "-" is

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
	if r.used > 0 {
		what += fmt.Sprintf(", %d are in use", r.used)
	}
	return fmt.Errorf("%s, the limit is %d; -max-bytes raises it", what, r.Limit)
}

// Read reads a file, which keeps its room. A pipe does not say its size: reading one ends beyond the limit.
func (r *Room) Read(name string) ([]byte, error) {
	in, left := r.Stdin, r.Left()
	var b bytes.Buffer
	if name != "-" {
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
