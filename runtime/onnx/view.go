package onnx

import (
	"fmt"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// view returns data, the Data of input name, as the memory of so many storage units. It copies only raw memory that is not aligned for
// the type, if at most *room bytes, and takes these off the room.
func (op *Op) view(set kernel.AnySet, data any, units int, name string, room *int64) (m kernel.Memory, copied bool, err error) {
	e := set.Element()
	raw, isRaw := data.([]byte)
	m, typed := set.Memory(data)
	switch {
	case typed:
		if m.Len() != units {
			return m, false, op.errorf(ErrData, name, int64(m.Len()), "%d %s, expected %d", m.Len(), unitsOf(&e), units)
		}
		return m, false, nil
	case isRaw && e.Strings:
		return m, false, op.errorf(ErrData, name, 0, "raw bytes, but %s has no raw form, expected %T", e.Name, set.Make(0))
	case isRaw && (len(raw)/e.Size != units || len(raw)%e.Size != 0):
		return m, false, op.errorf(ErrData, name, int64(len(raw)), "%d raw bytes, expected %d: %d %s", len(raw), int64(units)*int64(e.Size), units, unitsOf(&e))
	case isRaw:
		if m, ok := e.Raw(raw); ok {
			return m, false, nil
		}
		if *room -= int64(len(raw)); *room < 0 {
			return m, false, op.errorf(pad.ErrTooLarge, name, int64(len(raw)), "%d raw bytes that are not aligned must be copied, the limit is %d bytes; MaxBytes raises it",
				len(raw), op.options.maxBytes())
		}
		m, _ = set.Memory(set.Make(units))
		copy(m.Bytes(), raw)
		return m, true, nil
	case data == nil && units == 0:
		return m, false, nil
	}
	or := " or raw bytes"
	if e.Strings {
		or = ""
	}
	is := "nil"
	if data != nil {
		is = fmt.Sprintf("a %T", data)
	}
	return m, false, op.errorf(ErrData, name, 0, "Data is %s, expected %T%s", is, set.Make(0), or)
}

// unitsOf says what a slice holds: elements, or the storage units of a packed type.
func unitsOf(e *kernel.Element) string {
	if e.PerUnit > 1 {
		return "storage units of " + e.Name
	}
	return "elements of " + e.Name
}
