package stream_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/stream"
)

// TestCollector streams, and makes tiles, into outputs that end with a line of memory and with their object, beside a collector that never
// rests: it stops the program where it finds a pointer to the end of an object. It looks at more places in builds with
// the race detector.
func TestCollector(t *testing.T) {
	defer func(past, tiled int) { stream.LeastPast, stream.LeastTiled = past, tiled }(stream.LeastPast, stream.LeastTiled)
	stream.LeastPast, stream.LeastTiled = 0, -1
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer func() {
		close(stop)
		<-stopped
	}()
	const n = 8 << 10
	src, bytes, packed := make([]float32, n), make([]uint8, n), make([]dtype.Uint4x2, n)
	for start, odd := time.Now(), false; time.Since(start) < 500*time.Millisecond; odd = !odd {
		restore := func() {}
		if odd {
			restore = stream.LeaveOutVBMI()
		}
		for m := range pad.NumModes {
			_, _, err := pad.Pad(&generated.Uint8, bytes, pad.Params[uint8]{
				Shape: []int{n / 8, 8}, Pads: []int64{0, 4, 0, 4}, Mode: pad.Mode(m), Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = pad.Pad(&generated.Uint4, packed, pad.Params[dtype.Uint4x2]{
				Shape: []int{n / 4, 8}, Pads: []int64{0, 4, 0, 4}, Mode: pad.Mode(m), Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, pads := range [][]int64{{16, 0}, {0, 16}, {0, 0}} {
				_, _, err := pad.Pad(&generated.Float32, src[:n-int(pads[0]+pads[1])], pad.Params[float32]{
					Shape: []int{n - int(pads[0]+pads[1])}, Pads: pads, Mode: pad.Mode(m), Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		restore()
	}
}
