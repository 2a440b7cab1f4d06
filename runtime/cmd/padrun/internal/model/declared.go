package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// declared is what a model declares about an input. The zero value is any tensor.
type declared struct {
	d      dtype.DType // 0 for any
	ranked bool        // it has dims
	dims   []dim
}

// dim is a dimension: a number, or one that has a name and is the same wherever the name is used, or any.
type dim struct {
	n    int64 // -1 if it is not a number
	name string
}

// declared reads a ValueInfoProto.
func (m *message) declared() (v declared) {
	tensor := m.one(2, "TypeProto").one(1, "Tensor")
	v.d, v.ranked = dtype.DType(tensor.int64(1)), tensor.has(2)
	for d := range tensor.one(2, "TensorShapeProto").list(1, "Dimension") {
		one := dim{-1, d.text(2)}
		if d.has(1) {
			one.n = max(-1, d.int64(1))
		}
		v.dims = append(v.dims, one)
	}
	return v
}

// String returns float["N" 3 ?].
func (v declared) String() string {
	text := v.d.String()
	if v.d == 0 {
		text = ""
	}
	if !v.ranked {
		return text
	}
	var dims []string
	for _, d := range v.dims {
		shown := "?"
		if d.n >= 0 {
			shown = strconv.FormatInt(d.n, 10)
		} else if d.name != "" {
			shown = memory.Quote(d.name)
		}
		dims = append(dims, shown)
	}
	return text + "[" + strings.Join(dims, " ") + "]"
}

// check holds a tensor against the declaration. Names has the dimensions of names so far.
func (v declared) check(t onnx.Tensor, names map[string]int) error {
	wrong := v.d != 0 && v.d != t.DType || v.ranked && len(t.Shape) != len(v.dims)
	var because string
	for i := 0; i < len(v.dims) && !wrong; i++ {
		d := v.dims[i]
		if n, known := names[d.name]; known && d.name != "" {
			d.n, because = int64(n), fmt.Sprintf(", and %s is %d already", memory.Quote(d.name), n)
		}
		names[d.name] = t.Shape[i]
		wrong = d.n >= 0 && d.n != int64(t.Shape[i])
	}
	if wrong {
		return fmt.Errorf("is %v%v, the model declares %v%s", t.DType, t.Shape, v, because)
	}
	return nil
}
