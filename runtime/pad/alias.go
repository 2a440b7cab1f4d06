package pad

import "github.com/padgen/padgen/runtime/kernel"

// Aliases of what a program needs from package kernel, so that it imports only this package and a generated one.
type (
	Unit        = kernel.Unit   // the types of a storage unit
	Set[T Unit] = kernel.Set[T] // the kernels of an element type, of a generated package
	AnySet      = kernel.AnySet // a Set of an element type that is known at run time
	Memory      = kernel.Memory // a slice of an element type that is known at run time, see [kernel.MemoryOf]
)

// noCopy lets go vet find copies.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
