//go:build !amd64 || purego

package stream

import "unsafe"

// Assembly is true in builds with assembly.
const Assembly = false

const wide = false

func writePast(*Rows, *planes, unsafe.Pointer, unsafe.Pointer) { panic("stream: no assembly") }

func copyWide(d, s unsafe.Pointer, n int, past bool)                  { copyWords(d, s, n, past) }
func fillWide(d unsafe.Pointer, v *[3 * chunk]byte, n int, past bool) { fillWords(d, v, n, past) }

func reverseWide(unsafe.Pointer, unsafe.Pointer, int, *padOrder) { panic("stream: no assembly") }

func repeatWide(unsafe.Pointer, *[chunk]byte, int, *pattern) { panic("stream: no assembly") }

func writeShort(_, _ unsafe.Pointer, _, _, _ int, _ *shortMove, _ *[3 * chunk]byte, _ bool) {
	panic("stream: no assembly")
}

// Fence does nothing, because no store goes past the caches.
func Fence() {}
