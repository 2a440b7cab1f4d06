package kerneltest

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// buffer is a slice s, anywhere in memory, between guards that no kernel may touch. Every unit of the whole memory has a value that
// depends on its position and on a seed.
type buffer[T kernel.Unit] struct {
	s, whole, before []T
	start            int // of s in whole
}

const (
	guard = 40 // units on each side
	exact = -1
)

// newBuffer places n elements shift units away from the usual position. A shift of exact leaves no room for guards: the slice ends
// where its allocation ends, for the pointer checks of go test -race.
func newBuffer[T kernel.Unit](ks *kernel.Set[T], n, shift int, seed uint32) *buffer[T] {
	units, b, behind := ks.Units(n), &buffer[T]{start: guard + shift}, guard
	if shift == exact {
		b.start, behind = 0, 0
	}
	b.whole = make([]T, b.start+units+behind)
	if s, ok := any(b.whole).([]string); ok {
		for i := range s {
			s[i] = strconv.Itoa(int(seed) + i)
		}
	}
	for i, raw := 0, kernel.Bytes(b.whole); i < len(raw); i++ {
		seed = seed*1664525 + 1013904223
		raw[i] = byte(seed >> 24)
	}
	b.s, b.before = b.whole[b.start:][:units:units], slices.Clone(b.whole)
	return b
}

// written reports whether anything has changed in the whole memory or, if outside is true, outside the slice.
func (b *buffer[T]) written(outside bool) bool {
	if outside {
		copy(b.before[b.start:], b.s)
	}
	return first(b.whole, b.before) >= 0
}

// first returns the first unit in which two slices of one length differ, or -1. Strings are equal if they point to the same bytes.
func first[T kernel.Unit](a, b []T) int {
	x, y := headers(a), headers(b)
	if bytes.Equal(x, y) {
		return -1
	}
	i := 0
	for x[i] == y[i] {
		i++
	}
	return i / (len(x) / len(a))
}

// headers returns the memory of a slice as bytes, which must only be read. For strings, these are the string headers.
func headers[T kernel.Unit](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// expected returns what dst should hold. Unused elements of the last unit are zero.
func expected[T kernel.Unit](ks *kernel.Set[T], src []T, value T, want []int) []T {
	out := make([]T, ks.Units(len(want)))
	to, data, fill := kernel.Bytes(out), kernel.Bytes(src), kernel.Bytes([]T{value})
	bits := 8 / ks.PerUnit
	for i, from := range want {
		switch {
		case ks.PerUnit == 1 && from == Value:
			out[i] = value
		case ks.PerUnit == 1:
			out[i] = src[from]
		default:
			v := fill[0]
			if from != Value {
				v = data[from/ks.PerUnit] >> (from % ks.PerUnit * bits)
			}
			to[i/ks.PerUnit] |= v & (1<<bits - 1) << (i % ks.PerUnit * bits)
		}
	}
	return out
}

// Compare compares dst with want, a result of Source, and returns the first difference, or "".
func Compare[T kernel.Unit](ks *kernel.Set[T], dst, src []T, value T, want []int) string {
	out := expected(ks, src, value, want)
	unit := first(dst, out)
	if unit < 0 {
		return ""
	}
	i := unit * ks.PerUnit
	if ks.PerUnit > 1 {
		i += bits.TrailingZeros8(kernel.Bytes(dst)[unit]^kernel.Bytes(out)[unit]) * ks.PerUnit / 8
	}
	if i >= len(want) {
		return fmt.Sprintf("unused element %d of the last unit is not zero", i-len(want))
	}
	return fmt.Sprintf("element %d is wrong: unit %v, expected %v, element %d of data (-1: the value)", i, dst[unit], out[unit], want[i])
}

// Check runs a case and returns what is wrong, or "". place, from 0 to 3, selects where the slices lie: src is place units away from
// the usual position, and dst 3-place units. If place is 2, both end where their allocations end, without guards; if it is 3, the
// value is zero.
func Check[T kernel.Unit](ks *kernel.Set[T], c Case, place int, run func(dst, src []T, value T) error) (diff string) {
	defer func() {
		if v := recover(); v != nil {
			diff = fmt.Sprint("panic: ", v)
		}
	}()
	n, _ := pad.Count(c.Shape)
	at := [][2]int{{3, 0}, {2, 1}, {exact, exact}, {0, 3}}[place]
	dst, src, value := newBuffer(ks, len(c.Want), at[0], 2), newBuffer(ks, n, at[1], 1), newBuffer(ks, 1, 0, uint32(3+at[1]))
	if place == 3 {
		clear(value.s)
	}
	if err := run(dst.s, src.s, value.s[0]); err != nil {
		return err.Error()
	}
	switch {
	case src.written(false):
		return "src was written"
	case dst.written(true):
		return "memory outside dst was written"
	}
	return Compare(ks, dst.s, src.s, value.s[0], c.Want)
}
