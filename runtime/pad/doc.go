// Package pad is the thin runtime under the generated kernels of ONNX Pad.
//
// It validates a call once, merges axes, selects a kernel of a [KernelSet] by mode and rank, and runs it, on several
// goroutines where that pays. It moves no element itself and knows no element type: the kernels live in package
// generated, or in the package that `padgen generate` wrote into your module.
//
// [NewPlan] and [Plan.Run] are for callers that own their buffers: a plan is built once, runs without allocation and
// may be used by many goroutines at a time. [Pad] is the one-line form that allocates the output.
//
// What Pad does where the ONNX documents are silent (several bounces in reflect, crops, empty axes) is the same in
// every mode: first crop, then extend what is left, axis by axis.
package pad
