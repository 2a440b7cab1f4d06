package pad

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/padgen/padgen/runtime/kernel"
)

// Plan is a checked call, with merged axes and a selected kernel. It is safe for concurrent use, except for Reset, and must not be copied.
type Plan[T Unit] struct {
	plan
	set    *Set[T]
	value  [1]T
	values []T // a copy of Params.Values
}

// NewPlan checks a call once, so that [Plan.Run] can be called often. It allocates twice, and more often with Values, strides or a
// rank above 8. Errors are of type [*Error] and may be of any kind except [ErrBuffer].
func NewPlan[T Unit](ks *Set[T], params Params[T]) (*Plan[T], error) {
	p := new(Plan[T])
	if err := p.Reset(ks, params); err != nil {
		return nil, err
	}
	p.open()
	return p, nil
}

// Reset turns p into the plan of another call and reuses its memory. Use it if the shape changes with every call. It takes less time than
// NewPlan, but a small Run then takes about 20 ns more. It allocates only for ranks above 8, for DstStrides, and for more Values than
// before. No run of p may be in progress. After an error, p is the zero Plan, which refuses every call.
func (p *Plan[T]) Reset(ks *Set[T], params Params[T]) error {
	p.set, p.value[0], p.values = ks, params.Value, append(p.values[:0], params.Values...)
	err := p.reset(ks, params.untyped())
	if err != nil {
		*p = Plan[T]{}
	}
	return err
}

// Run pads src, of length [Plan.InputLen], into dst, of length [Plan.OutputLen], and writes every element of the output. src and dst must
// not overlap. Run does not allocate, unless a garbage collection has emptied its pool, which only some calls use: those with outputs above
// 2 MiB (128 KiB for packed types), with gaps, with Values, or with a rank above that of the kernel. Errors are of kind [ErrBuffer]. The
// zero Plan refuses every call with an [ErrNoKernel].
func (p *Plan[T]) Run(dst, src []T) error {
	switch {
	case p.once != nil && !p.extended: // the fast path: a small output takes 70 ns
		return p.call(dst, src, p.value[0])
	case p.once != nil:
		if err := p.call(dst, src, p.value[0]); err != nil {
			return err
		}
		p.extend(kernel.MemoryOf(dst), p.valueMemory())
		return nil
	}
	return p.run(nil, kernel.MemoryOf(dst), kernel.MemoryOf(src), p.valueMemory())
}

// RunContext is [Plan.Run], but stops when ctx is done. It then returns [context.Cause], and may have written part of dst. It checks ctx
// before it starts and after about every MiB of the output. A nil ctx is never done.
func (p *Plan[T]) RunContext(ctx context.Context, dst, src []T) error {
	return untilDone(ctx, func(done <-chan struct{}) error {
		return p.run(done, kernel.MemoryOf(dst), kernel.MemoryOf(src), p.valueMemory())
	})
}

// RunValue is [Plan.Run] with a value that replaces Params.Value, for engines in which constant_value is an operand. Only mode constant
// uses it. For a plan with Values, RunValue returns an [ErrBuffer].
func (p *Plan[T]) RunValue(dst, src []T, value T) error { return p.runValue(nil, dst, src, value) }

// RunValueContext is [Plan.RunValue] with a context, as in [Plan.RunContext].
func (p *Plan[T]) RunValueContext(ctx context.Context, dst, src []T, value T) error {
	return untilDone(ctx, func(done <-chan struct{}) error { return p.runValue(done, dst, src, value) })
}

func (p *Plan[T]) runValue(done <-chan struct{}, dst, src []T, value T) error {
	switch {
	case p.once != nil && !p.extended:
		return p.call(dst, src, value)
	case p.inner > 0:
		return errorf(ErrBuffer, "value", -1, 1, "1 value, the plan has %d, use Run", p.units)
	}
	return p.run(done, kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf([]T{value}))
}

