//go:build linux && amd64 && !purego

package packed_test

import (
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/padgen/padgen/runtime/packed"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/stream"
)

// small is an output for which tiles do not pay until it has been seen, one of many.
func small(i int) tileCase {
	return tileCase{pad.Mode(i % int(pad.NumModes)), 4, []int{4, 7 + i%10, 7 + i/10}, []int64{0, 1, 1, 0, 1, 1}}
}

// withTiles keeps no tiles from before, and none from the collector. On one P a sync.Pool returns all that was put into it.
func withTiles(t *testing.T, procs int) {
	if !stream.Shuffles() {
		t.Skip("this processor has no VBMI")
	}
	procs = runtime.GOMAXPROCS(procs)
	collect := debug.SetGCPercent(-1)
	t.Cleanup(func() {
		runtime.GOMAXPROCS(procs)
		debug.SetGCPercent(collect)
	})
	packed.ForgetTiles()
}

// run makes an output, and reports whether Tile has.
func (c tileCase) run(t *testing.T) bool {
	t.Helper()
	made, err := c.try(uint32(len(c.shape)))
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return made
}

func (c tileCase) try(seed uint32) (made bool, err error) {
	g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
	if err != nil {
		return false, err
	}
	return c.check(make([]byte, (g.DstLen()*c.width+7)/8), noise((g.SrcLen()*c.width+7)/8, seed), g)
}

// TestTileSeen: small outputs are made by tiles when they come again, and stay so while others come, too.
func TestTileSeen(t *testing.T) {
	withTiles(t, 1)
	const n = 24
	for round := range 4 {
		for i := range n {
			if made := small(i).run(t); made != (round > 0) {
				t.Errorf("round %d: %+v is made by tiles: %v", round, small(i), made)
			}
		}
	}
}

// TestTileSets: of more outputs than there is place for some are not made by tiles; if they come alone, they are soon.
func TestTileSets(t *testing.T) {
	withTiles(t, 1)
	const n = 150
	without := 0
	for range 3 {
		for i := range n {
			small(i).run(t)
			if !small(i).run(t) {
				without++
			}
		}
	}
	if without == 0 && !raceDetector {
		t.Errorf("all of %d outputs are made by tiles, expected places for fewer", n)
	}
	for i := range n {
		calls := 0
		for !small(i).run(t) {
			if calls++; calls > 100 {
				t.Fatalf("%+v is not made by tiles in %d calls that follow one another", small(i), calls)
			}
		}
	}
}

// set is the one that the tiles of c are kept in.
func (c tileCase) set(t *testing.T) uint32 {
	t.Helper()
	g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
	if err != nil {
		t.Fatal(err)
	}
	return packed.SetOf(g, c.mode, c.width)
}

// TestTileAlike: outputs that differ in one thing alone do not get each other's tiles: in the bit where data starts in its byte, in mode,
// in width, in a pad, in rows.
func TestTileAlike(t *testing.T) {
	withTiles(t, 1)
	if packed.Finds(2, 4) || !packed.Finds(2, 2) && !raceDetector { // outputs of which these are true are seldom in one set
		t.Error("tiles are found by the layout alone, expected by the bit where data starts, too")
	}
	var alike []tileCase
	for i := range int64(4) {
		for mode := range pad.NumModes {
			for _, width := range []int{2, 4} {
				alike = append(alike,
					tileCase{pad.Mode(mode), width, []int{8, 12, 35}, []int64{0, 1, -i, 0, 1, i - 3}},
					tileCase{pad.Mode(mode), width, []int{8, 12, 35}, []int64{0, 1, 1, 0, 1, i}},
					tileCase{pad.Mode(mode), width, []int{8, 12 + int(i), 35}, []int64{0, 1, 1, 0, 1, 1}})
			}
		}
	}
	for range 3 {
		for _, c := range alike {
			c.run(t)
			c.run(t)
		}
	}
}

// TestTileValues: tiles are kept without the value.
func TestTileValues(t *testing.T) {
	withTiles(t, 1)
	g, err := pad.NewGeometry(pad.Constant, []int{8, 12, 35}, []int64{0, 1, 1, 0, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	dst, src := make([]byte, g.DstLen()/2), make([]byte, g.SrcLen()/2)
	for v := range 16 {
		made := packed.Tile(dst, src, g, pad.Constant, 4, byte(17*v))
		if made != (v > 0) {
			t.Fatalf("call %d is made by tiles: %v", v, made)
		}
		if made && dst[0] != byte(17*v) {
			t.Errorf("the first byte is %#x, expected %#x", dst[0], 17*v)
		}
	}
}

// edge is one of many small outputs that differ in the shape of planes alone.
func edge(i int) tileCase {
	return tileCase{pad.Edge, 4, []int{4, 7 + i%60, 7 + i/60}, []int64{0, 1, 1, 0, 1, 1}}
}

// TestTileStale: tiles that nobody asks for any more make room in a set for those of outputs that come again and again.
func TestTileStale(t *testing.T) {
	withTiles(t, 1)
	if raceDetector {
		t.Skip("the race detector makes sync.Pool drop tiles")
	}
	var set []int
	for i := 0; len(set) < 5; i++ {
		if len(set) == 0 || edge(i).set(t) == edge(set[0]).set(t) {
			set = append(set, i)
		}
	}
	for range 3 {
		edge(set[0]).run(t) // never again
	}
	without := 0
	for round := range 100 {
		for _, i := range set[1:] {
			if made := edge(i).run(t); !made && round >= 70 {
				without++
			}
		}
	}
	if without > 0 {
		t.Errorf("%d of 120 outputs are not made by tiles, expected places for all four", without)
	}
}

// TestTileConcurrently: goroutines do not share tiles while they make an output.
func TestTileConcurrently(t *testing.T) {
	withTiles(t, 4)
	var all sync.WaitGroup
	for first := range 4 {
		all.Go(func() {
			for i := range 200 {
				c := small((first + i) % 10)
				if _, err := c.try(uint32(i)); err != nil {
					t.Errorf("%+v: %v", c, err)
					return
				}
			}
		})
	}
	all.Wait()
}
