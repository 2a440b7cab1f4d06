//go:build !amd64 || purego

//lint:file-ignore U1000 the fields of chunks only set their sizes

package stream

import (
	"unsafe"
)

// Rows without assembly. The pads of a row are written before the copy of its input, from the outer end inwards. No pad needs an exact
// end: a store may be longer than an element, because the next store, in the end that of the input, overwrites the excess. Loads stay
// within the row.

// rowsPlan holds what the loops over rows need. It stays in memory to leave registers for the loops over pads inside them: with all of it
// in local variables they take 1.06 of the time.
type rowsPlan struct {
	b, n, e, size, out, dir int    // b, n and e of Rows, bytes of an element, bytes from one row of the output to the next, and the Step of kernel.Pads
	head, tail              int    // offsets in a row of the input of the loads for the outermost stores
	end                     int    // offset in a row of the output of the outermost store after the input
	lastHead, lastTail      int    // how far inwards the last word of a pad is
	down, up                uint64 // bits by which words are shifted, because a pad of less than 8 bytes is part of a word
}

// setPadsInGo prepares pads of elements of size bytes. head and tail are the offsets of what the nearest pads repeat, step is that of
// kernel.Pads.
func (r *Rows) setPadsInGo(head, tail, step, size int) {
	r.head, r.tail, r.dir, r.whole = head, tail, step, size
	if size > chunk { // a pad of one element has no order
		r.dir = -1
	}
}

func (x *rowsPlan) open(r *Rows) {
	size, all := r.whole, r.b+r.n+r.e
	*x = rowsPlan{b: r.b, n: r.n, e: r.e, size: size, out: r.step, dir: r.dir, end: all - 8, lastHead: max(r.b-8, 0), lastTail: max(r.e-8, 0)}
	switch {
	case x.byElements():
		x.end = all - stored(size)
		x.head, x.tail = r.head+x.dir*(r.b-size), r.tail-x.dir*(r.e-size)-(stored(size)-size)
	case x.inRuns():
		x.head, x.tail = r.head+size-r.b, r.tail
	case x.dir < 0:
		head, tail := r.head+size-r.b, r.tail+r.e-8
		x.head, x.tail = min(head, r.n-8), max(tail, 0)
		x.down, x.up = uint64(8*(head-x.head)), uint64(8*(x.tail-tail))
	case x.dir == 0:
		x.tail = r.n - 8
	default:
		head, tail := r.head+r.b-8, r.tail+size-r.e
		x.head, x.tail = max(head, 0), min(tail, r.n-8)
		x.down, x.up = uint64(8*(x.head-head)), uint64(8*(tail-x.tail))
	}
	if r.b == 0 {
		x.head = 0 // a pointer must not leave its object
	}
	if r.e == 0 {
		x.tail = 0
	}
}

// byElements reports whether each element of a pad is moved by itself: few large ones, and those whose size does not suit words of 8
// bytes.
func (x *rowsPlan) byElements() bool {
	switch {
	case x.size == 8 || x.size == 16:
		return x.dir >= 0 && x.size == 16 || max(x.b, x.e) <= 4*x.size
	case x.dir == 0:
		return x.size > 8
	}
	return x.dir > 0 && stored(x.size) > x.size
}

// inRuns reports whether pads are copied as the input is.
func (x *rowsPlan) inRuns() bool { return x.dir < 0 && max(x.b, x.e) > chunk }

// stored returns the size of the stores that write elements of size bytes one by one.
func stored(size int) int {
	switch {
	case size <= 2:
		return size
	case size <= 4:
		return 4
	case size <= 8:
		return 8
	}
	return chunk
}

