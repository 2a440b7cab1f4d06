package packed

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/stream"
)

const (
	register   = 64       // bytes of a tile, the most that one move loads and stores
	valueAt    = 63       // mode constant: the byte of the register that has the value
	tiledBlock = 32 << 10 // bytes of planes in the output that are made together
	tiledRows  = 8 << 10  // the same for rows that take several tiles
	tiledPast  = 1 << 10  // the same for an output that does not fit into the caches with its data
	pastRow    = 8 * 16   // bits of the longest rows of such an output
	mostTiles  = 24

	tileBits = 8 * register

	// Outputs of fewer than fewBits times LeastTiled bits, 1,000 by default, or 6,000 without VBMI, are not tried: to find out whether tiles
	// pay takes 45 ns, a third of the time of 1x3x4x5.
	fewBits       = 5
	fewBitsHalved = 30
)

// FarGap is the most bits of a gap between two rows, in mode constant, that kernels make in the loop over rows. [Fill], a call, makes
// longer ones: a row of 112 bytes with a gap of 212 takes 9 ns then, 12 to 17 in the loop.
const FarGap = 1024

// Tile makes the output of g, of elements of width bits, from tiles of 64 bytes; in mode constant, value holds the value in each of its
// elements. It reports false if tiles are not faster, or not possible; then it has written nothing.
//
// The elements of a tile may come from anywhere in 64 loaded bytes or, in mode constant, 63. So it takes as long in all modes, with pads of
// any length, and wherever rows start in their bytes. A tile is computed once and made many times: after two or four rows of odd width,
// rows start in their bytes as the first ones did, and so do planes. Computed tiles are kept for the next output like this one; outputs of
// few rows use them from the second output on.
//
// With AVX-512 and VBMI a tile is up to three masked loads; for each of the elements in a byte one shuffle of all bytes, and a shift of
// each byte by itself; and one store. A near tile has one shuffle for all elements, see gather. With pads of one element and tiles that
// were kept, maps of 7 x 7 uint4 take 0.07 to 1.1 of the time of [Rows] and the kernels' loops, rows of 7 and 16 0.1 to 1.2, planes of 28 x
// 28 to 56 x 56 0.25 to 0.8; of uint2 they take 0.04 to 1.0, 0.03 to 1.2 and 0.2 to 1.0. The more of them there are, the less they take.
// Rows of 224 and 56 uint4 with pads of 20 in mode reflect take 0.1 to 0.4 and 0.03 to 0.4.
//
// With AVX2 alone each half of a tile is two loads of 16 bytes, or more if its elements are further apart; for each of the elements in a
// byte as many shuffles; a mask for each place that an element may come from, and shifts; and one store. To begin one takes 16 ns, of
// two bits 27, each 32 bytes then 1.6 and 5 ns. Maps of 7 x 7 uint4 take 0.06 to 0.25 of the time, of uint2 0.08 to 0.4, planes of 15 x 15
// 0.3 to 0.5, rows with pads that Rows does not make 0.05 to 0.4; planes of 31 x 31 up to 1.6 (Zen 4). All loads of a tile are from one
// window then, so that in mode wrap it makes no planes with pads above and below of more than some 64 bytes of data.
func Tile(dst, src []byte, g *pad.Geometry, mode pad.Mode, width int, value byte) bool {
	few := fewBits
	if !stream.Shuffles() {
		few = fewBitsHalved
	}
	if !stream.Supported() || g.DstLen()*width/few < stream.LeastTiled {
		return false
	}
	var l layout
	if !l.begin(g, mode, width) || !l.fits() {
		return false
	}
	so, pays := g.SrcOff()*width, l.pays()
	return (pays || l.often() && l.seen(so&7)) && l.makeOutput(dst, src, so, value, pays)
}

