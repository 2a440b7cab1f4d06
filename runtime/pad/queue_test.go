package pad

import (
	"slices"
	"sync"
	"testing"
)

// TestQueue: every slab is handed out once, by whole units, whoever asks and however often.
func TestQueue(t *testing.T) {
	for _, slabs := range []int{1, 2, 7, 16, 17, 100, 4096, 100003} {
		for _, n := range []int{2, 3, 8} {
			for _, unit := range []int{1, 2, 4} {
				for _, bytes := range []int{1, 100 << 10, 14 << 20, 1 << 30} {
					var s queue
					s.fill(slabs, unit, bytes)
					var mu sync.Mutex
					var taken [][2]int
					var done sync.WaitGroup
					done.Add(n)
					for range n {
						go func() {
							defer done.Done()
							for first, last := s.take(); first < last; first, last = s.take() {
								mu.Lock()
								taken = append(taken, [2]int{first, last})
								mu.Unlock()
							}
						}()
					}
					done.Wait()
					slices.SortFunc(taken, func(a, b [2]int) int { return a[0] - b[0] })
					end := 0
					for _, part := range taken {
						if part[0] != end || part[0]%unit != 0 || part[1] < slabs && part[1]%unit != 0 {
							t.Fatalf("%d slabs, %d goroutines, units of %d, %d bytes: %v", slabs, n, unit, bytes, taken)
						}
						end = part[1]
					}
					if end != slabs {
						t.Fatalf("%d slabs, %d goroutines, units of %d, %d bytes: %d handed out", slabs, n, unit, bytes, end)
					}
				}
			}
		}
	}
}

// TestBlockSizes: no block is long, and none but the last is short.
func TestBlockSizes(t *testing.T) {
	for _, unit := range []int{1, 2, 4} {
		for _, bytes := range []int{1 << 20, 15<<20 + 1, 1 << 28} {
			var s queue
			s.fill(bytes*unit, unit, bytes) // each element is a slab
			first, last := s.take()
			if size := (last - first) / unit; size > blockSize(unit) || size < blockSize(unit)/2 {
				t.Errorf("%d bytes, units of %d: a block of %d bytes", bytes, unit, size)
			}
		}
	}
}
