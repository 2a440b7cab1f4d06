package stream

const (
	leastPast = 96  // rows of 64 bytes take 1.05 to 1.3 of the time, of 96 0.7 to 1.0, of 192 to 384 0.4 to 0.8
	mostPads  = 512 // bytes of the pads between two rows; the assembly has room for twice as many. Rows written one by one take 1.4 to 2.3 of the time, with 800 bytes 0.96
)

// fitPast reports whether the assembly supports these rows in an output that goes past the caches, which it writes by whole lines of
// memory. Rows are as for fit, but of at least 96 bytes, with at most 512 bytes of pads between two of them, or 1024 if the size of an
// element does not divide 16.
func fitPast(n, b, e, size, step int) bool {
	pads := b + e
	if chunk%size != 0 {
		pads /= 2
	}
	return wide && n >= leastPast && n <= longestRow && pads <= mostPads && longPads(n, b, e, size, step)
}
