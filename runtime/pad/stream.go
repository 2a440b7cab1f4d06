package pad

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
)

// StreamOptions configures a [Stream]. The zero value is ready to use.
type StreamOptions struct {
	// Memory is the approximate number of bytes that the stream uses; 0 or less means 32 MiB. More memory lets more cores work, but does not
	// make one core faster. However small Memory is, a part has at least 64 bytes, because each part is a call of dst.
	Memory int64
	// Progress, if not nil, is called after each part, by one goroutine at a time, with the number of bytes of the output written so far and
	// the size of the whole output.
	Progress func(done, total int64)
	// Box, if not nil, is the box of the output to compute. dst receives only its elements, in row-major order without gaps. Only the
	// input that it needs is read, with up to 16 KiB around each piece.
	Box *Box
	// InOrder writes the parts one after another, in the order of the output, as a pipe requires.
	InOrder bool
}

const (
	// partBytes is the size of a part. Streams of 1 to 16 MB in memory take 0.5 to 0.6 of the time that they take with parts of 2 MiB.
	partBytes = 1 << 20
	// partMemory is the memory that a part needs, as a multiple of its size: for the part itself, its input as it is read, and its input in
	// order.
	partMemory = 3
	// windowBytes is the smallest amount that is read at a time. Compared with one read for each row, 100 columns take 0.4 of the time for
	// rows of 3,000 bytes, and 2.7 for rows of 30,000 bytes (files of 600 MB in memory, one worker).
	windowBytes  = 16 << 10
	streamMemory = 32 << 20
	leastPart    = 64 // bytes
)

// Stream reads an input of any size from src and writes the padded output to dst, both in row-major order without gaps. It uses about 32
// MiB of memory. It computes the output in parts of about 1 MiB, each on one core, so several goroutines call src and dst at the same time.
// With one worker, or if the output is a single part, the calling goroutine does all the work. A panic of src, dst or Progress is raised
// again in the calling goroutine.
//
// For strings, Stream returns an [ErrNoKernel], and for a bool whose byte is not 0 or 1 an [ErrBuffer]. Errors of src and dst are wrapped in
// an error that gives the bytes of the output that were not written. When Stream returns, no call of src or dst is in progress.
func Stream[T Unit](ks *Set[T], p Params[T], dst io.WriterAt, src io.ReaderAt, o StreamOptions) error {
	return StreamContext(context.Background(), ks, p, dst, src, o)
}

// StreamContext is [Stream], but stops when ctx is done. The error then wraps [context.Cause]. A nil ctx is never done.
func StreamContext[T Unit](
	ctx context.Context, ks *Set[T], p Params[T], dst io.WriterAt, src io.ReaderAt, o StreamOptions,
) error {
	return AnyStreamContext(ctx, ks, *p.untyped(), dst, src, kernel.MemoryOf(p.values()), o)
}

// AnyStream is [Stream] for an element type that is known only at run time. value, and what is checked of it, are as in [AnyPlan.Run].
func AnyStream(ks AnySet, p Params[struct{}], dst io.WriterAt, src io.ReaderAt, value Memory, o StreamOptions) error {
	return AnyStreamContext(context.Background(), ks, p, dst, src, value, o)
}

