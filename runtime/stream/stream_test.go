package stream

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestBlock copies and fills blocks of random lengths at all places in a line of memory, between bytes that must stay.
func TestBlock(t *testing.T) {
	for _, past := range []bool{false, true} {
		t.Run(fmt.Sprintf("past=%v", past), func(t *testing.T) { testBlocks(t, past) })
	}
}

func testBlocks(t *testing.T, past bool) {
	random := rand.New(rand.NewPCG(3, 4))
	for try := range 6000 {
		n := chunk + random.IntN(1000)
		switch try % 10 {
		case 0:
			n += random.IntN(3 * LeastBlock)
		case 1, 2:
			n = chunk + random.IntN(2*lineSize-chunk)
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
	if n < LeastRow {
		return
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
