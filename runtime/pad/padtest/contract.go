package padtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/pad"
)

// Contract checks what a KernelSet promises besides the right elements: a kernel that is called with slices or a geometry that do not fit
// panics with its name and what it expected, before it writes; Bytes and FromBytes give views of the same memory, and Overlap is right.
func Contract[T any](t testing.TB, ks *pad.KernelSet[T]) {
	t.Helper()
	for mode := pad.Mode(0); mode < pad.NumModes; mode++ {
		for rank := 1; rank <= pad.MaxRank; rank++ {
			if kernel := Kernel(ks, mode, rank); kernel != nil {
				refuses(t, ks, kernel, mode, rank)
			}
		}
	}
	views(t, ks)
}

func refuses[T any](t testing.TB, ks *pad.KernelSet[T], kernel pad.ConstantKernel[T], mode pad.Mode, rank int) {
	t.Helper()
	geometry := func(mode pad.Mode, rank int) *pad.Geometry {
		shape, pads := make([]int, rank), make([]int64, 2*rank)
		for i := range shape {
			shape[i], pads[i] = 4, 4
		}
		for i := rank / 2; i < rank-1; i++ {
			shape[i], pads[i] = 1, 0
		}
		g, err := pad.NewGeometry(mode, shape, pads)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	fit := geometry(mode, rank)
	dst, src := ks.Units(fit.DstLen()), ks.Units(fit.SrcLen())
	type call struct {
		what     string
		kind     error
		value    int // that the error has
		dst, src int
		g        *pad.Geometry
	}
	other := (mode + 1) % pad.NumModes
	calls := []call{
		{"mode", pad.ErrMode, int(other), dst, src, geometry(other, rank)},
		{"geometry", pad.ErrShape, 0, dst, src, new(pad.Geometry)}, {"geometry", pad.ErrShape, 0, dst, src, nil},
	}
	for _, n := range []int{dst - 1, dst + 1, 0} {
		calls = append(calls, call{"dst", pad.ErrBuffer, n, n, src, fit})
	}
	for _, n := range []int{src - 1, src + 1, 0} {
		calls = append(calls, call{"src", pad.ErrBuffer, n, dst, n, fit})
	}
	if rank < pad.MaxRank {
		higher := geometry(mode, rank+1)
		calls = append(calls, call{"rank", pad.ErrShape, rank + 1, ks.Units(higher.DstLen()), ks.Units(higher.SrcLen()), higher})
	}
	for _, c := range calls {
		to, from := newBuffer(ks, c.dst*ks.PerUnit, 0), newBuffer(ks, c.src*ks.PerUnit, 0)
		to.fill(7)
		before := to.snapshot()
		err := panics(func() {
			var value T
			kernel(to.s, from.s, value, c.g)
		})
		prefix := fmt.Sprintf("pad: %sRank%d: ", exported(mode, ks), rank)
		var e *pad.Error
		if !errors.As(err, &e) || e.Kind != c.kind || e.Value != int64(c.value) || !strings.HasPrefix(err.Error(), prefix) {
			t.Errorf("%v %s rank %d, wrong %s: panic with %v, expected %v of value %d and a message that starts with %q",
				mode, ks.Name, rank, c.what, err, c.kind, c.value, prefix)
		}
		if !equal(ks, to.whole, before) {
			t.Errorf("%v %s rank %d, wrong %s: dst was written", mode, ks.Name, rank, c.what)
		}
	}
}

// panics returns the error that f panics with.
func panics(f func()) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
			err = errors.New("no panic")
		case error:
			err = v
		default:
			err = fmt.Errorf("%v", v)
		}
	}()
	f()
	return nil
}

// exported is how the names of a set's kernels of one mode start.
func exported[T any](mode pad.Mode, ks *pad.KernelSet[T]) string {
	return strings.ToUpper(mode.String()[:1]) + mode.String()[1:] + ks.GoName
}

func views[T any](t testing.TB, ks *pad.KernelSet[T]) {
	t.Helper()
	s := make([]T, 8)
	for _, c := range []struct {
		a, b []T
		want bool
	}{
		{s, s, true}, {s[:4], s[4:], false}, {s[:5], s[4:], true}, {s[4:], s[:5], true}, {s, s[3:4], true},
		{s, s[3:3], false}, {s[3:3], s, false}, {nil, s, false}, {nil, nil, false}, {s, make([]T, 8), false},
	} {
		if got := ks.Overlap(c.a, c.b); got != c.want {
			t.Errorf("%s: overlap of slices of %d and %d is %v, expected %v", ks.Name, len(c.a), len(c.b), got, c.want)
		}
	}
	if ks.Bytes == nil {
		if ks.FromBytes != nil || ks.Name != "string" {
			t.Errorf("%s: no view as bytes", ks.Name)
		}
		return
	}
	raw := ks.Bytes(s)
	if len(raw) != len(s)*ks.Size {
		t.Errorf("%s: %d elements are %d bytes, expected %d", ks.Name, len(s), len(raw), len(s)*ks.Size)
	}
	raw[ks.Size] = 1
	back, ok := ks.FromBytes(raw)
	if !ok || len(back) != len(s) || ks.Bytes(back)[ks.Size] != 1 || &back[0] != &s[0] {
		t.Errorf("%s: the bytes of a slice do not give the slice again", ks.Name)
	}
	if _, ok := ks.FromBytes(raw[:len(raw)-1]); ok != (ks.Size == 1) {
		t.Errorf("%s: FromBytes took part of an element", ks.Name)
	}
	if _, ok := ks.FromBytes(raw[1 : 1+ks.Size]); ok != (ks.Size == 1) {
		t.Errorf("%s: FromBytes took memory that is not aligned", ks.Name)
	}
	for _, none := range [][]byte{nil, raw[:0]} {
		if back, ok := ks.FromBytes(none); !ok || len(back) != 0 {
			t.Errorf("%s: FromBytes refused no bytes", ks.Name)
		}
	}
}
