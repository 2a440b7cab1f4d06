package dtype

import "reflect"

// OfSlice returns the element type that a slice of a storage type holds, such as []float32 or []Int4x2. For anything else it
// returns 0. A []byte is a []uint8.
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

// StoredIn reports whether a slice holds elements of d: a slice of d's storage type, or of another package's type with the
// same underlying type, such as an engine's []bfloat16.BFloat16 for [TypeBFloat16]. The storage types of other element types
// do not count.
func (d DType) StoredIn(slice any) bool {
	if of := OfSlice(slice); of != 0 || slice == nil || !d.Valid() {
		return of != 0 && of == d
	}
	t := reflect.TypeOf(slice)
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.TypeOf(info[d].slice).Elem().Kind()
}

// NewSlice returns a slice of n zero storage units, such as a []float32 for [TypeFloat32]. It returns nil for invalid types.
func (d DType) NewSlice(n int) any {
	if !d.Valid() {
		return nil
	}
	return reflect.MakeSlice(reflect.TypeOf(info[d].slice), n, n).Interface()
}
