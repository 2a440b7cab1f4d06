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

// StoredIn reports whether a slice holds elements of d: a slice of its storage type, or of a type of another package that is the same
// underneath, as []bfloat16.BFloat16 of an engine is for [TypeBFloat16]. The storage types of other element types are not.
func (d DType) StoredIn(slice any) bool {
	if of := OfSlice(slice); of != 0 || slice == nil || !d.Valid() {
		return of != 0 && of == d
	}
	t := reflect.TypeOf(slice)
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.TypeOf(info[d].slice).Elem().Kind()
}

// NewSlice returns a slice of n zero storage units, a []float32 for [TypeFloat32]. It is nil for invalid types.
func (d DType) NewSlice(n int) any {
	if !d.Valid() {
		return nil
	}
	return reflect.MakeSlice(reflect.TypeOf(info[d].slice), n, n).Interface()
}
