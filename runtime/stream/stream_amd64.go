//go:build !purego

package stream

import "unsafe"

var wide = hasAVX()

func hasAVX() bool

//go:noescape
func row(l *Line, s unsafe.Pointer, n, stored int) unsafe.Pointer

//go:noescape
func end(l *Line, stored int)

//go:noescape
func copyWide(d, s unsafe.Pointer, n int, past bool)

//go:noescape
func fillWide(d, v unsafe.Pointer, n int, past bool)
