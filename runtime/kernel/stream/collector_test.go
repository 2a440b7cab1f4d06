package stream

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// TestCollector writes outputs that end where their memory does, beside a collector that never rests: it
// stops the program if it finds a pointer to what lies behind. It looks at more places in builds with the
// race detector.
func TestCollector(t *testing.T) {
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
	const n = 8 << 10 // what the allocator gives as it is
	random := rand.New(rand.NewPCG(9, 10))
	for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
		src := randomBytes(random, n)
		for _, m := range moves(n, random) {
			dst := make([]byte, n)
			if m.run(dst, src); !bytes.Equal(dst, m.want(src)) {
				t.Fatalf("%s: %s", m.name, difference(dst, m.want(src)))
			}
		}
		if !wide {
			continue
		}
		for _, mode := range []string{"constant", "edge", "reflect", "wrap"} {
			c := rowsCase{mode: mode, n: 120, b: 4, e: 4, size: 4, rows: 16, planes: 4, past: random.IntN(2) == 0}
			if mode == "constant" {
				c.b, c.e = 0, 8
			}
			c.step, c.skip = c.n, c.rows*c.n
			out, in := c.lengths()
			dst := make([]byte, n)[n-out:]
			if c.run(dst, src[n-in:]); !bytes.Equal(dst, c.want(src[n-in:])) {
				t.Fatalf("%+v: %s", c, difference(dst, c.want(src[n-in:])))
			}
		}
	}
}
