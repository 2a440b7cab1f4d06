package kernel

import "unsafe"

// StateBytes is the size of the largest state of a leaf that a Geometry can keep.
const StateBytes = 640

// opened holds what the leaf of a kernel has computed from a geometry, so that calls need not compute it again.
type opened struct {
	opening bool    // the kernel is called only to keep a state, see [Set.Open]
	leaf    uintptr // identifies the leaf: the address of a byte that no other leaf has
	state   [StateBytes / 8]uint64
}

var unopened [StateBytes / 8]uint64

// State returns the state, of size bytes, that a leaf keeps in g, or zeros if g keeps none. The caller must not change it. While
// [Set.Open] runs, for which [Geometry.Check] reports false, State calls decide to set the state that g keeps: it starts as zeros, and
// must not contain pointers.
func (g *Geometry) State(leaf *byte, size uintptr, decide func(*Geometry, unsafe.Pointer)) unsafe.Pointer {
	if g.leaf == uintptr(unsafe.Pointer(leaf)) {
		return unsafe.Pointer(&g.state)
	}
	return g.noState(leaf, size, decide)
}

//go:noinline
func (g *Geometry) noState(leaf *byte, size uintptr, decide func(*Geometry, unsafe.Pointer)) unsafe.Pointer {
	if size > StateBytes {
		panic("kernel: the state of a leaf has more than StateBytes")
	}
	if g.opening {
		clear(g.state[:(size+7)/8])
		decide(g, unsafe.Pointer(&g.state))
		g.leaf = uintptr(unsafe.Pointer(leaf))
	}
	return unsafe.Pointer(&unopened)
}

// Open implements [AnySet].
func (s *Set[T]) Open(m Mode, rank int, g *Geometry) {
	if g.dstLen == 0 || s.PerUnit > 1 || isString[T]() {
		return
	}
	g.opening = true
	if m == Constant {
		s.Constant[rank-1](nil, nil, *new(T), g)
	} else {
		s.Repeat[m][rank-1](nil, nil, g)
	}
	g.opening = false
}
