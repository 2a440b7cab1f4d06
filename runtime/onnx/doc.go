// Package onnx runs Pad as the node of an ONNX graph: element type, mode and schema version are known at run time only.
//
// [Lookup] finds the schema version in force at an opset. The [Op] it returns applies that version's own rules: pads and value as
// attributes before opset 11 and as inputs since, axes from 18, mode wrap from 19, the element types that the version lists. Call Lookup
// once for each node, or once for each opset.
//
//   - [Op.Run] allocates the output.
//   - [Op.Plan] binds a call to its shapes; [Plan.Run] writes into the caller's buffer and allocates nothing itself.
//   - [Op.InferShape] needs no data, and does what it can without the values of pads and axes.
//
// A [Tensor] holds a typed slice, []float32 or []dtype.Int4x2, or the raw memory of any type but string. Raw memory is
// used in place.
//
// The methods of an Op from Lookup do not panic, whatever their input. But a Go program that asks for more memory than the system has is
// killed: set [MaxBytes] for models that others chose.
//
// Errors are of type [*Error], which holds the kind of error, the input or attribute, the axis, and the refused value. [errors.As] finds
// the error of package pad inside, if there is one.
//
// A program that uses this package links the kernels of all element types. One that knows its element type uses package
// pad and links that type alone.
package onnx
