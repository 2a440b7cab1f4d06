package pad

import (
	"math"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// Plan is a checked call: its axes merged, its kernel selected. It is immutable and safe for concurrent use, and must not
// be copied.
type Plan[T any] struct {
	ks             *kernel.Set[T]
	constant       kernel.ConstantFunc[T] // in mode constant
	others         kernel.Func[T]         // in the others
	value          T
	geometry       *kernel.Geometry // allocated by itself: without pointers it costs the collector nothing
	outer          []kernel.Axis    // the axes beyond kernel.MaxRank
	dstLen, srcLen int              // of the slices, in T
	peel           int              // tasks walk the axes from this one on; 0: one call of the kernel does all
	workers        int
	large          bool // enough for several goroutines
	rank           int
	few            [kernel.MaxRank]int // the output's shape
	many           []int
	tasks          sync.Pool // of *task[T]
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
	if ks == nil || ks.PerUnit < 1 || ks.PerUnit&(ks.PerUnit-1) != 0 {
		return errorf(ErrNoKernel, "kernels", -1, 0, "no kernel set, expected one of a generated package")
	}
	var spans spanList
	if err := params.resolve(&spans); err != nil {
		return err
	}
	p.ks, p.value, p.rank, p.workers, p.geometry = ks, params.Value, spans.n, params.Workers, g
	if spans.n > kernel.MaxRank {
		p.many = make([]int, spans.n)
	}
	if err := p.checkSizes(params.Shape, spans.outShape(p.shape()), params.MaxBytes); err != nil {
		return err
	}
	mode := params.Mode
	if m := spans.simplest(mode); ks.Has(mode) && ks.Has(m) {
		mode = m
	}
	spans.merge(mode)
	var err error
	if p.outer, err = g.Init(mode, spans.all()); err != nil {
		return errorf(ErrShape, "data", -1, 0, "%v", err)
	}
	p.dstLen, p.srcLen = ks.Units(g.DstLen()), ks.Units(g.SrcLen())
	p.large = p.dstLen*ks.Size >= parallelBytes
	return p.selectKernel()
}

// checkSizes refuses an output above the limit, and tensors that no slice can hold.
func (p *Plan[T]) checkSizes(data, output []int, limit int64) error {
	if limit <= 0 {
		limit = DefaultMaxBytes
	}
	per := uint64(1) // what kernels count in a byte: bits of packed types
	if p.ks.PerUnit > 1 {
		per = 8
	}
	if err := p.checkSize("data", "input", data, math.MaxInt/per); err != nil {
		return err
	}
	return p.checkSize("pads", "output", output, min(mostCounted/per, uint64(MostBytes()), uint64(limit)))
}

// checkSize checks a shape, which may have most bytes; input is what the error is about.
func (p *Plan[T]) checkSize(input, what string, shape []int, most uint64) error {
	n, ok := Count(shape)
	hi, size := bits.Mul64(uint64(p.ks.Units(n)), uint64(p.ks.Size))
	switch {
	case !ok || hi != 0 || size > math.MaxInt64:
		return errorf(ErrTooLarge, input, -1, math.MaxInt64, "the %s is more than an int counts, the limit is %d bytes", what, most)
	case size > most:
		return errorf(ErrTooLarge, input, -1, int64(size), "the %s has %d bytes, the limit is %d", what, size, most)
	}
	return nil
}

// selectKernel takes the kernel of the geometry's rank, else the next higher one that was generated, else the next lower one, for which
// the outer axes are peeled.
func (p *Plan[T]) selectKernel() error {
	for rank := p.geometry.Rank(); rank <= kernel.MaxRank; rank++ {
		if p.take(rank) {
			return nil
		}
	}
	for rank := min(p.geometry.Rank()-1, kernel.MaxRank); rank > 0; rank-- {
		if p.take(rank) {
			p.peel = rank
			return nil
		}
	}
	m := p.geometry.Mode()
	return errorf(ErrNoKernel, "mode", -1, int64(m), "the package has no %v kernel of element type %s, generate one with -modes and -types", m, p.ks.Name)
}

// take takes the kernel of a rank, if there is one.
func (p *Plan[T]) take(rank int) bool {
	if m := p.geometry.Mode(); m == Constant {
		p.constant = p.ks.Constant[rank-1]
	} else {
		p.others = p.ks.Others(m)[rank-1]
	}
	return p.constant != nil || p.others != nil
}

// axis returns axis i of the geometry, counted from the innermost one.
func (p *Plan[T]) axis(i int) *kernel.Axis {
	if i < kernel.MaxRank {
		return p.geometry.Axis(i)
	}
	return &p.outer[i-kernel.MaxRank]
}

func (p *Plan[T]) shape() []int {
	if p.many != nil {
		return p.many
	}
	return p.few[:p.rank]
}

// OutputShape returns the shape of the output, in a new slice.
func (p *Plan[T]) OutputShape() []int { return append(make([]int, 0, p.rank), p.shape()...) }

// OutputLen returns the length that dst must have: the number of elements, or of storage units of a packed type.
func (p *Plan[T]) OutputLen() int { return p.dstLen }

// InputLen returns the length that src must have, counted as [Plan.OutputLen] does.
func (p *Plan[T]) InputLen() int { return p.srcLen }

// Run pads src, of length [Plan.InputLen], into dst, of length [Plan.OutputLen]. Their memory must not overlap. It writes every element
// of dst. Run does not allocate. (Several goroutines, and ranks above that of the kernel, use a pool, which a garbage collection can
// empty.) On one goroutine a garbage collection may have to wait until the output is made, as for the built-in copy. Errors are of kind
// [ErrBuffer]; the zero Plan refuses every call with an [ErrNoKernel].
func (p *Plan[T]) Run(dst, src []T) error {
	if p.ks == nil || len(dst) != p.dstLen || len(src) != p.srcLen || !aligned(dst) || !aligned(src) {
		return p.misfit(dst, src)
	}
	if kernel.Overlap(dst, src) {
		return errorf(ErrBuffer, "dst", -1, 0, "shares memory with src")
	}
	if p.large || p.peel > 0 {
		if n := p.concurrency(); n > 1 || p.peel > 0 {
			p.runTasks(n, dst, src)
			return nil
		}
	}
	p.call(dst, src)
	return nil
}

// misfit says why Run refuses the slices.
func (p *Plan[T]) misfit(dst, src []T) error {
	if p.ks == nil {
		return errorf(ErrNoKernel, "plan", -1, 0, "empty, make one with NewPlan")
	}
	if err := p.check("dst", dst, p.dstLen); err != nil {
		return err
	}
	return p.check("src", src, p.srcLen)
}

// check returns an error unless the named slice has n units and is aligned for them.
func (p *Plan[T]) check(name string, s []T, n int) error {
	if len(s) != n {
		return errorf(ErrBuffer, name, -1, int64(len(s)), "length %d, expected %d", len(s), n)
	}
	if !aligned(s) {
		return errorf(ErrBuffer, name, -1, 0, "not aligned for %s: the address is no multiple of %d", p.ks.Name, unsafe.Alignof(*new(T)))
	}
	return nil
}

// aligned reports whether s is aligned for T. All slices of Go are, except for some made with package unsafe, in which kernels would lose
// their place.
func aligned[T any](s []T) bool {
	return uintptr(unsafe.Pointer(unsafe.SliceData(s)))%unsafe.Alignof(*new(T)) == 0
}

// call makes the whole output by one call of the kernel.
func (p *Plan[T]) call(dst, src []T) {
	if p.constant != nil {
		p.constant(dst, src, p.value, p.geometry)
	} else {
		p.others(dst, src, p.geometry)
	}
}

// geometries keeps the geometries of Pad's plans, which end with the call, for later calls: so Pad allocates only its results, unless it
// shares work among goroutines or peels axes.
var geometries = sync.Pool{New: func() any { return new(kernel.Geometry) }}

// Pad pads src into a new slice and returns that slice and its shape. Errors are those of [NewPlan], and of kind [ErrBuffer] if src does
// not have the length that the shape requires, or is not aligned for T.
func Pad[T any](ks *kernel.Set[T], src []T, params Params[T]) (out []T, shape []int, err error) {
	g := geometries.Get().(*kernel.Geometry)
	defer geometries.Put(g)
	var p Plan[T] // stays on the stack, because it is not passed to runTasks, which hands plans to goroutines
	if err := p.init(ks, &params, g); err != nil {
		return nil, nil, err
	}
	if err := p.check("src", src, p.srcLen); err != nil {
		return nil, nil, err
	}
	out = make([]T, p.dstLen)
	if p.large || p.peel > 0 {
		shared, err := NewPlan(ks, params)
		if err == nil {
			err = shared.Run(out, src)
		}
		if err != nil {
			return nil, nil, err
		}
	} else {
		p.call(out, src)
	}
	return out, p.OutputShape(), nil
}
