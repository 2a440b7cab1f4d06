// Package leaf is the source of what all generated kernels share, the code that writes the planes of an output: for words of 1 to 16
// bytes, for packed elements and for strings.
//
// It is ordinary Go with type parameters: W is an element as a word, C the chunk that one move loads and stores. Package templates parses
// it, substitutes the concrete types, drops the branches that a width cannot take, and prints the result into the generated package,
// where nothing is generic. The code here is compiled, vetted and tested like any other. Test results here, but measure speed in the
// generated package: the compiler calls methods of type parameters through a dictionary.
//
// A kernel of rank 4 and above is a loop nest around a state, here for mode reflect and rank 5:
//
//	p := *keptRepeat[uint32](g)
//	p.open(g, dst, src)
//	for each slab of axis 4, each slab of axis 3:
//		p.block(…) // planes: all rows of axis 2, 1 and 0
//		p.border(…) // the pads of axis 3
//	p.border(…) // the pads of axis 4
//	p.close()
//
// A state decides once how the rows of its geometry are written, in form.go: by package stream, by a form of its own, or by stream with a
// form for the rows that stream leaves. A plan lets its geometry keep the state; otherwise open decides. From there two calls lead to the
// bytes: planes, then either stream.Rows.Write or the form's loop over the rows that stream.Rows.Next returns.
//
// Offsets in calls count elements, all fields count bytes. Memory is accessed through unsafe pointers: with slices, rows of 7 elements
// take five times as long. [kernel.Geometry.Check] ensures that all of it lies inside dst and src.
//
// What this code uses of the runtime is frozen: kernels that people have committed must compile with later runtimes. TestSurface in
// gen/cmd/padgen lists it. What only a form needs belongs here; what only stream needs stays unexported there.
//
// # Words
//
//   - word: an element of 1, 2, 4, 8 or 16 bytes as an unsigned integer, W
//   - chunk: what one move loads and stores, C: up to 64 bytes
//   - slab: all elements at one index of an axis; a row is a slab of axis 1, a plane one of axis 2
//   - unit: one index of the axis that has the pads of a row: an element, or a whole row of the input
//   - run: neighbouring rows or units whose input is a fixed step apart: from, step and how many
//   - gap: what lies between the input of two rows in the output, the end pad of one and the begin pad of the next
//   - form: how rows are written where package stream does not write them
//   - border: the pads of an outer axis, whole slabs
//   - turn: pads turn if they reach the far end of the input and then go back or start again
//   - apart: memory that does not belong to the output lies between two rows or planes
//   - past the caches: by stores that leave the output in no cache, for outputs that do not fit into the caches
package leaf
