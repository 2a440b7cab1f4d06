// Package gorgonia pads tensors of [gorgonia], and views of them, into a new tensor.
//
//   - Shape and Strides of the *tensor.Dense are those of pad.Params, Data() is the slice.
//   - tensor.WithBacking makes a tensor of the output.
//
// Nothing is copied: a view that Slice returns is read in the memory of the tensor that it is a part of, and the new tensor has the memory
// that the kernel wrote.
//
// What to watch out for: the elements of the last axis must be neighbours. Views that leave some out on that axis, transposed tensors and
// those in column-major order are an error of kind pad.ErrStrides; t.Materialize() copies them. Data() of a scalar is no slice. A mask is
// not looked at. The Go type int, gorgonia's default, is no element type of ONNX: use int64.
//
// gorgonia.org/tensor v0.9.24 requires a version of go4.org/unsafe/assume-no-moving-gc that ends the program at start, since it knows no
// Go from 1.20 on. This command puts a later one into go.mod:
//
//	go get go4.org/unsafe/assume-no-moving-gc@latest
//
// [gorgonia]: https://gorgonia.org
package gorgonia