func (p *Plan[T]) valueMemory() Memory {
	if p.inner > 0 {
		return kernel.MemoryOf(p.values)
	}
	return kernel.MemoryOf(p.value[:])
}

// call writes the whole output with one call of the kernel.
func (p *Plan[T]) call(dst, src []T, value T) error {
	to, from, align := kernel.MemoryOf(dst), kernel.MemoryOf(src), p.element.Align
	if len(dst) != p.dstLen || len(src) != p.srcLen || !to.Aligned(align) || !from.Aligned(align) || to.Overlaps(from) {
		if err := p.check(to, from); err != nil {
			return err
		}
	}
	if m := p.once.Mode(); m == Constant {
		p.set.Constant[p.kernelRank-1](dst[:p.dstLen], src[:p.srcLen], value, p.once)
	} else {
		p.set.Repeat[m][p.kernelRank-1](dst[:p.dstLen], src[:p.srcLen], p.once)
	}
	return nil
}

// Pad combines [NewPlan] and [Plan.Run] for a single call. It returns the output, in new memory, and its shape. Unless
// Params.MaxBytes is set, it refuses outputs above 4 GiB, because a Go program that allocates more memory than the machine has is killed.
func Pad[T Unit](ks *Set[T], src []T, params Params[T]) (out []T, shape []int, err error) {
	g := geometries.Get().(*kernel.Geometry)
	defer geometries.Put(g)
	p := &Plan[T]{plan: plan{geometry: g}}
	if err = p.Reset(ks, params); err != nil {
		return nil, nil, err
	}
	if bytes := int64(p.dstLen) * int64(p.element.Size); params.MaxBytes <= 0 && bytes > maxAllocated {
		return nil, nil, tooLarge("pads", "the output has", bytes, maxAllocated, "; MaxBytes raises it")
	}
	if err := p.checkBuffer("src", kernel.MemoryOf(src), p.srcLen, p.longSrc); err != nil {
		return nil, nil, err
	}
	out = p.newOutput()
	if err := p.Run(out, src); err != nil {
		return nil, nil, err
	}
	return out, p.OutputShape(), nil
}

// AnyPlan is a [Plan] whose element type is known only at run time. An engine can implement its own rules with it, as package onnx
// implements those of ONNX.
type AnyPlan struct{ plan }

// NewAnyPlan is [NewPlan] for a kernel set of any element type. The value is passed to each run.
func NewAnyPlan(ks AnySet, params Params[struct{}]) (*AnyPlan, error) {
	p := new(AnyPlan)
	if err := p.reset(ks, &params); err != nil {
		return nil, err
	}
	p.open()
	return p, nil
}

// Reset is [Plan.Reset].
func (p *AnyPlan) Reset(ks AnySet, params Params[struct{}]) error { return p.reset(ks, &params) }

// Run is [Plan.Run] with its slices passed as [Memory]. value holds one storage unit, or one for each of Params.Values. If it lies in dst,
// Run copies it first.
//
// Run refuses units of another size, and strings in place of other types, but not another type of the same size: only [AnySet.Memory]
// checks the type. Bytes of bool are copied unchanged, also if they are not 0 or 1.
func (p *AnyPlan) Run(dst, src, value Memory) error {
	return p.RunContext(context.Background(), dst, src, value)
}

// RunContext is [AnyPlan.Run] with a context, as in [Plan.RunContext].
func (p *AnyPlan) RunContext(ctx context.Context, dst, src, value Memory) error {
	value, err := p.checkValue(value, p.units, dst)
	if err != nil {
		return err
	}
	return untilDone(ctx, func(done <-chan struct{}) error { return p.run(done, dst, src, value) })
}

// mostRewritten is the size in bytes of the largest output in which a kernel writes the first of several values, to be replaced.
const mostRewritten = 32 << 10

