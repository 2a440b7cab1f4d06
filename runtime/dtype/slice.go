package dtype

import "reflect"

// OfSlice returns the element type that a slice of a storage type holds: that of []float32 or []Int4x2, for example. For anything else it
// is 0. A []byte is a []uint8.
func OfSlice(slice any) DType {
	if slice == nil {
		return 0
	}
	for d := DType(1); d <= NumTypes; d++ {
		if reflect.TypeOf(info[d].slice) == reflect.TypeOf(slice) {
			return d
		}
	}
	return 0
}

// NewSlice returns a slice of n zero storage units, a []float32 for [TypeFloat32]. It is nil for invalid types.
func (d DType) NewSlice(n int) any {
	if !d.Valid() {
		return nil
	}
	return reflect.MakeSlice(reflect.TypeOf(info[d].slice), n, n).Interface()
}
