//go:build !purego

//lint:file-ignore U1000 the assembly reads it

package stream

import (
	"bytes"
	"unsafe"
)

// Assembly is true in builds with assembly. The processor may still lack AVX2, which the assembly needs.
const Assembly = true

var wide = avx2()

// masks is 64 bytes of ones, followed by 64 bytes of zeros.
var masks = [2 * line]byte(append(bytes.Repeat([]byte{0xFF}, line), make([]byte, line)...))

func avx2() bool

//go:noescape
func writeRows(r *Rows, p *planes, out, src unsafe.Pointer)

//go:noescape
func writePast(r *Rows, p *planes, out, src unsafe.Pointer)

//go:noescape
func copyWide(d, s unsafe.Pointer, n int, past bool)

//go:noescape
func fillWide(d unsafe.Pointer, v *[3 * chunk]byte, n int, past bool)

//go:noescape
func reverseWide(d, s unsafe.Pointer, n int, o *padOrder)

//go:noescape
func repeatWide(d unsafe.Pointer, v *[chunk]byte, n int, o *pattern)

//go:noescape
func writeShort(d, s unsafe.Pointer, n, dst, src int, m *shortMove, value *[3 * chunk]byte, more bool)

// Fence orders all stores past the caches before the stores that follow.
func Fence()

func stored(int) int { panic("stream: assembly") }

func (*Rows) setPadsInGo(_, _, _, _ int) { panic("stream: assembly") }
