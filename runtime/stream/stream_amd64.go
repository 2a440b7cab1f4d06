//go:build !purego

package stream

import "unsafe"

// Supported reports whether this build has non-temporal stores.
const Supported = true

//go:noescape
func row(l *Line, s unsafe.Pointer, n, stored int) unsafe.Pointer

//go:noescape
func end(l *Line, stored int)
