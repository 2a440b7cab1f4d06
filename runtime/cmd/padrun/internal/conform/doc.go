// Package conform runs conformance cases of ONNX Pad: lines of .jsonl files and ONNX backend tests.
//
// Results are compared bit for bit. A case of a .jsonl file runs twice, as typed slices through onnx.Op.Run and as raw
// memory through onnx.Plan.Run into a buffer that holds other values before, and its shape is inferred without data:
// a case passes if all of that agrees with what it wants. An error must be of the kind that the case states in one of our
// words; where it states something else, any error passes, and the result says so unless it is of a kind that fits.
package conform
