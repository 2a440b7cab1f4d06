//go:build linux && amd64 && !purego

package packed_test

import (
	"testing"

	"github.com/padgen/padgen/runtime/packed"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/stream"
)

// TestTileNear: tiles of 2 bits are near, unless eight of their bytes come from more than eight.
func TestTileNear(t *testing.T) {
	if !stream.Shuffles() {
		t.Skip("this processor has no VBMI")
	}
	one := []int64{0, 1, 1, 0, 1, 1}
	for _, c := range []struct {
		tileCase
		near, used int
	}{
		{tileCase{pad.Constant, 2, []int{512, 7, 7}, one}, 2, 2},
		{tileCase{pad.Reflect, 2, []int{512, 7, 7}, one}, 2, 2},
		{tileCase{pad.Edge, 2, []int{512, 7, 7}, one}, 2, 2},
		{tileCase{pad.Wrap, 2, []int{512, 7, 7}, one}, 1, 2},
		{tileCase{pad.Reflect, 4, []int{512, 7, 7}, one}, 0, 2},
		{tileCase{pad.Reflect, 2, []int{512, 28, 28}, one}, 1, 4},
		{tileCase{pad.Reflect, 2, []int{4096, 28}, []int64{0, 3, 0, 3}}, 2, 2},
		{tileCase{pad.Constant, 2, []int{4096, 39}, []int64{0, 1, 0, 1}}, 0, 1},
	} {
		g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
		if err != nil {
			t.Fatal(err)
		}
		if near, used := packed.Near(g, c.mode, c.width); near != c.near || used != c.used {
			t.Errorf("%+v: %d of %d tiles are near, expected %d of %d", c.tileCase, near, used, c.near, c.used)
		}
	}
}

// TestTileGathered: tiles are gathered when so much is made of them that it pays, by one output or by several.
func TestTileGathered(t *testing.T) {
	withTiles(t, 1)
	if raceDetector {
		t.Skip("the race detector makes sync.Pool drop tiles")
	}
	for _, c := range []struct {
		planes, after int // in so many outputs
	}{
		{512, 13}, {6472, 2}, {6473, 1}, // a plane has 162 bits, and 2^20 are the least
	} {
		one := tileCase{pad.Edge, 2, []int{c.planes, 7, 7}, []int64{0, 1, 1, 0, 1, 1}}
		g, err := pad.NewGeometry(one.mode, one.shape, one.pads)
		if err != nil {
			t.Fatal(err)
		}
		packed.ForgetTiles()
		for i := 1; i <= c.after+1; i++ {
			if !one.run(t) {
				t.Fatalf("%+v is not made by tiles", one)
			}
			if got := packed.Gathered(g, one.mode, one.width); got != (i >= c.after) {
				t.Errorf("%+v: the tiles are gathered after %d outputs: %v", one, i, got)
			}
		}
	}
}