// plan is the part of a Plan that does not depend on its element type.
type plan struct {
	_              noCopy
	kernels        AnySet
	element        kernel.Element        // of kernels
	ranks          [kernel.NumModes]uint // of kernels, by mode
	kernelRank     int
	geometry       *kernel.Geometry // separate: without pointers it costs the garbage collector nothing
	outer          []kernel.Axis    // the axes beyond kernel.MaxRank
	dstLen, srcLen int              // of the slices, in storage units
	crop           int              // the first axis that is cropped, or -1
	longDst        bool             // dst may be longer
	longSrc        bool             // src may be longer
	gaps           gaps             // of dst
	spread         bool             // one kernel call writes several runs with gaps between them
	once           *kernel.Geometry // of the only kernel call, if one call writes the output
	extended       bool             // a border writes the pads of axes whose mode is not the kernel's, or that have several values
	units          int              // of the value
	inner, period  int              // of Params.Values: output elements at one index of the axis, and at all of them
	peel           int              // a kernel call handles one index of each axis from this one on
	workers        int
	shape          []int               // of the output
	few            [kernel.MaxRank]int // memory for shape, if it is large enough
}

// reset turns p into the plan of a call. After an error p is empty.
func (p *plan) reset(ks AnySet, params *Params[struct{}]) error {
	spans, err := params.resolve(new(spanBuffer))
	if err == nil && params.Strides != nil {
		_, err = nested("strides", params.Strides, params.Shape, func(axis, stride, _ int) { spans[axis].Src = stride })
	}
	if err == nil {
		p.gaps = gaps{}
		err = p.init(ks, spans, params)
	}
	if err != nil {
		*p = plan{}
	}
	return err
}

// init is reset with the spans of a call, which it changes. p must not have gaps. init takes everything except the pads and axes from
// params.
func (p *plan) init(ks AnySet, spans []kernel.Span, params *Params[struct{}]) error {
	if err := p.setKernels(ks); err != nil {
		return err
	}
	p.workers, p.shape = params.Workers, outShape(p.few[:0], spans)
	p.longDst, p.longSrc = params.DstStrides != nil, params.Strides != nil
	reach, limit := 0, params.maxBytes()
	if err := p.checkSize("data", "input", params.Shape, math.MaxInt64); err != nil {
		return err
	}
	if err := p.checkSize("pads", "output", p.shape, limit); err != nil {
		return err
	}
	if p.longDst {
		var err error
		if reach, err = p.gaps.resolve(params.DstStrides, p.shape, p.element.PerUnit); err == nil {
			err = p.checkSize("dst strides", "output with its gaps", []int{reach}, limit)
		}
		if err != nil {
			return err
		}
	}
	mode, err := p.pickMode(spans, params)
	if err != nil {
		return err
	}
	if p.geometry == nil {
		p.geometry = new(kernel.Geometry)
	}
	g := p.geometry
	if p.outer, err = g.Init(mode, merge(spans, len(p.gaps.strides))); err != nil {
		return errorf(ErrShape, "data", -1, 0, "%v", err)
	}
	p.dstLen, p.srcLen = p.element.Units(max(reach, g.DstLen())), p.element.Units(g.SrcLen())
	if p.longSrc {
		if err := p.checkSize("strides", "input with its gaps", []int{g.SrcLen()}, math.MaxInt64); err != nil {
			return err
		}
	}
	p.selectKernel()
	p.once = nil
	most := 2 * batchSize(p.element.PerUnit) // of an output that batches would make slower
	if p.inner > 0 && (p.dstLen == 0 || p.srcLen == 0 || p.axis(0).Out()%p.period != 0) {
		most = -1
	} else if p.inner > 0 {
		most = mostRewritten
	}
	if p.peel == g.Rank() && (p.gaps.strides == nil || p.spread) && p.outputBytes() <= most {
		if p.once = g; p.spread {
			p.once = new(kernel.Geometry)
			*p.once = *g
			p.once.Spread(p.gaps.strides[0])
		}
	}
	return nil
}

