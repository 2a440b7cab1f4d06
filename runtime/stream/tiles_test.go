//go:build linux && amd64 && !purego

package stream

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/internal/guard"
	pads "github.com/padgen/padgen/runtime/pad"
)

// tiledRooms runs a test with AVX2 alone and with VBMI, in memory behind what must not be touched and in front of it. Room takes so many
// bytes of it.
func tiledRooms(t *testing.T, test func(t *testing.T, room func(out, in int) (dst, src []byte), random *rand.Rand)) {
	if !Supported() {
		t.Skip("this processor has no registers of 32 bytes")
	}
	const most = 96 << 10
	defer func(was bool) { vbmi = was }(vbmi)
	names := []string{"AVX2"}
	if vbmi {
		names = append(names, "VBMI")
	}
	for i, name := range names {
		for _, behind := range []bool{false, true} {
			vbmi = i > 0
			random := rand.New(rand.NewPCG(13, 14))
			dst, src := guard.Memory(t, most, behind), guard.Memory(t, most, behind)
			for i := range src {
				src[i] = byte(random.Uint32())
			}
			t.Run(name+map[bool]string{true: "/behind", false: "/in front"}[behind], func(t *testing.T) {
				test(t, func(out, in int) ([]byte, []byte) {
					d, s := dst[:out], src[:in]
					if !behind {
						d, s = dst[most-out:], src[most-in:]
					}
					clear(d)
					return d, s
				}, random)
			})
		}
	}
}

// TestTiles makes every row that Tiles is for, in planes of all kinds of parts.
func TestTiles(t *testing.T) {
	tiledRooms(t, func(t *testing.T, room func(out, in int) (dst, src []byte), random *rand.Rand) {
		for size := 1; size <= 2; size++ {
			for n := size; n <= mostTiled; n += size {
				for b := 0; b <= mostTiled-n; b += size {
					for e := 0; e <= mostTiled-n-b; e += size {
						for mode := pads.Reflect; mode < pads.NumModes; mode++ {
							if mode == pads.Reflect && max(b, e) >= n || mode == pads.Wrap && max(b, e) > n {
								continue
							}
							c := shortCase{mode: mode, size: size, n: n, b: b, e: e, apart: random.IntN(3) * random.IntN(20) * size}
							c.parts[1] = 1 + random.IntN(1+random.IntN(20))
							c.parts[0], c.parts[2] = random.IntN(c.parts[1]+1), random.IntN(1+random.IntN(9))
							c.planes = 1 + random.IntN(1+random.IntN(40))
							if d, s := room(c.lengths()); !bytes.Equal(c.tiles(d, s), c.want(s)) {
								t.Fatalf("%+v: the output differs", c)
							}
						}
					}
				}
			}
		}
	})
}

// TestTileGaps does so in mode constant, with gaps of all lengths between rows.
func TestTileGaps(t *testing.T) {
	tiledRooms(t, func(t *testing.T, room func(out, in int) (dst, src []byte), random *rand.Rand) {
		for size := 1; size <= 2; size++ {
			for n := size; n <= mostTiled; n += size {
				for gap := 0; gap <= mostTiled-n; gap += size {
					for range 4 {
						c := rowsCase{mode: "constant", n: n, e: gap, size: size}
						c.rows, c.planes = 1+random.IntN(1+random.IntN(40)), 1+random.IntN(1+random.IntN(9))
						c.gap, c.step = random.IntN(6)*random.IntN(40)*size, n+random.IntN(3)*random.IntN(20)*size
						c.skip = c.rows * c.step
						d, s := room(c.lengths())
						copy(s, []byte{1, 2}) // the value
						p := Planes{Left: c.planes}
						p.Data(c.rows, c.step, c.skip)
						value := [chunk]byte(bytes.Repeat(s[:size], chunk/size))
						var tiles Tiles
						tiles.Constant(n, gap)
						tiles.WriteGaps(&p, unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0]), gap+c.gap, &value, c.planes%2 == 0)
						if !bytes.Equal(d, c.want(s)) {
							t.Fatalf("%+v: the output differs", c)
						}
					}
				}
			}
		}
	})
}

// tiles makes the output by Tiles.
func (c shortCase) tiles(dst, src []byte) []byte {
	var t Tiles
	begin := [...]func(n, b, e, size int){pads.Reflect: t.Reflect, pads.Edge: t.Edge, pads.Wrap: t.Wrap}[c.mode]
	begin(c.n, c.b, c.e, c.size)
	t.Write(c.where(), unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), c.planes%2 == 0)
	return dst
}

// TestFitTiles: rows too long do not fit, nor do too few of them; without VBMI fewer do.
func TestFitTiles(t *testing.T) {
	defer func(least int, isWide, is bool) { LeastTiled, wide, vbmi = least, isWide, is }(LeastTiled, wide, vbmi)
	type instructions int
	const none, avx2, both instructions = 0, 1, 2
	for _, c := range []struct {
		n, row, planes int
		past           bool
		want           instructions // the least that it fits with
	}{
		{1, 1, 1000, false, both}, {1, 1, 999, false, none}, {1, 1, 2000, false, avx2}, {8, 10, 1000, false, both}, {8, 10, 2000, false, avx2},
		{8, 11, 1000, false, none}, {15, mostTiled, 6400, false, avx2}, {16, mostTiled, 6400, false, both}, {16, 16, 9900, false, both},
		{30, mostTiled, 3200, false, both}, {30, mostTiled, 3199, false, none}, {30, mostTiled + 1, 9900, false, none},
		{0, 0, 0, false, none}, {tiledPastRow, 20, 2000, true, both}, {tiledPastRow, 20, 4000, true, avx2}, {tiledPastRow + 1, 20, 8000, true, none},
	} {
		for has := none; has <= both; has++ {
			LeastTiled, wide, vbmi = 100, has >= avx2, has == both
			want := c.want != none && has >= c.want
			if got := FitTiles(c.n, c.row, c.planes, c.past); got != want {
				t.Errorf("%+v with instructions %d: %v", c, has, got)
			}
		}
	}
	for least, want := range map[int]bool{math.MaxInt: false, 0: true, -1: true} {
		LeastTiled = least
		for has := none; has <= both; has++ {
			wide, vbmi = has >= avx2, has == both
			if got := FitTiles(1, 1, 1, false); got != (want && has > none) {
				t.Errorf("LeastTiled of %d with instructions %d: %v", least, has, got)
			}
		}
	}
}
