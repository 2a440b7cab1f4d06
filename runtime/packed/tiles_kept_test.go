//go:build linux && amd64 && !purego

package packed_test

import (
	"fmt"
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

// withTiles keeps no tiles from before, and none from the collector.
func withTiles(t *testing.T) {
	if !stream.Shuffles() {
		t.Skip("this processor has no VBMI")
	}
	packed.ForgetTiles()
	collect := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetGCPercent(collect) })
}

// run makes an output, and reports whether Tile has.
func (c tileCase) run(t *testing.T) bool {
	t.Helper()
	g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
	if err != nil {
		t.Fatal(err)
	}
	src := noise((g.SrcLen()*c.width+7)/8, uint32(g.SrcLen()))
	made, err := c.check(make([]byte, (g.DstLen()*c.width+7)/8), src, g)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return made
}

// TestTileSeen: small outputs are made by tiles when they come again, and stay so while others come, too.
func TestTileSeen(t *testing.T) {
	withTiles(t)
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
	withTiles(t)
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

// TestTileConcurrently: goroutines do not share tiles while they make an output.
func TestTileConcurrently(t *testing.T) {
	withTiles(t)
	var all sync.WaitGroup
	for first := range 4 {
		all.Go(func() {
			for i := range 200 {
				c := small((first + i) % 10)
				g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
				if err == nil {
					src := noise((g.SrcLen()*c.width+7)/8, uint32(i))
					_, err = c.check(make([]byte, (g.DstLen()*c.width+7)/8), src, g)
				}
				if err != nil {
					t.Error(fmt.Errorf("%+v: %w", c, err))
					return
				}
			}
		})
	}
	all.Wait()
}
