package pad

import "github.com/padgen/padgen/runtime/kernel"

// Aliases for the types of package kernel that a program needs, so that it imports only this package and a
// generated one.
type (
	Unit        = kernel.Unit   // the constraint of a storage unit's type
	Set[T Unit] = kernel.Set[T] // the kernels of an element type, from a generated package
	AnySet      = kernel.AnySet // a Set whose element type is known only at run time
	Memory      = kernel.Memory // a slice whose element type is known only at run time; see [AnySet.Memory] and [kernel.MemoryOf]
)

// noCopy lets go vet find copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
