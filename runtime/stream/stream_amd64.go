//go:build !purego

package stream

import "unsafe"

// Supported reports whether this build has non-temporal stores.
const Supported = true

//go:noescape
func row(l *Line, s unsafe.Pointer, n, stored int) unsafe.Pointer

//go:noescape
func end(l *Line, stored int)

//go:noescape
func copyBlock(d, s unsafe.Pointer, n int)

// fillBlock takes the 16 bytes twice: from any of them on, as the output's lines begin.
//
//go:noescape
func fillBlock(d, v unsafe.Pointer, n int)
