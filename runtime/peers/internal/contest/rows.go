package contest

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/pad"
)

// rowsOf returns a row-by-row Pad for elements of the workload's size, or nil for those smaller than a byte.
func rowsOf(w *bench.Workload, c bench.Call) func() {
	dst, src := c.Raw()
	switch w.Type.Bits() {
	case 8:
		return rows[uint8](w, dst, src)
	case 16:
		return rows[uint16](w, dst, src)
	case 32:
		return rows[uint32](w, dst, src)
	case 64:
		return rows[uint64](w, dst, src)
	case 128:
		return rows[complex128](w, dst, src)
	}
	return nil
}

func rows[T any](w *bench.Workload, dst, src []byte) func() {
	var value T
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&value)), unsafe.Sizeof(value)), w.Value)
	to, from := view[T](dst), view[T](src)
	return func() { padRows(to, from, w.Shape, w.Pads, w.Mode, value) }
}

// view returns aligned memory as elements of another type.
func view[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// padRows walks the rows of the output: copy for what comes from data, loops over elements for the rest. It merges no
// axes.
func padRows[T any](dst, src []T, shape []int, pads []int64, mode pad.Mode, value T) {
	rank := len(shape)
	out, lo, keep, begin := make([]int, rank), make([]int, rank), make([]int, rank), make([]int, rank)
	for a := range shape {
		b, e := int(pads[a]), int(pads[rank+a])
		out[a], lo[a], begin[a] = shape[a]+b+e, max(0, -b), max(0, b)
		keep[a] = shape[a] - lo[a] - max(0, -e)
	}
	width, n, b := out[rank-1], keep[rank-1], begin[rank-1]
	index := make([]int, rank-1)
	for len(dst) > 0 {
		row := dst[:width]
		dst = dst[width:]
		at, inside := 0, true
		for a := range index {
			i, ok := source(index[a]-begin[a], keep[a], mode)
			if inside = ok; !ok {
				break
			}
			at = at*shape[a] + i + lo[a]
		}
		switch {
		case !inside:
			for i := range row {
				row[i] = value
			}
		case mode == pad.Constant:
			copy(row[b:], src[at*shape[rank-1]+lo[rank-1]:][:n])
			for i := range row[:b] {
				row[i] = value
			}
			for i := b + n; i < width; i++ {
				row[i] = value
			}
		default:
			in := src[at*shape[rank-1]+lo[rank-1]:][:n]
			copy(row[b:], in)
			for i := range row[:b] {
				j, _ := source(i-b, n, mode)
				row[i] = in[j]
			}
			for i := b + n; i < width; i++ {
				j, _ := source(i-b, n, mode)
				row[i] = in[j]
			}
		}
		for a := rank - 2; a >= 0; a-- {
			if index[a]++; index[a] < out[a] {
				break
			}
			index[a] = 0
		}
	}
}

// source is the kept element that index i reads, where 0 to m-1 are the kept ones. False means none, in mode constant.
func source(i, m int, mode pad.Mode) (int, bool) {
	if uint(i) < uint(m) {
		return i, true
	}
	switch mode {
	case pad.Edge:
		return min(max(i, 0), m-1), true
	case pad.Reflect:
		if m == 1 {
			return 0, true
		}
		period := 2 * (m - 1)
		if i %= period; i < 0 {
			i += period
		}
		if i >= m {
			i = period - i
		}
		return i, true
	case pad.Wrap:
		if i %= m; i < 0 {
			i += m
		}
		return i, true
	}
	return 0, false
}
