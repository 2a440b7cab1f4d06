package padtest

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/padgen/padgen/runtime/kernel"
)

// buffer is a slice of n elements, at any place in memory, between guards that no kernel may touch.
type buffer[T kernel.Unit] struct {
	ks    *kernel.Set[T]
	whole []T
	s     []T
	n     int
}

const (
	guard = 40 // units on each side
	exact = -1
)

// newBuffer places n elements shift units off the usual place. A shift of exact leaves no room for guards: the slice ends where its
// allocation ends, for the pointer checks of go test -race.
func newBuffer[T kernel.Unit](ks *kernel.Set[T], n, shift int) *buffer[T] {
	units := ks.Units(n)
	if shift == exact {
		s := make([]T, units)
		return &buffer[T]{ks: ks, whole: s, s: s, n: n}
	}
	b := &buffer[T]{ks: ks, whole: make([]T, units+2*guard+shift), n: n}
	b.s = b.whole[guard+shift:][:units:units]
	return b
}

// fill sets every unit of the whole buffer to a value that depends on its place and the seed.
func (b *buffer[T]) fill(seed uint32) {
	if s, ok := any(b.whole).([]string); ok {
		for i := range s {
			s[i] = strconv.Itoa(int(seed) + i)
		}
		return
	}
	raw := kernel.Bytes(b.whole)
	for i := range raw {
		seed = seed*1664525 + 1013904223
		raw[i] = byte(seed >> 24)
	}
}

// snapshot copies the whole buffer.
func (b *buffer[T]) snapshot() []T { return append([]T(nil), b.whole...) }

// guarded reports whether everything but the slice is as in the snapshot.
func (b *buffer[T]) guarded(before []T) bool {
	if len(b.whole) == len(b.s) {
		return true
	}
	start := len(b.whole) - guard - len(b.s)
	return equal(b.ks, b.whole[:start], before[:start]) && equal(b.ks, b.whole[start+len(b.s):], before[start+len(b.s):])
}

func equal[T kernel.Unit](ks *kernel.Set[T], a, b []T) bool {
	if s, ok := any(a).([]string); ok {
		t := any(b).([]string)
		for i := range s {
			if s[i] != t[i] {
				return false
			}
		}
		return len(s) == len(t)
	}
	return bytes.Equal(kernel.Bytes(a), kernel.Bytes(b))
}

// element returns element i in a form that can be compared and printed.
func element[T kernel.Unit](ks *kernel.Set[T], s []T, i int) string {
	if t, ok := any(s).([]string); ok {
		return t[i]
	}
	raw := kernel.Bytes(s)
	if ks.PerUnit > 1 {
		bits := 8 / ks.PerUnit
		return fmt.Sprint(raw[i/ks.PerUnit] >> (i % ks.PerUnit * bits) & (1<<bits - 1))
	}
	size := ks.Element().Size
	return string(raw[i*size:][:size])
}

// expected returns what dst should hold. Unused elements of the last unit are zero.
func expected[T kernel.Unit](ks *kernel.Set[T], src, value []T, want []int) []T {
	out := make([]T, ks.Units(len(want)))
	if ks.PerUnit == 1 {
		for i, from := range want {
			if out[i] = value[0]; from != Value {
				out[i] = src[from]
			}
		}
		return out
	}
	to, data, fill := kernel.Bytes(out), kernel.Bytes(src), kernel.Bytes(value)
	bits := 8 / ks.PerUnit
	for i, from := range want {
		v := fill[0]
		if from != Value {
			v = data[from/ks.PerUnit] >> (from % ks.PerUnit * bits)
		}
		to[i/ks.PerUnit] |= v & (1<<bits - 1) << (i % ks.PerUnit * bits)
	}
	return out
}

// compare checks dst against what Source says and returns the first difference, or "".
func compare[T kernel.Unit](ks *kernel.Set[T], dst, src []T, value []T, want []int) string {
	out := expected(ks, src, value, want)
	if equal(ks, dst, out) {
		return ""
	}
	for i := range ks.Units(len(want)) * ks.PerUnit {
		if got, should := element(ks, dst, i), element(ks, out, i); got != should {
			if i >= len(want) {
				return fmt.Sprintf("unused element %d of the last unit is %s, expected zero", i-len(want), got)
			}
			return fmt.Sprintf("element %d is %x, expected %x, element %d of data (-1: the value)", i, got, should, want[i])
		}
	}
	return "dst is equal in its elements but not in its bytes"
}