// layout is how an output comes from data. Sizes and steps are in bits.
type layout struct {
	width      int  // of an element
	shift      int  // the binary logarithm of that
	pixel      int  // an element, or several without pads of their own. Pads are made of pixels
	b, n, e    int  // data in a row, and its pads
	long       int  // a row with its pads
	head, tail int  // the pixel of a row's data that each pad starts with
	dir        int  // from there to the next pixel: pixel, in reflect its negative, in edge 0
	step       int  // from one row of data to the next
	constant   bool // no pad comes from data

	above, rows, below int // rows of a plane: pads, data, pads
	up, down           int // the row of data that the pads above start with, and those below
	turn               int // from there to the next row

	planes int
	size   int  // of a plane
	skip   int  // from one plane of data to the next
	group  int  // how many planes are computed together: as many as are whole bytes in data and output, or more that share a tile
	kinds  int  // about how many tiles there are to compute
	past   bool // the output does not fit into the caches with its data

	windows int // how many a tile may have: without VBMI a single one
}

// begin takes the layout from g. It reports whether that is all of the output, which starts with a whole byte, and whether in reflect and
// wrap data has enough elements for all pads.
func (l *layout) begin(g *pad.Geometry, mode pad.Mode, width int) bool {
	axis, pixel := 1, width
	b, n, e := g.Span(0)
	if dstep, sstep := g.Steps(1); dstep == n && sstep == n {
		axis, pixel = 2, n*width // pixels of several channels without pads of their own
		b, n, e = g.Span(1)
	}
	above, rows, below := g.Span(axis)
	before, planes, behind := g.Span(axis + 1)
	*l = layout{
		width: width, shift: width >> 1, pixel: pixel, b: b * pixel, n: n * pixel, e: e * pixel, long: (b + n + e) * pixel,
		step: g.Src(axis) * width, above: above, rows: rows, below: below,
		planes: planes, skip: g.Src(axis+1) * width,
	}
	l.windows = 1
	if stream.Shuffles() {
		l.windows = mostWindows
	}
	l.size = l.long * (above + rows + below)
	l.past = stream.Pays(l.size * planes >> 2) // twice its bytes
	if before|behind != 0 || l.size*planes != g.DstLen()*width || g.DstOff()*width&7 != 0 {
		return false
	}
	for l.group = 1; l.group < planes && ((l.group*l.size|l.group*l.skip)&7 != 0 || 2*l.group*max(l.size, l.skip) <= tileBits); l.group *= 2 {
	}
	l.kinds = l.count()
	if mode == pad.Constant {
		l.constant = true
		return true
	}
	var inRow, inPlane bool
	l.head, l.tail, l.dir, inRow = ends(mode, l.b, l.n, l.e, pixel)
	l.up, l.down, l.turn, inPlane = ends(mode, above*l.step, rows*l.step, below*l.step, l.step)
	return inRow && inPlane
}

// makeOutput makes the planes of the data from bit so of src on: in groups, and by themselves those that are left, fewer than a group.
func (l *layout) makeOutput(dst, src []byte, so int, value byte, pays bool) bool {
	src, so = src[so>>3:], so&7
	l.group = min(l.group, l.planes)
	t := l.take(so, pays)
	if t == nil {
		return false
	}
	groups := l.planes / l.group
	done := groups * l.group
	if done < l.planes {
		rest := *l
		rest.group = l.planes - done // a group is whole bytes
		left := rest.take(so, pays)
		if left == nil {
			t.keep()
			return false
		}
		left.write(dst[done*l.size>>3:], src[done*l.skip>>3:], 1, value, l.past)
		left.keep()
	}
	t.write(dst, src, groups, value, l.past)
	t.keep()
	if end := l.planes * l.size & 7; end != 0 {
		dst[len(dst)-1] &= 1<<end - 1
	}
	return true
}

