package pad

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
)

// StreamOptions says how a [Stream] runs. The zero value is fine.
type StreamOptions struct {
	// Memory is about how many bytes the stream takes; 0 or less means 32 MiB. More memory is not faster, unless there are more cores.
	Memory int64
	// Progress, if not nil, is called after each part, by one goroutine at a time, with the bytes of the output that are written so far
	// and those of the whole output.
	Progress func(done, total int64)
}

const (
	defaultStreamMemory = 32 << 20
	// partBytes is the size of a part. In files in memory, parts of 1 to 4 MiB take 0.8 of the time of parts of 64 MiB.
	partBytes = 2 << 20
	// partMemory is how many times its size a part needs: itself, the data read for it, and a copy of these.
	partMemory = 4
)

// Stream pads data of any size from src to dst, both in row-major order without gaps, with a few MiB of memory. It makes the output in
// parts of about 2 MiB, each on one core; parts start in the order of the output and may end in another one. So src and dst are used by
// several goroutines at a time; a WriteAt may wait for those of the parts before. Value is one unit of the element type.
//
// MaxBytes bounds the output only if it is set. Workers bounds the goroutines. Element type string is an [ErrNoKernel]; a byte of a bool
// that is not 0 or 1 is an [ErrBuffer]. Errors of reading and writing, and the cause of a context that is done, come with the part of the
// output that was not written.
func Stream(ctx context.Context, ks kernel.AnySet, p Params[struct{}], value kernel.Memory, dst io.WriterAt, src io.ReaderAt, o StreamOptions) error {
	s := streamer{kernels: ks, params: p, value: value, dst: dst, src: src, progress: o.Progress}
	if err := s.init(o.Memory); err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	var once sync.Once
	var first error
	for range s.workers {
		workers.Add(1)
		go func() {
			defer workers.Done()
			if err := s.run(ctx); err != nil {
				once.Do(func() { first = err })
				stop()
			}
		}()
	}
	workers.Wait()
	return first
}

// streamer is a Stream. Sizes and places are counted in elements.
type streamer struct {
	kernels     kernel.AnySet
	element     kernel.Element
	params      Params[struct{}] // of one part
	value       kernel.Memory
	dst         io.WriterAt
	src         io.ReaderAt
	shape       []int // of the output
	total, part int64
	workers     int
	next        atomic.Int64 // the part that starts next
	writing     sync.Mutex
	written     int64 // bytes
	progress    func(done, total int64)
}

func (s *streamer) init(memory int64) (err error) {
	if s.shape, err = s.params.OutputShape(); err != nil {
		return err
	}
	most := s.params.MaxBytes
	s.params.MaxBytes, s.params.Workers = math.MaxInt64, 1
	none := make([]int, len(s.shape))
	probe, err := NewAnyRegion(s.kernels, s.params, none, none)
	if err != nil {
		return err
	}
	if s.element = s.kernels.Element(); s.element.Strings {
		return errorf(ErrNoKernel, "kernels", -1, 0, "a stream has elements of one size, strings have none")
	}
	if err := probe.gathered.checkBuffer("value", s.value, 1, false); err != nil {
		return err
	}
	...
}
