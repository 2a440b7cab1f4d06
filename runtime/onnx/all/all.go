// Package all combines package onnx with the kernels of all element types from package generated. A program that imports it
// links all of these kernels, 1.5 MB. A program that uses onnx.New links only those that it names.
package all

import (
	"slices"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx"
)

type sets = []kernel.AnySet

// Lookup returns the version of Pad in force at an opset, for inputs of any element type. It is [onnx.New] with all kernel
// sets.
func Lookup(domain string, opset int) (*onnx.Op, error) { return onnx.New(domain, opset, all...) }

// Set returns the kernel set of an element type, or nil if d is invalid.
func Set(d dtype.DType) kernel.AnySet {
	if !d.Valid() {
		return nil
	}
	return all[d-1]
}

// Sets returns the kernel sets of all element types, for [onnx.Options]:
//
//	op, err := onnx.Options{Strict: true}.New("", 21, all.Sets()...)
func Sets() []kernel.AnySet { return slices.Clone(all) }
