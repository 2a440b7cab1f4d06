package element

import (
	"bytes"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
)

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		d    dtype.DType
		want []byte
	}{
		{dtype.TypeInt4, []byte{1, 2, 3, 4, 5, 6, 7, 8}},
		{dtype.TypeFloat16, []byte{2, 1, 4, 3, 6, 5, 8, 7}},
		{dtype.TypeComplex64, []byte{4, 3, 2, 1, 8, 7, 6, 5}},
		{dtype.TypeComplex128, []byte{8, 7, 6, 5, 4, 3, 2, 1}},
	} {
		got := []byte{1, 2, 3, 4, 5, 6, 7, 8}
		if SetOrder(got, c.d, !BigEndian); !bytes.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.d, got, c.want)
		}
	}
}
