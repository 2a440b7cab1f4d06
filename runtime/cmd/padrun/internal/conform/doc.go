// Package conform runs conformance cases of ONNX Pad: lines of .jsonl files and ONNX backend tests.
//
// Results are compared bit for bit. A case of a .jsonl file runs twice: as typed slices through onnx.Op.Run,
// and as raw memory through onnx.Plan.Run into a buffer that held other values. Its shape is also inferred
// without data. The case passes if all of these agree with what it wants.
//
// A case that wants an error passes if there is one. If it has want_kind, the error must be of that kind: the
// text is that of one of the Err values of packages onnx and pad.
package conform
