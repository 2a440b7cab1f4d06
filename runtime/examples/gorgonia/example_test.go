package gorgonia_test

import (
	"fmt"

	"gorgonia.org/tensor"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Pad pads t, which may be a view. It sets the Shape and the Strides of params.
func Pad[T kernel.Unit](ks *kernel.Set[T], t *tensor.Dense, params pad.Params[T]) (*tensor.Dense, error) {
	params.Shape, params.Strides = t.Shape(), t.Strides()
	data, ok := t.Data().([]T)
	if !ok {
		return nil, fmt.Errorf("a tensor of %v and shape %v, expected a slice of %s", t.Dtype(), t.Shape(), ks.Name)
	}
	out, shape, err := pad.Pad(ks, data, params)
	if err != nil {
		return nil, err
	}
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(out)), nil
}

func Example() {
	t := tensor.New(tensor.WithShape(3, 4), tensor.WithBacking(tensor.Range(tensor.Float32, 0, 12)))
	view, err := t.Slice(tensor.S(1, 3), tensor.S(0, 2)) // rows 1 and 2, columns 0 and 1
	if err != nil {
		fmt.Println(err)
		return
	}
	params := pad.Params[float32]{Pads: []int{0, 1, 0, 1}, Mode: pad.Edge}
	padded, err := Pad(generated.Float32, view.(*tensor.Dense), params)
	fmt.Println(err)
	fmt.Println(padded)
	// Output:
	// <nil>
	// ⎡4  4  5  5⎤
	// ⎣8  8  9  9⎦
}
