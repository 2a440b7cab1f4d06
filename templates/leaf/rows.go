package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// chunks picks the chunk for the rows' length.
func chunks[W word, E ends[W, E]](p *repeat[W], d unsafe.Pointer) {
	switch {
	case sizeOf[W]() <= 1 && p.row < 4:
		rowsOf[W, chunk2, E](p, d)
	case sizeOf[W]() <= 2 && p.row < 8:
		rowsOf[W, chunk4, E](p, d)
	case sizeOf[W]() <= 4 && p.row < 16:
		rowsOf[W, chunk8, E](p, d)
	default:
		longChunks[W, E](p, d)
	}
}

// longChunks does the same for rows of 16 bytes and more. Where there is assembly, other forms make these.
func longChunks[W word, E ends[W, E]](p *repeat[W], d unsafe.Pointer) {
	switch n := p.row; {
	case stream.Assembly:
	case n <= 32:
		rowsOf[W, chunk16, E](p, d)
	case n <= 64:
		rowsOf[W, chunk32, E](p, d)
	default:
		rowsOf[W, chunk64, E](p, d)
	}
}

// rowsOf makes rows by moves of chunks, the last of which ends where the row ends and may overlap the one before it.
func rowsOf[W word, C chunk, E ends[W, E]](p *repeat[W], d unsafe.Pointer) {
	var e E
	e = e.of(p)
	last, step := p.row-sizeOf[C](), p.step
	for i := p.data.First; ; {
		part := &p.data.Part[i&3]
		s, rows, srcStep := unsafe.Add(p.src, p.data.At+part.From), part.Rows, part.Step
		if sizeOf[C]() <= 16 { // two short rows in a turn take as long as one
			for ; rows > 2; rows -= 2 {
				m := e.before(d, s)
				*(*C)(m) = *(*C)(s)
				m, q := unsafe.Add(m, last), unsafe.Add(s, last)
				*(*C)(m) = *(*C)(q)
				e.behind(m, q, s, sizeOf[C]())
				d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
				m = e.before(d, s)
				*(*C)(m) = *(*C)(s)
				m, q = unsafe.Add(m, last), unsafe.Add(s, last)
				*(*C)(m) = *(*C)(q)
				e.behind(m, q, s, sizeOf[C]())
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
			m, q := unsafe.Add(m, last), unsafe.Add(s, last)
			*(*C)(m) = *(*C)(q)
			e.behind(m, q, s, sizeOf[C]())
			if rows--; rows == 0 {
				break
			}
			d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
		}
		if i++; i > p.data.Last {
			if p.data.Left--; p.data.Left == 0 {
				return
			}
			i = p.data.First
			p.data.At += p.data.Skip
		}
		d = unsafe.Add(d, step)
	}
}

// ends makes the pads of a row: before makes those at d, for the row at s, and returns where its data goes; behind makes those that begin
// c bytes after d, for the row from s to c bytes after q. (A pointer must not leave its object, and a row may end where that does.) It is
// a value, so that what it needs of p stays in registers.
type ends[W word, E any] interface {
	of(p *repeat[W]) E
	before(d, s unsafe.Pointer) unsafe.Pointer
	behind(d, q, s unsafe.Pointer, c int)
}

// oneEnds are pads of one element.
type oneEnds[W word] struct{ head, tail int }

func (oneEnds[W]) of(p *repeat[W]) oneEnds[W] { return oneEnds[W]{p.head, p.tail} }

func (e oneEnds[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	*(*W)(d) = *(*W)(unsafe.Add(s, e.head))
	return unsafe.Add(d, sizeOf[W]())
}

func (e oneEnds[W]) behind(d, _, s unsafe.Pointer, c int) {
	*(*W)(unsafe.Add(d, c)) = *(*W)(unsafe.Add(s, e.tail))
}

// anyEnds are pads of any number of elements, shorter than the row.
type anyEnds[W word] struct{ p *repeat[W] }

func (anyEnds[W]) of(p *repeat[W]) anyEnds[W] { return anyEnds[W]{p} }

func (e anyEnds[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	p := e.p
	d = unsafe.Add(d, p.begin)
	for j, from := sizeOf[W](), p.head; j <= p.begin; j, from = j+sizeOf[W](), from+p.headStep {
		*(*W)(unsafe.Add(d, -j)) = *(*W)(unsafe.Add(s, from))
	}
	return d
}

func (e anyEnds[W]) behind(d, _, s unsafe.Pointer, c int) {
	p := e.p
	for j, from := 0, p.tail; j < p.end; j, from = j+sizeOf[W](), from+p.tailStep {
		*(*W)(unsafe.Add(d, c+j)) = *(*W)(unsafe.Add(s, from))
	}
}

// isFew reports whether a pad of n bytes is two to four elements: two moves of two elements, which may overlap.
func isFew[W word](n int) bool { return 2*sizeOf[W]() <= n && n <= 4*sizeOf[W]() }

// fewEnds makes rows with such pads.
func (p *repeat[W]) fewEnds(d unsafe.Pointer) {
	switch p.mode {
	case kernel.Reflect:
		longChunks[W, reflectTwos[W]](p, d)
	case kernel.Edge:
		longChunks[W, edgeTwos[W]](p, d)
	default:
		longChunks[W, wrapTwos[W]](p, d)
	}
}

type reflectTwos[W word] struct{ b, e int }

func (reflectTwos[W]) of(p *repeat[W]) reflectTwos[W] { return reflectTwos[W]{p.begin, p.end} }

func (w reflectTwos[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	mirrorTwo[W](d, unsafe.Add(s, w.b+sizeOf[W]()-2*sizeOf[W]()))
	mirrorTwo[W](unsafe.Add(d, w.b-2*sizeOf[W]()), unsafe.Add(s, sizeOf[W]()))
	return unsafe.Add(d, w.b)
}

func (w reflectTwos[W]) behind(d, q, _ unsafe.Pointer, c int) {
	mirrorTwo[W](unsafe.Add(d, c), unsafe.Add(q, c-2*sizeOf[W]()-sizeOf[W]()))
	mirrorTwo[W](unsafe.Add(d, c+w.e-2*sizeOf[W]()), unsafe.Add(q, c-w.e-sizeOf[W]()))
}

type edgeTwos[W word] struct{ b, e int }

func (edgeTwos[W]) of(p *repeat[W]) edgeTwos[W] { return edgeTwos[W]{p.begin, p.end} }

func (w edgeTwos[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	splatTwo[W](d, s)
	splatTwo[W](unsafe.Add(d, w.b-2*sizeOf[W]()), s)
	return unsafe.Add(d, w.b)
}

func (w edgeTwos[W]) behind(d, q, _ unsafe.Pointer, c int) {
	last := unsafe.Add(q, c-sizeOf[W]())
	splatTwo[W](unsafe.Add(d, c), last)
	splatTwo[W](unsafe.Add(d, c+w.e-2*sizeOf[W]()), last)
}

type wrapTwos[W word] struct{ b, n, e int }

func (wrapTwos[W]) of(p *repeat[W]) wrapTwos[W] { return wrapTwos[W]{p.begin, p.row, p.end} }

func (w wrapTwos[W]) before(d, s unsafe.Pointer) unsafe.Pointer {
	copyTwo[W](d, unsafe.Add(s, w.n-w.b))
	copyTwo[W](unsafe.Add(d, w.b-2*sizeOf[W]()), unsafe.Add(s, w.n-2*sizeOf[W]()))
	return unsafe.Add(d, w.b)
}

func (w wrapTwos[W]) behind(d, _, s unsafe.Pointer, c int) {
	at := w.e - 2*sizeOf[W]()
	copyTwo[W](unsafe.Add(d, c), s)
	copyTwo[W](unsafe.Add(d, c+at), unsafe.Add(s, at))
}
