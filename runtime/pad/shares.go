package pad

import "sync/atomic"

// shareBytes is about the size of the parts in which a large output is made: the garbage collector, and who cancels the Run, may have to
// wait until one is made. Rows of three bytes take up to 20 ns each.
var shareBytes = 1 << 20 // no constant, so that tests can lower it

// share is shareBytes of a type with so many elements in a unit: a short row of packed elements takes up to 40 ns.
func share(perUnit int) int { return shareBytes / (perUnit * perUnit) }

// shares hands out the blocks of a Run to its goroutines: each request gets the next few, so that all goroutines end together, even if
// one starts late or has a slower core.
type shares struct {
	blocks, size int64
	next         atomic.Int64
}

// begin starts handing out the blocks of an output of so many bytes, in multiples of unit.
func (s *shares) begin(blocks, unit, bytes int) {
	s.blocks, s.size = int64(blocks), int64(max(unit, blocks/(bytes/share(unit)+1)/unit*unit))
	s.next.Store(0)
}

// take returns the next blocks to make: first and those after it, up to but excluding last. If all are taken, first equals last.
func (s *shares) take() (first, last int) {
	end := s.next.Add(s.size)
	return int(min(end-s.size, s.blocks)), int(min(end, s.blocks))
}

// taken reports whether all blocks are taken.
func (s *shares) taken() bool { return s.next.Load() >= s.blocks }
