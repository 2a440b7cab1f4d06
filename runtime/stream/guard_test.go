//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns n bytes, in front of memory that must not be touched, or behind some.
func guarded(t *testing.T, n int, behind bool) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	size := (n + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(m) })
	for _, guard := range [][]byte{m[:page], m[page+size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	if behind {
		return m[page : page+n]
	}
	return m[page+size-n : page+size]
}

// TestBounds reads and writes up to the edges of what may be touched.
func TestBounds(t *testing.T) {
	const most = 3 * LeastBlock
	var rooms [2][2][]byte
	for i, behind := range []bool{false, true} {
		rooms[i] = [2][]byte{guarded(t, most, behind), guarded(t, most, behind)}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for try := range 3000 {
		n := LeastRow + random.IntN(400)
		if try%20 == 0 {
			n += random.IntN(2 * LeastBlock)
		}
		for i, room := range rooms {
			d, s := room[0][:n], room[1][:n]
			if i == 0 {
				d, s = room[0][most-n:], room[1][most-n:]
			}
			for j := range s {
				s[j] = byte(random.Uint32())
			}
			to, from := unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0])
			for _, past := range []bool{false, true} {
				clear(d)
				if Copy(to, from, n, past); !bytes.Equal(d, s) {
					t.Fatalf("Copy of %d bytes: the output differs", n)
				}
				Fill(to, from, n, past)
			}
			if !Supported() {
				continue
			}
			clear(d)
			half := max(LeastRow, n/2)
			var l Line
			at := l.Row(to, from, half, l.Begin(to))
			if n-half >= LeastRow {
				at = l.Row(to, unsafe.Add(from, half), n-half, at)
			} else {
				d, s = d[:half], s[:half]
			}
			if l.End(to, at); !bytes.Equal(d, s) {
				t.Fatalf("two rows, %d bytes in all: the output differs", n)
			}
		}
	}
}
