package kernel

import "unsafe"

// StateBytes is the size of the largest state of a leaf that a Geometry can keep.
const StateBytes = 576

// opened is what the leaf of a kernel has computed from a geometry, so that its calls need not do it again.
type opened struct {
	opening bool    // the kernel is called only to keep a state, see [Set.Open]
	leaf    uintptr // identifies the leaf: the address of a byte that no other leaf has
	state   [StateBytes / 8]uint64
}

var unopened [StateBytes / 8]uint64

// Opened returns the state of size bytes that a leaf keeps in g, which must not be changed. If there is none, it returns zeros.
func (g *Geometry) Opened(leaf *byte, size uintptr) unsafe.Pointer {
	if size > StateBytes {
		panic("kernel: the state of a leaf has more than StateBytes")
	}
	if g.leaf != uintptr(unsafe.Pointer(leaf)) {
		return unsafe.Pointer(&unopened)
	}
	return unsafe.Pointer(&g.state)
}

// Opening reports whether the kernel is called only so that its leaf keeps a state in g. Then [Geometry.Check] reports false.
func (g *Geometry) Opening() bool { return g.opening }

// Keep copies a leaf's state of size bytes, in which all pointers are nil, into g.
func (g *Geometry) Keep(leaf *byte, state unsafe.Pointer, size uintptr) {
	g.leaf = uintptr(unsafe.Pointer(leaf))
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&g.state)), StateBytes), unsafe.Slice((*byte)(state), size))
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
