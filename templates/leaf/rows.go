package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel/stream"
)

// chunks selects the chunk for rows of less than 16 bytes: two of them cover a row.
func chunks[W word, E ends[W, E]](p *repeat[W], d unsafe.Pointer) {
	switch {
	case sizeOf[W]() <= 1 && 2 <= p.row && p.row < 4:
		rowsOf[W, chunk2, E](p, d)
	case sizeOf[W]() <= 2 && 4 <= p.row && p.row < 8:
		rowsOf[W, chunk4, E](p, d)
	case sizeOf[W]() <= 4 && 8 <= p.row && p.row < 16:
		rowsOf[W, chunk8, E](p, d)
	default:
		panic("no chunk for rows of this length")
	}
}

// longChunks selects the chunk for rows of 16 bytes or more, in builds without assembly. A row of more than 64 bytes takes several
// chunks.
func longChunks[W word, E ends[W, E]](p *repeat[W], d unsafe.Pointer) {
	switch n := p.row; {
	case !stream.Assembly && 16 <= n && n <= 32:
		rowsOf[W, chunk16, E](p, d)
	case !stream.Assembly && 32 < n && n <= 64:
		rowsOf[W, chunk32, E](p, d)
	case !stream.Assembly && 64 < n:
		rowsOf[W, chunk64, E](p, d)
	default:
		panic("no chunk for rows of this length")
	}
}

// rowsOf writes rows by moves of chunks, the last of which ends where the row ends and may overlap the one before it.
func rowsOf[W word, C chunk, E ends[W, E]](p *repeat[W], d unsafe.Pointer) {
	var e E
	e = e.of(p)
	last, step := p.row-sizeOf[C](), p.step
	from, srcStep, rows := p.rows.Next()
	for {
		s := unsafe.Add(p.src, from)
		if sizeOf[C]() <= 16 { // two short rows in one iteration take as long as one
			for ; rows > 2; rows -= 2 {
				m := e.before(d, s)
				*(*C)(m) = *(*C)(s)
				m = unsafe.Add(m, last)
				*(*C)(m) = *(*C)(unsafe.Add(s, last))
				e.behind(m, s, sizeOf[C]())
				d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
				m = e.before(d, s)
				*(*C)(m) = *(*C)(s)
				m = unsafe.Add(m, last)
				*(*C)(m) = *(*C)(unsafe.Add(s, last))
				e.behind(m, s, sizeOf[C]())
				d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
			}
		}
		for {
			m := e.before(d, s)
			if sizeOf[C]() < 64 {
				*(*C)(m) = *(*C)(s)
			}
			if sizeOf[C]() == 64 {
				for j := 0; j < last; j += 64 {
					*(*C)(unsafe.Add(m, j)) = *(*C)(unsafe.Add(s, j))
				}
			}
			m = unsafe.Add(m, last)
			*(*C)(m) = *(*C)(unsafe.Add(s, last))
			e.behind(m, s, sizeOf[C]())
			if rows--; rows == 0 {
				break
			}
			d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
		}
		if from, srcStep, rows = p.rows.Next(); rows == 0 {
			return
		}
		d = unsafe.Add(d, step)
	}
}

// ends writes the pads of a row from the input at s: before writes the begin pad to d and returns the place of the input after it; behind
// writes the end pad to the bytes from d+c on. (c is a separate argument because a pointer must not leave its object, and a row may end
// where the object does.) An ends is a value, so that what it needs of p stays in registers.
type ends[W word, E any] interface {
	of(p *repeat[W]) E
	before(d, s unsafe.Pointer) unsafe.Pointer
	behind(d, s unsafe.Pointer, c int)
}

// oneEnds are pads of one element.
type oneEnds[W word] struct{ head, tail int }

func (oneEnds[W]) of(p *repeat[W]) oneEnds[W] { return oneEnds[W]{p.runs[0].from, p.runs[1].from} }

