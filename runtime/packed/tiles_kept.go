package packed

import (
	"sync"
	"sync/atomic"

	"github.com/padgen/padgen/runtime/stream"
)

const (
	sets      = 32
	ways      = 4  // tiles of a set that are looked at
	mostIdle  = 64 // times that the tiles of a full set are looked at in vain before they make room for those of a small output
	seenSlots = 1024
)

// Computed tiles are kept for the next output like theirs, because programs make the same outputs again and again: to compute them takes
// 0.5 to 3 us, to find them here 50 to 90 ns. The tiles of an output are 13 KB. Some 128 of these at most are kept for each P, and the
// collector frees them as it does all that is in a sync.Pool. Of an output that is too small to compute tiles for it alone, only the hash
// is kept, so that the second such output has tiles.
var (
	kept        [sets]sync.Pool // of *tiles, by the hash of their layout
	seenLayouts [seenSlots]atomic.Uint32
)

// seen reports whether an output like this one has been seen lately.
func (l *layout) seen(so int) bool {
	hash := l.hash(so)
	slot := &seenLayouts[hash/sets%seenSlots]
	return slot.Load() == hash || slot.Swap(hash) == hash
}

// take returns the tiles of a group of planes of l whose data starts at bit so of a byte. They are the caller's alone until it calls
// keep. It returns nil if there can be none, or if they do not pay for a small output and others are in their place.
func (l *layout) take(so int, pays bool) *tiles {
	like := *l
	like.planes, like.kinds, like.past = 0, 0, false // which only say whether tiles are made, how often, and in which order
	pool := &kept[like.hash(so)%sets]
	t, found := look(pool, &like, so)
	if !found {
		if !pays && t.idle < mostIdle {
			t.keep()
			return nil
		}
		t.layout, t.so, t.pool = like, so, pool
		t.fit = t.plan()
	}
	t.idle = 0
	if !t.fit {
		t.keep()
		return nil
	}
	if t.made += l.planes * l.size; !t.near && (t.made >= nearFrom || stream.LeastTiled < 0) {
		t.gather()
	}
	return t
}

// keep puts the tiles back.
func (t *tiles) keep() { t.pool.Put(t) }

// look takes the tiles of a layout from a pool, and reports whether they were there. If not it takes those that have been idle longest, for
// the caller to replace, or returns new ones where there is room.
func look(pool *sync.Pool, like *layout, so int) (t *tiles, found bool) {
	var others [ways]*tiles
	n, oldest := 0, 0
	for ; n < ways; n++ {
		if t, _ = pool.Get().(*tiles); t == nil {
			t = &tiles{idle: mostIdle}
			break
		}
		if found = t.layout == *like && t.so == so; found {
			break
		}
		t.idle++
		if others[n] = t; t.idle > others[oldest].idle {
			oldest = n
		}
	}
	if n == ways {
		t = others[oldest]
		n--
		others[oldest] = others[n]
	}
	for _, other := range others[:n] {
		pool.Put(other)
	}
	return t, found
}

// hash returns a number that is the same for equal layouts. It leaves out fields that seldom differ alone.
func (l *layout) hash(so int) uint32 {
	value := 0
	if l.constant {
		value = 1
	}
	hash := uint64(1)
	for _, n := range [...]int{l.width, l.b, l.n, l.e, l.step, l.dir, l.above, l.rows, l.below, l.skip, l.group<<4 | so<<1 | value} {
		hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15 // 2^64 by the golden ratio
	}
	return uint32(hash >> 32)
}
