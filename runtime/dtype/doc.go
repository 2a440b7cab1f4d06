// Package dtype names the element types of ONNX tensors and the Go types that store them.
//
//	d, err := dtype.Parse("bfloat16")                          // dtype.TypeBFloat16, the element type of a model's tensor
//	halves := []dtype.Float16{dtype.ToFloat16(0.5)}            // tensor(float16)
//	nibbles := dtype.PackInt4([]int8{-8, 7, 1})                // tensor(int4), two elements in a byte
//
// The value of a [DType] is its number in TensorProto.DataType, so that models can be read and written without a table. The
// names of the constants start with Type. The names without it, such as Float16, are those of the storage types.
//
// Elements are stored as follows:
//
//   - Types that Go has, such as float (float32), int64, bool, string and complex64, are stored as Go's own.
//   - Elements of float16, bfloat16 and the 8-bit floats are stored as their bits. Each has its own Go type, so that it is
//     not mistaken for an integer. The names of the 8-bit floats give the numbers of exponent and fraction bits: E4M3 has 4
//     and 3. FN has no infinity; FNUZ has neither infinity nor negative zero. E8M0 has only powers of two and no zero: the
//     bits 0x00 are 2^-127.
//   - Elements of 4 and 2 bits are packed as in ONNX. A [Uint4x2] holds two elements and an [Int2x4] four, the first of them
//     in the lowest bits. Signed integers are in two's complement. The rows of a tensor follow one another without a gap.
//     Unused bits of the last unit are zero.
//
// The types are declared in zz_types.go, which is generated from spec/elemtypes.json.
//
// The package converts float32 to and from float16 and bfloat16, which Pad needs. It does no other arithmetic.
package dtype
