//go:build !amd64 || purego

package stream

import "unsafe"

// Supported reports whether this build and this processor have non-temporal stores of 32 bytes.
const Supported = false

func row(*Line, unsafe.Pointer, int, int) unsafe.Pointer { panic("stream: not supported") }

func end(*Line, int) { panic("stream: not supported") }

func copyWide(_, _ unsafe.Pointer, _ int, _ bool) { panic("stream: not supported") }

func fillWide(_, _ unsafe.Pointer, _ int, _ bool) { panic("stream: not supported") }
