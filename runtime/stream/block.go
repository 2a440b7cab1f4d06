package stream

import "unsafe"

// LeastBlock is the least bytes that Copy and Fill move past the caches. The first and the last line are stored in the
// ordinary way: blocks of 768 KiB with gaps as long take 0.6 of the time, of 20 KB without gaps 0.75 to 0.8, of 8 KB 1.0, of
// 4 KB 1.4.
const LeastBlock = 16 << 10

// Copy moves n bytes, which must be 16 or more and must not overlap with their new place, past the caches if that is wanted
// and n is large enough. Others may read them after that.
//
// From 128 to 1,024 bytes it takes 0.75 to 0.9 of the time that copy takes, above that as long, wherever d and s lie; and
// copy writes all that has 1 MiB and more past the caches, which takes longer where the output fits into them.
func Copy(d, s unsafe.Pointer, n int, past bool) { copyWide(d, s, n, past && n >= LeastBlock) }

// Fill repeats the 16 bytes at v, which are equal elements, over n bytes, which must be LeastRow or more, as Copy moves
// them.
//
// Rows of 1 KiB with gaps of 3 KiB take 0.65 of the time that clear takes for the gaps; other values than zero take 0.35 to
// 0.6 of the time of a loop over 16 bytes, above 1.5 KiB 0.5 to 0.9 of that of copy in ever larger pieces.
func Fill(d, v unsafe.Pointer, n int, past bool) { fillWide(d, v, n, past && n >= LeastBlock) }

// Scatter copies n bytes, 64 or more, to places at distances from s, where they must not overlap with them. Up to three places are
// written at once: kernels of rank 6 to 8 take 0.95 to 1.0 of the time of those with a copy for each.
func Scatter(s unsafe.Pointer, n int, distances []int) {
	for wide && len(distances) > 1 {
		m := min(3, len(distances))
		d := distances[:m]
		copyThrice(unsafe.Add(s, d[0]), unsafe.Add(s, d[1]), unsafe.Add(s, d[m-1]), s, n)
		distances = distances[m:]
	}
	for _, d := range distances {
		copyWide(unsafe.Add(s, d), s, n, false)
	}
}
