package stream

import (
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestStops: another goroutine gets the only processor while a call makes 64 MiB, in one of 30 calls.
func TestStops(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const n = 64 << 20
	dst, src := make([]byte, n), make([]byte, n)
	d, s := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])
	var value [48]byte
	value[0] = 1
	calls := map[string]func(past bool){
		"Copy":    func(past bool) { Copy(d, s, n, past) },
		"Fill":    func(past bool) { Fill(d, &value, n, past) },
		"Reverse": func(past bool) { Reverse(d, s, n, 4, past) },
		"Repeat":  func(past bool) { Repeat(d, s, n, 4, past) },
	}
	if wide {
		for name, rows := range map[string]int{"Rows of large planes": n / 512, "Rows of small planes": 16} {
			calls[name] = func(past bool) {
				r, p := Rows{Past: past}, Planes{Left: n / 512 / rows}
				r.Open(kernel.Reflect.Pads(500), 500, 12, 0, 1)
				p.Data(rows, 500, 500*rows)
				r.Write(&p, d, s)
			}
		}
	}
	for name, call := range calls {
		for _, past := range []bool{false, true} {
			var running, stopped atomic.Bool
			go func() {
				for ; !stopped.Load(); runtime.Gosched() {
					stopped.Store(running.Load())
				}
			}()
			for calls := 0; !stopped.Load() && calls < 30; calls++ {
				runtime.Gosched() // a stop that is due must not count
				running.Store(true)
				call(past)
				running.Store(false)
			}
			if !stopped.Swap(true) {
				t.Errorf("%s, past=%v: no other goroutine ran", name, past)
			}
		}
	}
}
