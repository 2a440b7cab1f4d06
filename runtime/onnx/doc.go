// Package onnx runs Pad as a node of an ONNX graph. Element type, mode and opset need not be known before run time.
//
// [Lookup] returns the version of Pad in force at an opset, an [Op]. Call it once for each node. An Op has the rules of
// its version:
//
//   - pads and value are attributes before opset 11, and inputs since;
//   - axes is an input from opset 18 on;
//   - mode wrap exists from opset 19 on;
//   - each version has its own list of element types.
//
// There are three ways to use an Op:
//
//   - [Op.Run] returns the output in new memory.
//   - [Op.Plan] checks a call once. [Plan.Run] then runs it as often as needed, into the caller's memory.
//   - [Op.InferShape] returns the shape of the output. It needs no data.
//
// The data of a [Tensor] is a typed slice, such as []float32 or []dtype.Int4x2. For every type but string it may also be
// raw bytes, which are not copied.
//
// The methods of an Op do not panic, whatever their input. A program that asks for more memory than the system has is
// killed, so set [MaxBytes] before you run models from others.
//
// All errors are of type [*Error]. It tells the kind of error, the input or attribute, the axis and the refused value.
//
// This package links the kernels of all element types. A program that knows its element type can use package pad
// instead, and link only that type.
package onnx
