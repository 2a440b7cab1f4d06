// Package onnx runs Pad as a node of an ONNX graph. Element type, mode and opset need not be known before run time.
//
// [New] returns the version of Pad in force at an opset, an [Op], with the kernel sets of the element types that your nodes have. Call it
// once for each opset. Lookup of package runtime/onnx/all does so for all element types.
//
//	op, err := onnx.New("", 13, generated.Float32)
//	x := onnx.Tensor{Shape: []int{1, 3}, Data: []float32{1, 2, 3}}
//	y, err := op.Run(onnx.Attributes{Mode: onnx.Mode("reflect")}, x, onnx.Int64s(0, 2, 0, 3))
//
// An Op has the rules of its version:
//
//   - pads and value are attributes before opset 11, and inputs since;
//   - axes is an input from opset 18 on;
//   - mode wrap exists from opset 19 on, and mode symmetric in domain padgen alone, which is this project's own;
//   - each version has its own list of element types.
//
// There are three ways to use an Op:
//
//   - [Op.Run] returns the output in new memory.
//   - [Op.Plan] checks a call once. [Plan.Run] then runs it as often as needed, into the caller's memory.
//   - [Op.InferShape] returns the shape of the output. It needs no data.
//
// The data of a [Tensor] is a typed slice, such as []float32 or []dtype.Int4x2. For every type but string it may also be
// raw bytes, which are not copied. A typed slice says its element type itself.
//
// The methods of an Op and of a Plan do not panic, whatever their input, not even for nil. One call allocates at most [DefaultMaxBytes],
// 4 GiB, for tensors. [Options] can set another limit. All sizes are checked before anything is allocated.
//
// All errors are of type [*Error], except for the cause that a RunContext returns. An Error tells the kind, the input or attribute, the
// axis and the refused value.
//
// This package links no kernels. A program links those of the sets that it gives to New. They are in package generated, or in a package
// that padgen generated into the program's own module.
//
// Module runtime/examples has an example with tensors of GoMLX, of any element type, without a copy.
package onnx
