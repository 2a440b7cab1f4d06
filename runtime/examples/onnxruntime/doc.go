// Package onnxruntime pads straight into an input tensor of [onnxruntime_go].
//
//   - Make the plan, and an empty tensor of the plan's OutputShape.
//   - Run the plan into the tensor's GetData.
//   - Give the tensor to a session. For the next call, run the plan into the same tensor.
//
// Nothing is copied: the kernel writes the memory that ONNX Runtime reads.
//
// What to watch out for: do not run the plan while a session runs. Call Destroy of the tensor, which frees what ONNX Runtime keeps of it.
// Float16, bfloat16 and other types that Go lacks have no typed tensor there: run an onnx.Plan into a []byte and make an
// ort.NewCustomDataTensor of it. Its element type is ort.TensorElementDataType(plan.DType()), since the numbers are the same.
//
// [onnxruntime_go]: https://github.com/yalue/onnxruntime_go
package onnxruntime
