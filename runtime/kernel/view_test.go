package kernel_test

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestBytes: bytes are those of the slice, not of its capacity, and to write them is to write it.
func TestBytes(t *testing.T) {
	s := make([]uint32, 3, 5)
	b := kernel.Bytes(s)
	if len(b) != 12 || unsafe.Pointer(&b[0]) != unsafe.Pointer(&s[0]) || cap(b) != 12 {
		t.Errorf("%d bytes of %d, expected all 12 of the slice", len(b), cap(b))
	}
	copy(b[4:], bytes.Repeat([]byte{0x11}, 4))
	if s[1] != 0x11111111 {
		t.Errorf("%#x, expected %#x", s[1], 0x11111111)
	}
	if none := kernel.Bytes[uint32](nil); len(none) != 0 {
		t.Errorf("%d bytes of no slice", len(none))
	}
	if b := kernel.Bytes([]complex128{1, 2}); len(b) != 32 {
		t.Errorf("%d bytes of two complex128, expected 32", len(b))
	}
}

// TestFromBytes: bytes are viewed as elements where they are whole elements, aligned for their type.
func TestFromBytes(t *testing.T) {
	memory := kernel.Bytes(make([]uint64, 4))
	for _, c := range []struct {
		from, to int
		want     int // elements, -1: refused
	}{
		{0, 32, 4}, {8, 24, 2}, {0, 0, 0}, {3, 3, 0}, {0, 7, -1}, {0, 9, -1}, {1, 9, -1}, {4, 12, -1}, {31, 32, -1},
	} {
		aligned := uintptr(c.from)%unsafe.Alignof(uint64(0)) == 0
		s, ok := kernel.FromBytes[uint64](memory[c.from:c.to])
		if want := c.want >= 0 || c.to-c.from == 8 && aligned; ok != want || ok && len(s) != (c.to-c.from)/8 {
			t.Errorf("bytes %d to %d: %d elements, %v, expected %d", c.from, c.to, len(s), ok, c.want)
		}
		if ok && len(s) > 0 && unsafe.Pointer(&s[0]) != unsafe.Pointer(&memory[c.from]) {
			t.Errorf("bytes %d to %d: a copy", c.from, c.to)
		}
		if s, ok := kernel.FromBytes[bool](memory[c.from:c.to]); !ok || len(s) != c.to-c.from {
			t.Errorf("bytes %d to %d: %d bool, %v", c.from, c.to, len(s), ok)
		}
	}
	if s, ok := kernel.FromBytes[uint64](nil); !ok || s != nil {
		t.Errorf("no bytes: %v, %v", s, ok)
	}
}

// TestOverlaps compares every two short stretches of one memory.
func TestOverlaps(t *testing.T) {
	memory := make([]uint16, 6)
	part := func(from, to int) kernel.Memory { return kernel.MemoryOf(memory).Part(from, to) }
	for a := range 7 {
		for b := a; b <= 6; b++ {
			for c := range 7 {
				for d := c; d <= 6; d++ {
					want := max(a, c) < min(b, d)
					if got := part(a, b).Overlaps(part(c, d)); got != want {
						t.Fatalf("[%d:%d] and [%d:%d]: %v", a, b, c, d, got)
					}
				}
			}
		}
	}
	if part(0, 6).Overlaps(kernel.Memory{}) {
		t.Error("no memory overlaps")
	}
}
