package pad_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// fileOf is an output in memory. It refuses writes after its end.
type fileOf []byte

func (f fileOf) WriteAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) > int64(len(f)) {
		return 0, io.ErrShortWrite
	}
	return copy(f[off:], b), nil
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.ReaderAt
	count int
}

func (r *countingReader) ReadAt(b []byte, off int64) (int, error) {
	r.count += len(b)
	return r.ReaderAt.ReadAt(b, off)
}

// TestStreamReads: what lies together in the input is read once, whatever the order in which it is repeated.
func TestStreamReads(t *testing.T) {
	const rows, row = 4000, 300
	for mode := range pad.Mode(kernel.NumModes) {
		if mode == pad.Constant {
			continue
		}
		p := pad.Params[struct{}]{Shape: []int{rows, row}, Pads: []int{rows - 1, 0, 0, 0}, Mode: mode, Workers: 1}
		src := &countingReader{ReaderAt: bytes.NewReader(make([]byte, rows*row))}
		value, _ := generated.Uint8.Memory(generated.Uint8.Make(1))
		region := &pad.Box{Begin: []int{0, 0}, End: []int{rows - 1, row}} // the pads
		err := pad.AnyStream(generated.Uint8, p, make(fileOf, (rows-1)*row), src, value, pad.StreamOptions{Box: region})
		if err != nil || src.count > rows*row*11/10 {
			t.Errorf("%v: %d bytes of %d were read, %v", mode, src.count, rows*row, err)
		}
	}
}

// TestStreamLeastPart: a part has at least 64 bytes, however little memory there is.
func TestStreamLeastPart(t *testing.T) {
	writes := 0
	sink := writerAt(func(b []byte, _ int64) (int, error) { writes++; return len(b), nil })
	params := pad.Params[uint8]{Shape: []int{1000}, Pads: []int{0, 24}}
	err := pad.Stream(generated.Uint8, params, sink, bytes.NewReader(make([]byte, 1000)), pad.StreamOptions{Memory: 1})
	if err != nil || writes != 1024/64 {
		t.Errorf("%d writes of 1024 bytes, %v, expected %d", writes, err, 1024/64)
	}
}

type readerAt func(b []byte, off int64) (int, error)

func (f readerAt) ReadAt(b []byte, off int64) (int, error) { return f(b, off) }

type writerAt func(b []byte, off int64) (int, error)

func (f writerAt) WriteAt(b []byte, off int64) (int, error) { return f(b, off) }

