// Package stream moves and fills memory with the widest registers: rows with their pads, blocks and gaps, through the caches or past
// them.
//
// [Rows] makes the rows of an output one after the other. Pads are made like data, 16 bytes at once: a shuffle puts bytes of the row into the
// order that the mode requires, so that all modes, element types and pads take the same instructions. [Short] and [ShortGaps] do this for
// rows of up to 64 bytes, all rows of several [Planes] in one call. [Tiles] makes several shorter rows at once, by shuffles of 64 bytes
// where the processor has them. [Copy], [Scatter] and [Fill] are for blocks.
//
// An ordinary store reads the line of memory that it changes. For outputs that do not fit into the caches this is a third of all traffic.
// Non-temporal stores save it: memmove uses them from 1 MiB on, clear from 32 MiB on, Copy and Fill from [LeastBlock] on, and Rows in
// rows of 96 bytes and more. Only whole lines go past the caches; a line that two rows share is put together in registers. Outputs of 12
// and 40 MB in rows of 192 to 384 bytes take 0.4 to 0.8 of the time (Zen 3).
//
// Go has neither such stores nor registers of 32 bytes, so they are assembly, for amd64 with AVX2. Elsewhere [Fit], [FitShort],
// [FitShortGaps], [FitTiles] and [Pays] report false. On other architectures, and with the build tag purego, Copy and Fill are Go code,
// and the kernels have loops of their own. On amd64 without AVX2, Copy and Fill are slow assembly, and most of those loops are missing:
// only purego links them.
//
// Figures in comments name workloads as package bench does; "0.7 of the time" is a ratio to what the kernels would do without.
//
// The package is for generated code, which checks a call once and for all. It checks nothing itself: arguments outside the limits stated
// here, or a call of what Fit and its like refuse, read and write other memory. It may change with any version of padgen.
package stream

// LeastPast is the output size in bytes above which rows and blocks go past the caches: 9 MB in rows of 1 KiB and more take 0.6
// to 0.8 of the time, but a memcpy of 5 MB past the caches takes 1.4 times as long as through them (an L3 of 32 MB, shared).
// A program may set it for its machine before its first Pad.
var LeastPast = 8 << 20

// Supported reports whether this build and this processor have registers of 32 bytes and can store them past the caches.
func Supported() bool { return wide }

// Pays reports whether an output of so many bytes in all should go past the caches.
func Pays(bytes int) bool { return wide && bytes > LeastPast }

// Shuffles reports whether this build and this processor can shuffle 64 bytes at once, by AVX-512 with VBMI.
func Shuffles() bool { return vbmi }
