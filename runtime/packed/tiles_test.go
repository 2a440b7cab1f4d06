//go:build linux && amd64 && !purego

package packed_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
	"github.com/padgen/padgen/runtime/packed"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
	"github.com/padgen/padgen/runtime/stream"
)

// tileCase is an output that may be made by tiles.
type tileCase struct {
	mode  pad.Mode
	width int // bits of an element
	shape []int
	pads  []int64
}

// randomTiles has planes of short rows and of long ones, of elements and of pixels, with pads on two axes, cropped or not.
func randomTiles(random *rand.Rand) tileCase {
	c := tileCase{mode: pad.Mode(random.IntN(int(pad.NumModes))), width: 2 + 2*random.IntN(2)}
	sides := []int{1 + random.IntN(9), 1 + random.IntN(30), 1 + random.IntN([]int{12, 70, 300}[random.IntN(3)])}
	c.pads = make([]int64, 6)
	for axis := 1; axis < 3; axis++ {
		for side := range 2 {
			most := []int{2, 4, 24}[random.IntN(3)]
			p := random.IntN(min(most, sides[axis]))
			if random.IntN(6) == 0 {
				p = -random.IntN(1 + sides[axis]/3)
			}
			c.pads[3*side+axis] = int64(p)
		}
	}
	c.shape = sides
	if random.IntN(4) == 0 { // channels of pixels
		c.shape = append(c.shape, 1+random.IntN(5))
		c.pads = []int64{0, c.pads[1], c.pads[2], 0, 0, c.pads[4], c.pads[5], 0}
	}
	if random.IntN(4) == 0 { // rows alone
		c.shape, c.pads = c.shape[1:], append(c.pads[1:len(c.pads)/2:len(c.pads)/2], c.pads[len(c.pads)/2+1:]...)
	}
	return c
}

// tileLimits are outputs that tiles cannot make or just can: with too many kinds of tiles, with bytes of elements from four places, with
// fewer planes left than a group has, and with data that is far apart.
func tileLimits() []tileCase {
	var cases []tileCase
	for _, mode := range []pad.Mode{pad.Constant, pad.Reflect, pad.Edge, pad.Wrap} {
		for _, width := range []int{2, 4} {
			for n := 9; n < 2400; n += 97 {
				cases = append(cases, tileCase{mode, width, []int{9, n}, []int64{1, 1, 1, 1}})
			}
			for crop := range int64(300) {
				cases = append(cases, tileCase{mode, width, []int{9, int(crop) + 20}, []int64{1, -crop, 2, 1}})
			}
			for n := 50; n < 800; n += 37 {
				cases = append(cases,
					tileCase{mode, width, []int{5, 9, n}, []int64{0, 2, 3, 0, 3, 1}},
					tileCase{mode, width, []int{n/20 + 5, 7, 9}, []int64{0, 2, 3, 0, 3, 1}},
					tileCase{mode, width, []int{9, n}, []int64{6, 1, 7, 1}})
			}
		}
	}
	return cases
}

// check makes the output in dst, which is longer or not, and reports whether Tile has.
func (c tileCase) check(dst, src []byte, g *pad.Geometry) (made bool, err error) {
	per := 8 / c.width
	value := byte(rowsValue & (1<<c.width - 1))
	if made = packed.Tile(dst, src, g, c.mode, c.width, value*map[int]byte{2: 0x55, 4: 0x11}[c.width]); !made {
		return false, nil
	}
	at := func(s []byte, i int) byte { return s[i/per] >> (i % per * c.width) & (1<<c.width - 1) }
	for i, from := range padtest.Source(c.mode, c.shape, c.pads) {
		want := value
		if from >= 0 {
			want = at(src, from)
		}
		if got := at(dst, i); got != want {
			return true, fmt.Errorf("element %d is %d, expected %d, element %d of data (-1: the value)", i, got, want, from)
		}
	}
	if end := g.DstLen() * c.width % 8; end != 0 && dst[len(dst)-1]>>end != 0 {
		return true, fmt.Errorf("bits behind the last element are set")
	}
	return true, nil
}