// open prepares the only kernel call for many runs. This takes as long as it saves in two runs.
func (p *plan) open() {
	if p.once != nil {
		p.kernels.Open(p.once.Mode(), p.kernelRank, p.once)
	}
}

// setKernels stores the properties of a kernel set, because asking the set takes longer than all other checks.
func (p *plan) setKernels(ks AnySet) error {
	if ks == p.kernels && ks != nil {
		return nil
	}
	if p.kernels, p.element = ks, (kernel.Element{}); ks != nil {
		p.element = ks.Element()
	}
	if !p.element.Valid() {
		return errorf(ErrNoKernel, "kernels", -1, 0, "no kernel set, expected one of a generated package")
	}
	for m := range p.ranks {
		p.ranks[m] = ks.Ranks(Mode(m))
	}
	return nil
}

// pickMode returns the mode of the kernel to call, and sets it for axes of one element. It also sets the fields that depend on the spans
// and on Params.Values.
func (p *plan) pickMode(spans []kernel.Span, params *Params[struct{}]) (Mode, error) {
	p.units, p.inner, p.period = len(params.values()), 0, 0
	if params.Values != nil {
		p.inner = 1
		for _, s := range spans[params.valuesAxis()+1:] {
			p.inner *= s.Out()
		}
		p.inner = max(1, p.inner)
		p.period = p.inner * len(params.Values)
	}
	own := params.Mode // or that of the innermost axis with pads
	if params.Modes == nil && p.ranks[own] == 0 {
		return 0, p.noKernel("mode", -1, own)
	}
	for i := range spans {
		if s := &spans[i]; params.Modes != nil && padded(s) {
			if own = s.Mode; p.ranks[own] == 0 {
				return 0, p.noKernel("modes", i, own)
			}
		}
	}
	mode := kernelMode(spans)
	if p.ranks[mode] == 0 {
		mode = own
	}
	for m := Mode(0); p.ranks[mode] == 0; m++ { // nothing is added, so any kernel will do
		if m == kernel.NumModes {
			return 0, p.noKernel("mode", -1, mode)
		}
		mode = m
	}
	p.extended, p.crop = p.inner > 0, -1
	for i := len(spans) - 1; i >= 0; i-- {
		s := &spans[i]
		// All modes except constant repeat a single element.
		if s.Ext == 1 && s.Mode != Constant && mode != Constant {
			s.Mode = mode
		}
		p.extended = p.extended || padded(s) && s.Mode != mode
		if s.Ext < s.Dim {
			p.crop = i
		}
	}
	return mode, nil
}

func (p *plan) noKernel(input string, axis int, m Mode) error {
	who := ""
	if axis < 0 {
		who = "the call "
	}
	const text = "%sneeds mode %v, of which the set of %s has no kernel: generate one with -modes and -types"
	return errorf(ErrNoKernel, input, axis, m, text, who, m, p.element.Name)
}

// selectKernel selects the kernel of the geometry's rank or, if the output has gaps, of the number of axes inside the gaps. If that kernel
// was not generated, it selects the next higher rank or, if there is none, the next lower one; outer axes are then peeled off.
func (p *plan) selectKernel() {
	ranks := p.ranks[p.geometry.Mode()]
	n := len(p.gaps.strides)
	rank := min(max(1, p.geometry.Rank()-n), kernel.MaxRank+1)
	p.spread = n > 0 && rank == p.geometry.Rank()-n && rank <= 2 && ranks>>rank != 0 &&
		p.element.PerUnit == 1 && !p.element.Strings && !p.extended
	if p.spread {
		rank++
	}
	p.kernelRank = bits.Len(ranks)
	if higher := ranks >> (rank - 1); higher != 0 {
		p.kernelRank = rank + bits.TrailingZeros(higher)
	}
	p.peel = min(rank, p.kernelRank)
}