// tiles holds the tiles of an output.
type tiles struct {
	layout
	so    int        // where data starts, in its byte
	fit   bool       // whether there are tiles for this layout
	made  int        // bits that were made of them
	near  bool       // gather was called
	idle  int        // how many others were looked for since these were last taken
	pool  *sync.Pool // of kept, where they belong
	most  int        // most bytes that a tile loads
	least int        // bits of which a tile is not to have fewer: without VBMI, those of a half
	value [16]byte   // constant

	short bool // rows have rowOrders
	// For each place in a byte where a row's data may start. Order i begins with element i of the row: any of these may be the first one
	// in its byte of the tile.
	rowOrders [4]rowOrders

	window [4]window // what the tile that is being computed loads; 4, so that an index i & 3 needs no bounds check
	loads  int       // how many there are

	runs  [mostTiles + 1]tileRun // each of a tile or more
	count int                    // of runs
	list  [mostTiles]tile
	used  int // of tiles
}

// tileRun is tiles that follow one another, again and again. All numbers but times, first and last are bytes.
type tileRun struct {
	first, last int // in the list, last excluded
	times       int
	step, next  int // from one repetition to the next, in the output and in data
}

// tile is up to 64 bytes of the output.
type tile struct {
	orders orders
	store  uint64               // mask of the bytes that are stored
	to     int                  // where they start in the output, from the first byte of the planes
	load   [mostWindows]uint64  // masks of the bytes that are loaded, for each window
	from   int                  // where the first window starts, from the first byte of the planes' data
	far    [mostWindows - 1]int // from there to where the others would start, if they were loaded from the first byte of the register on

	near     bool           // see gather; the orders of a near tile are what VPMULTISHIFTQB takes
	gathered [register]byte // eight by eight, the loaded bytes that eight bytes of the tile come from
	data     [register]byte // a mask of the bits that come from data, not from the value
}

// call is a tile that is made many times: in each plane turns times, step bytes apart in the output and next bytes apart in data. Planes
// are size bytes apart in the output and skip bytes in data.
type call struct {
	tile                                  *tile
	out, src                              unsafe.Pointer
	turns, planes, step, next, size, skip int
	value                                 *[16]byte
}

// write makes groups of planes, each tile for a block of them. Planes of 56 x 56 uint4 take 1.1 to 1.6 times as long in blocks of 8 KB as
// in blocks of 32 KB; rows of 227 bytes, which take four tiles, take 0.7 to 0.8 of the time.
func (t *tiles) write(dst, src []byte, groups int, value byte, past bool) {
	binary.LittleEndian.PutUint64(t.value[:], uint64(value)*each)
	binary.LittleEndian.PutUint64(t.value[8:], uint64(value)*each)
	c := call{size: t.group * t.size >> 3, skip: t.group * t.skip >> 3, value: &t.value}
	block, rows := tiledBlock, tiledRows
	if past {
		block, rows = tiledPast, tiledPast
	}
	most := max(1, block/max(1, c.size))
	for done := 0; done < groups; done += most {
		c.planes = min(most, groups-done)
		out := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), done*c.size)
		in := unsafe.Add(unsafe.Pointer(unsafe.SliceData(src)), done*c.skip)
		for i := range t.runs[:t.count] {
			r := &t.runs[i]
			if r.last-r.first == 1 {
				t.writeRun(r, c, block, out, in)
			} else {
				t.writeRun(r, c, rows, out, in)
			}
		}
	}
}

// writeRun makes the tiles of a run in blocks of so many bytes, for as many planes as the call says.
func (t *tiles) writeRun(r *tileRun, c call, block int, out, in unsafe.Pointer) {
	most := max(1, block/max(1, r.step))
	c.step, c.next = r.step, r.next
	for turn := 0; turn < r.times; turn += most {
		c.turns = min(most, r.times-turn)
		for i := r.first; i < r.last; i++ {
			c.tile = &t.list[i]
			c.out, c.src = unsafe.Add(out, c.tile.to+turn*r.step), unsafe.Add(in, c.tile.from+turn*r.next)
			shuffle(&c, t.width, bits.OnesCount64(c.tile.store))
		}
	}
}
