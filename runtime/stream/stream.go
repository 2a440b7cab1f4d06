// Package stream moves and fills memory by the widest registers: rows, blocks and gaps, through the caches or past them.
//
// An ordinary store reads the line that it changes. For outputs that do not fit into the caches this is a third of all
// traffic, which memmove saves from 1 MiB on by non-temporal stores, and clear from 32 MiB on. [Copy] and [Fill] do it from
// [LeastBlock] on. Shorter rows share lines with their neighbours, and an ordinary store holds up the others: a [Line]
// holds the line in which one row ends and the next one starts, and everything between goes straight from data to the
// output: 104 MB in rows of 448 bytes take 0.7 to 0.85 of the time, 20 MB in rows of 4 KiB 0.5 to 0.6 (Zen 3).
//
// Go has neither such stores nor registers of 32 bytes, so they are assembly, for amd64 with AVX. Elsewhere, and with the
// build tag purego, Copy and Fill are Go, and [Pays] is false.
package stream

// Least is the output size in bytes above which rows and blocks go past the caches: 9 MB in rows of 1 KiB and more take 0.6
// to 0.8 of the time, but a memcpy of 5 MB past the caches takes 1.4 times as long as through them (an L3 of 32 MB, shared).
// A program may set it for its machine before its first Pad.
var Least = 8 << 20

// Supported reports whether this build and this processor have registers of 32 bytes, and stores of them past the caches.
func Supported() bool { return wide }

// Pays reports whether an output of so many bytes, all parts of it, should go past the caches.
func Pays(bytes int) bool { return wide && bytes > Least }
