//go:build !purego

//lint:file-ignore U1000 the assembly reads it

package stream

import "unsafe"

// Assembly is whether the build has assembly. The processor may still lack AVX2 for it.
const Assembly = true

var wide = avx2()

// masks are 64 bytes of ones, then of zeros. moveUp is 16 bytes as they come after 80 of none.
var masks, moveUp = lineOrders()

func lineOrders() (masks [2 * line]byte, moveUp [224]byte) {
	for i := range masks[:line] {
		masks[i] = 0xFF
	}
	for i := range moveUp {
		moveUp[i] = none
	}
	copy(moveUp[80:], inOrder[chunk:][:chunk])
	return masks, moveUp
}

func avx2() bool

//go:noescape
func writeRows(r *Rows, p *Planes, out, src unsafe.Pointer)

//go:noescape
func writePast(r *Rows, p *Planes, out, src unsafe.Pointer)

//go:noescape
func copyWide(d, s unsafe.Pointer, n int, past bool)

//go:noescape
func fillWide(d unsafe.Pointer, v *[3 * chunk]byte, n int, past bool)

//go:noescape
func reverseWide(d, s unsafe.Pointer, n int, o *padOrder, whole int)

//go:noescape
func repeatWide(d unsafe.Pointer, v *[chunk]byte, n, whole int, o *[pattern]byte)

func fence()
