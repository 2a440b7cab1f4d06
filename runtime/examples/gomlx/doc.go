// Package gomlx pads tensors of [GoMLX], of any element type, from one into another.
//
//   - Make the plan from x.Shape(), and y with the plan's OutputShape.
//   - Run the plan inside ConstFlatData of x and MutableFlatData of y. Their slices are what onnx takes as Data.
//   - An engine that runs a node often keeps the plan.
//
// Nothing is copied: the kernel reads x's memory and writes y's. That goes for bfloat16 and float16, too, for which GoMLX has Go types of
// its own, because the plan knows the element type.
//
// What to watch out for: the slices are valid until the functions return. A tensor that is only on a device is fetched first. Both tensors
// are locked meanwhile, so x and y must be two tensors.
//
// [GoMLX]: https://github.com/gomlx/gomlx
package gomlx
