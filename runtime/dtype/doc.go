// Package dtype names the element types of ONNX tensors and the Go types that store them.
//
// A [DType] has the number that TensorProto.DataType gives it, so that it can be read from and written to a model
// without a table. Its constants start with Type because the plain names, Float16 and so on, are the storage types.
//
// An ONNX type that Go has (float, int64, bool, string, complex64, ...) is stored as Go's own. Float16, bfloat16 and the
// 8-bit floats are stored as their bits, in a type of their own so that they are not mistaken for integers. Types of 4
// and 2 bits are packed as ONNX packs them: [Uint4x2] holds two elements, [Int2x4] four, the first one in the lowest
// bits, and a tensor is one run of elements without alignment of its rows; unused bits of the last unit are zero.
//
// The package does no arithmetic on elements and converts only what Pad needs: float32 to and from float16 and
// bfloat16.
package dtype
