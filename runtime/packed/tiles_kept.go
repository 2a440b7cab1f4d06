package packed

import (
	"sync"
	"sync/atomic"
)

const (
	sets      = 32
	ways      = 4  // tiles of a set that are looked at
	mostIdle  = 64 // times that tiles of a full set are looked at in vain before they make room for those of a small output
	seenSlots = 1024
)

// Tiles that have been worked out are kept for the next output like theirs, as a program makes the same ones again and again: to work them
// out takes 0.5 to 3 us, to find them here 50 ns. The collector frees those that nobody looks at. Of outputs that are too small to work
// tiles out for one there is the hash, so that the second one has them.
var (
	kept        [sets]sync.Pool // of *tiles, by the hash of their layout
	seenLayouts [seenSlots]atomic.Uint32
)

// seen reports whether an output like this one has been seen lately.
func (l *layout) seen() bool {
	hash := l.hash()
	slot := &seenLayouts[hash%seenSlots]
	return slot.Load() == hash || slot.Swap(hash) == hash
}

// take returns the tiles of a group of planes of l whose data starts at bit so of a byte. They are the caller's alone until it puts them
// into the pool again. It returns nil if there can be none; and if the output is a small one, whose tiles do not pay, and those of others are
// in their place.
func (l *layout) take(so int, pays bool) (*tiles, *sync.Pool) {
	like := *l
	like.planes, like.past = 0, false // how often tiles are made, and in which order
	pool := &kept[like.hash()%sets]
	t := look(pool, &like, so)
	switch {
	case t.layout == like && t.so == so:
		t.idle = 0
	case pays || t.idle >= mostIdle:
		t.layout, t.so, t.idle = like, so, 0
		t.fit = t.plan()
	default:
		pool.Put(t)
		return nil, nil
	}
	if !t.fit {
		pool.Put(t)
		return nil, nil
	}
	return t, pool
}

// look takes the tiles of a layout from a pool. If they are not there these are others, which may be new ones.
func look(pool *sync.Pool, like *layout, so int) (t *tiles) {
	var others [ways]*tiles
	for i := range others {
		if t, _ = pool.Get().(*tiles); t == nil {
			t = &tiles{idle: mostIdle}
			break
		}
		if t.layout == *like && t.so == so {
			break
		}
		t.idle++
		if i < ways-1 {
			others[i] = t
		}
	}
	for _, o := range others {
		if o != nil {
			pool.Put(o)
		}
	}
	return t
}

// hash is one of numbers in which layouts of outputs differ; some of those that differ in others alone have the same.
func (l *layout) hash() uint32 {
	hash := uint64(1)
	for _, n := range [...]int{l.width, l.b, l.n, l.e, l.step, l.dir, l.above, l.rows, l.below, l.skip, l.group} {
		hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15 // 2^64 by the golden ratio
	}
	return uint32(hash >> 32)
}