// TestStreamErrors: an error in a part ends the stream, and names the bytes of that part. Invalid calls read and write
// nothing.
func TestStreamErrors(t *testing.T) {
	why := errors.New("why")
	params := pad.Params[struct{}]{Shape: []int{4096}, Pads: []int{1024, 1024}}
	zeros := readerAt(func(b []byte, _ int64) (int, error) { clear(b); return len(b), nil })
	ends := readerAt(func(b []byte, _ int64) (int, error) { clear(b); return len(b), io.EOF }) // all, and the end
	var sink writerAt = func(b []byte, _ int64) (int, error) { return len(b), nil }
	stopped, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	for _, c := range []struct {
		name string
		ctx  context.Context
		src  io.ReaderAt
		dst  io.WriterAt
		is   error // nil: another one
		says string
	}{
		{"all with the end", nil, ends, sink, nil, "<nil>"},
		{"a done context", stopped, zeros, sink, why, "pad: stream: bytes 0 to 512 of the output: why"},
		{"short data", nil, bytes.NewReader(make([]byte, 1800)), sink, io.ErrUnexpectedEOF,
			"bytes 2560 to 3072 of the output: bytes 1536 to 2048 of data: unexpected EOF"},
		{"a failing read", nil, readerAt(func(b []byte, off int64) (int, error) { return 0, why }), sink, why,
			"bytes 1024 to 1536 of the output: bytes 0 to 512 of data: why"},
		{"a failing write", nil, zeros, writerAt(func(b []byte, off int64) (int, error) {
			if off == 2048 {
				return 3, why
			}
			return len(b), nil
		}), why, "bytes 2048 to 2560 of the output: why"},
		{"a short write", nil, zeros, writerAt(func(b []byte, _ int64) (int, error) { return len(b) - 1, nil }), io.ErrShortWrite,
			"bytes 0 to 512 of the output: short write"},
		{"a long write", nil, zeros, writerAt(func(b []byte, _ int64) (int, error) { return len(b) + 1, nil }), nil,
			"bytes 0 to 512 of the output: WriteAt returned 513 for 512 bytes"},
		{"a long read", nil, readerAt(func(b []byte, _ int64) (int, error) { return len(b) + 1, nil }), sink, nil,
			"bytes 1024 to 1536 of the output: ReadAt returned 4097 for 4096 bytes"},
		{"a bool of 2", nil, readerAt(func(b []byte, off int64) (int, error) {
			if clear(b); off <= 519 && 519 < off+int64(len(b)) {
				b[519-off] = 2
			}
			return len(b), nil
		}), sink, pad.ErrBuffer, "bytes 1536 to 2048 of the output: data: byte 519 is 2, expected 0 or 1"},
	} {
		err := pad.AnyStreamContext(c.ctx, generated.Bool, params, c.dst, c.src, kernel.MemoryOf([]bool{false}), pad.StreamOptions{Memory: 1536})
		if c.is != nil && !errors.Is(err, c.is) || !strings.HasSuffix(fmt.Sprint(err), c.says) {
			t.Errorf("%s: %v, expected %v: %s", c.name, err, c.is, c.says)
		}
	}
	var touched sync.Once
	touch := func([]byte, int64) (int, error) {
		touched.Do(func() { t.Error("src or dst was used") })
		return 0, io.EOF
	}
	for _, c := range []struct {
		ks     kernel.AnySet
		change func(p *pad.Params[struct{}])
		value  kernel.Memory
		want   refusal
	}{
		{generated.String, func(*pad.Params[struct{}]) {}, kernel.MemoryOf([]string{""}), refusal{pad.ErrNoKernel, "kernels", -1, 0}},
		{nil, func(*pad.Params[struct{}]) {}, kernel.Memory{}, refusal{pad.ErrNoKernel, "kernels", -1, 0}},
		{generated.Uint8, func(p *pad.Params[struct{}]) { p.MaxBytes = 6143 }, kernel.MemoryOf([]uint8{0}),
			refusal{pad.ErrTooLarge, "pads", -1, 6144}},
		{generated.Uint8, func(p *pad.Params[struct{}]) { p.Strides = []int{1} }, kernel.MemoryOf([]uint8{0}),
			refusal{pad.ErrStrides, "strides", -1, 0}},
		{generated.Uint8, func(p *pad.Params[struct{}]) { p.DstStrides = []int{1} }, kernel.MemoryOf([]uint8{0}),
			refusal{pad.ErrStrides, "dst strides", -1, 0}},
		{generated.Uint8, func(*pad.Params[struct{}]) {}, kernel.MemoryOf([]uint8{}), refusal{pad.ErrBuffer, "value", -1, 0}},
		{generated.Uint8, func(p *pad.Params[struct{}]) { p.Pads = []int{-5000, 0} }, kernel.MemoryOf([]uint8{0}),
			refusal{pad.ErrNegativeDim, "pads", 0, -5000}},
		{generated.Complex128, func(p *pad.Params[struct{}]) {
			p.Shape, p.Pads = []int{1, 1, 1}, []int{1 << 30, 1 << 30, 1 << 30, 0, 0, 0}
		}, kernel.MemoryOf([]complex128{0}),
			refusal{pad.ErrTooLarge, "pads", -1, 1<<63 - 1}},
	} {
		p := params
		c.change(&p)
		c.want.check(t, fmt.Sprint(p), pad.AnyStream(c.ks, p, writerAt(touch), readerAt(touch), c.value, pad.StreamOptions{}))
	}
	for box, want := range map[*pad.Box]refusal{
		{[]int{0}, []int{6145}}:    {pad.ErrShape, "box", 0, 6145},
		{[]int{7}, []int{6}}:       {pad.ErrShape, "box", 0, 6},
		{[]int{-1}, []int{6}}:      {pad.ErrShape, "box", 0, -1},
		{[]int{0, 0}, []int{1, 1}}: {pad.ErrShape, "box", -1, 0},
	} {
		o := pad.StreamOptions{Box: box}
		want.check(t, fmt.Sprint(box), pad.AnyStream(generated.Uint8, params, writerAt(touch), readerAt(touch), kernel.MemoryOf([]uint8{0}), o))
	}
}

