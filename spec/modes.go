package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The padding modes.
const (
	Constant = "constant"
	Reflect  = "reflect"
	Edge     = "edge"
	Wrap     = "wrap"
)

// KnownModes returns the modes that the generator can emit, in the order in
// which ONNX introduced and lists them.
func KnownModes() []string { return []string{Constant, Reflect, Edge, Wrap} }

// MaxRank is the highest rank that has kernels; there is one for each element type, mode and rank from 1.
// Package pad has the same limit.
const MaxRank = 8

// SortModes puts modes in the order of a table file: the known ones as in
// [KnownModes], then any others by name.
func SortModes(modes []string) {
	known := KnownModes()
	rank := func(m string) int {
		if i := slices.Index(known, m); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.SortFunc(modes, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}

// ModeGoName returns a mode as it is written in Go names: Reflect.
func ModeGoName(mode string) string { return strings.ToUpper(mode[:1]) + mode[1:] }

// KernelName returns the name of the function that is generated for a mode, an element type and a rank:
// ReflectFloat32Rank4.
func KernelName(mode string, e ElemType, rank int) string {
	return fmt.Sprintf("%s%sRank%d", ModeGoName(mode), e.GoName, rank)
}
