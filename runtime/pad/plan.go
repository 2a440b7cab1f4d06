package pad

import (
	"context"

	"github.com/padgen/padgen/runtime/kernel"
)

// Plan is a checked call: its axes merged, its kernel selected. It is immutable and safe for concurrent use, and must not
// be copied.
type Plan[T any] struct {
	plan
	constant kernel.ConstantFunc[T] // in mode constant
	others   kernel.Func[T]         // in the others
	value    [1]T
}

// NewPlan checks a call once, so that [Plan.Run] can be called often. It allocates twice, or up to five times for a rank above 8.
// Errors are of type [*Error] and of any kind but [ErrBuffer].
func NewPlan[T any](ks *kernel.Set[T], params Params[T]) (*Plan[T], error) {
	p := new(Plan[T])
	if err := p.init(ks, &params, new(kernel.Geometry)); err != nil {
		return nil, err
	}
	return p, nil
}

// init makes p the plan of a call, with its geometry in g. Both must be empty.
func (p *Plan[T]) init(ks *kernel.Set[T], params *Params[T], g *kernel.Geometry) error {
	p.value[0] = params.Value
	untyped := params.untyped()
	if err := p.plan.init(ks, &untyped, g); err != nil {
		return err
	}
	if m := g.Mode(); m == Constant {
		p.constant = ks.Constant[p.kernelRank-1]
	} else {
		p.others = ks.Others(m)[p.kernelRank-1]
	}
	return nil
}

// Run pads src, of length [Plan.InputLen], into dst, of length [Plan.OutputLen]. Their memory must not overlap. It writes every element
// of dst. Run does not allocate. (Outputs above 2 MiB, and ranks above that of the kernel, use a pool, which a garbage collection can
// empty.) Errors are of kind [ErrBuffer]; the zero Plan refuses every call with an [ErrNoKernel].
func (p *Plan[T]) Run(dst, src []T) error {
	if p.small && p.fits(kernel.MemoryOf(dst), kernel.MemoryOf(src)) { // first, because a small output takes 70 ns
		p.call(dst, src[:p.srcLen], p.value[0])
		return nil
	}
	return p.run(nil, kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf(p.value[:]))
}

// RunValue is [Plan.Run] with another value than that of the Params, for engines in which constant_value is an operand. Modes other than
// constant do not use it.
func (p *Plan[T]) RunValue(dst, src []T, value T) error {
	if p.small && p.fits(kernel.MemoryOf(dst), kernel.MemoryOf(src)) {
		p.call(dst, src[:p.srcLen], value)
		return nil
	}
	return p.run(nil, kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf([]T{value}))
}

// RunContext is [Plan.Run] until ctx is done. Then it returns [context.Cause], and has written part of dst. It looks at ctx before it
// starts, and after every MiB of the output. A nil ctx is never done.
func (p *Plan[T]) RunContext(ctx context.Context, dst, src []T) error {
	return p.runContext(ctx, kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf(p.value[:]))
}

// call makes the whole output by one call of the kernel.
func (p *Plan[T]) call(dst, src []T, value T) {
	if p.constant != nil {
		p.constant(dst, src, value, p.geometry)
	} else {
		p.others(dst, src, p.geometry)
	}
}

// Pad pads src into a new slice and returns that slice and its shape. Errors are those of [NewPlan], and of kind [ErrBuffer] if src does
// not have the length that the shape requires, or is not aligned for T.
func Pad[T any](ks *kernel.Set[T], src []T, params Params[T]) (out []T, shape []int, err error) {
	g := geometries.Get().(*kernel.Geometry)
	defer geometries.Put(g)
	var p Plan[T] // stays on the stack, because it is not passed to runParts, which hands plans to goroutines
	if err := p.init(ks, &params, g); err != nil {
		return nil, nil, err
	}
	if err := p.checkBuffer("src", kernel.MemoryOf(src), p.srcLen, p.strided); err != nil {
		return nil, nil, err
	}
	out = make([]T, p.dstLen)
	if s := p.split(); s.goroutines > 0 {
		shared, err := NewPlan(ks, params)
		if err == nil {
			err = shared.Run(out, src)
		}
		if err != nil {
			return nil, nil, err
		}
	} else {
		p.call(out, src[:p.srcLen], params.Value)
	}
	return out, p.OutputShape(), nil
}
