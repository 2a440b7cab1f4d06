package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// Through the caches, the pads of an outer axis are copies of finished slabs. Past the caches, nothing that is written is read again:
// pads are computed from the input like all else, in the order of the output.

// block writes axis 2, its planes and its pads. The axis starts at element do of the output, its input at element so.
func (p *repeat[W]) block(do, so int, a *kernel.Axis) {
	if !p.past {
		p.planes(do+a.Begin()*a.Dst(), so, a.Ext())
		p.border(do, a)
		return
	}
	for i := -a.Begin(); i < 0; i++ {
		d, s := p.slab(do, so, i, a)
		p.planes(d, s, 1)
	}
	p.planes(do+a.Begin()*a.Dst(), so, a.Ext())
	for i := a.Ext(); i < a.Ext()+a.End(); i++ {
		d, s := p.slab(do, so, i, a)
		p.planes(d, s, 1)
	}
}

// over returns the range of indices of an axis that a kernel loops over. They count from the first one that comes from the input.
func (p *repeat[W]) over(a *kernel.Axis) (from, to int) {
	if p.past {
		return -a.Begin(), a.Ext() + a.End()
	}
	return 0, a.Ext()
}

// slab returns the elements of the output and of the input at which the slab at index i of an axis starts. It is not inlined: a kernel of
// rank 8 would be twice as large.
//
//go:noinline
func (p *repeat[W]) slab(do, so, i int, a *kernel.Axis) (d, s int) {
	from, _, _ := p.mode.Run(i, a.Ext())
	return do + (a.Begin()+i)*a.Dst(), so + from*a.Src()
}

// border writes the pads of an axis, which starts at element do of the output, from its finished slabs.
func (p *repeat[W]) border(do int, a *kernel.Axis) {
	if a.Begin()|a.End() != 0 && !p.past {
		step := a.Dst() * sizeOf[W]()
		slab := step
		if step == p.planeStep {
			slab = p.plane
		}
		first := unsafe.Add(p.dst, do*sizeOf[W]()+a.Begin()*step)
		p.extend(first, first, a.Begin(), a.Ext(), a.End(), step, slab)
	}
}

// close ends the kernel.
func (p *repeat[W]) close() {
	if p.past {
		stream.Fence()
	}
}

// extend writes b slabs before n finished ones, the first of which is at first, and e after them. Slabs have size bytes and are step
// bytes apart. data points to the source of the n slabs, which is read instead of the output because it is in the caches.
func (p *repeat[W]) extend(first, data unsafe.Pointer, b, n, e, step, size int) {
	if max(b, e) <= 1 { // the usual pads
		head, _, _ := p.mode.Run(-1, n)
		if b == 1 {
			move[W](unsafe.Add(first, -step), unsafe.Add(data, head*step), size, p.past)
		}
		if e == 1 {
			last := unsafe.Add(first, (n-1)*step)
			move[W](unsafe.Add(last, step), unsafe.Add(data, (n-1-head)*step), size, p.past)
		}
		return
	}
	p.mode.Extend(b, n, e, func(to, from, count int, mirrored bool) {
		d, s := unsafe.Add(first, to*step), unsafe.Add(first, from*step)
		if from >= 0 && from+count <= n {
			s = unsafe.Add(data, from*step)
		}
		switch {
		case size != step:
			for i := range count {
				from := i
				if mirrored {
					from = count - 1 - i
				}
				move[W](unsafe.Add(d, i*step), unsafe.Add(s, from*step), size, p.past)
			}
		case mirrored:
			mirror[W](d, s, count*step, step, p.past)
		default:
			move[W](d, s, count*step, p.past)
		}
	})
}
