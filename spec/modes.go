package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The padding modes.
const (
	Constant  = "constant"
	Reflect   = "reflect"
	Edge      = "edge"
	Wrap      = "wrap"
	Symmetric = "symmetric"
)

// modes lists the modes that the generator can emit, with what the padded elements hold in each. The order is that of
// runtime/kernel/mode.go: first the modes of ONNX, in the order in which ONNX introduced and lists them, then our own.
var modes = []struct{ name, meaning string }{
	{Constant, "a given value, constant_value"},
	{Reflect, "the input mirrored, its edge element not repeated"},
	{Edge, "the nearest element of the input"},
	{Wrap, "the input again, as if its ends were joined (ONNX opset 19)"},
	{Symmetric, "the input mirrored, its edge element repeated (not in ONNX: domain padgen)"},
}

// KnownModes returns the modes that the generator can emit, in their order.
func KnownModes() []string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = m.name
	}
	return names
}

// Modes returns, in order, the known modes that versions of Pad in the table run.
func (t *Table) Modes() []string {
	return slices.DeleteFunc(KnownModes(), func(m string) bool {
		return !slices.ContainsFunc(t.Schemas, func(s *OpSchema) bool { return s.Name == Operator && s.Runs(m) })
	})
}

// ModeMeaning returns what the padded elements hold in a known mode.
func ModeMeaning(mode string) string {
	return modes[slices.Index(KnownModes(), mode)].meaning
}

// MaxRank is the highest rank with kernels. There is one for every element type, mode and rank from 1 to MaxRank. Package
// kernel has the same limit.
const MaxRank = 8

// SortModes sorts modes in the order of a table file: known modes as in [KnownModes], then any others by name.
func SortModes(modes []string) {
	known := KnownModes()
	rank := func(m string) int { return slices.Index(append(known, m), m) }
	slices.SortFunc(modes, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}

// ModeGoName returns a mode in the form used in Go names, such as Reflect.
func ModeGoName(mode string) string { return strings.ToUpper(mode[:1]) + mode[1:] }

// KernelName returns the name of the function that is generated for a mode, an element type and a rank, such as
// ReflectFloat32Rank4.
func KernelName(mode string, e ElemType, rank int) string {
	return fmt.Sprintf("%s%sRank%d", ModeGoName(mode), e.GoName, rank)
}
