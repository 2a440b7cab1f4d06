//go:build !purego

package stream

import "unsafe"

var wide = hasAVX()

func hasAVX() bool

//go:noescape
func row(l *Line, out, s unsafe.Pointer, n int, at unsafe.Pointer) unsafe.Pointer

//go:noescape
func end(l *Line, out, at unsafe.Pointer)

//go:noescape
func copyWide(d, s unsafe.Pointer, n int, past bool)

//go:noescape
func fillWide(d, v unsafe.Pointer, n int, past bool)
