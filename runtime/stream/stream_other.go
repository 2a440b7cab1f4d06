//go:build !amd64 || purego

package stream

import "unsafe"

const (
	wide = false
	vbmi = false
)

// Assembly reports whether the build has the code for processors with AVX2. Kernels leave out what they do not need then.
const Assembly = false

// LeaveOutVBMI makes tiles with AVX2 alone, until what it returns is called. It is for tests and measurements, while no Pad runs.
func LeaveOutVBMI() (restore func()) { return func() {} }

func writeRows(*Rows, *Planes, unsafe.Pointer, unsafe.Pointer) { panic("stream: not supported") }

func writeAligned(*Rows, *Planes, unsafe.Pointer, unsafe.Pointer) {
	panic("stream: not supported")
}

func writeShort(*Short, *Planes, unsafe.Pointer, unsafe.Pointer, int) { panic("stream: not supported") }

func writeShortGaps(_, _ unsafe.Pointer, _ *Planes, _, _, _ int, _ *[chunk]byte, _ *byte) {
	panic("stream: not supported")
}

func shuffle(_ *oneTile, _, _ unsafe.Pointer, _, _, _, _ int, _ *[chunk]byte) {
	panic("stream: not supported")
}

func writeGap(*Rows, unsafe.Pointer, int) { panic("stream: not supported") }

func endRows(*Rows, unsafe.Pointer) { panic("stream: not supported") }

func copyWide(d, s unsafe.Pointer, n int, _ bool) {
	copy(unsafe.Slice((*byte)(d), n), unsafe.Slice((*byte)(s), n))
}

func copyThrice(_, _, _, _ unsafe.Pointer, _ int) { panic("stream: not supported") }

const (
	// From doubleFrom bytes on, a fill copies what is already filled, twice as much each time, up to doubleMost bytes, which stay in the
	// first cache.
	doubleFrom = 1 << 10
	doubleMost = 16 << 10
)

func fillWide(d, v unsafe.Pointer, n int, _ bool) {
	all := unsafe.Slice((*byte)(d), n)
	if *(*[16]byte)(v) == [16]byte{} {
		clear(all)
		return
	}
	i := 0
	for ; i <= min(n, doubleFrom)-16; i += 16 {
		*(*[16]byte)(unsafe.Add(d, i)) = *(*[16]byte)(v)
	}
	for i < n {
		i += copy(all[i:], all[:min(i, doubleMost)])
	}
}
