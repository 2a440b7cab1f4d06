// Package pad is the thin runtime under the generated kernels of ONNX Pad.
//
// It validates a call once, merges axes, selects a kernel of a [KernelSet] by mode and rank, and runs it, on several
// goroutines where that pays. It moves no element itself and knows no element type: the kernels live in package
// generated, or in the package that `padgen generate` wrote into your module.
//
// [NewPlan] and [Plan.Run] are for callers that own their buffers: a plan is built once, runs without allocation and
// may be used by many goroutines at a time. [Pad] is the one-line form that allocates the output.
//
// # What Pad means
//
// ONNX leaves open what crops do together with pads, what happens to empty axes, and how far reflect and wrap reach. Here axes are
// independent of one another. Of an axis of n elements with pads b and e, the negative pads crop first, which leaves ext
// elements, none if they take more than all; then the positive ones extend those. Counted from the first element that is left, index
// k of the output holds
//
//   - constant: element k where there is one, the value elsewhere
//   - edge: element k where there is one, element 0 before the first, element ext-1 behind the last
//   - reflect: element m, where m is k modulo 2(ext-1), or element 2(ext-1)-m where m is above ext-1; element 0 if it is the only one
//   - wrap: element k modulo ext
//
// so that reflect bounces and wrap turns as often as it must, unless Params.Strict forbids it. Where no element is left, constant
// holds the value alone; the other modes have an [ErrEmptyAxis], unless the axis stays empty. There are n + b + e elements in any case,
// and fewer than 0 are an [ErrNegativeDim].
package pad