// TestTile makes outputs by VBMI, where the processor has it, and without, from all that may be read in all that may be written.
func TestTile(t *testing.T) {
	const most = 512 << 10
	defer func(least, past int) { stream.LeastTiled, stream.LeastPast = least, past }(stream.LeastTiled, stream.LeastPast)
	stream.LeastTiled = -1
	past := stream.LeastPast
	count := 4000
	if testing.Short() {
		count = 1000
	}
	forms := []bool{false}
	if stream.Shuffles() {
		forms = append(forms, true)
	}
	for _, form := range forms {
		for _, behind := range []bool{false, true} {
			t.Run(fmt.Sprintf("VBMI=%v,behind=%v", form, behind), func(t *testing.T) {
				if !form {
					defer stream.LeaveOutVBMI()()
				}
				dst, src := guard.Memory(t, most, behind), guard.Memory(t, most, behind)
				copy(src, noise(most, 7))
				made := 0
				run := func(c tileCase) {
					g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
					if err != nil {
						return
					}
					out, in := (g.DstLen()*c.width+7)/8, (g.SrcLen()*c.width+7)/8
					if max(out, in) > most {
						t.Fatalf("%+v: %d and %d bytes, expected at most %d", c, out, in, most)
					}
					d, s := dst[:out:out], src[:in:in]
					if !behind {
						d, s = dst[most-out:], src[most-in:]
					}
					for i := range d {
						d[i] ^= 0xa5 // what the call before left there may be right
					}
					is, err := c.check(d, s, g)
					if err != nil {
						t.Fatalf("%+v: %v", c, err)
					}
					if is {
						made++
					}
				}
				random := rand.New(rand.NewPCG(15, 16))
				for i := range count {
					stream.LeastPast = i % 4 / 3 * past // blocks of fewer bytes, for all but a fourth
					run(randomTiles(random))
				}
				if made < count/2 {
					t.Errorf("%d of %d outputs were made by tiles, expected half of them or more", made, count)
				}
				for _, c := range tileLimits() {
					run(c)
				}
			})
		}
	}
}

// TestTilePays: tiles are for many rows, of an output that has not been seen; without VBMI for shorter ones.
func TestTilePays(t *testing.T) {
	if !stream.Supported() {
		t.Skip("this processor has no registers of 32 bytes")
	}
	defer func(least, past int) { stream.LeastTiled, stream.LeastPast = least, past }(stream.LeastTiled, stream.LeastPast)
	one, none := []int64{1, 1, 1, 1}, []int64{0, 0, 0, -2}
	for _, c := range []struct {
		name        string
		shape       []int
		pads        []int64
		least       int
		past        int
		vbmi, halve bool // expected with VBMI, and with AVX2 alone
	}{
		{"many rows", []int{4096, 16}, one, 200, 8 << 20, true, true},
		{"few rows", []int{64, 16}, one, 200, 8 << 20, false, false},
		{"few rows, of a program that says so", []int{64, 16}, one, 10, 8 << 20, true, true},
		{"many rows, of a program that wants none", []int{4096, 16}, one, math.MaxInt, 8 << 20, false, false},
		{"many rows that do not fit into the caches", []int{4096, 16}, one, 200, 0, true, true},
		{"longer ones", []int{4096, 60}, one, 200, 0, false, false},
		{"the same in the caches", []int{4096, 60}, one, 200, 8 << 20, true, false},
		{"rows of 24 bytes", []int{4096, 46}, one, 200, 8 << 20, true, true},
		{"the same that are whole bytes, and so are their pads", []int{4096, 44}, []int64{0, 2, 0, 2}, 200, 8 << 20, true, false},
		{"shorter ones", []int{4096, 28}, []int64{0, 2, 0, 2}, 200, 8 << 20, true, true},
		{"rows of 10 bytes without pads", []int{4096, 22}, none, 200, 8 << 20, true, false},
		{"shorter ones", []int{4096, 20}, none, 200, 8 << 20, true, true},
		{"rows of more than a tile", []int{4096, 225}, one, 200, 8 << 20, false, false},
		{"the same with pads that Rows does not make", []int{4096, 225}, []int64{0, 40, 0, 40}, 200, 8 << 20, true, true},
		{"rows of pixels", []int{256, 30, 30}, []int64{0, 5, 0, 0, 0, 0}, 200, 8 << 20, true, false},
		{"few of these", []int{10, 225}, []int64{0, 40, 0, 40}, 200, 8 << 20, false, false},
		{"pads on three axes", []int{64, 40, 16}, []int64{1, 1, 1, 1, 1, 1}, 200, 8 << 20, false, false},
		{"a pad that goes back and forth", []int{4096, 6}, []int64{0, 9, 0, 0}, 200, 8 << 20, false, false},
		{"an output of few bits", []int{4, 4}, one, 5, 8 << 20, true, false},
		{"few rows, of a program that wants tiles always", []int{8, 16}, one, 0, 8 << 20, true, true},
		{"rows of several tiles, of the same", []int{64, 640}, one, 0, 8 << 20, false, false},
		{"as many kinds of tiles as there may be, or fewer", []int{64, 640}, one, -1, 8 << 20, true, true},
		{"too many", []int{64, 6400}, one, -1, 8 << 20, false, false},
	} {
		try := func(want bool) func(*testing.T) {
			return func(t *testing.T) {
				g, err := pad.NewGeometry(pad.Reflect, c.shape, c.pads)
				if err != nil {
					t.Fatal(err)
				}
				packed.ForgetTiles()
				stream.LeastTiled, stream.LeastPast = c.least, c.past
				if got := packed.Tile(make([]byte, (g.DstLen()+1)/2), make([]byte, (g.SrcLen()+1)/2), g, pad.Reflect, 4, 0); got != want {
					t.Errorf("Tile reports %v, expected %v", got, want)
				}
			}
		}
		if stream.Shuffles() {
			t.Run(c.name+"/VBMI", try(c.vbmi))
		}
		restore := stream.LeaveOutVBMI()
		t.Run(c.name+"/AVX2", try(c.halve))
		restore()
	}
}