// AnyStreamContext is [AnyStream] with a context, as in [StreamContext].
func AnyStreamContext(
	ctx context.Context, ks AnySet, p Params[struct{}], dst io.WriterAt, src io.ReaderAt, value Memory, o StreamOptions,
) error {
	s := streamer{kernels: ks, params: p, value: value, dst: dst, src: src, StreamOptions: o}
	if err := s.init(); err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	if s.workers == 1 {
		return s.work(ctx)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type end struct {
		err      error
		panicked any // if it is not nil, err is not nil either
	}
	ends := make(chan end, s.workers) // the first error is sent before it ends the other workers
	for range s.workers {
		go func() {
			e := end{err: errExit}
			defer func() {
				e.panicked = recover()
				if ends <- e; e.err != nil {
					stop()
				}
			}()
			e.err = s.work(ctx)
		}()
	}
	var first end
	for range s.workers {
		if e := <-ends; first.panicked == nil && (first.err == nil || e.panicked != nil) {
			first = e
		}
	}
	if first.panicked != nil {
		panic(first.panicked)
	}
	return first.err
}

// errExit is the error of a worker whose goroutine ended without returning.
var errExit = errors.New("pad: stream: src, dst or Progress ended the goroutine (runtime.Goexit)")

// streamer is the state of a Stream. Sizes and positions count elements, unless their name says bytes.
type streamer struct {
	kernels     AnySet
	element     kernel.Element
	params      Params[struct{}] // of each part
	value       Memory
	dst         io.WriterAt
	src         io.ReaderAt
	data        []AnyBlock // one block: the whole input, which is read from src
	dataBytes   int64
	total, part int64
	workers     int
	taking      sync.Mutex
	next        int64           // where the next part begins
	last        <-chan struct{} // closed when the part before it is written
	writing     sync.Mutex
	doneBytes   int64
	StreamOptions
}

// init checks the call and chooses the size of the parts.
func (s *streamer) init() error {
	switch {
	case s.src == nil:
		return errorf(ErrBuffer, "src", -1, 0, "nil, expected an io.ReaderAt")
	case s.dst == nil:
		return errorf(ErrBuffer, "dst", -1, 0, "nil, expected an io.WriterAt")
	}
	p := &s.params
	out, err := p.OutputShape()
	if s.Box == nil {
		s.Box = &Box{make([]int, len(out)), out}
	}
	if err == nil {
		err = s.Box.check(ErrShape, "box", out)
	}
	if err == nil && p.DstStrides != nil {
		err = errorf(ErrStrides, "dst strides", -1, 0, "expected none, a stream writes no gaps")
	}
	if err != nil {
		return err
	}
	limit, most := p.MaxBytes, runtime.GOMAXPROCS(0)
	if p.Workers > 0 {
		most = min(most, p.Workers)
	}
	p.MaxBytes, p.Workers = math.MaxInt64, 1
	none, err := NewAnyRegion(s.kernels, *p, Box{s.Box.Begin, s.Box.Begin})
	if err == nil {
		s.element = none.gathered.element
		err = none.gathered.checkBuffer("value", s.value, none.units, false)
	}
	if err == nil && s.element.Strings {
		err = errorf(ErrNoKernel, "kernels", -1, 0, "strings have no size, expected another type")
	}
	if err != nil {
		return err
	}
	data, err := s.count("data", "input", p.Shape)
	if err != nil {
		return err
	}
	if s.total, err = s.count("pads", "output", s.Box.Shape()); err != nil {
		return err
	}
	s.dataBytes, s.data = s.bytes(data), []AnyBlock{{Box: Box{make([]int, len(p.Shape)), p.Shape}}}
	if bytes := s.bytes(s.total); limit > 0 && bytes > limit {
		return tooLarge("pads", "the output has", bytes, limit, "; MaxBytes raises it")
	}
	memory := cmp.Or(max(0, s.Memory), streamMemory)
	s.workers = max(1, min(most, int(min(memory/(partMemory*partBytes/2), 1<<16))))
	units := min(partBytes, max(leastPart, memory/partMemory/int64(s.workers))) / int64(s.element.Size)
	if s.total == 0 {
		s.workers = 1
	} else { // a part consists of whole units and, if possible, of whole slabs of inner axes
		_, s.part = s.Box.at(0, max(1, units))
		s.part *= int64(s.element.PerUnit)
		s.workers = int(min(int64(s.workers), (s.total-1)/s.part+1))
	}
	return nil
}

// count returns the number of elements of a shape, or an error if they take 4 EiB or more. That is half of what an int64 counts, so that a
// float64 is precise enough.
func (s *streamer) count(input, what string, shape []int) (n int64, err error) {
	n, bytes := 1, float64(s.element.Size)
	for _, d := range shape {
		n, bytes = n*int64(d), bytes*float64(d)
	}
	if bytes >= 1<<62 {
		return 0, errorf(ErrTooLarge, input, -1, int64(math.MaxInt64), "the %s has more bytes than an int64 counts", what)
	}
	return n, nil
}

// bytes returns the size of n elements, which is also the offset of element n.
func (s *streamer) bytes(n int64) int64 {
	per := int64(s.element.PerUnit)
	return (n + per - 1) / per * int64(s.element.Size)
}

// streamWorkers keeps the memory of workers for later streams: touching fresh memory takes longer than computing a part in it.
var streamWorkers = sync.Pool{New: func() any { return new(streamWorker) }}

// work writes parts until all are taken or ctx is done.
func (s *streamer) work(ctx context.Context) error {
	w := streamWorkers.Get().(*streamWorker)
	w.streamer, w.window = s, nil
	err := w.work(ctx)
	w.streamer = nil
	streamWorkers.Put(w)
	return err
}

// streamWorker is the state of one goroutine of a Stream.
type streamWorker struct {
	*streamer
	region            region // of the current box
	out, shifted, raw []byte
	window            []byte // part of raw: the input from byte first on
	first             int64
}

// take returns the next part: n elements from element at on, or 0 if all are taken. before is closed when the previous part is written; the
// caller must close written when this one is.
func (s *streamer) take() (at, n int64, before <-chan struct{}, written chan<- struct{}) {
	s.taking.Lock()
	defer s.taking.Unlock()
	at, before = s.next, s.last
	n = min(s.part, s.total-at)
	this := make(chan struct{})
	s.next, s.last = at+n, this
	return at, n, before, this
}

// work writes parts until all are taken or ctx is done.
func (w *streamWorker) work(ctx context.Context) error {
	for {
		at, n, before, written := w.take()
		if n == 0 {
			return nil
		}
		err := untilDone(ctx, func(done <-chan struct{}) error {
			if err := w.make(done, at, n); err != nil {
				return err
			}
			if w.InOrder && at > 0 {
				select {
				case <-before:
				case <-done:
					return errDone
				}
			}
			return w.write(at)
		})
		if err != nil {
			return &streamError{w.bytes(at), w.bytes(at + n), err}
		}
		close(written)
	}
}

// streamError is the error of a part, with the bytes of the output that are not written.
type streamError struct {
	from, to int64
	err      error
}

func (e *streamError) Error() string {
	return fmt.Sprintf("pad: stream: bytes %d to %d of the output: %s", e.from, e.to, strings.TrimPrefix(e.err.Error(), "pad: "))
}

func (e *streamError) Unwrap() error { return e.err }

// write writes the part that starts at an element.
func (w *streamWorker) write(at int64) error {
	n, err := w.dst.WriteAt(w.out, w.bytes(at))
	switch {
	case err != nil:
		return err
	case n < len(w.out):
		return io.ErrShortWrite
	case n > len(w.out):
		return fmt.Errorf("WriteAt returned %d for %d bytes", n, len(w.out))
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if w.doneBytes += int64(n); w.Progress != nil {
		w.Progress(w.doneBytes, w.bytes(w.total))
	}
	return nil
}

// make computes n elements of the output in w.out, from element at on, one box after another.
func (w *streamWorker) make(stop <-chan struct{}, at, n int64) error {
	e := &w.element
	out := grown(&w.out, w.bytes(n))
	out[len(out)-1] = 0 // clears the bits of a packed type that hold no element
	for done := int64(0); done < n; {
		box, count := w.Box.at(at+done, n-done)
		r := &w.region
		if err := r.init(w.kernels, &w.params, box); err != nil {
			return err
		}
		inUnit := done%int64(e.PerUnit) != 0
		to := out[w.bytes(done):]
		if inUnit {
			to = grown(&w.shifted, w.bytes(count))
		}
		dst, _ := e.Raw(to[:w.bytes(count)])
		if err := r.runGathered(stop, dst, w.value.Part(r.values.begin, r.values.end), w.data, w.read); err != nil {
			return err
		}
		if inUnit {
			packed.Move(out, int(done), to, 0, int(count), 8/e.PerUnit, false)
		}
		done += count
	}
	return nil
}

// at returns the largest box that holds the elements of b from the given one on, at most n of them, and their number.
func (b *Box) at(element, n int64) (part Box, count int64) {
	part = Box{make([]int, len(b.Begin)), slices.Clone(b.End)}
	count = 1
	whole := true // the part contains all indices of the axes inside
	for a := len(b.Begin) - 1; a >= 0; a-- {
		dim := int64(b.End[a] - b.Begin[a])
		i, indices := element%dim, int64(1)
		if element /= dim; whole {
			indices = min(dim-i, n/count)
			count *= indices
			whole = indices == dim
		}
		part.Begin[a] = b.Begin[a] + int(i)
		part.End[a] = part.Begin[a] + int(indices)
	}
	return part, count
}

// read is the [reader] for src. It reads long rows directly to their place, and short rows many at a time.
func (w *streamWorker) read(_ *AnyBlock, unit, n int64, to []byte) (m Memory, err error) {
	size := int64(w.element.Size)
	first := unit * size
	n *= size
	b, at := to, first
	if first >= w.first && first+n <= w.first+int64(len(w.window)) {
		b = w.window[first-w.first:][:n]
	} else {
		direct := n >= windowBytes && len(to) > 0
		if !direct {
			if n < windowBytes {
				at = first &^ (windowBytes/4 - 1)
			}
			b = grown(&w.raw, min(max(first+n-at, windowBytes), w.dataBytes-at))
		}
		got, err := w.src.ReadAt(b, at)
		if uint(got) > uint(len(b)) {
			return m, fmt.Errorf("ReadAt returned %d for %d bytes", got, len(b))
		}
		if at+int64(got) < first+n {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return m, fmt.Errorf("bytes %d to %d of data: %w", first, first+n, err)
		}
		if !direct {
			w.first, w.window = at, b[:got]
			b = b[first-at:][:n]
		}
	}
	if w.element.Name == "bool" {
		if i := slices.IndexFunc(b, func(b byte) bool { return b > 1 }); i >= 0 {
			return m, errorf(ErrBuffer, "data", -1, b[i], "byte %d is %d, expected 0 or 1", first+int64(i), b[i])
		}
	}
	m, _ = w.element.Raw(b)
	return m, nil
}

// grown returns n bytes of memory, which it enlarges if necessary.
func grown(memory *[]byte, n int64) []byte {
	*memory = slices.Grow((*memory)[:0], int(n))[:n]
	return *memory
}
