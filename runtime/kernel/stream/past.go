package stream

const (
	leastPast = 96  // rows of 64 bytes take 1.05 to 1.3 of the time, of 96 0.7 to 1.0, of 192 to 384 0.4 to 0.8
	mostPads  = 128 // bytes of the pads between two rows, for which the assembly has room; single rows take 1.3 to 1.6 of the time
)

// FitPast reports whether [Rows] makes an output past the caches for which that pays ([Pays]): whole lines of memory,
// of rows as for [Fit] with 96 bytes or more, and up to 128 bytes of pads between two of them. A pad of more
// than 16 bytes is one element, or elements whose size divides 16.
func FitPast(n, b, e, size int) bool {
	return wide && n >= leastPast && n <= longestRow && b+e <= mostPads &&
		(max(b, e) <= chunk || longPads(n, b, e, size, 0) && (size > chunk || chunk%size == 0))
}
