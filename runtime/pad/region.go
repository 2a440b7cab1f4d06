package pad

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/padgen/padgen/runtime/kernel"
)

// Box is a part of a tensor: on each axis, the indices from Begin up to but excluding End.
type Box struct{ Begin, End []int }

// Shape returns the dimensions of the box.
func (b Box) Shape() []int { return b.appendShape(nil) }

func (b Box) appendShape(shape []int) []int {
	for i, begin := range b.Begin {
		shape = append(shape, b.End[i]-begin)
	}
	return shape
}

// check returns an error if b is not a box of a tensor of the given shape.
func (b Box) check(kind error, input string, shape []int) error {
	if len(b.Begin) != len(shape) || len(b.End) != len(shape) {
		return errorf(kind, input, -1, 0, "%d begins and %d ends given, expected %d", len(b.Begin), len(b.End), len(shape))
	}
	for i, out := range shape {
		switch begin, end := b.Begin[i], b.End[i]; {
		case begin < 0 || begin > out:
			return errorf(kind, input, i, begin, "begins at %d, expected 0 to %d", begin, out)
		case end < begin || end > out:
			return errorf(kind, input, i, end, "ends at %d, expected %d to %d", end, begin, out)
		}
	}
	return nil
}

// Block is a box of the input together with its elements, in row-major order. Strides are those of Data, as in [Params]. Use them to make
// part of a larger image a block without a copy: Data then starts at the first element of the block and may be longer. Nil means that Data
// has no gaps. For packed types, the block starts with the lowest element of the first unit of Data.
type Block[T Unit] struct {
	Box
	Data    []T
	Strides []int
}

// AnyBlock is a [Block] whose element type is known only at run time.
type AnyBlock struct {
	Box
	Data    Memory
	Strides []int
}

// Region is a box of the output of a call that is computed by itself, from only the input that it needs: a tile, a chunk, or part of an
// output that does not fit in memory. It is immutable and safe for concurrent use, and must not be copied.
//
//	.  .  .  .  .   .  .  .
//	              +---------+     d, s  the input
//	.  .  .  .  . | p  p  p |     ., p  what Pad adds to it
//	.  .  d  d  d | s  s  p |     s     the input that the region in the frame needs
//	.  .  d  d  d | s  s  p |     p     its pads, which are also read from that
//	              +---------+
//	.  .  d  d  d   d  d  .
//
// On each axis, a region is itself a Pad in the same mode. It needs one range of the input or, in mode wrap, at most two: the end and the
// start of the input.
type Region[T Unit] struct {
	region
	value []T
}

// NewRegion checks a call as [NewPlan] does, for a box of its output. The whole output may be larger than memory: MaxBytes limits the size
// of the box plus that of the memory in which Run gathers its input. Params.Strides must be nil, because each block has its own; DstStrides
// are those of the box. Errors are of type [*Error].
func NewRegion[T Unit](ks *Set[T], params Params[T], box Box) (*Region[T], error) {
	r := &Region[T]{value: slices.Clone(params.values())}
	if err := r.init(ks, params.untyped(), box); err != nil {
		return nil, err
	}
	return r, nil
}

// Run computes the box in dst, of length [Region.OutputLen], from blocks of the input in any order. Each element of the boxes that
// [Region.Needs] returns must be in exactly one block; blocks may hold more than that. An input that is completely in memory is one block.
// A block that holds everything needed is used without a copy, unless the box is mirrored or wraps around from the end of the input to its
// start. Errors are of kind [ErrBuffer] or [ErrStrides], or [ErrTooLarge] if the copy would exceed MaxBytes. After an error, nothing has
// been written.
func (r *Region[T]) Run(dst []T, from ...Block[T]) error { return r.runTyped(nil, dst, from) }

// RunContext is [Region.Run] with a context, as in [Plan.RunContext].
func (r *Region[T]) RunContext(ctx context.Context, dst []T, from ...Block[T]) error {
	return untilDone(ctx, func(done <-chan struct{}) error { return r.runTyped(done, dst, from) })
}

func (r *Region[T]) runTyped(done <-chan struct{}, dst []T, from []Block[T]) error {
	if err := r.checkNotEmpty(); err != nil {
		return err
	}
	blocks := make([]AnyBlock, len(from))
	for i := range from {
		blocks[i] = AnyBlock{from[i].Box, kernel.MemoryOf(from[i].Data), from[i].Strides}
	}
	return r.run(done, kernel.MemoryOf(dst), kernel.MemoryOf(r.value), blocks)
}

// AnyRegion is a [Region] whose element type is known only at run time.
type AnyRegion struct{ region }

// NewAnyRegion is [NewRegion] for a kernel set of any element type. The value is passed to each run.
func NewAnyRegion(ks AnySet, params Params[struct{}], box Box) (*AnyRegion, error) {
	r := new(AnyRegion)
	if err := r.init(ks, &params, box); err != nil {
		return nil, err
	}
	return r, nil
}

// Run is [Region.Run] with its slices passed as [Memory]. value, and what is checked, are as in [AnyPlan.Run].
func (r *AnyRegion) Run(dst, value Memory, from ...AnyBlock) error {
	return r.RunContext(context.Background(), dst, value, from...)
}

