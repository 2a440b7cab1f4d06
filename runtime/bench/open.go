package bench

import "github.com/padgen/padgen/runtime/kernel"

// Open allocates the buffers of a workload and fills the input.
func Open(w *Workload) Call { return elements[w.Type].open(w) }

// elementType and element are what elements, in zz_types.go, has for each type.
type elementType interface{ open(*Workload) Call }

type element[T comparable] struct{ ks *kernel.Set[T] }

func (e element[T]) open(w *Workload) Call {
	c := &call[T]{w: w, ks: e.ks}
	c.src = c.buffer(product(w.Shape))
	c.dst = c.buffer(product(w.OutShape()))
	c.value = c.element(w.Value)
	c.zero = c.value == *new(T)
	c.block = max(1, 8<<10/e.ks.Element().Size)
	c.fill()
	c.Poison()
	return c
}
