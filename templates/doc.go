// Package templates emits the text of a generated package, for the command padgen: its API may change in any version. Package
// gen decides what is emitted, and reads and writes the files. The same input always gives the same text.
//
// A generated package has two kinds of code. The first depends on the table and is built with jennifer, one function for each
// construct:
//
//   - elem.go: an element type, and which leaf moves its elements
//   - kernel.go: the exported kernels, loop nests around a leaf
//   - set.go: the kernel set of an element type
//   - file.go: the files that contain these
//   - registry.go, schemas.go, matrix.go: lists of all element types, modes and versions, for packages of padgen's own runtime
//
// The second kind, the leaf, is shared by all types of one width. It is ordinary generic Go in the folder leaf. It is
// embedded, and instances are built from its syntax tree:
//
//   - leafsource.go: reads the declarations of package leaf
//   - instance.go: substitutes type arguments in a declaration, and builds what that needs
//   - fold.go: evaluates constant conditions and removes the branches that cannot run
//   - leaffile.go: the files of a package that contain instances
package templates
