// Package templates holds the emitters, which build the code of kernels as jennifer trees.
//
// An emitter turns a [Kernel] into declarations. It decides nothing that the plan of package gen could decide, and reads and writes no
// files: the same input gives the same tree. Each file holds one subject:
//
//   - code.go, lines.go: a thin layer over jennifer, so that an emitter reads like the code it emits, and a notation for code in
//     which little varies
//   - elem.go, kernel.go, set.go: an element type, its exported kernels, its KernelSet
//   - rank.go, far.go: the recursion over axes; for words with pads of data, another one for axes from 4 on
//   - mode.go, constant.go, reflect.go, edge.go, wrap.go: what a mode does with one row and with the slabs of an outer axis
//   - moves.go: what the kernels of all types of one width share: everything but their checks
//   - words.go, strings.go, packed.go: how elements are moved, for the three kinds of storage
//   - stream.go, tiles.go: rows of words, made by package stream where it has assembly for them; short rows of narrow words, several at a
//     time
//   - blocks.go, rows.go, pads.go, few.go, planes.go, pixels.go: rows of less than 16 bytes and, in builds without assembly, all rows:
//     moves of 32 and 64 bytes, rows of words made of them, rows with pads of any length or a few elements, whole small planes, rows of
//     pixels
//   - packed_wide.go, packed_rows.go, packed_long.go: rows of packed types, made in registers of 32 bytes and more, or in words for short
//     and for long rows
//   - schemas.go: the published schema versions as data
//   - file.go: the files of a package
package templates
