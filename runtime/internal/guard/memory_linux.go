package guard

import (
	"syscall"
	"testing"
)

// Memory returns n bytes that end just before memory that faults when it is touched or, if behind is true, start just after such memory.
func Memory(t *testing.T, n int, behind bool) []byte {
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
