package stream

import "unsafe"

const (
	lineSize = 64
	// MostPads is the most bytes that may be stored between two rows.
	MostPads = 128
	// LeastRow is the least bytes of a row, and of what Copy and Fill move.
	LeastRow = 64
)

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