func (e oneEnds[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	*(*W)(d) = *(*W)(unsafe.Add(s, e.head))
	return unsafe.Add(d, sizeOf[W]())
}

func (e oneEnds[W]) behind(d, s unsafe.Pointer, c int) {
	*(*W)(unsafe.Add(d, c)) = *(*W)(unsafe.Add(s, e.tail))
}

// anyEnds are pads of any number of elements, shorter than the row.
type anyEnds[W word] struct{ p *repeat[W] }

func (anyEnds[W]) of(p *repeat[W]) anyEnds[W] { return anyEnds[W]{p} }

func (e anyEnds[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	p := e.p
	d = unsafe.Add(d, p.begin)
	for j, from := sizeOf[W](), p.runs[0].from; j <= p.begin; j, from = j+sizeOf[W](), from+p.padStep {
		*(*W)(unsafe.Add(d, -j)) = *(*W)(unsafe.Add(s, from))
	}
	return d
}

func (e anyEnds[W]) behind(d, s unsafe.Pointer, c int) {
	p := e.p
	for j, from := 0, p.runs[1].from; j < p.end; j, from = j+sizeOf[W](), from-p.padStep {
		*(*W)(unsafe.Add(d, c+j)) = *(*W)(unsafe.Add(s, from))
	}
}

// isFew reports whether a pad of n bytes has two to four elements, which two moves of two elements write. The moves may overlap.
func isFew[W word](n int) bool { return 2*sizeOf[W]() <= n && n <= 4*sizeOf[W]() }

// fewEnds writes rows with such pads. It is a function because methods are emitted with their type, but functions only where they are
// called.
func fewEnds[W word](p *repeat[W], d unsafe.Pointer) {
	switch {
	case p.padStep > 0:
		longChunks[W, mirroredTwos[W]](p, d)
	case p.padStep == 0:
		longChunks[W, repeatedTwos[W]](p, d)
	default:
		longChunks[W, orderedTwos[W]](p, d)
	}
}

// mirroredTwos are pads that repeat the input in reverse order.
type mirroredTwos[W word] struct{ b, from, e, to int }

func (mirroredTwos[W]) of(p *repeat[W]) mirroredTwos[W] {
	return mirroredTwos[W]{p.begin, p.runs[0].from, p.end, p.runs[1].from}
}

func (w mirroredTwos[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	mirrorTwo[W](d, unsafe.Add(s, w.from+w.b-2*sizeOf[W]()))
	mirrorTwo[W](unsafe.Add(d, w.b-2*sizeOf[W]()), unsafe.Add(s, w.from))
	return unsafe.Add(d, w.b)
}

func (w mirroredTwos[W]) behind(d, s unsafe.Pointer, c int) {
	mirrorTwo[W](unsafe.Add(d, c), unsafe.Add(s, w.to+w.e-2*sizeOf[W]()))
	mirrorTwo[W](unsafe.Add(d, c+w.e-2*sizeOf[W]()), unsafe.Add(s, w.to))
}

// repeatedTwos are pads that repeat one element.
type repeatedTwos[W word] struct{ b, from, e, to int }

func (repeatedTwos[W]) of(p *repeat[W]) repeatedTwos[W] {
	return repeatedTwos[W]{p.begin, p.runs[0].from, p.end, p.runs[1].from}
}

func (w repeatedTwos[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	first := unsafe.Add(s, w.from)
	splatTwo[W](d, first)
	splatTwo[W](unsafe.Add(d, w.b-2*sizeOf[W]()), first)
	return unsafe.Add(d, w.b)
}

func (w repeatedTwos[W]) behind(d, s unsafe.Pointer, c int) {
	last := unsafe.Add(s, w.to)
	splatTwo[W](unsafe.Add(d, c), last)
	splatTwo[W](unsafe.Add(d, c+w.e-2*sizeOf[W]()), last)
}

// orderedTwos are pads that repeat the input in its order.
type orderedTwos[W word] struct{ b, from, e, to int }

func (orderedTwos[W]) of(p *repeat[W]) orderedTwos[W] {
	return orderedTwos[W]{p.begin, p.runs[0].from, p.end, p.runs[1].from}
}

func (w orderedTwos[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	copyTwo[W](d, unsafe.Add(s, w.from))
	copyTwo[W](unsafe.Add(d, w.b-2*sizeOf[W]()), unsafe.Add(s, w.from+w.b-2*sizeOf[W]()))
	return unsafe.Add(d, w.b)
}

func (w orderedTwos[W]) behind(d, s unsafe.Pointer, c int) {
	copyTwo[W](unsafe.Add(d, c), unsafe.Add(s, w.to))
	copyTwo[W](unsafe.Add(d, c+w.e-2*sizeOf[W]()), unsafe.Add(s, w.to+w.e-2*sizeOf[W]()))
}
