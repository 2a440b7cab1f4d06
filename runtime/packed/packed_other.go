//go:build !amd64 || purego

package packed

import "unsafe"

func writeRows(*Rows, unsafe.Pointer, unsafe.Pointer, uint64) { panic("packed: not supported") }

func shuffle(*call, int, int) { panic("packed: not supported") }
