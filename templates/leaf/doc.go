// Package leaf is the source of what all generated kernels share: how the planes of an output are made, for words of 1 to 16 bytes,
// for packed elements and for strings.
//
// It is ordinary Go with type parameters: W is an element as a word, C the chunk that one move loads and stores. Package templates parses
// it, puts the concrete types in, drops the branches that a width cannot take, and prints the result into the generated package, where
// nothing is generic. Here it is compiled, vetted and tested like other code. Test results here, and speed in the generated package: the
// compiler calls methods of type parameters through a dictionary.
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
// A state decides how the rows of this geometry are made: its form. A plan makes its geometry keep the state, so that it is decided once;
// else open decides. From there it is two calls to the bytes: planes, which takes all planes that follow one another, and the form's loop
// over their rows.
//
// Offsets in calls count elements, all fields count bytes. Memory is moved through unsafe pointers: with slices, rows of 7 elements take
// five times as long. [kernel.Geometry.Check] has made sure that all of it lies inside dst and src.
//
// # Words
//
//   - word: an element of 1, 2, 4, 8 or 16 bytes as an unsigned integer, W
//   - chunk: what one move loads and stores, C: up to 64 bytes
//   - row: the elements along axis 0; a plane is all rows of axis 1, a slab all elements at one index of any axis
//   - gap: what lies between the data of two rows in the output, the end pad of one and the begin pad of the next
//   - form: how the rows of a geometry are made, decided once
//   - border: the pads of an outer axis, whole slabs
//   - past the caches: by stores that leave the output in no cache, for outputs that do not fit into them
package leaf
