// Package pad is the thin runtime under the generated kernels of ONNX Pad.
//
// It checks a call once, merges axes, selects a kernel of a kernel set by mode and rank, and runs it, on several goroutines where that
// pays. It moves no element itself and knows no element type: the kernels are in package generated, or in the package that
// `padgen generate` wrote into your module.
//
// [NewPlan] and [Plan.Run] are for callers that own their buffers: a plan is built once and may be used by many goroutines at a time.
// [Pad] is the one-line form that allocates the output.
//
// Module runtime/examples has examples with image.RGBA, tensors of gorgonia, and input tensors of ONNX Runtime, all without a copy.
//
// # What Pad means
//
// ONNX leaves open how crops and pads combine, what happens to empty axes, and how far reflect and wrap reach. Here each axis is
// handled independently of the others. On an axis of n elements with pads b and e, negative pads crop first and leave ext elements,
// none if they take all or more; then positive pads extend those. Counted from the first element that is left, index k of the output
// holds
//
//   - constant: element k if it exists, otherwise the value
//   - edge: element k if it exists, otherwise element 0 before the first one, element ext-1 after the last one
//   - reflect: with m = k modulo 2(ext-1), element m, or element 2(ext-1)-m if m is above ext-1; element 0 if it is the only one
//   - wrap: element k modulo ext
//
// Reflect therefore bounces and wrap turns as often as necessary, unless Params.Strict forbids it. If no element is left, constant
// holds the value alone; the other modes return an [ErrEmptyAxis], unless the output's axis is empty, too. The output has n + b + e
// elements in any case; if that is below 0, the call is an [ErrNegativeDim].
package pad
