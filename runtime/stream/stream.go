// Package stream moves and fills memory by the widest registers: rows, blocks and gaps, through the caches or past them.
//
// An ordinary store reads the line that it changes. For outputs that do not fit into the caches this is a third of all
// traffic, which memmove saves from 1 MiB on by non-temporal stores, and clear from 32 MiB on. [Copy] and [Fill] do it from
// [LeastBlock] on. Shorter rows share lines with their neighbours, and an ordinary store holds up the others: a [Line]
// holds the line in which one row ends and the next one starts, and everything between goes straight from data to the
// output: 104 MB in rows of 448 bytes take 0.7 to 0.85 of the time, 20 MB in rows of 4 KiB 0.5 to 0.6 (Zen 3).
//
// Go has neither such stores nor registers of 32 bytes, so they are assembly, for amd64 with AVX. Elsewhere, and with the
// build tag purego, Copy and Fill are Go, and [Pays] is false.
package stream

import "unsafe"

const (
	lineSize = 64
	// MostPads is the most bytes that may be added between two rows.
	MostPads = 128
	// LeastRow is the least bytes of a row.
	LeastRow = 64
	// LeastBlock is the least bytes of a block. Its first and its last line are stored in the ordinary way: blocks of
	// 768 KiB with gaps as long take 0.6 of the time, of 20 KB without gaps 0.75 to 0.8, of 8 KB 1.0, of 4 KB 1.4.
	LeastBlock = 16 << 10
)

// Least is the output size in bytes above which rows and blocks go past the caches: 9 MB in rows of 1 KiB and more take 0.6
// to 0.8 of the time, but a memcpy of 5 MB past the caches takes 1.4 times as long as through them (an L3 of 32 MB, shared).
// A program may set it for its machine before its first Pad.
var Least = 8 << 20

// Supported reports whether this build and this processor have registers of 32 bytes, and stores of them past the caches.
func Supported() bool { return wide }

// Pays reports whether an output of so many bytes, all parts of it, should go past the caches.
func Pays(bytes int) bool { return wide && bytes > Least }

// Line is where an output stands: in a line of memory whose first bytes are still to be written. It has no pointer to the
// output, which each call is told again: to the compiler a pointer in a Line would be one that is kept, and to the
// collector one to the output's end would be out of its object.
type Line struct {
	done int            // the bytes of the output that are written
	skip int            // the bytes before the output in its first line, until that is written
	_    [lineSize]byte // a row's end is stored with what comes before it
	buf  [lineSize + MostPads + lineSize]byte
}

// Begin starts an output. It returns where its first bytes are to be stored: at most MostPads, then a Row.
func (l *Line) Begin(out unsafe.Pointer) unsafe.Pointer {
	l.done, l.skip = 0, int(uintptr(out)%lineSize)
	return unsafe.Add(unsafe.Pointer(&l.buf), l.skip)
}

// Row writes what was stored since the last call, which ends at a place at most MostPads behind what that returned, and n
// bytes from s, at least LeastRow. It returns where to store what follows.
func (l *Line) Row(out, s unsafe.Pointer, n int, at unsafe.Pointer) unsafe.Pointer {
	return row(l, out, s, n, at)
}

// End writes the rest, which ends at a place as that of Row does. Others may read the output after that.
func (l *Line) End(out, at unsafe.Pointer) { end(l, out, at) }
