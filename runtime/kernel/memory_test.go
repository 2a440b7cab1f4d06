package kernel_test

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
)

// TestBytes: bytes are those of the slice, not of its capacity, and writing them writes the slice.
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

// TestOverlaps compares every two short parts of one memory.
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

// TestOtherMemory: memory is seen as a slice of its own units or of others of the same size, never as strings.
func TestOtherMemory(t *testing.T) {
	eight := kernel.MemoryOf(make([]uint8, 8))
	text := kernel.MemoryOf([]string{"a"})
	for what, is := range map[string]int{
		"bytes as bytes": len(kernel.SliceOf[int8](eight)), "bytes as words": len(kernel.SliceOf[uint64](eight)),
		"bytes as strings": len(kernel.SliceOf[string](eight)), "strings as words": len(kernel.SliceOf[[2]uint64](text)),
		"strings as strings": len(kernel.SliceOf[string](text)), "nothing": len(kernel.SliceOf[uint8](kernel.Memory{})),
		"the bytes of strings": len(kernel.Bytes([]string{"a"})) + len(text.Bytes()),
	} {
		want := map[string]int{"bytes as bytes": 8, "strings as strings": 1}[what]
		if is != want {
			t.Errorf("%s: %d, expected %d", what, is, want)
		}
	}
	if _, ok := kernel.FromBytes[string](make([]byte, 64)); ok {
		t.Error("bytes as strings")
	}
	for _, e := range []kernel.Element{{}, {Size: -1}, {Size: 1 << 30}, {Size: 8, Strings: true}} {
		if m, ok := e.Raw(make([]byte, 8)); ok || m.Len() != 0 {
			t.Errorf("8 bytes as %+v: %d units, %v", e, m.Len(), ok)
		}
	}
}

// TestCallWithOtherMemory: a set runs no kernel on memory of other units.
func TestCallWithOtherMemory(t *testing.T) {
	g := mustGeometry(t, kernel.Constant, []int{2}, []int{1, 1})
	narrow := func(n int) kernel.Memory { return kernel.MemoryOf(make([]uint8, n)) }
	wide := func(n int) kernel.Memory { return kernel.MemoryOf(make([]complex128, n)) }
	for what, m := range map[string][3]kernel.Memory{
		"dst": {narrow(4), wide(2), wide(1)}, "src": {wide(4), narrow(2), wide(1)}, "value": {wide(4), wide(2), narrow(1)},
		"no value": {wide(4), wide(2), {}}, "strings": {kernel.MemoryOf(make([]string, 4)), wide(2), wide(1)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of other units: no panic", what)
				}
			}()
			generated.Complex128.Call(kernel.Constant, 1, m[0], m[1], m[2], g)
		}()
	}
}
