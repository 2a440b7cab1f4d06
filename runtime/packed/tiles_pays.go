package packed

import "github.com/padgen/padgen/runtime/stream"

// fits reports whether tiles, once computed, take less time than what the kernels do without them. They do not for rows of more than 64
// bytes, which take 1.0 to 1.5 of the time of [Rows] or twice that, except with pads that Rows does not make; nor for rows that are
// cropped to less than half, of which a tile has only a few: 1.4 to 2.5.
func (l *layout) fits() bool {
	if stream.LeastTiled < 0 {
		return l.kinds <= mostTiles
	}
	short := l.long <= l.longestRow() && !(l.past && l.long > pastRow)
	return (short || l.farPads()) && l.step <= 2*l.long && 3*l.kinds <= 2*mostTiles // there may be more than kinds
}

// longestRow returns the bits of the longest rows, with their pads, for which tiles take less time than what the kernels do without them.
// Without VBMI that depends on what else there is: loops without pads, without a word for what is between rows, or without shifts.
func (l *layout) longestRow() int {
	if l.windows > 1 {
		return tileBits
	}
	four, two := 24, 8 // bytes of rows of elements of so many bits
	switch {
	case l.b+l.e == 0:
		four, two = 9, 4
	case l.constant:
		four, two = 14, 5
	case (l.long|l.step|l.b)&7 == 0:
		four = 16
	}
	if l.width == 2 {
		return 8 * two
	}
	return 8 * four
}

// farPads reports whether rows have pads that Rows does not make. Pads of pixels are copied in blocks by the kernels: rows of 35 pixels of 30
// uint2 take 1.2 to 1.4 of the time by halves of tiles. So do in mode constant up to four rows, and those of more than 384 elements, which are
// a move and a fill each: up to 2.0.
func (l *layout) farPads() bool {
	switch {
	case l.constant:
		return l.b+l.e > FarGap && l.n <= 384*l.width && l.planes*l.rows > 4
	case l.windows == 1 && l.pixel != l.width:
		return false
	}
	return l.long > tileBits/4 && !fit(lane*l.width, 0, l.width, l.n, l.b, l.e)
}

// pays reports whether tiles that fit take less time, including the time to compute them. To compute a tile takes as long as Rows takes
// for some 100 rows of elements of 4 bits, or 200 of 2 bits, in mode constant twice as many; and each plane takes Rows as long as some
// rows more. Rows with pads that Rows does not make pay from six for each tile on, or twelve of 2 bits: they take a third of the time or
// less. Rows above and below data do not count where the kernels copy or fill them.
func (l *layout) pays() bool {
	rows, least := l.planes*(l.above+l.rows+l.below+8)-8, stream.LeastTiled
	if l.constant {
		rows = l.planes * (l.rows + 4) / 2
	}
	if l.farPads() {
		rows, least = l.planes*l.rows, least/16
	}
	return rows/l.kinds*l.width/2 >= least
}

// often reports whether the tiles of an output of few rows, once they are kept, are made often enough. Without VBMI to begin with one takes
// 35 to 55 ns: two to eight maps of 13 x 13 uint4 would take 1.4 to 3.5 of the time. Rows of the value, which take the kernels next to no
// time, do not count.
func (l *layout) often() bool {
	size := l.size
	if l.constant {
		size = l.rows * l.long
	}
	return l.windows > 1 || l.planes*size >= 6*tileBits*l.kinds
}

// count returns about how many tiles there are to compute: for each plane of a group those of rows that repeat, and those before and after
// them.
func (l *layout) count() int {
	again := l.again(l.step) * l.long
	edges := again/2 + (l.above+l.below)*l.long
	tiles := l.group*((again+tileBits-1)/tileBits+(edges+tileBits-1)/tileBits) + 1
	return min(tiles, (l.group*l.size+tileBits-1)/tileBits+1)
}

// again returns after how many rows, step bits apart in data, the next ones start in their bytes as the first ones did.
func (l *layout) again(step int) int {
	rows := 1
	for (rows*l.long|rows*step)&7 != 0 {
		rows *= 2
	}
	return rows
}
