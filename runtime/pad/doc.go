// Package pad pads and crops tensors as the ONNX operator Pad does, with generated kernels.
//
//	plan, err := pad.NewPlan(generated.Float32, pad.Params[float32]{Shape: []int{1, 3}, Pads: []int{0, 2, 0, 3}, Mode: pad.Reflect})
//	dst := make([]float32, plan.OutputLen())
//	err = plan.Run(dst, src)
//
// [NewPlan] checks a call, merges its axes and selects a kernel. [Plan.Run] then pads into your own memory as often as needed, also from
// several goroutines at once. [Pad] does both in one call and allocates the output, but using memory for the first time often takes longer
// than the padding itself.
//
// The kernels come from package generated, or from the package that `padgen generate` writes into your module. Pads and axes follow ONNX:
// all begins come first, then all ends. An invalid call returns an [*Error], which names the input, axis and value at fault. No call
// panics, except the methods of a nil pointer.
//
// Package runtime/images pads images of the types in package image. The examples in module runtime/examples pad tensors of gorgonia and
// input tensors of ONNX Runtime without a copy.
//
// # What Pad means
//
// ONNX does not specify how crops and pads combine, what happens to empty axes, or how long pads may be. Here each axis is handled
// independently of the others. On an axis of n elements with pads b and e, negative pads first crop the axis to ext elements, or to none if
// they remove as many or more. Positive pads then extend what is left. Index k of the output, counted from the first element that is left,
// holds
//
//   - constant: element k if it exists, otherwise the value
//   - edge: element k if it exists, otherwise element 0 before the first one, element ext-1 after the last one
//   - reflect: with m = k modulo 2(ext-1), element m, or element 2(ext-1)-m if m is above ext-1; element 0 if it is the only one
//   - wrap: element k modulo ext
//   - symmetric, which ONNX does not have: with m = k modulo 2ext, element m, or element 2ext-1-m if m is ext or more
//
// Long pads therefore bounce in reflect and symmetric, and turn in wrap, as often as necessary, unless Params.Strict forbids it. If no
// element is left, constant writes only the value. The other modes return an [ErrEmptyAxis], unless that axis of the output is also empty.
// The output always has n + b + e elements; if that number is negative, the error is an [ErrNegativeDim].
//
// # Modes of other libraries
//
// Two names are misleading: reflect in SciPy and BORDER_REFLECT in OpenCV are symmetric here. Reflect would return a result one element
// off, without an error. When [ParseMode] refuses a name of this table, its error gives the name used here.
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
// Why may reflect bounce? An example in the ONNX documents pads an axis of two elements by two, which requires it, and NumPy does the same.
// ONNX Runtime and PyTorch refuse such pads, as Params.Strict does.
//
// How are types of 4 and 2 bits stored? They are packed as in ONNX; see package dtype. Shape and Pads count elements. The lengths of slices
// count storage units, each of which holds two or four elements. A row may start in the middle of a byte.
//
// How do I write the pads of a NumPy or PyTorch call? Use [Pairs]. Do not copy their flat lists, which have a different order that no check
// can detect. [To] and [ToMultiple] compute pads from the size that you want.
//
// How do I pad part of a tensor, or write into part of one? Use Params.Strides and DstStrides; nothing is copied. To pad only some of the
// axes, use Params.Axes.
//
// What if each call has a different shape? [Plan.Reset] reuses the memory of a plan.
//
// How do I pad rows in one mode and columns in another? Use Params.Modes. To pad each channel with its own value, use Params.Values.
//
// How do I fill only the border around an input that is already in place? Use [Plan.FillBorder].
//
// What if the output does not fit in memory? A [Region] computes any box of the output and reads only the input that it needs. [Stream]
// pads files. To share the work among machines, let each process compute some chunks of the output. [Params.Feeds] names the chunks of the
// input that it needs. Module runtime/zarrpad does this for Zarr arrays.
//
// How do I stop a call? Use the form whose name ends in Context, such as Plan.RunContext or StreamContext.
//
// May dst and src share memory? No. Run returns an error if they do.
//
// How fast is it? It is close to memcpy. A row of fewer than 16 bytes takes less than 1 ns. The figures are in runtime/peers/RESULTS.md
// and runtime/bench/FIGURES.md.
//
// How much does it add to a program? About 50 KB for a float32 kernel, or 220 KB with a Plan. Only the types that the program names are
// linked.
//
// Why are kernels generated rather than generic? Their source in templates/leaf is generic and gives the same results when compiled as it
// is. But Go calls the methods of a type parameter through a table: short rows in mode reflect take 2.6 to 3.6 times as long, and each call
// allocates. Mode constant, and rows that assembly writes, take the same time. `go test -run '^$' -bench Generics ./templates/leaf`
// measures both.
//
// # Words
//
//   - pads: how many elements Pad adds before and after the input on each axis; negative pads crop
//   - value: constant_value, which mode constant writes
//   - storage unit: one T of the caller's slice, which holds one element, or the two or four that share a byte
//   - slab: all elements at one index of an axis; a row is a slab of the axis before the last, and a plane is a slab of the axis before
//     that
//   - box: a range of indices on each axis ([Box])
//   - region: a box of the output that is computed by itself ([Region])
//   - block: a box of the input together with its memory ([Block])
//   - chunk: a box of the regular grid in which an array is stored ([Feeds])
//   - batch: neighbouring slabs of the output that a goroutine writes between two checks of the context
//   - border: the elements of the output outside the input
package pad