func writeRows(r *Rows, p *planes, out, src unsafe.Pointer) {
	var x rowsPlan
	x.open(r)
	for i := p.first; ; {
		now := &p.part[i&3]
		s := unsafe.Add(src, p.at+now.from)
		switch n := x.n; {
		case n <= 2*chunk:
			writePart[[chunk]byte](&x, out, s, now.rows, now.step)
		case n <= line:
			writePart[twoChunks](&x, out, s, now.rows, now.step)
		case n <= longestByLines:
			writePart[fourChunks](&x, out, s, now.rows, now.step)
		default:
			writePart[longRow](&x, out, s, now.rows, now.step)
		}
		if i++; i > p.last {
			i = p.first
			p.at += p.skip
			if p.left--; p.left == 0 {
				return
			}
		}
		out = unsafe.Add(out, now.rows*x.out)
	}
}

// writePart writes rows whose input is step bytes apart and is copied by Ms.
func writePart[M any](x *rowsPlan, d, s unsafe.Pointer, rows, step int) {
	switch size, byElements := x.size, x.byElements(); {
	case byElements && size <= 4:
		elementRows[[4]byte, M](x, d, s, rows, step)
	case byElements && size <= 8:
		elementRows[[8]byte, M](x, d, s, rows, step)
	case byElements:
		elementRows[[chunk]byte, M](x, d, s, rows, step)
	case x.inRuns():
		runRows[M](x, d, s, rows, step)
	case x.dir < 0:
		wordRows[inGivenOrder, M](x, d, s, rows, step)
	case x.dir == 0:
		repeatedRows[M](x, d, s, rows, step)
	case size == 1:
		wordRows[[1]byte, M](x, d, s, rows, step)
	case size == 2:
		wordRows[[2]byte, M](x, d, s, rows, step)
	case size == 4:
		wordRows[[4]byte, M](x, d, s, rows, step)
	default:
		wordRows[[8]byte, M](x, d, s, rows, step)
	}
}

// inGivenOrder replaces the element type where its size does not matter.
type inGivenOrder struct{}

// wordRows writes rows whose pads repeat the input in its order or, if U is an element, mirrored. Pads are moved by words of 8 bytes, the
// last of which may overlap the one before it. A pad of fewer bytes is part of one word.
func wordRows[U, M any](x *rowsPlan, d, s unsafe.Pointer, rows, step int) {
	next := 1
	if unsafe.Sizeof(*new(U)) > 0 {
		next = -1
	}
	for {
		from := unsafe.Add(s, x.head)
		putWord(d, reversed[U](word(from))>>(x.down&63))
		for i := 8; i < x.lastHead; i += 8 {
			putWord(unsafe.Add(d, i), reversed[U](word(unsafe.Add(from, i*next))))
		}
		putWord(unsafe.Add(d, x.lastHead), reversed[U](word(unsafe.Add(from, x.lastHead*next)))>>(x.down&63))
		from = unsafe.Add(s, x.tail)
		end := unsafe.Add(d, x.end)
		putWord(end, reversed[U](word(from))<<(x.up&63))
		for i := 8; i < x.lastTail; i += 8 {
			putWord(unsafe.Add(end, -i), reversed[U](word(unsafe.Add(from, -i*next))))
		}
		putWord(unsafe.Add(end, -x.lastTail), reversed[U](word(unsafe.Add(from, -x.lastTail*next)))<<(x.up&63))
		copyBy[M](unsafe.Add(d, x.b), s, x.n)
		if rows--; rows == 0 {
			return
		}
		d, s = unsafe.Add(d, x.out), unsafe.Add(s, step)
	}
}

// runRows writes rows with long pads in the order of the input.
func runRows[M any](x *rowsPlan, d, s unsafe.Pointer, rows, step int) {
	for {
		if x.b > 0 {
			copyRun(d, unsafe.Add(s, x.head), x.b)
		}
		copyBy[M](unsafe.Add(d, x.b), s, x.n)
		if x.e > 0 {
			copyRun(unsafe.Add(d, x.b+x.n), unsafe.Add(s, x.tail), x.e)
		}
		if rows--; rows == 0 {
			return
		}
		d, s = unsafe.Add(d, x.out), unsafe.Add(s, step)
	}
}

