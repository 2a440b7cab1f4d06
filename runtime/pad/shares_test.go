package pad

import (
	"slices"
	"sync"
	"testing"
)

// TestShares: every block is handed out once, by whole units, whoever asks and however often.
func TestShares(t *testing.T) {
	for _, blocks := range []int{1, 2, 7, 16, 17, 100, 4096, 100003} {
		for _, n := range []int{2, 3, 8} {
			for _, unit := range []int{1, 2, 4} {
				for _, bytes := range []int{1, 100 << 10, 14 << 20, 1 << 30} {
					var s shares
					s.begin(blocks, n, unit, bytes)
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
						if part[0] != end || part[0]%unit != 0 || part[1] < blocks && part[1]%unit != 0 {
							t.Fatalf("%d blocks, %d goroutines, units of %d, %d bytes: %v", blocks, n, unit, bytes, taken)
						}
						end = part[1]
					}
					if end != blocks {
						t.Fatalf("%d blocks, %d goroutines, units of %d, %d bytes: %d handed out", blocks, n, unit, bytes, end)
					}
				}
			}
		}
	}
}

// TestSharesLate: who comes late finds less, a goroutine that is alone gets all, and no share is long.
func TestSharesLate(t *testing.T) {
	const block = 64 << 10
	for _, c := range []struct{ blocks, first int }{{200, 50}, {1600, 61}} { // a quarter, and less than 4 MiB
		var s shares
		s.begin(c.blocks, 2, 1, c.blocks*block)
		var sizes []int
		for first, last := s.take(); first < last; first, last = s.take() {
			sizes = append(sizes, last-first)
		}
		if sizes[0] != c.first || !slices.IsSortedFunc(sizes, func(a, b int) int { return b - a }) || sizes[len(sizes)-2] < 7 {
			t.Errorf("parts of %d blocks of 64 KiB for two: %v", c.blocks, sizes)
		}
	}
}
