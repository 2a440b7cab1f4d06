//go:build !purego

package stream

import "unsafe"

// Supported reports whether this build and this processor have non-temporal stores of 32 bytes.
var Supported = hasAVX()

func hasAVX() bool

//go:noescape
func row(l *Line, s unsafe.Pointer, n, stored int) unsafe.Pointer

//go:noescape
func end(l *Line, stored int)

//go:noescape
func copyBlock(d, s unsafe.Pointer, n int)

// fillBlock takes the 16 bytes three times: 32 of them from any of the first on, as the output's lines begin.
//
//go:noescape
func fillBlock(d, v unsafe.Pointer, n int)
