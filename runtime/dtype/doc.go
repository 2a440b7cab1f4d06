// Package dtype names the element types of ONNX tensors and the Go types that store them.
//
// A [DType] has the number that TensorProto.DataType gives it, so models need no table to read and write it. The
// constants start with Type: the plain names, such as Float16, are the storage types.
//
// How elements are stored:
//
//   - Types that Go has, such as float, int64, bool, string and complex64, are Go's own.
//   - Float16, bfloat16 and the 8-bit floats are stored as their bits. Each has a Go type of its own, so that nobody takes
//     them for integers.
//   - Types of 4 and 2 bits are packed as ONNX packs them. A [Uint4x2] holds two elements and an [Int2x4] four, the first
//     one in the lowest bits. The rows of a tensor follow each other without a gap. Unused bits of the last unit are zero.
//
// The package converts float32 to and from float16 and bfloat16, which Pad needs. It does no other arithmetic.
package dtype
