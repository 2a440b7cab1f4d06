package pad

import "github.com/padgen/padgen/runtime/kernel"

// Unit is the constraint of a storage unit's type. It and the other aliases let a program import only this package and a generated one.
type Unit = kernel.Unit

// Set holds the kernels of an element type. Generated packages have one for each type.
type Set[T Unit] = kernel.Set[T]

// AnySet is a [Set] whose element type is known only at run time.
type AnySet = kernel.AnySet

// Memory is a slice whose element type is known only at run time. [AnySet.Memory] makes one of a slice if the type is that of the set,
// [kernel.MemoryOf] makes one of any slice.
type Memory = kernel.Memory

// noCopy lets go vet find copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