// RunContext is [AnyRegion.Run] with a context, as in [Plan.RunContext].
func (r *AnyRegion) RunContext(ctx context.Context, dst, value Memory, from ...AnyBlock) error {
	if err := r.checkNotEmpty(); err != nil {
		return err
	}
	value, err := r.gathered.checkValue(value, r.units, dst)
	if err != nil {
		return err
	}
	return untilDone(ctx, func(done <-chan struct{}) error { return r.run(done, dst, value, from) })
}

// region is the part of a Region that does not depend on its element type. It is a Pad, in the same mode, of the gathered box, which holds
// the sources of each axis in order or mirrored.
type region struct {
	gathered plan             // of the gathered box
	params   Params[struct{}] // of the gathered box
	shape    []int            // of the input
	units    int              // of the value, for all indices of the output
	values   interval         // the indices of Params.Values that the box uses
	axes     []sources
	last     atomic.Pointer[blockPlan]
}

func (r *region) init(ks AnySet, params *Params[struct{}], box Box) error {
	spans, err := params.resolve(new(spanBuffer))
	if err != nil {
		return err
	}
	if params.Strides != nil {
		return errorf(ErrStrides, "strides", -1, 0, "expected none, blocks have their own")
	}
	if err := box.check(ErrShape, "box", outShape(nil, spans)); err != nil {
		return err
	}
	begin, end := box.Begin, box.End
	r.params, r.shape, r.axes = *params, slices.Clone(params.Shape), make([]sources, len(spans))
	r.units, r.values = len(params.values()), interval{0, 1}
	r.params.Shape = make([]int, len(spans))
	for i := range r.axes {
		a := &r.axes[i]
		*a = sourcesIn(&spans[i], interval{begin[i], end[i]})
		r.params.Shape[i] = a.ext
		spans[i] = a.span(interval{a.intervals[0].begin, a.intervals[0].begin + a.ext})
	}
	if params.Values != nil {
		axis := params.valuesAxis()
		r.values = interval{begin[axis], end[axis]}
		r.params.Values = params.Values[r.values.begin:r.values.end]
	}
	return r.gathered.init(ks, spans, &r.params)
}

// checkNotEmpty returns an error for a region that NewRegion did not return.
func (r *region) checkNotEmpty() error {
	if r.gathered.kernels == nil {
		return errorf(ErrNoKernel, "region", -1, 0, "empty, use one that NewRegion returned")
	}
	return nil
}

// OutputShape returns the shape of the box, in a new slice.
func (r *region) OutputShape() []int { return r.gathered.OutputShape() }

// OutputLen returns the length that dst must have, as [Plan.OutputLen] does.
func (r *region) OutputLen() int { return r.gathered.OutputLen() }

// Needs returns the boxes of the input from which the region is computed. There is one box, or none if the region holds only the value, and
// twice as many for each axis on which the region wraps around from the end of the input to its start.
func (r *region) Needs() (boxes []Box) {
	if r.checkNotEmpty() != nil {
		return nil
	}
	for _, b := range r.needs() {
		boxes = append(boxes, Box{slices.Clone(b.Begin), slices.Clone(b.End)})
	}
	return boxes
}

// needs is Needs; each box is valid until the next iteration.
func (r *region) needs() iter.Seq2[[]int, Box] {
	one := slices.Repeat([]int{1}, len(r.axes))
	return pieces(one, func(i int, _ interval) [2]interval { return r.axes[i].needs(interval{0, r.shape[i]}) })
}

func (r *region) run(done <-chan struct{}, dst, value Memory, from []AnyBlock) error {
	if err := r.gathered.checkBuffer("dst", dst, r.gathered.dstLen, r.gathered.longDst); err != nil {
		return err
	}
	value = value.Part(r.values.begin, r.values.end)
	whole, err := r.checkBlocks(done, dst, from)
	if err != nil {
		return err
	}
	if whole == nil {
		return r.runGathered(done, dst, value, from, held)
	}
	var buffer [3 * kernel.MaxRank]int
	layout := append(append(append(buffer[:0], whole.Begin...), whole.End...), whole.Strides...)
	p := r.last.Load()
	if p == nil || !slices.Equal(p.layout, layout) {
		if p, err = r.planOf(whole, slices.Clone(layout)); err != nil {
			return err
		}
		r.last.Store(p)
	}
	return p.run(done, dst, whole.Data, value)
}

// blockPlan computes a region from one block that holds everything it needs. The layout of the block is its Begin, End and Strides.
type blockPlan struct {
	plan
	layout []int
}

func (r *region) planOf(whole *AnyBlock, layout []int) (*blockPlan, error) {
	spans := new(spanBuffer)[:0]
	for i := range r.axes {
		spans = append(spans, r.axes[i].span(interval{whole.Begin[i], whole.End[i]}))
	}
	params := r.params
	if params.Strides = whole.Strides; params.Strides != nil { // which checkBlocks has checked
		_, _ = nested("strides", params.Strides, whole.Shape(), func(axis, stride, _ int) { spans[axis].Src = stride })
	}
	p := &blockPlan{layout: layout}
	err := p.init(r.gathered.kernels, spans, &params)
	p.open()
	return p, err
}