// TestStreamCallbacks: whatever src, dst and Progress do, Stream ends in the caller's goroutine, and never returns a nil
// error.
func TestStreamCallbacks(t *testing.T) {
	src := readerAt(func(b []byte, _ int64) (int, error) { clear(b); return len(b), nil })
	dst := writerAt(func(b []byte, _ int64) (int, error) { return len(b), nil })
	late := func(do func()) readerAt { // while other parts wait for their turn
		return func(b []byte, off int64) (int, error) {
			if clear(b); off >= 9<<20 {
				do()
			}
			return len(b), nil
		}
	}
	raise, exit := func() { panic("why") }, func() { runtime.Goexit() }
	failed := readerAt(func(b []byte, off int64) (int, error) {
		if off < 1<<20 { // the first part fails, all others wait for it
			time.Sleep(20 * time.Millisecond)
			return 0, io.ErrClosedPipe
		}
		return len(b), nil
	})
	for name, c := range map[string]struct {
		src      io.ReaderAt
		dst      io.WriterAt
		progress func(done, total int64)
		want     string // one worker; the word before the slash is that of several
	}{
		"nil src":                {nil, dst, nil, "pad: src: nil, expected an io.ReaderAt"},
		"nil dst":                {src, nil, nil, "pad: dst: nil, expected an io.WriterAt"},
		"panic in ReadAt":        {late(raise), dst, nil, "panic why"},
		"panic in WriteAt":       {src, writerAt(func([]byte, int64) (int, error) { raise(); return 0, nil }), nil, "panic why"},
		"panic in Progress":      {src, dst, func(int64, int64) { raise() }, "panic why"},
		"Goexit in ReadAt":       {late(exit), dst, nil, "exit"},
		"Goexit in WriteAt":      {src, writerAt(func([]byte, int64) (int, error) { exit(); return 0, nil }), nil, "exit"},
		"Goexit in Progress":     {src, dst, func(int64, int64) { exit() }, "exit"},
		"a failure before turns": {failed, dst, nil, "io: read/write on closed pipe"},
		"nothing wrong":          {src, dst, nil, "<nil>"},
	} {
		for _, workers := range []int{1, 4} {
			for _, inOrder := range []bool{false, true} {
				got := make(chan string, 1)
				go func() {
					end := "exit"
					defer func() {
						if v := recover(); v != nil {
							end = fmt.Sprint("panic ", v)
						}
						got <- end
					}()
					n := runtime.GOMAXPROCS(4)
					defer runtime.GOMAXPROCS(n)
					p := pad.Params[uint8]{Shape: []int{20 << 20}, Pads: []int{1, 1}, Workers: workers}
					o := pad.StreamOptions{Progress: c.progress, InOrder: inOrder}
					end = fmt.Sprint(pad.Stream(generated.Uint8, p, c.dst, c.src, o))
				}()
				want := c.want
				if workers > 1 && want == "exit" && runtime.GOARCH != "wasm" { // which has one thread, so one worker
					want = "src, dst or Progress ended the goroutine (runtime.Goexit)"
				}
				if end := <-got; !strings.HasSuffix(end, want) {
					t.Errorf("%s, %d workers, in order %v: %s, expected %s", name, workers, inOrder, end, want)
				}
			}
		}
	}
}

// TestStream: several workers write each part once, one after another if InOrder is set.
func TestStream(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	src := make([]bool, 20<<20)
	for i := range src {
		src[i] = i%5 < 2
	}
	p := pad.Params[bool]{Shape: []int{len(src)}, Pads: []int{5, 7}, Mode: pad.Reflect, Workers: 4}
	want := make([]bool, len(src)+12)
	if err := mustPlan(t, generated.Bool, p).Run(want, src); err != nil {
		t.Fatal(err)
	}
	for _, inOrder := range []bool{false, true} {
		var writing sync.Mutex
		got, written := make(fileOf, len(want)), 0
		dst := writerAt(func(b []byte, off int64) (int, error) {
			writing.Lock()
			defer writing.Unlock()
			if inOrder && off != int64(written) {
				t.Errorf("a part at %d, expected %d", off, written)
			}
			written += len(b)
			return got.WriteAt(b, off)
		})
		data, o := bytes.NewReader(kernel.Bytes(src)), pad.StreamOptions{InOrder: inOrder}
		err := pad.Stream(generated.Bool, p, dst, data, o)
		if err != nil || written != len(got) || !bytes.Equal(got, kernel.Bytes(want)) {
			t.Errorf("in order %v: %v, %d bytes were written, or others than expected", inOrder, err, written)
		}
	}
}