// axis returns axis i of the geometry, counted from the innermost one.
func (p *plan) axis(i int) *kernel.Axis {
	if i < kernel.MaxRank {
		return p.geometry.Axis(i)
	}
	return &p.outer[i-kernel.MaxRank]
}

// OutputShape returns the shape of the output, in a new slice.
func (p *plan) OutputShape() []int { return slices.Clone(p.shape) }

// OutputLen returns the length that dst must have: the number of elements, or of storage units of a packed type. With Params.DstStrides
// it is the least length.
func (p *plan) OutputLen() int { return p.dstLen }

// InputLen returns the length that src must have, counted as OutputLen does. With Params.Strides it is the least length.
func (p *plan) InputLen() int { return p.srcLen }

// untilDone calls run, unless ctx is done. If ctx is done or ended the run, untilDone returns the cause. A nil ctx is never done.
func untilDone(ctx context.Context, run func(done <-chan struct{}) error) error {
	if ctx == nil {
		return run(nil)
	}
	err := errDone
	if ctx.Err() == nil {
		err = run(ctx.Done())
	}
	if err == errDone {
		return context.Cause(ctx)
	}
	return err
}

// run writes the output, and stops if done is closed.
func (p *plan) run(done <-chan struct{}, dst, src, value Memory) error {
	if err := p.check(dst, src); err != nil {
		return err
	}
	if p.once == nil {
		return p.runBatches(done, dst, src, value, false)
	}
	p.kernels.Call(p.once.Mode(), p.kernelRank, dst.Part(0, p.dstLen), src.Part(0, p.srcLen), value.Part(0, 1), p.once)
	if p.extended {
		p.extend(dst, value)
	}
	return nil
}

// extend writes the pads that the only kernel call has not written, or has written with the first of several values.
func (p *plan) extend(dst, value Memory) {
	b := p.borderOf(dst, value)
	b.inPlace, b.several = false, p.inner > 0
	b.write()
}

// checkValue returns an error unless value has the given number of units. If it lies in dst, checkValue returns a copy, because a run
// writes to dst before it reads the value for the last time.
func (p *plan) checkValue(value Memory, units int, dst Memory) (Memory, error) {
	err := p.checkBuffer("value", value, units, false)
	if err != nil || !value.Overlaps(dst) {
		return value, err
	}
	kept, _ := p.kernels.Memory(p.kernels.Make(units))
	move(&p.element, kept, 0, value, 0, units*p.element.PerUnit)
	return kept, nil
}

// check returns an error if the slices do not fit the plan.
func (p *plan) check(dst, src Memory) error {
	if err := p.checkBuffer("dst", dst, p.dstLen, p.longDst); err != nil {
		return err
	}
	if err := p.checkBuffer("src", src, p.srcLen, p.longSrc); err != nil {
		return err
	}
	if dst.Overlaps(src) {
		return errorf(ErrBuffer, "dst", -1, 0, "shares memory with src")
	}
	return nil
}

// checkBuffer returns an error if p is empty, or if m is not a slice of n aligned units, or of at least n if more is true.
func (p *plan) checkBuffer(name string, m Memory, n int, more bool) error {
	switch got := m.Len(); {
	case p.kernels == nil:
		return errorf(ErrNoKernel, "plan", -1, 0, "empty, use one that NewPlan returned")
	case got < n || got > n && !more:
		units := ""
		if p.element.PerUnit > 1 {
			units = fmt.Sprintf(": units of %d elements", p.element.PerUnit)
		}
		return errorf(ErrBuffer, name, -1, got, "length %d, expected %d%s", got, n, units)
	case !m.Holds(&p.element):
		return errorf(ErrBuffer, name, -1, 0, "%s, expected %s", m.Units(), p.element.Name)
	case !m.Aligned(p.element.Align):
		const text = "not aligned for %s: the address is not a multiple of %d"
		return errorf(ErrBuffer, name, -1, 0, text, p.element.Name, p.element.Align)
	}
	return nil
}
