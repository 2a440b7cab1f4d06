package model

import (
	"fmt"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// declared is what a model declares about an input. The zero value allows any tensor.
type declared struct {
	d      dtype.DType // 0 for any
	ranked bool        // dims are declared
	dims   []dim
}

// dim is a dimension: a number, any number, or a name that stands for the same number wherever it is used.
type dim struct {
	n    int64  // -1 if it is not a number
	text string // the number, or the name, or "?"
}

// declared reads a ValueInfoProto.
func (m *message) declared() (v declared) {
	tensor := m.one(2, "TypeProto").one(1, "Tensor")
	v.d, v.ranked = dtype.DType(tensor.int64(1)), tensor.has(2)
	for d := range tensor.one(2, "TensorShapeProto").list(1, "Dimension") {
		switch n := d.int64(1); {
		case d.has(1) && n >= 0:
			v.dims = append(v.dims, dim{n, fmt.Sprint(n)})
		case d.has(2):
			v.dims = append(v.dims, dim{-1, memory.Quote(d.text(2))})
		default:
			v.dims = append(v.dims, dim{-1, "?"})
		}
	}
	return v
}

// String returns float["N" 3 ?].
func (v declared) String() (text string) {
	if v.d != 0 {
		text = v.d.String()
	}
	if v.ranked {
		var dims []string
		for _, d := range v.dims {
			dims = append(dims, d.text)
		}
		text += "[" + strings.Join(dims, " ") + "]"
	}
	return text
}

// check compares a tensor with the declaration. names holds the dimensions of the names seen so far.
func (v declared) check(t onnx.Tensor, names map[string]int64) error {
	wrong, because := v.d != 0 && v.d != t.DType || v.ranked && len(t.Shape) != len(v.dims), ""
	for i := 0; i < len(v.dims) && !wrong; i++ {
		d, n := v.dims[i], int64(t.Shape[i])
		if before, known := names[d.text]; known && before != n {
			wrong, because = true, fmt.Sprintf(", and %s is %d already", d.text, before)
		}
		if d.n < 0 && d.text != "?" {
			names[d.text] = n
		}
		wrong = wrong || d.n >= 0 && d.n != n
	}
	if wrong {
		return fmt.Errorf("is %v%v, the model declares %v%s", t.DType, t.Shape, v, because)
	}
	return nil
}
