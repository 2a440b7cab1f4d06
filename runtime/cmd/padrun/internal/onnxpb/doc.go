// Package onnxpb reads the parts of ONNX's protobuf messages that a graph of Pad nodes needs, and writes
// tensors.
//
// It reads the wire format itself, with protowire, so that no generated ONNX code is needed. The input may be
// hostile: a length beyond the message, dimensions whose product overflows, and values that do not fit the
// type are errors, and nothing is allocated for values before it is known that the message holds them.
// Unknown fields are skipped; fields that would change the meaning of what is read (external data, sparse
// tensors) are errors.
package onnxpb
