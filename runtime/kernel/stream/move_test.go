package stream

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"unsafe"
)

// TestMoves copies, fills and reverses blocks of random lengths at all places in a line of memory, between
// bytes that must not change.
func TestMoves(t *testing.T) { testMoves(t) }

// many returns how many random cases a test runs: a part of n, and all in a long test.
func many(n int) int {
	if os.Getenv("PADGEN_LONG") == "" {
		return n / 8
	}
	return n
}

func testMoves(t *testing.T) {
	defer inPieces(4 << 10)()
	random := rand.New(rand.NewPCG(3, 4))
	for try := range many(12000) {
		n := 1 + random.IntN(1000)
		switch try % 10 {
		case 0:
			n += random.IntN(3 * pastBlock)
		case 1, 2, 3:
			n = 1 + random.IntN(2*line)
		case 4:
			n = pastBlock * (1 + random.IntN(3))
		}
		src := randomBytes(random, n)
		at := 64 + try%64
		for _, m := range moves(n, random) {
			whole := bytes.Repeat([]byte{0xEE}, at+n+64)
			want := bytes.Clone(whole)
			copy(want[at:], m.want(src))
			if m.run(whole[at:at+n], src); !bytes.Equal(whole, want) {
				t.Fatalf("%s of %d bytes to %d: %s", m.name, n, at, difference(whole, want))
			}
		}
	}
}

// moveCase is a call of the package that writes as many bytes as it is given.
type moveCase struct {
	name string
	run  func(d, s []byte)
	want func(s []byte) []byte
}

// moves returns the calls that are allowed for n bytes.
func moves(n int, random *rand.Rand) (all []moveCase) {
	for _, past := range []bool{false, true} {
		if n >= 16 {
			all = append(all, moveCase{fmt.Sprintf("Copy(past=%v)", past),
				func(d, s []byte) { Copy(unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0]), n, past) }, bytes.Clone})
		}
		if n < 64 {
			continue
		}
		size := 1 << random.IntN(5)
		value := func(s []byte) []byte {
			if n%7 == 0 {
				return make([]byte, size)
			}
			return s[:size]
		}
		all = append(all, moveCase{fmt.Sprintf("Fill(past=%v) with elements of %d", past, size),
			func(d, s []byte) {
				v := [48]byte(bytes.Repeat(value(s), 48/size))
				Fill(unsafe.Pointer(&d[0]), &v, n, past)
			},
			func(s []byte) []byte { return bytes.Repeat(value(s), n/size+1)[:n] }})
	}
	for _, size := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 63, 100, pastBlock} {
		if n%size == 0 {
			all = append(all, moveCase{fmt.Sprintf("Reverse of elements of %d", size),
				func(d, s []byte) { Reverse(unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0]), n, size, n%2 == 0) },
				func(s []byte) (out []byte) {
					for i := n - size; i >= 0; i -= size {
						out = append(out, s[i:i+size]...)
					}
					return out
				}})
			all = append(all, moveCase{fmt.Sprintf("Repeat of an element of %d", size),
				func(d, s []byte) { Repeat(unsafe.Pointer(&d[0]), unsafe.Pointer(&s[n-size]), n, size, n%2 == 0) },
				func(s []byte) []byte { return bytes.Repeat(s[n-size:], n/size) }})
		}
	}
	return all
}

// inPieces limits a call of assembly to n bytes, a multiple of a line, until restore is called.
func inPieces(n int) (restore func()) {
	was := atOnce
	atOnce = n
	return func() { atOnce = was }
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// TestPays: what the build or the processor does not support never pays off, and tests can change the threshold.
func TestPays(t *testing.T) {
	if Pays(pastFrom) || Pays(pastFrom+1) != wide {
		t.Errorf("Pays does not change above %d bytes", pastFrom)
	}
	restore := ForTest(0)
	if Pays(1) != wide {
		t.Error("one byte does not pay after ForTest(0)")
	}
	if restore(); Pays(1) {
		t.Error("one byte still pays")
	}
}
