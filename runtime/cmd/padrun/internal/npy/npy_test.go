package npy

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
)

// file returns a .npy file of version 1.0 with a header, which is not padded, and data.
func file(header, data string) []byte {
	return []byte(Magic + "\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + data)
}

func described(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
}

// FuzzNpy: what is read can be written and read again.
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
