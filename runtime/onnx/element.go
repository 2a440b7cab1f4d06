package onnx

import (
	"math"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// elementType is what this package does with one element type. A call is passed by value, so that it stays on the stack.
type elementType interface {
	run(op *Op, c call) (Tensor, error)
	bind(op *Op, c call) (boundPlan, error)
	make(units int) any
	bytes(data any) ([]byte, bool)
}

// element is what elements, in zz_types.go, has for each type.
type element[T any] struct{ ks *kernel.Set[T] }

func (e element[T]) make(units int) any { return make([]T, units) }

func (e element[T]) bytes(data any) ([]byte, bool) {
	switch s := data.(type) {
	case []T:
		if e.ks.Bytes == nil {
			return nil, false
		}
		return e.ks.Bytes(s), true
	case []byte:
		return s, e.ks.Bytes != nil
	}
	return nil, false
}

// params returns the parameters of c.
func (e element[T]) params(op *Op, c *call) (p pad.Params[T], err error) {
	p = pad.Params[T]{
		Shape: c.shape, Pads: c.pads, Axes: c.axes, Mode: c.mode,
		Strict: op.strict, MaxBytes: op.maxBytes, Workers: op.workers,
	}
	p.Value, err = e.value(op, c)
	return p, err
}

// value returns the constant: the input, or the attribute converted, or zero.
func (e element[T]) value(op *Op, c *call) (v T, err error) {
	if c.hasValue {
		s, err := view(op, e.ks, c.value, 1, op.schema.Inputs[op.valueInput])
		if err != nil {
			return v, err
		}
		return s[0], nil
	}
	if c.attribute != nil {
		// The versions with this attribute allow only these types.
		switch p := any(&v).(type) {
		case *float32:
			*p = *c.attribute
		case *float64:
			*p = toFloat64(*c.attribute)
		case *dtype.Float16:
			*p = dtype.ToFloat16(*c.attribute)
		}
	}
	return v, nil
}

// toFloat64 converts f and keeps the sign and payload of a NaN. The instructions of riscv64 and mips64 do not.
func toFloat64(f float32) float64 {
	if f == f {
		return float64(f)
	}
	b := uint64(math.Float32bits(f))
	return math.Float64frombits(b>>31<<63 | 0x7FF8<<48 | b&0x7FFFFF<<29)
}

func (e element[T]) run(op *Op, c call) (Tensor, error) {
	p, err := e.params(op, &c)
	if err != nil {
		return Tensor{}, err
	}
	if unaligned(e.ks, c.data) { // view copies the data: check the call before
		if _, err := pad.NewPlan(e.ks, p); err != nil {
			return Tensor{}, op.wrap(err)
		}
	}
	n, _ := pad.Count(c.shape)
	src, viewErr := view(op, e.ks, c.data, e.ks.Units(n), "data")
	if viewErr != nil {
		// Errors in the call, such as a shape without a size, come before errors in the data.
		if _, err := pad.NewPlan(e.ks, p); err != nil {
			return Tensor{}, op.wrap(err)
		}
		return Tensor{}, viewErr
	}
	dst, shape, err := pad.Pad(e.ks, src, p)
	if err != nil {
		return Tensor{}, op.wrap(err)
	}
	out := Tensor{DType: c.d, Shape: shape}
	if _, raw := c.data.([]byte); raw {
		out.Data = e.ks.Bytes(dst)
	} else {
		out.Data = dst
	}
	return out, nil
}
