package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestLine makes outputs of rows and pads of random lengths at all places in a line of memory.
func TestLine(t *testing.T) {
	if !Supported {
		t.Skip("this processor or build has no non-temporal stores")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for try := range 4000 {
		n := LeastRow + random.IntN(300)
		rows, b, e := 1+random.IntN(9), random.IntN(MostPads/2), random.IntN(MostPads/2)
		src := make([]byte, n*rows)
		for i := range src {
			src[i] = byte(random.Uint32())
		}
		at := 64 + try%64
		size := rows * (b + n + e)
		whole := bytes.Repeat([]byte{0xEE}, at+size+64)
		want := bytes.Clone(whole)
		out := want[at:at]
		for r := range rows {
			out = append(out, bytes.Repeat([]byte{byte(r)}, b)...)
			out = append(out, src[r*n:(r+1)*n]...)
			out = append(out, bytes.Repeat([]byte{byte(r + 100)}, e)...)
		}
		var l Line
		p := l.Begin(unsafe.Pointer(&whole[at]))
		store := func(p unsafe.Pointer, v, n int) {
			for i := range n {
				*(*byte)(unsafe.Add(p, i)) = byte(v)
			}
		}
		stored := 0
		for r := range rows {
			store(unsafe.Add(p, stored), r, b)
			p = l.Row(unsafe.Pointer(&src[r*n]), n, stored+b)
			store(p, r+100, e)
			stored = e
		}
		l.End(stored)
		if !bytes.Equal(whole, want) {
			t.Fatalf("rows of %d bytes, pads %d and %d, %d rows at %d: the output differs", n, b, e, rows, at)
		}
	}
}

// TestBlock copies and fills blocks of random lengths at all places in a line of memory, between bytes that must stay.
func TestBlock(t *testing.T) {
	if !Supported {
		t.Skip("this processor or build has no non-temporal stores")
	}
	random := rand.New(rand.NewPCG(3, 4))
	for try := range 8000 {
		n := lineSize + random.IntN(1000)
		if try%10 == 0 {
			n += random.IntN(2 * LeastBlock)
		}
		src := make([]byte, n)
		for i := range src {
			src[i] = byte(random.Uint32())
		}
		at := 64 + try%64
		whole := bytes.Repeat([]byte{0xEE}, at+n+64)
		want := bytes.Clone(whole)
		place := unsafe.Pointer(&whole[at])
		copy(want[at:], src)
		Copy(place, unsafe.Pointer(&src[0]), n)
		if !bytes.Equal(whole, want) {
			t.Fatalf("Copy of %d bytes to %d: the output differs", n, at)
		}
		for i := range n {
			want[at+i] = src[i%16]
		}
		Fill(place, unsafe.Pointer(&src[0]), n)
		if !bytes.Equal(whole, want) {
			t.Fatalf("Fill of %d bytes at %d: the output differs", n, at)
		}
	}
}
