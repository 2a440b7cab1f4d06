//go:build !purego

package stream

import "unsafe"

var wide, vbmi = processor()

// Assembly reports whether the build has the code for processors with AVX2. Kernels leave out what they do not need then.
const Assembly = true

func processor() (wide, vbmi bool)

// LeaveOutVBMI makes tiles with AVX2 alone, until what it returns is called. It is for tests and measurements, while no Pad runs.
func LeaveOutVBMI() (restore func()) {
	was := vbmi
	vbmi = false
	return func() { vbmi = was }
}

//go:noescape
func writeRows(r *Rows, p *Planes, out, src unsafe.Pointer)

//go:noescape
func writeAligned(r *Rows, p *Planes, out, src unsafe.Pointer)

//go:noescape
func writeGap(r *Rows, out unsafe.Pointer, n int)

//go:noescape
func writeShort(s *Short, p *Planes, out, src unsafe.Pointer, step int)

//go:noescape
func writeShortGaps(out, src unsafe.Pointer, p *Planes, n, gap, skip int, value *[chunk]byte, orders *byte)

//go:noescape
func endRows(r *Rows, out unsafe.Pointer)

//go:noescape
func copyWide(d, s unsafe.Pointer, n int, past bool)

//go:noescape
func copyThrice(d, e, f, s unsafe.Pointer, n int)

//go:noescape
func fillWide(d, v unsafe.Pointer, n int, past bool)
