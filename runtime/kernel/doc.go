// Package kernel is the runtime of generated kernels. Programs use package pad, which computes a [Geometry] from the pads of a call and
// selects a kernel from a [Set]. A generic function of a program takes a *Set[T] and passes it to pad; it can also use [Bytes] and
// [FromBytes].
//
// # The contract of a kernel
//
// A kernel is an exported function of a generated package, for one element type, one mode and one rank:
//
//	func ReflectFloat32Rank4(dst, src []float32, g *kernel.Geometry)
//	func ConstantFloat32Rank4(dst, src []float32, value float32, g *kernel.Geometry)
//
// The contract:
//
//   - It writes every element of the output, reads src, and touches no other memory.
//   - It calls [Geometry.Check] first. If mode, rank or lengths do not fit the geometry, Check panics with a [*Misfit], and nothing is
//     written.
//   - It allocates nothing. Except for strings, its goroutine can be preempted after every MiB or so. Several goroutines may run it at once,
//     each with its own dst.
//   - dst and src must not share memory and must be aligned for their type. The kernel does not check this; pad.Plan does.
//   - A kernel of rank 4 also takes a geometry of rank 1, 2 or 3: missing outer axes have one index.
//
// # What a Geometry describes
//
// Axes are counted from the innermost one: axis 0 is the last of the shape. On each axis, the first Begin indices of the output are pads,
// the next Ext come from the input, and the last End are pads ([Axis]). A slab is all elements at one index of an axis; a plane is a
// slab of axis 2, and a row is a slab of axis 1.
//
//	axis 1   ┌───────────────────────┐
//	Begin    │ pads                  │
//	Ext      │ pads │ input  │ pads  │   a row: Begin, Ext and End of axis 0
//	End      │ pads                  │
//	         └───────────────────────┘
//
// A Geometry describes a whole output or a part of it: a block of neighbouring slabs ([Geometry.SetBlock]). Blocks let several goroutines
// share an output, and let callers loop over the axes beyond the rank of a kernel.
//
// Two packages below this one move the bytes: stream uses the widest registers of the processor, packed uses words for elements of 2 and 4
// bits.
package kernel
