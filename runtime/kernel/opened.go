package kernel

import "unsafe"

// StateBytes is the most bytes of a leaf's state that a Geometry keeps.
const StateBytes = 576

// opened is what the leaf of a kernel has decided from a geometry, so that its calls need not decide it again.
type opened struct {
	opening bool    // the kernel is called only for that, see [Set.Open]
	leaf    uintptr // the address of a byte that no other leaf has
	state   [StateBytes / 8]uint64
}

var unopened [StateBytes / 8]uint64

// Opened returns the state of size bytes that a leaf has kept in g, for reading. If there is none, it returns zeros.
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
