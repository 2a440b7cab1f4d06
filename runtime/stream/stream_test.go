package stream

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestLine makes outputs of rows and pads of random lengths at all places in a line of memory.
func TestLine(t *testing.T) {
	if !Supported() {
		t.Skip("this processor or build has no non-temporal stores")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for try := range 4000 {
		n := LeastRow + random.IntN(300)
		rows, b := 1+random.IntN(9), random.IntN(MostPads+1)
		e := MostPads - b // together they are as long as they may be, or shorter
		if try%2 == 0 {
			e = random.IntN(e + 1)
		}
		src := make([]byte, n*rows)
		for i := range src {
			src[i] = byte(random.Uint32())
		}
		first := 64 + try%64
		size := rows * (b + n + e)
		whole := bytes.Repeat([]byte{0xEE}, first+size+64)
		want := bytes.Clone(whole)
		out := want[first:first]
		for r := range rows {
			out = append(out, bytes.Repeat([]byte{byte(r)}, b)...)
			out = append(out, src[r*n:(r+1)*n]...)
			out = append(out, bytes.Repeat([]byte{byte(r + 100)}, e)...)
		}
		var l Line
		place := unsafe.Pointer(&whole[first])
		at := l.Begin(place)
		store := func(v, n int) {
			for range n {
				*(*byte)(at) = byte(v)
				at = unsafe.Add(at, 1)
			}
		}
		for r := range rows {
			store(r, b)
			at = l.Row(place, unsafe.Pointer(&src[r*n]), n, at)
			store(r+100, e)
		}
		l.End(place, at)
		if !bytes.Equal(whole, want) {
			t.Fatalf("rows of %d bytes, pads %d and %d, %d rows at %d: the output differs", n, b, e, rows, first)
		}
	}
}

// TestBlock copies and fills blocks of random lengths at all places in a line of memory, between bytes that must stay.
func TestBlock(t *testing.T) {
	for _, past := range []bool{false, true} {
		t.Run(fmt.Sprintf("past=%v", past), func(t *testing.T) { testBlocks(t, past) })
	}
}

func testBlocks(t *testing.T, past bool) {
	random := rand.New(rand.NewPCG(3, 4))
	for try := range 6000 {
		n := LeastRow + random.IntN(1000)
		if try%10 == 0 {
			n += random.IntN(3 * LeastBlock)
		}
		testBlock(t, random, past, 64+try%64, n)
	}
}

func testBlock(t *testing.T, random *rand.Rand, past bool, at, n int) {
	t.Helper()
	src := make([]byte, n)
	for i := range src {
		src[i] = byte(random.Uint32())
	}
	whole := bytes.Repeat([]byte{0xEE}, at+n+64)
	want := bytes.Clone(whole)
	place := unsafe.Pointer(&whole[at])
	copy(want[at:], src)
	Copy(place, unsafe.Pointer(&src[0]), n, past)
	if !bytes.Equal(whole, want) {
		t.Fatalf("Copy of %d bytes to %d: the output differs", n, at)
	}
	// Elements of 1, 2, 4, 8 and 16 bytes; those of 16 lie at multiples of 8.
	for size := 1; size <= 16; size *= 2 {
		if at%min(size, 8) != 0 || n%size != 0 {
			continue
		}
		value := bytes.Repeat(src[:size], 16/size)
		if n%32 == 0 {
			clear(value)
		}
		for i := range n {
			want[at+i] = value[i%16]
		}
		Fill(place, unsafe.Pointer(&value[0]), n, past)
		if !bytes.Equal(whole, want) {
			t.Fatalf("Fill of %d bytes at %d by elements of %d: the output differs", n, at, size)
		}
	}
}