// copyRun copies n bytes, 1 or more.
func copyRun(d, s unsafe.Pointer, n int) {
	switch {
	case n >= line:
		copyBy[fourChunks](d, s, n)
	case n > 2*chunk:
		copyBy[twoChunks](d, s, n)
	case n >= chunk:
		copyBy[[chunk]byte](d, s, n)
	default:
		copyWords(d, s, n, false)
	}
}

// repeatedRows writes rows whose pads repeat an element of up to 8 bytes. Each store holds as many copies of it as fit in 8 bytes.
func repeatedRows[M any](x *rowsPlan, d, s unsafe.Pointer, rows, step int) {
	unused := uint64(64 - 8*x.size)
	whole, again := 0, uint64(0)
	for ; whole+x.size <= 8; whole += x.size {
		again |= 1 << uint(8*whole)
	}
	up := uint64(64 - 8*whole)
	for {
		v := word(s) << (unused & 63) >> (unused & 63) * again
		putWord(d, v)
		for i := whole; i < x.b; i += whole {
			putWord(unsafe.Add(d, i), v)
		}
		v = word(unsafe.Add(s, x.tail)) >> (unused & 63) * again << (up & 63)
		end := unsafe.Add(d, x.end)
		putWord(end, v)
		for i := whole; i < x.e; i += whole {
			putWord(unsafe.Add(end, -i), v)
		}
		copyBy[M](unsafe.Add(d, x.b), s, x.n)
		if rows--; rows == 0 {
			return
		}
		d, s = unsafe.Add(d, x.out), unsafe.Add(s, step)
	}
}

// elementRows writes rows whose pads are copied element by element, each as a U, which is at least as large.
func elementRows[U, M any](x *rowsPlan, d, s unsafe.Pointer, rows, step int) {
	size, inwards := x.size, -x.size*x.dir
	for {
		from := unsafe.Add(s, x.head)
		for i, j := 0, 0; i < x.b; i += size {
			*(*U)(unsafe.Add(d, i)) = *(*U)(unsafe.Add(from, j))
			j += inwards
		}
		from = unsafe.Add(s, x.tail)
		end := unsafe.Add(d, x.end)
		if int(unsafe.Sizeof(*new(U))) == size { // upwards, which takes 0.85 to 1.0 of the time
			for i := x.e - size; i >= 0; i -= size {
				*(*U)(unsafe.Add(end, -i)) = *(*U)(unsafe.Add(from, i*x.dir))
			}
		} else {
			for i, j := 0, 0; i < x.e; i += size {
				*(*U)(unsafe.Add(end, -i)) = *(*U)(unsafe.Add(from, j))
				j -= inwards
			}
		}
		copyBy[M](unsafe.Add(d, x.b), s, x.n)
		if rows--; rows == 0 {
			return
		}
		d, s = unsafe.Add(d, x.out), unsafe.Add(s, step)
	}
}

// The types by which the input of a row is copied, besides chunks. That of a longRow is copied by a call.
type (
	twoChunks  struct{ a, b [chunk]byte }
	fourChunks struct{ a, b, c, d [chunk]byte }
	longRow    struct{}
)

// longestByLines is the length in bytes of the longest row that is copied by lines instead of by a call.
const longestByLines = 1024

// copyBy copies n bytes by two Ms or, if M is a line, by two or more, the last of which may overlap the one before it.
func copyBy[M any](d, s unsafe.Pointer, n int) {
	size := int(unsafe.Sizeof(*new(M)))
	switch {
	case size == 0:
		copyWords(d, s, n, false)
		return
	case size < line:
		*(*M)(d) = *(*M)(s)
	default:
		for i := 0; i < n-size; i += size {
			*(*M)(unsafe.Add(d, i)) = *(*M)(unsafe.Add(s, i))
		}
	}
	*(*M)(unsafe.Add(d, n-size)) = *(*M)(unsafe.Add(s, n-size))
}
