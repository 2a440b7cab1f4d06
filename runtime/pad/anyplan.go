package pad

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
)

// AnyPlan is a [Plan] of an element type that is known at run time, for engines that have rules of their own. Those of ONNX are in package
// onnx, which is written with it.
type AnyPlan struct{ plan }

// NewAnyPlan is [NewPlan] for a kernel set of any element type. The value comes with each run.
func NewAnyPlan(ks kernel.AnySet, params Params[struct{}]) (*AnyPlan, error) {
	p := new(AnyPlan)
	if err := p.init(ks, &params, new(kernel.Geometry)); err != nil {
		return nil, err
	}
	return p, nil
}

// Run is [Plan.RunContext] for memory of the element type, one unit in value.
func (p *AnyPlan) Run(ctx context.Context, dst, src, value kernel.Memory) error {
	if p.kernels == nil {
		return p.misfit(dst, src)
	}
	if err := p.checkBuffer("value", value, 1, false); err != nil {
		return err
	}
	return p.runContext(ctx, dst, src, value)
}

// runContext is run until ctx is done: then it returns the cause.
func (p *plan) runContext(ctx context.Context, dst, src, value kernel.Memory) error {
	if ctx == nil {
		ctx = context.Background()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	err := p.run(ctx.Done(), dst, src, value)
	if err == errDone {
		return context.Cause(ctx)
	}
	return err
}

// run makes the output until done is closed.
func (p *plan) run(done <-chan struct{}, dst, src, value kernel.Memory) error {
	if !p.fits(dst, src) {
		return p.misfit(dst, src)
	}
	if s := p.split(); s.goroutines > 0 {
		return p.runParts(done, s, dst, src, value)
	}
	p.kernels.Call(p.geometry.Mode(), p.kernelRank, dst, src.Part(0, p.srcLen), value, p.geometry)
	return nil
}

// plan is what a Plan does without knowing its element type.
type plan struct {
	kernels        kernel.AnySet
	element        kernel.Element
	kernelRank     int
	geometry       *kernel.Geometry // allocated by itself: without pointers it costs the collector nothing
	outer          []kernel.Axis    // the axes beyond kernel.MaxRank
	dstLen, srcLen int              // of the slices, in storage units
	small, strided bool             // one call of the kernel makes the output; src may be longer
	peel           int              // tasks walk the axes from this one on; 0: one call of the kernel can do all
	workers        int
	rank           int
	few            [kernel.MaxRank]int // the output's shape
	many           []int
	tasks          sync.Pool // of *task
}

// init makes p the plan of a call, with its geometry in g. Both must be empty.
func (p *plan) init(ks kernel.AnySet, params *Params[struct{}], g *kernel.Geometry) error {
	var spans spanList
	if err := params.resolve(&spans); err != nil {
		return err
	}
	if err := params.resolveStrides(spans.all()); err != nil {
		return err
	}
	return p.initSpans(ks, &spans, params, g)
}

// initSpans is init with the axes that the params say.
func (p *plan) initSpans(ks kernel.AnySet, spans *spanList, params *Params[struct{}], g *kernel.Geometry) error {
	if ks != nil {
		p.element = ks.Element()
	}
	if per := p.element.PerUnit; per < 1 || per&(per-1) != 0 {
		return errorf(ErrNoKernel, "kernels", -1, 0, "no kernel set, expected one of a generated package")
	}
	p.kernels, p.rank, p.workers, p.geometry, p.strided = ks, spans.n, params.Workers, g, params.Strides != nil
	if spans.n > kernel.MaxRank {
		p.many = make([]int, spans.n)
	}
	if err := p.checkSizes(params.Shape, spans.outShape(p.shape()), params.MaxBytes); err != nil {
		return err
	}
	mode := params.Mode
	if m := spans.simplest(mode); ks.Ranks(mode) != 0 && ks.Ranks(m) != 0 {
		mode = m
	}
	spans.merge(mode)
	var err error
	if p.outer, err = g.Init(mode, spans.all()); err != nil {
		return errorf(ErrShape, "data", -1, 0, "%v", err)
	}
	p.dstLen, p.srcLen = p.element.Units(g.DstLen()), p.element.Units(g.SrcLen())
	if err := p.checkSize("strides", "input with its gaps", []int{g.SrcLen()}, math.MaxInt/p.perByte(), ""); err != nil {
		return err
	}
	if err := p.selectKernel(); err != nil {
		return err
	}
	p.small = p.peel == 0 && !p.large()
	return nil
}

// checkSizes refuses an output above the limit, and tensors that no slice can hold.
func (p *plan) checkSizes(data, output []int, limit int64) error {
	if limit <= 0 {
		limit = DefaultMaxBytes
	}
	per := p.perByte()
	if err := p.checkSize("data", "input", data, math.MaxInt/per, ""); err != nil {
		return err
	}
	most, raise := min(mostCounted/per, uint64(MostBytes())), ""
	if uint64(limit) < most {
		most, raise = uint64(limit), "; MaxBytes raises it"
	}
	return p.checkSize("pads", "output", output, most, raise)
}

// perByte is what kernels count in a byte: bits of packed types.
func (p *plan) perByte() uint64 {
	if p.element.PerUnit > 1 {
		return 8
	}
	return 1
}

// checkSize checks a shape, which may have most bytes; input is what the error is about.
func (p *plan) checkSize(input, what string, shape []int, most uint64, raise string) error {
	n, ok := Count(shape)
	hi, size := bits.Mul64(uint64(p.element.Units(n)), uint64(p.element.Size))
	switch {
	case !ok || hi != 0 || size > math.MaxInt64:
		return errorf(ErrTooLarge, input, -1, math.MaxInt64, "the %s is more than an int counts, the limit is %d bytes%s", what, most, raise)
	case size > most:
		return errorf(ErrTooLarge, input, -1, int64(size), "the %s has %d bytes, the limit is %d%s", what, size, most, raise)
	}
	return nil
}

// selectKernel takes the kernel of the geometry's rank, else the next higher one that was generated, else the next lower one, for which
// the outer axes are peeled.
func (p *plan) selectKernel() error {
	m, rank := p.geometry.Mode(), min(p.geometry.Rank(), kernel.MaxRank+1)
	ranks := p.kernels.Ranks(m)
	switch higher := ranks >> (rank - 1); {
	case ranks == 0:
		return errorf(ErrNoKernel, "mode", -1, int64(m), "the package has no %v kernel of element type %s, generate one with -modes and -types", m, p.element.Name)
	case higher != 0:
		p.kernelRank = rank + bits.TrailingZeros(higher)
	default:
		p.kernelRank = bits.Len(ranks)
		p.peel = p.kernelRank
	}
	return nil
}

// axis returns axis i of the geometry, counted from the innermost one.
func (p *plan) axis(i int) *kernel.Axis {
	if i < kernel.MaxRank {
		return p.geometry.Axis(i)
	}
	return &p.outer[i-kernel.MaxRank]
}

func (p *plan) shape() []int {
	if p.many != nil {
		return p.many
	}
	return p.few[:p.rank]
}

// OutputShape returns the shape of the output, in a new slice.
func (p *plan) OutputShape() []int { return append(make([]int, 0, p.rank), p.shape()...) }

// OutputLen returns the length that dst must have: the number of elements, or of storage units of a packed type.
func (p *plan) OutputLen() int { return p.dstLen }

// InputLen returns the length that src must have, counted as OutputLen does. With Params.Strides it is the least length.
func (p *plan) InputLen() int { return p.srcLen }

// fits reports whether slices fit the plan. It need not find out why not: misfit does.
func (p *plan) fits(dst, src kernel.Memory) bool {
	return dst.Len() == p.dstLen && (src.Len() == p.srcLen || p.strided && src.Len() > p.srcLen) && p.kernels != nil &&
		dst.Holds(&p.element) && src.Holds(&p.element) &&
		dst.Aligned(p.element.Align) && src.Aligned(p.element.Align) && !dst.Overlaps(src)
}

// misfit says why slices do not fit the plan.
func (p *plan) misfit(dst, src kernel.Memory) error {
	if p.kernels == nil {
		return errorf(ErrNoKernel, "plan", -1, 0, "empty, make one with NewPlan")
	}
	if err := p.checkBuffer("dst", dst, p.dstLen, false); err != nil {
		return err
	}
	if err := p.checkBuffer("src", src, p.srcLen, p.strided); err != nil {
		return err
	}
	return errorf(ErrBuffer, "dst", -1, 0, "shares memory with src")
}

// checkBuffer says why memory is not a slice of n units, or of more where that is allowed.
func (p *plan) checkBuffer(name string, m kernel.Memory, n int, more bool) error {
	switch got := m.Len(); {
	case got < n || got > n && !more:
		return errorf(ErrBuffer, name, -1, int64(got), "length %d, expected %d", got, n)
	case !m.Holds(&p.element):
		return errorf(ErrBuffer, name, -1, 0, "of another element type, expected %s", p.element.Name)
	case !m.Aligned(p.element.Align):
		return errorf(ErrBuffer, name, -1, 0, "not aligned for %s: the address is no multiple of %d", p.element.Name, p.element.Align)
	}
	return nil
}

// geometries keeps the geometries of Pad's plans, which end with the call, for later calls: so Pad allocates only its results, unless it
// shares work among goroutines or peels axes.
var geometries = sync.Pool{New: func() any { return new(kernel.Geometry) }}
