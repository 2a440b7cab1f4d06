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

// Near returns how many of the tiles of an output are near once they are gathered, and how many there are.
func Near(g *pad.Geometry, mode pad.Mode, width int) (near, used int) {
	var t tiles
	t.begin(g, mode, width)
	t.plan()
	t.gather()
	for i := range t.list[:t.used] {
		if t.list[i].near {
			near++
		}
	}
	return near, t.used
}

// Gathered reports whether the tiles that are kept for an output are gathered.
func Gathered(g *pad.Geometry, mode pad.Mode, width int) bool {
	var l layout
	l.begin(g, mode, width)
	l.group = min(l.group, l.planes)
	so := g.SrcOff() * width & 7
	l.planes, l.kinds, l.past = 0, 0, false
	t, found := look(&kept[l.hash(so)%sets], &l, so)
	if found {
		t.keep()
	}
	return found && t.near
}
