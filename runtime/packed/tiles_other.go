//go:build !amd64 || purego

package packed

func tiled() bool { return false }

func shuffle(*call, int) { panic("packed: not supported") }

func copyRows(*rowCopies) { panic("packed: not supported") }
