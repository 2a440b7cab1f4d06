package npy

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
)

// file returns a .npy file of version 1.0 with data and a header without padding.
func file(header, data string) []byte {
	return []byte(Magic + "\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + data)
}

func described(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
}

// TestFit: if a header fits exactly, NumPy 1.24 adds 64 spaces, as in this one from numpy.save.
func TestFit(t *testing.T) {
	const shape = "(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100000)"
	want := file(described("'|u1'", "False", shape)+strings.Repeat(" ", 84)+"\n", "")
	h, err := ReadHeader(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Bytes(); err != nil || !bytes.Equal(got, want) || len(got) != 192 {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestLongest: an axis of packed elements may have as many elements as fit into an int.
func TestLongest(t *testing.T) {
	for n, want := range map[int]int{math.MaxInt / 2: math.MaxInt - 1, math.MaxInt/2 + 1: 0} {
		h, err := ReadHeader(bytes.NewReader(file(described("'|u1'", "False", fmt.Sprintf("(%d,)", n)), "")))
		if err != nil {
			t.Fatal(err)
		}
		if err := h.As(dtype.TypeInt4); (err == nil) != (want > 0) || err == nil && h.Shape[0] != want {
			t.Errorf("%d bytes have %d elements of int4, %v, want %d", n, h.Shape[0], err, want)
		}
	}
}

// FuzzNpy: what can be read can be written and read again.
func FuzzNpy(f *testing.F) {
	for _, order := range []string{"True", "False"} {
		f.Add(file(described("'<f4'", order, "(2, 1)"), "abcdefgh"))
		f.Add(file(described("'>c16'", order, "()"), "abcdefghijklmnop"))
		f.Add(file(described("'|b1'", order, "(0, 3)"), ""))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := Read(&memory.Room{Limit: 1 << 20}, io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))), 0)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, x); err != nil {
			t.Fatal(err)
		}
		y, err := Read(&memory.Room{Limit: 1 << 20}, io.NewSectionReader(bytes.NewReader(out.Bytes()), 0, int64(out.Len())), 0)
		if diff := cmp.Diff(x, y); err != nil || diff != "" {
			t.Fatalf("the array changed when it was written and read again: %v\n%s", err, diff)
		}
	})
}
