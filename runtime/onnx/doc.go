// Package onnx runs Pad as a node of an ONNX graph, with an element type, mode and opset that may be chosen at run time.
//
// [New] returns an [Op]: the version of Pad in force at an opset, with the kernel sets of the element types that your nodes
// use. Call it once for each opset. Function Lookup in package runtime/onnx/all does the same for all element types.
//
//	op, err := onnx.New("", 13, generated.Float32)
//	x := onnx.Tensor{Shape: []int{1, 3}, Data: []float32{1, 2, 3}}
//	y, err := op.Run(onnx.Attributes{Mode: onnx.Mode("reflect")}, x, onnx.Int64s(0, 2, 0, 3))
//
// An Op follows the rules of its version:
//
//   - pads and value are attributes before opset 11 and inputs from opset 11 on;
//   - axes is an input from opset 18 on;
//   - mode wrap exists from opset 19 on; mode symmetric exists only in this project's own domain, padgen;
//   - each version has its own list of element types.
//
// There are three ways to use an Op:
//
//   - [Op.Run] returns the output in new memory.
//   - [Op.Plan] checks a call once. [Plan.Run] then runs it as often as needed, into the caller's memory.
//   - [Op.InferShape] returns the shape of the output without needing the elements of the input.
//
// The Data of a [Tensor] is a typed slice, such as []float32 or []dtype.Int4x2. For every type except string it may also be
// raw bytes, which are not copied. DType may be omitted for a typed slice, whose Go type implies it.
//
// The methods of Op and Plan do not panic, even for nil receivers and invalid inputs. One call allocates at most
// [DefaultMaxBytes], 4 GiB, for tensors; [Options] can set a different limit. All sizes are checked before anything is
// allocated.
//
// All errors are of type [*Error], except for the cause of a context that is done. An Error contains its kind, the input or
// attribute, the axis, and the refused value.
//
// This package links no kernels: a program links only those of the sets that it passes to New. The sets are in package
// generated, or in a package that padgen has generated in the program's own module.
//
// Module runtime/examples contains an example that pads GoMLX tensors of any element type without copying them.
package onnx
