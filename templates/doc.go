// Package templates holds the emitters: what is written into a generated package. It decides nothing that the plan of package gen could
// decide, and reads and writes no files: the same input gives the same text.
//
// A generated package has two kinds of code. What the table decides is built with jennifer, a function for each construct:
//
//   - elem.go: an element type, and which leaf moves its elements
//   - kernel.go: the exported kernels, loop nests around a leaf
//   - set.go: the kernel set of an element type
//   - file.go: the files these go into
//   - registry.go, schemas.go, matrix.go: lists of all element types, modes and versions, for packages of padgen's own runtime
//
// What all types of one width share, the leaf, is ordinary generic Go in the folder leaf. It is embedded, and instances are made from
// its syntax tree:
//
//   - leafsource.go: reads the declarations of package leaf
//   - instance.go: puts type arguments into a declaration, and makes what that needs
//   - fold.go: evaluates constant conditions, and takes out what they leave out
//   - leaffile.go: the files of a package that hold instances
package templates
