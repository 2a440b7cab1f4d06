// Package conform runs conformance cases of ONNX Pad: lines of .jsonl files and ONNX backend tests.
//
// Results are compared bit for bit. A case of a .jsonl file runs twice, as typed slices through onnx.Op.Run and as raw memory through
// onnx.Plan.Run into a buffer that held other values, and its shape is inferred without data: a case passes if all of these agree with
// what it wants. If the case states the reason of an error in a word of runtime/onnx/testdata, the error must be of that kind. Otherwise
// any error passes, and the result says so unless the error is of a kind that fits.
package conform