// TestTileFar: tiles make the wide gaps of mode constant, except for a few rows and for long ones.
func TestTileFar(t *testing.T) {
	if !stream.Supported() {
		t.Skip("this processor has no registers of 32 bytes")
	}
	defer func(least int) { stream.LeastTiled = least }(stream.LeastTiled)
	stream.LeastTiled = 0
	for _, c := range []struct {
		rows, n, gap int
		want         bool
	}{{5, 100, 257, true}, {5, 100, 256, false}, {4, 100, 257, false}, {64, 384, 300, true}, {64, 386, 300, false}} {
		g, err := pad.NewGeometry(pad.Constant, []int{c.rows, c.n}, []int64{0, int64(c.gap), 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		packed.ForgetTiles()
		if got := packed.Tile(make([]byte, (g.DstLen()+1)/2), make([]byte, (g.SrcLen()+1)/2), g, pad.Constant, 4, 0); got != c.want {
			t.Errorf("%d rows of %d with gaps of %d: Tile reports %v", c.rows, c.n, c.gap, got)
		}
	}
}

// TestTileOften: without VBMI, small outputs are made by tiles from the second time on if they use each tile several times.
func TestTileOften(t *testing.T) {
	if !stream.Supported() {
		t.Skip("this processor has no registers of 32 bytes")
	}
	defer stream.LeaveOutVBMI()()
	for _, c := range []struct {
		mode  pad.Mode
		shape []int
		pads  []int64
		want  bool
	}{
		{pad.Reflect, []int{10, 13, 13}, []int64{0, 1, 1, 0, 1, 1}, false},
		{pad.Constant, []int{40, 7, 7}, []int64{0, 1, 1, 0, 1, 1}, true},
		{pad.Constant, []int{64, 1, 7}, []int64{0, 4, 1, 0, 4, 1}, false}, // rows of the value do not count
	} {
		g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
		if err != nil {
			t.Fatal(err)
		}
		packed.ForgetTiles()
		dst, src := make([]byte, (g.DstLen()+1)/2), make([]byte, (g.SrcLen()+1)/2)
		if packed.Tile(dst, src, g, c.mode, 4, 0) {
			t.Errorf("%+v: tiles for the first output, expected none: it is too small", c)
		}
		if got := packed.Tile(dst, src, g, c.mode, 4, 0); got != c.want {
			t.Errorf("%+v: tiles for the second output: %v", c, got)
		}
	}
}

// TestTilePlanes: small planes share tiles if their data is close together; others are as many as whole bytes take.
func TestTilePlanes(t *testing.T) {
	for _, c := range []struct {
		shape         []int
		pads          []int64
		planes, tiles int
	}{
		{[]int{4096, 2, 4}, []int64{0, 2, -1, 0, 0, -1}, 16, 1}, // of 4 bytes from 4
		{[]int{4096, 2, 8}, []int64{0, 1, -3, 0, 0, -3}, 8, 1},  // of 3 bytes from 8
		{[]int{4096, 2, 64}, []int64{0, 1, -31, 0, 0, -31}, 1, 1},
		{[]int{4096, 7, 7}, []int64{0, 1, 1, 0, 1, 1}, 2, 2},
		{[]int{4096, 14, 14}, []int64{0, 1, 1, 0, 1, 1}, 1, 3},
	} {
		g, err := pad.NewGeometry(pad.Edge, c.shape, c.pads)
		if err != nil {
			t.Fatal(err)
		}
		if planes, tiles := packed.Together(g, pad.Edge, 4); planes != c.planes || tiles != c.tiles {
			t.Errorf("%+v: %d planes are made together, by %d tiles", c, planes, tiles)
		}
	}
}

// TestTileForms makes the same outputs with VBMI and without by turns: the tiles that one of them keeps are none for the other.
func TestTileForms(t *testing.T) {
	if !stream.Shuffles() {
		t.Skip("this processor has no VBMI")
	}
	defer func(least int) { stream.LeastTiled = least }(stream.LeastTiled)
	stream.LeastTiled = -1
	random := rand.New(rand.NewPCG(17, 18))
	made := 0
	for range 200 {
		c := randomTiles(random)
		for turn := range 4 {
			func() {
				if turn%2 == 1 {
					defer stream.LeaveOutVBMI()()
				}
				if is, err := c.try(uint32(turn)); err != nil && is {
					t.Fatalf("%+v, turn %d: %v", c, turn, err)
				} else if is {
					made++
				}
			}()
		}
	}
	if made < 200 {
		t.Errorf("%d outputs were made by tiles, expected 200 or more", made)
	}
}
