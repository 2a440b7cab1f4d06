// Package pad runs the generated kernels of ONNX Pad.
//
//	plan, err := pad.NewPlan(generated.Float32, pad.Params[float32]{Shape: []int{1, 3}, Pads: []int{0, 2, 0, 3}, Mode: pad.Reflect})
//	dst := make([]float32, plan.OutputLen())
//	err = plan.Run(dst, src)
//
// [NewPlan] checks a call, merges axes and selects a kernel. [Plan.Run] then runs it as often as you like, from many goroutines if need be,
// into your memory. [Pad] does both in one line and allocates the output: using memory for the first time often takes longer than the
// padding itself.
//
// The kernels come from package generated, or from the package that `padgen generate` wrote into your module. Pads and axes are those of
// ONNX: all begins first, then all ends. A wrong call returns an [*Error], which names the input, axis and value that is wrong; only a nil
// Plan panics.
//
// Package runtime/images pads the images of package image. Module runtime/examples pads tensors of gorgonia and input tensors of ONNX
// Runtime without a copy.
//
// # What Pad means
//
// ONNX leaves open how crops and pads combine, what happens to empty axes, and how far the modes reach. Here each axis is
// handled independently of the others. On an axis of n elements with pads b and e, negative pads crop first and leave ext elements,
// none if they take all or more; then positive pads extend those. Counted from the first element that is left, index k of the output
// holds
//
//   - constant: element k if it exists, otherwise the value
//   - edge: element k if it exists, otherwise element 0 before the first one, element ext-1 after the last one
//   - reflect: with m = k modulo 2(ext-1), element m, or element 2(ext-1)-m if m is above ext-1; element 0 if it is the only one
//   - wrap: element k modulo ext
//   - symmetric, which ONNX does not have: with m = k modulo 2ext, element m, or element 2ext-1-m if m is ext or more
//
// Reflect and symmetric therefore bounce and wrap turns as often as necessary, unless Params.Strict forbids it. If no element is left,
// constant holds only the value; the other modes return an [ErrEmptyAxis], unless the axis of the output is empty as well. The output
// always has n + b + e elements; if that is below 0, the call is an [ErrNegativeDim].
//
// # Modes of other libraries
//
// Two names mean another mode here, and give a result one element off without an error: reflect of SciPy and BORDER_REFLECT of OpenCV are
// symmetric. Where [ParseMode] refuses a name, its error names the mode that is meant.
//
//	here       NumPy      PyTorch    TensorFlow  SciPy                OpenCV              Halide
//	constant   constant   constant   CONSTANT    constant             BORDER_CONSTANT     constant_exterior
//	reflect    reflect    reflect    REFLECT     mirror               BORDER_REFLECT_101  mirror_interior
//	edge       edge       replicate              nearest              BORDER_REPLICATE    repeat_edge
//	wrap       wrap       circular               grid-wrap            BORDER_WRAP         repeat_image
//	symmetric  symmetric             SYMMETRIC   reflect, grid-mirror BORDER_REFLECT      mirror_image
//
// # Questions
//
// Why may reflect bounce? An example in the ONNX documents pads an axis of two elements by two, which needs it, and NumPy does the same.
// ONNX Runtime and PyTorch refuse it, and so does Params.Strict.
//
// How are types of 4 and 2 bits stored? As ONNX packs them, see package dtype. Shape and Pads count elements; the lengths of slices count
// storage units, each of two or four elements. A row can start in the middle of a byte.
//
// How do I write pads of NumPy or PyTorch? With [Pairs]. Their flat lists use a different order and cannot be detected: convert them. [To]
// and [ToMultiple] compute pads from the size that you want.
//
// How do I pad a part of a tensor, or into one? With Params.Strides and DstStrides, without a copy. A part of the axes: with Params.Axes.
//
// What if every call has another shape? [Plan.Reset] reuses the memory of a plan.
//
// How do I pad rows in one mode and columns in another, or each channel with a value of its own? With Params.Modes, and with Params.Values.
//
// How do I fill only the border, around an input that is already in place? With [Plan.FillBorder].
//
// What if the output does not fit in memory? A [Region] computes any box of the output and reads only the input that it needs. [Stream]
// pads files. On many machines, each process computes some chunks of the output from the chunks of the input that [Params.Feeds] names:
// runtime/zarrpad does it for Zarr.
//
// May dst and src be the same memory? No, Run refuses it.
//
// How fast is it? Close to memcpy. A row of fewer than 16 bytes takes about 1 ns, up to 20 if its input is one element or its pads
// bounce. The figures are in runtime/peers/RESULTS.md and runtime/bench/FIGURES.md.
//
// How much does it add to a program? About 50 KB for a kernel of float32, 220 KB with a Plan; only types that the program names are
// linked.
//
// Why are kernels generated, and not generic functions? Their source in templates/leaf is generic and, compiled as it is, gives the same
// results. But Go calls methods of a type parameter through a table: short rows in mode reflect take 2.6 to 3.6 times as long, and each call
// allocates. In mode constant, and where assembly writes the rows, times are equal. `go test -run '^$' -bench Generics ./templates/leaf`
// measures both.
//
// # Words
//
//   - pads: the numbers of elements that Pad adds before and after the input on each axis; negative ones crop
//   - value: constant_value, which mode constant writes
//   - storage unit: what a T of the caller's slice holds, one element or the two or four that share a byte
//   - slab: all elements at one index of an axis; a row is a slab of the axis before the last, a plane one of the axis before that
//   - box: a range of indices on each axis ([Box])
//   - region: a box of the output that is computed by itself ([Region])
//   - block: a box of the input, and where it is in memory ([Block])
//   - chunk: a box of a regular grid, in which an array is stored ([Feeds])
//   - batch: neighbouring slabs of the output that a goroutine writes before it checks the context
//   - border: all elements of the output except the input
package pad
