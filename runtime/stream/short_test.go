//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/internal/guard"
	pads "github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// TestShort makes every row that Short is for, of all that may be read, in all that may be written: two planes of rows above
// data, of data, and below it.
func TestShort(t *testing.T) {
	if !Supported() {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	const most = 64 << 10
	var rooms [2][2][]byte // behind memory that must not be touched, and in front of it
	random := rand.New(rand.NewPCG(9, 10))
	for i := range rooms {
		rooms[i] = [2][]byte{guard.Memory(t, most, i == 0), guard.Memory(t, most, i == 0)}
		for j := range rooms[i][1] {
			rooms[i][1][j] = byte(random.Uint32())
		}
	}
	rows := 0
	for size := 1; size <= chunk; size *= 2 {
		for n := (shortest + size - 1) / size * size; n <= longest; n += size {
			for b := 0; b <= chunk; b += size {
				for e := 0; e <= chunk; e += size {
					if !FitShort(n, b, e) {
						t.Fatalf("rows of %d bytes with pads of %d and %d do not fit", n, b, e)
					}
					for mode := pads.Reflect; mode < pads.NumModes; mode++ {
						if mode == pads.Reflect && max(b, e) >= n || mode == pads.Wrap && max(b, e) > n {
							continue
						}
						c := shortCase{mode: mode, size: size, n: n, b: b, e: e, apart: random.IntN(3) * size, planes: 2}
						c.parts[1] = 1 + random.IntN(3)
						c.parts[0], c.parts[2] = random.IntN(c.parts[1]+1), random.IntN(3)
						rows += c.rows()
						for i, room := range rooms {
							out, in := c.lengths()
							d, s := room[0][:out], room[1][:in]
							if i == 1 {
								d, s = room[0][most-out:], room[1][most-in:]
							}
							clear(d)
							if c.short(d, s); !bytes.Equal(d, c.want(s)) {
								t.Fatalf("%+v: the output differs", c)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d rows", 4*rows)
}

// TestFitShort: rows one byte too short or too long, and pads too long, do not fit.
func TestFitShort(t *testing.T) {
	for _, c := range [][3]int{{shortest - 1, 1, 1}, {longest + 1, 1, 1}, {shortest, chunk + 1, 1}, {shortest, 1, chunk + 1}, {0, 0, 0}} {
		if FitShort(c[0], c[1], c[2]) {
			t.Errorf("rows of %d bytes with pads of %d and %d fit", c[0], c[1], c[2])
		}
	}
}

// shortCase is planes whose parts have so many rows; rows of data are apart.
type shortCase struct {
	mode          pads.Mode
	size, n, b, e int
	apart         int
	parts         [3]int
	planes        int
}

func (c shortCase) rows() int { return c.parts[0] + c.parts[1] + c.parts[2] }

// from is the row of data from which part i starts, and how many on the next one is.
func (c shortCase) from(i int) (row, step int) {
	return [3]int{c.parts[1] - 1, 0, 0}[i], [3]int{-1, 1, 0}[i]
}

// lengths are those of the output and of data.
func (c shortCase) lengths() (out, in int) {
	return c.planes * c.rows() * (c.b + c.n + c.e), c.planes*c.parts[1]*(c.n+c.apart) - c.apart
}

// where says where rows come from: above data some of its rows in reverse order, below it the first one again and again.
func (c shortCase) where() *Planes {
	step := c.n + c.apart
	p := &Planes{First: 1, Last: 1, Left: c.planes, Skip: c.parts[1] * step}
	for i, rows := range c.parts {
		if rows == 0 {
			continue
		}
		p.First, p.Last = min(p.First, i), max(p.Last, i)
		row, by := c.from(i)
		p.Part[i] = Part{row * step, by * step, rows}
	}
	return p
}

// short makes the output by Short.
func (c shortCase) short(dst, src []byte) {
	var s Short
	begin := [...]func(n, b, e, size int){pads.Reflect: s.Reflect, pads.Edge: s.Edge, pads.Wrap: s.Wrap}[c.mode]
	begin(c.n, c.b, c.e, c.size)
	s.Write(c.where(), unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), c.b+c.n+c.e)
}

// want is the output by the definition of the modes, element by element.
func (c shortCase) want(src []byte) (out []byte) {
	n, b, e := c.n/c.size, c.b/c.size, c.e/c.size
	for plane := range c.planes {
		for i, rows := range c.parts {
			row, by := c.from(i)
			for r := range rows {
				data := src[(plane*c.parts[1]+row+r*by)*(c.n+c.apart):][:c.n]
				for o := range b + n + e {
					from, _ := padtest.SourceIndex(c.mode, n, b, e, o)
					out = append(out, data[from*c.size:][:c.size]...)
				}
			}
		}
	}
	return out
}
