package bench

import "github.com/padgen/padgen/runtime/kernel"

// Open allocates the buffers of a workload and fills the input.
func Open(w *Workload) Call { return all[w.Type-1](w) }

type sets = []func(*Workload) Call

func open[T kernel.Unit](ks *kernel.Set[T]) func(*Workload) Call {
	return func(w *Workload) Call {
		c := &call[T]{w: w, ks: ks}
		c.src = c.buffer(product(w.Shape))
		c.dst = c.buffer(product(w.OutShape()))
		c.value = c.element(w.Value)
		c.zero = c.value == *new(T)
		c.block = max(1, 8<<10/ks.Element().Size)
		c.fill()
		c.Poison()
		return c
	}
}
