package dtype

import "reflect"

// OfSlice returns the element type of a slice of a storage type, such as []float32 or []Int4x2. For anything else it returns
// 0. A []byte counts as a []uint8.
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

// StoredIn reports whether a slice can hold elements of d. It can if its elements are of d's storage type, or of another
// package's type with the same underlying type, such as an engine's []bfloat16.BFloat16 for [TypeBFloat16]. Slices of the
// storage types of other element types cannot.
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
