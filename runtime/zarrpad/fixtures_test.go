package zarrpad

import (
	"encoding/binary"
	"math"
	"testing"
)

// TestFixtures: arrays written by zarr-python 2 and 3, which testdata/make.py reproduces byte by byte, are read correctly:
// each element contains its place. Padding with nothing copies them to chunks of one row.
func TestFixtures(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows, cols int
		first      func([]byte) int
		size       int
	}{
		{"blosc", 300, 7, func(b []byte) int { return int(math.Float32frombits(binary.LittleEndian.Uint32(b))) }, 4},
		{"zstd", 10, 30, func(b []byte) int { return int(binary.LittleEndian.Uint64(b)) }, 8},
		{"shards", 10, 30, func(b []byte) int { return int(binary.LittleEndian.Uint64(b)) }, 8},
	} {
		out := newMemory()
		call := Call{Pads: []int{0, 0, 0, 0}, Chunks: []int{1, c.cols}}
		if _, err := Pad(t.Context(), out, Folder("testdata/"+c.name+".zarr"), call, Options{}); err != nil {
			t.Fatal(err)
		}
		a, err := Open(t.Context(), out)
		if err != nil {
			t.Fatal(err)
		}
		for row := range c.rows {
			data, err := unzstd(make([]byte, c.cols*c.size), out.files[a.key([]int{row, 0})])
			if err != nil {
				t.Fatal(c.name, row, err)
			}
			for col := range c.cols {
				if got, want := c.first(data[col*c.size:]), row*c.cols+col; got != want {
					t.Fatalf("%s at %d %d: %d, expected %d", c.name, row, col, got, want)
				}
			}
		}
	}
}
