package packed

// Phase holds what a row that moves by words depends on: the bits of their bytes at which it starts in the output and in the input. The
// rows of a plane go through at most as many phases as elements fit into a byte, again and again.
//
// A row takes a word that starts where its pads do, words from byte 7 on, each 7 bytes further, and a last word with the pads after it.
// Bytes are counted from the first one of the row, with its pads, in dst and in src.
type Phase struct {
	Keep  uint64 // mask of the bits before the row in its first byte of dst
	Store uint   // number of the bits before the row in its first byte of dst
	Load  uint   // number of the bits before the row in its first byte of src
	Shift uint   // how many bits further up than in dst the row lies in the bytes of src
	From  int    // the byte of src with what comes to byte 7 of dst
	End   int    // the last word of dst, counted from byte 7
	Mask  uint64 // mask of the bits of the last word that come before the pads after the row
	Tail  uint   // number of those bits. Pads of up to 24 bits after the row fit into the word, too; before longer ones it is 32 to 39
	Last  int    // the word of src with the row's last 48 bits
	Down  uint   // number of the bits before those in that word
	Dst   int    // from byte 7 of dst to the first byte of the next row
	Src   int    // and from its counterpart in src
}

// Phases fills p, whose length is a power of 2, for rows of n bits, at least 56, with pads of b bits, at most 44, before each row and e
// bits after it; the caller must store the bits of these that the last word does not hold. The first row, with its pads, starts at bit d
// of dst, its data at bit s of src; dstep and sstep are the bits to the next row. The phase of a row is at the number of rows left,
// including that row, modulo the length.
func Phases(p []Phase, rows, d, s, b, n, e, dstep, sstep int) {
	// The last word starts in the row and leaves room for the pads after it, and for what its shift loses. If the pads allow it, End is
	// the same in all phases, so that the number of words between is predicted; otherwise it depends on the low bits of d.
	room, low := max(e+4, 12), 0
	if e > 20 {
		room, low = 24, 7
	}
	for i := range p {
		m, z := d+b, s+n-48
		from, end := (s-m)>>3+d>>3-s>>3+7, (d&low+b+n+room)>>3-7
		tail := d&7 + b + n - 8*end
		p[(rows-i)&(len(p)-1)] = Phase{
			Keep: 1<<(d&7) - 1, Store: uint(d & 7), Load: uint(s & 7), Shift: uint(s-m) & 7,
			From: from, End: end - 7, Mask: 1<<tail - 1, Tail: uint(tail),
			Last: z>>3 - s>>3, Down: uint(z & 7),
			Dst: (d+dstep)>>3 - d>>3 - 7, Src: (s+sstep)>>3 - s>>3 - from,
		}
		d, s = d+dstep, s+sstep
	}
}
