package stream

import (
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestStops: a goroutine can be stopped between the first bytes of 64 MiB and the last ones, at least in one of 1,000 calls: a busy machine
// may not run both goroutines at once.
func TestStops(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("needs two cores, wasm has one thread")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	const n = 64 << 20
	dst, src := make([]byte, n), make([]byte, n)
	d, s := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])
	const unwritten = 0xEEEEEEEE
	first, last := (*atomic.Uint32)(unsafe.Add(d, 64<<10)), (*atomic.Uint32)(unsafe.Add(d, n-4096))
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
				r := Rows{way: byRows, mode: kernel.Reflect, pastRows: past, unit: 1, n: 500, b: 12, step: 512, count: rows}
				r.setEnds(kernel.Reflect.Pads(500))
				r.set(rows, 500, 500*rows)
				r.Start(0, n/512/rows)
				r.Write(d, s, nil)
			}
		}
	}
	for name, call := range calls {
		for _, past := range []bool{false, true} {
			var stopped atomic.Bool
			var calls atomic.Int32
			go func() {
				var m runtime.MemStats
				for !stopped.Load() {
					n := calls.Load()
					if last.Load() == unwritten && first.Load() != unwritten {
						runtime.ReadMemStats(&m) // stops all goroutines
						stopped.Store(last.Load() == unwritten && n == calls.Load())
					}
				}
			}()
			for !stopped.Load() && calls.Load() < 1000 {
				runtime.Gosched() // a stop that is due must not wait for the next call
				first.Store(unwritten)
				calls.Add(1)
				last.Store(unwritten)
				call(past)
			}
			if !stopped.Swap(true) {
				t.Errorf("%s, past=%v: it does not stop", name, past)
			}
		}
	}
}
