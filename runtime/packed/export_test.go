//go:build amd64 && !purego

package packed

import (
	"sync"

	"github.com/padgen/padgen/runtime/pad"
)

// SetOf is the set that the tiles of an output are kept in.
func SetOf(g *pad.Geometry, mode pad.Mode, width int) uint32 {
	var l layout
	l.begin(g, mode, width)
	return l.hash(g.SrcOff()*width&7) % sets
}

// Together returns how many planes of an output are made together, and by how many tiles.
func Together(g *pad.Geometry, mode pad.Mode, width int) (planes, used int) {
	var t tiles
	t.begin(g, mode, width)
	t.plan()
	return t.group, t.used
}

// Finds reports whether tiles of an output whose data starts at bit kept of a byte are found for one alike whose data starts at bit so.
func Finds(kept, so int) bool {
	var pool sync.Pool
	l := layout{width: 2, n: 8, long: 8}
	t := &tiles{layout: l, so: kept}
	pool.Put(t)
	_, found := look(&pool, &l, so)
	return found
}

// ForgetTiles frees all tiles that are kept, as if there had been no output.
func ForgetTiles() {
	for i := range kept {
		kept[i] = sync.Pool{}
	}
	for i := range seenLayouts {
		seenLayouts[i].Store(0)
	}
}
