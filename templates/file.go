package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// license is the first line of every file, for license scanners. Package gen puts its own lines before it.
const license = "SPDX-License-Identifier: Apache-2.0"

// Import paths of the padgen packages that generated code uses.
const (
	dtypePath     = "github.com/padgen/padgen/runtime/dtype"
	kernelPath    = "github.com/padgen/padgen/runtime/kernel"
	generatedPath = "github.com/padgen/padgen/generated"
)

// newFile returns an empty file with the license.
func newFile(pkg string) *jen.File {
	f := jen.NewFile(pkg)
	f.NoFormat = true
	f.HeaderComment(license)
	f.ImportNames(map[string]string{dtypePath: "dtype", kernelPath: "kernel", generatedPath: "generated"})
	return f
}

// ElemFile emits the file of one element type: its kernel set and the kernels, which are sorted by mode and rank.
func ElemFile(pkg string, e Elem, kernels []Kernel) *jen.File {
	f := newFile(pkg)
	f.HeaderComment("//")
	comment(f.HeaderComment, e.guide(kernels))
	set(f, e, kernels)
	for _, k := range kernels {
		k.declare(f)
	}
	return f
}

// guide describes how a kernel reaches the code that moves bytes.
func (e Elem) guide(kernels []Kernel) string {
	var states []string
	for _, k := range kernels {
		states = append(states, k.state()+e.leaf.suffix)
	}
	return fmt.Sprintf(`
Kernels of tensor(%s), and how they reach the bytes. The runtime merges
axes without pads before it chooses a kernel, so the rank of a kernel is
often lower than that of the tensor.

 1. A kernel, below, checks its slices. From rank 4 on it has a loop for
    each outer axis, followed by the pads of that axis. Kernels of ranks
    1 to 3 have no loops.
 2. The leaf, %s in %s, writes the planes:
    all rows of the three innermost axes, with their pads. All types of
    this width share it, and so do all modes except constant. Its method
    open decides how rows are written; a plan keeps this decision.
 3. From there two calls lead to the bytes: planes, and its loop over
    rows. A row is written by moves in the same file, or by a package
    below runtime/kernel.
`, e.Name, strings.Join(slices.Compact(states), " and "), e.leaf.file)
}

// comment adds a comment line by line, because jennifer turns several lines into a /* comment */.
func comment(add func(string), text string) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		add(strings.TrimRight("// "+line, " "))
	}
}

// PackageFileName is the name of the file of [PackageFile].
const PackageFileName = "padgen.go"

// FlagsDirective begins the line of that file with the flags of padgen generate.
const FlagsDirective = "padgen:flags"

// Contract is the number of the contract between emitted code and the runtime, see package contract1 in folder runtime/kernel.
const Contract = 1

// PackageFile emits what a package contains once: its doc comment, the import that fails if the runtime does not fit, and the
// flags of padgen generate.
func PackageFile(pkg, doc, flags string) *jen.File {
	f := newFile(pkg)
	comment(f.PackageComment, doc)
	f.Anon(fmt.Sprint(kernelPath, "/contract", Contract))
	f.Comment("If the go command stops at this import, these kernels and the runtime in go.mod do not fit. If the kernels are older than")
	f.Comment("the runtime, run go tool padgen generate with these flags and -o. If they are newer, run go get github.com/padgen/padgen@latest.")
	f.Comment("")
	f.Comment("//" + FlagsDirective + " " + flags)
	return f
}
