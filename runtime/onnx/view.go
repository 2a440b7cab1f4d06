package onnx

import (
	"fmt"

	"github.com/padgen/padgen/runtime/kernel"
)

// unaligned reports whether data is raw memory that view must copy.
func unaligned[T any](ks *kernel.Set[T], data any) bool {
	s, ok := data.([]byte)
	if !ok || ks.FromBytes == nil || len(s)%ks.Size != 0 {
		return false
	}
	_, ok = ks.FromBytes(s)
	return !ok
}

// view returns data, the Data of input name, as units storage units. It copies only raw memory that is not aligned for T.
func view[T any](op *Op, ks *kernel.Set[T], data any, units int, name string) ([]T, error) {
	switch s := data.(type) {
	case []T:
		if len(s) != units {
			return nil, op.errorf(ErrData, name, int64(len(s)), "%d %s, expected %d", len(s), unitsOf(ks), units)
		}
		return s, nil
	case []byte:
		if ks.FromBytes == nil {
			return nil, op.errorf(ErrData, name, 0, "raw bytes, but %s has no raw form, expected %T", ks.Name, []T(nil))
		}
		if len(s)/ks.Size != units || len(s)%ks.Size != 0 {
			return nil, op.errorf(ErrData, name, int64(len(s)), "%d raw bytes, expected %d: %d %s", len(s), int64(units)*int64(ks.Size), units, unitsOf(ks))
		}
		if v, ok := ks.FromBytes(s); ok {
			return v, nil
		}
		aligned := make([]T, units)
		copy(ks.Bytes(aligned), s)
		return aligned, nil
	case nil:
		if units == 0 {
			return nil, nil
		}
	}
	or := ""
	if ks.FromBytes != nil {
		or = " or raw bytes"
	}
	is := "nil"
	if data != nil {
		is = fmt.Sprintf("a %T", data)
	}
	return nil, op.errorf(ErrData, name, 0, "Data is %s, expected %T%s", is, []T(nil), or)
}

// unitsOf says what a slice holds: elements, or the storage units of a packed type.
func unitsOf[T any](ks *kernel.Set[T]) string {
	if ks.PerUnit > 1 {
		return "storage units of " + ks.Name
	}
	return "elements of " + ks.Name
}
