package onnx

import (
	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Plan is a call bound to its shapes, pads and constant: everything but the data is checked. It comes from [Op.Plan]; the zero Plan
// refuses to run. It is immutable, and safe for concurrent use.
type Plan struct {
	d     dtype.DType
	bound boundPlan
}

// Plan checks a call once, so that it can be run often. It takes what [Op.Run] takes, and copies what it needs of pads, axes and the
// constant. The Data of data is not used and may be nil. Plan allocates four times for ranks up to [pad.MaxRank].
func (op *Op) Plan(attrs Attributes, inputs ...Tensor) (*Plan, error) {
	c, err := op.resolve(&attrs, inputs, false)
	if err != nil {
		return nil, err
	}
	bound, err := elements[c.d].bind(op, c)
	if err != nil {
		return nil, err
	}
	return &Plan{c.d, bound}, nil
}

// Run pads src into dst and writes every element of dst. Each of them may be anything that [Tensor].Data may be, raw or typed
// independently of the other: src of [Plan.InputLen] storage units, dst of [Plan.OutputLen]. They must not share memory.
//
// Run allocates nothing, unless raw memory is not aligned for the element type and has to be copied, or as [pad.Plan.Run] says. But Go
// allocates 24 bytes to convert a slice to any: to run a Plan often, keep the any, or the Tensor whose Data it is.
//
// A wrong length or type is an error of kind [ErrData], shared memory one of kind [pad.ErrBuffer].
func (p *Plan) Run(dst, src any) error { return p.call().run(dst, src) }

// DType returns the element type of data and output.
func (p *Plan) DType() dtype.DType { return p.d }

// OutputShape returns the shape of the output, in a new slice.
func (p *Plan) OutputShape() []int { return p.call().outputShape() }

// OutputLen returns the number of storage units of the output: the length of a typed slice. Raw memory has DType().Size()
// bytes for each.
func (p *Plan) OutputLen() int { return p.call().outputLen() }

// InputLen returns the number of storage units of data, counted as [Plan.OutputLen] does.
func (p *Plan) InputLen() int { return p.call().inputLen() }

func (p *Plan) call() boundPlan {
	if p.bound == nil {
		return noPlan{}
	}
	return p.bound
}

// noPlan is what the zero Plan is bound to.
type noPlan struct{}

func (noPlan) run(_, _ any) error {
	return noVersion.errorf(pad.ErrNoKernel, "plan", 0, "empty, make one with Op.Plan")
}
func (noPlan) outputShape() []int { return []int{} }
func (noPlan) outputLen() int     { return 0 }
func (noPlan) inputLen() int      { return 0 }

// boundPlan is a Plan of one element type.
type boundPlan interface {
	run(dst, src any) error
	outputShape() []int
	outputLen() int
	inputLen() int
}

type elementPlan[T any] struct {
	op   *Op
	ks   *pad.KernelSet[T]
	plan *pad.Plan[T]
}

func (e element[T]) bind(op *Op, c call) (boundPlan, error) {
	p, err := e.params(op, &c)
	if err != nil {
		return nil, err
	}
	plan, err := pad.NewPlan(e.ks, p)
	if err != nil {
		return nil, op.wrap(err)
	}
	return &elementPlan[T]{op, e.ks, plan}, nil
}

func (p *elementPlan[T]) run(dst, src any) error {
	s, err := view(p.op, p.ks, src, p.plan.InputLen(), "src")
	if err != nil {
		return err
	}
	d, err := view(p.op, p.ks, dst, p.plan.OutputLen(), "dst")
	if err != nil {
		return err
	}
	// The check of package pad does not see raw memory that view has copied.
	to, _ := element[T]{p.ks}.bytes(dst)
	from, _ := element[T]{p.ks}.bytes(src)
	if generated.Uint8.Overlap(to, from) {
		return p.op.errorf(pad.ErrBuffer, "dst", 0, "shares memory with src")
	}
	if err := p.plan.Run(d, s); err != nil {
		return p.op.wrap(err)
	}
	if raw, ok := dst.([]byte); ok && !sameMemory(p.ks.Bytes(d), raw) {
		copy(raw, p.ks.Bytes(d)) // view had to copy
	}
	return nil
}

func sameMemory(a, b []byte) bool { return len(a) == 0 || &a[0] == &b[0] }

func (p *elementPlan[T]) outputShape() []int { return p.plan.OutputShape() }
func (p *elementPlan[T]) outputLen() int     { return p.plan.OutputLen() }
func (p *elementPlan[T]) inputLen() int      { return p.plan.InputLen() }
