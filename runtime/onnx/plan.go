package onnx

import (
	"context"
	"math"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Plan is a call that has been checked except for the elements of its input. It is created by [Op.Plan], is immutable, and is
// safe for concurrent use. The zero Plan refuses to run.
type Plan struct {
	op    *Op
	d     dtype.DType
	set   kernel.AnySet
	plan  *pad.AnyPlan
	value kernel.Memory
}

// Plan checks a call once, so that it can be run often. Its parameters are those of [Op.Run]. It copies pads, axes and the
// constant, so the caller may change them afterwards. It does not use the Data of data, which may be nil. If the constant is
// not known yet, omit it and use [Plan.RunValue]. For ranks up to 8, Plan allocates at most seven times.
func (op *Op) Plan(attrs Attributes, inputs ...Tensor) (*Plan, error) {
	c, err := op.resolve(&attrs, inputs, false)
	if err != nil {
		return nil, err
	}
	return op.plan(&c, op.options.maxBytes())
}

// plan creates the plan of a call whose output may have up to most bytes.
func (op *Op) plan(c *call, most int64) (*Plan, error) {
	set := op.sets[c.d]
	if set == nil {
		return nil, op.errorf(pad.ErrNoKernel, "data", int64(c.d),
			"no kernels of %v were given to New, add the set %s of your generated package", c.d, c.d.GoName())
	}
	p := &Plan{op: op, d: c.d, set: set}
	var err error
	if p.value, err = op.value(c, set); err != nil {
		return nil, err
	}
	p.plan, err = pad.NewAnyPlan(set, pad.Params[struct{}]{
		Shape: c.shape, Pads: c.pads, Axes: c.axes, Mode: c.mode,
		Strict: op.options.Strict, MaxBytes: most, Workers: op.options.Workers,
	})
	if err != nil {
		return nil, op.wrap(err)
	}
	return p, nil
}

// value returns the constant in newly allocated memory: a copy of the input, the converted attribute, or zero.
func (op *Op) value(c *call, set kernel.AnySet) (kernel.Memory, error) {
	value := set.Make(1)
	m, _ := set.Memory(value)
	if c.hasValue {
		given, _, err := op.view(op.budget(context.Background()), set, c.value, 1, op.schema.Inputs[op.valueInput])
		if err != nil {
			return m, err
		}
		copy(m.Bytes(), given.Bytes())
		copy(kernel.SliceOf[string](m), kernel.SliceOf[string](given)) // strings, for which Bytes is empty
		return m, nil
	}
	if f, ok := c.attribute.Get(); ok {
		// The versions with this attribute allow only these types.
		switch v := value.(type) {
		case []float32:
			v[0] = f
		case []float64:
			v[0] = toFloat64(f)
		case []dtype.Float16:
			v[0] = dtype.ToFloat16(f)
		}
	}
	return m, nil
}

// toFloat64 converts f and keeps the sign and payload of a NaN. The instructions of riscv64 and mips64 do not.
func toFloat64(f float32) float64 {
	if f == f {
		return float64(f)
	}
	b := uint64(math.Float32bits(f))
	return math.Float64frombits(b>>31<<63 | 0x7FF8<<48 | b&0x7FFFFF<<29)
}

// Run pads src into dst and writes every element of dst. src must hold [Plan.InputLen] storage units, and dst
// [Plan.OutputLen]. Each may have any form that the Data of a [Tensor] may have; one may be typed and the other raw. They
// must not share memory.
//
// Run does not allocate, except as described at [pad.Plan.Run] and for copies of raw bytes that are not aligned for the
// element type. Converting a slice to any allocates 24 bytes; if you run a Plan often, convert the slice once.
//
// For a wrong length or type, Run returns an error of kind [ErrData], and for shared memory one of kind [pad.ErrBuffer].
func (p *Plan) Run(dst, src any) error { return p.run(context.Background(), dst, src, nil) }

// RunContext is [Plan.Run], but stops when ctx is done, as [pad.Plan.RunContext] does. Allocating copies of unaligned bytes
// cannot be cancelled.
func (p *Plan) RunContext(ctx context.Context, dst, src any) error { return p.run(ctx, dst, src, nil) }

// RunValue is [Plan.Run] with a different constant_value: one element, in any form that the Data of a [Tensor] may have.
func (p *Plan) RunValue(dst, src, value any) error {
	return p.run(context.Background(), dst, src, &value)
}

// RunValueContext is [Plan.RunValue] with a context, as in [Plan.RunContext].
func (p *Plan) RunValueContext(ctx context.Context, dst, src, value any) error {
	return p.run(ctx, dst, src, &value)
}

// run pads with *other instead of the plan's constant_value, unless other is nil.
func (p *Plan) run(ctx context.Context, dst, src any, other *any) (err error) {
	if p == nil || p.plan == nil {
		return noVersion.errorf(pad.ErrNoKernel, "plan", 0, "empty, make one with Op.Plan")
	}
	b, value := p.op.budget(ctx), p.value
	if other != nil {
		if value, _, err = p.op.view(b, p.set, *other, 1, "value"); err != nil {
			return err
		}
	}
	from, copiedSrc, err := p.op.view(b, p.set, src, p.plan.InputLen(), "src")
	if err != nil {
		return err
	}
	to, copiedDst, err := p.op.view(b, p.set, dst, p.plan.OutputLen(), "dst")
	if err != nil {
		return err
	}
	if copiedSrc || copiedDst { // package pad sees only the copies
		if kernel.MemoryOf(p.bytes(dst)).Overlaps(kernel.MemoryOf(p.bytes(src))) {
			return p.op.errorf(pad.ErrBuffer, "dst", 0, "shares memory with src")
		}
	}
	if err := p.plan.RunContext(b.ctx, to, from, value); err != nil {
		return p.op.wrap(err)
	}
	if copiedDst {
		return b.copy(p.bytes(dst), to.Bytes())
	}
	return nil
}

// bytes returns the memory of typed or raw data.
func (p *Plan) bytes(data any) []byte {
	b, _ := Tensor{DType: p.d, Data: data}.Bytes()
	return b
}

// DType returns the element type of the input and the output.
func (p *Plan) DType() dtype.DType {
	if p == nil {
		return 0
	}
	return p.d
}

// OutputShape returns the shape of the output, in a new slice.
func (p *Plan) OutputShape() []int { return p.padPlan().OutputShape() }

// OutputLen returns the number of storage units of the output. That is the length of a typed slice. Raw bytes are
// DType().Size() times as many.
func (p *Plan) OutputLen() int { return p.padPlan().OutputLen() }

// InputLen returns the number of storage units of the input, counted as by [Plan.OutputLen].
func (p *Plan) InputLen() int { return p.padPlan().InputLen() }

// padPlan returns the plan of package pad, an empty one if p was not created by an Op.
func (p *Plan) padPlan() *pad.AnyPlan {
	if p == nil || p.plan == nil {
		return new(pad.AnyPlan)
	}
	return p.plan
}
