package onnx

import (
	"context"
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// budget holds the bytes that one call may still allocate, and the context that limits its time.
type budget struct {
	ctx  context.Context
	room int64
}

// budget returns the budget of a new call.
func (op *Op) budget(ctx context.Context) *budget {
	if ctx == nil {
		ctx = context.Background()
	}
	return &budget{ctx, op.options.maxBytes()}
}

// done returns the cause if the context is done, otherwise nil.
func (b *budget) done() error { return context.Cause(b.ctx) }

// copy copies bytes until the context is done. It copies in parts, because a garbage collection has to wait for a part.
func (b *budget) copy(dst, src []byte) error {
	for len(src) > 0 {
		if err := b.done(); err != nil {
			return err
		}
		n := copy(dst, src[:min(len(src), 1<<20)])
		dst, src = dst[n:], src[n:]
	}
	return nil
}

// view returns data, the Data of the named input, as memory of the given number of storage units. It copies only raw bytes
// that are not aligned for the element type, and subtracts their number from the budget.
func (op *Op) view(b *budget, set kernel.AnySet, data any, units int, name string) (m kernel.Memory, copied bool, err error) {
	e := set.Element()
	raw, isRaw := data.([]byte)
	m, typed := set.Memory(data)
	if !typed && !isRaw { // another package's type for the same elements
		d, _ := dtype.Parse(e.Name)
		raw, isRaw = Tensor{DType: d, Data: data}.Bytes()
	}
	switch {
	case typed:
		if m.Len() != units {
			return m, false, op.errorf(ErrData, name, int64(m.Len()), "%d %s, expected %d", m.Len(), unitsOf(&e), units)
		}
		return m, false, nil
	case isRaw && !e.Strings && (len(raw)/e.Size != units || len(raw)%e.Size != 0):
		return m, false, op.errorf(ErrData, name, int64(len(raw)), "%d bytes, expected %d: %d %s", len(raw), int64(units)*int64(e.Size), units, unitsOf(&e))
	case isRaw && !e.Strings:
		if m, ok := e.Raw(raw); ok {
			return m, false, nil
		}
		if int64(len(raw)) > b.room {
			return m, false, op.errorf(pad.ErrTooLarge, name, int64(len(raw)),
				"%d raw bytes that are not aligned must be copied, the limit leaves %d; MaxBytes raises it", len(raw), b.room)
		}
		b.room -= int64(len(raw))
		if err := b.done(); err != nil {
			return m, false, err
		}
		m, _ = set.Memory(set.Make(units))
		return m, true, b.copy(m.Bytes(), raw)
	case data == nil && units == 0:
		return m, false, nil
	}
	expected := fmt.Sprintf("%T", set.Make(0))
	if !e.Strings {
		expected += " or raw bytes"
	}
	return m, false, op.errorf(ErrData, name, 0, "Data is %T, expected %s", data, expected)
}

// unitsOf describes what a slice holds: elements, or the storage units of a packed type.
func unitsOf(e *kernel.Element) string {
	if e.PerUnit > 1 {
		return "storage units of " + e.Name
	}
	return "elements of " + e.Name
}
