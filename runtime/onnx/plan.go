package onnx

import (
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Plan is a call whose inputs are checked, all but the data. It comes from [Op.Plan]. It does not change, and is safe for
// concurrent use. The zero Plan refuses to run.
type Plan struct {
	d     dtype.DType
	bound boundPlan
}

// Plan checks a call once, so that it can be run often. It takes what [Op.Run] takes. The caller may change pads, axes and
// the constant afterwards: Plan copies them. It does not use the Data of data, which may be nil. For ranks up to
// 8 it allocates four times.
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

// Run pads src into dst and writes every element of dst. Src has [Plan.InputLen] storage units, dst has
// [Plan.OutputLen]. Each is what the Data of a [Tensor] can be: one may be typed and the other raw. They must not share
// memory.
//
// Run allocates nothing, apart from what [pad.Plan.Run] says, and copies of raw bytes that are not aligned for the element
// type. But Go allocates 24 bytes where a slice becomes an any. If you run a Plan often, keep the any.
//
// A wrong length or type is an error of kind [ErrData], shared memory one of kind [pad.ErrBuffer].
func (p *Plan) Run(dst, src any) error { return p.call().run(dst, src) }

// DType returns the element type of data and output.
func (p *Plan) DType() dtype.DType { return p.d }

// OutputShape returns the shape of the output, in a new slice.
func (p *Plan) OutputShape() []int { return p.call().outputShape() }

// OutputLen returns the number of storage units of the output. That is the length of a typed slice. Raw bytes are
// DType().Size() times as many.
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
	ks   *kernel.Set[T]
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
	if kernel.Overlap(to, from) {
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
