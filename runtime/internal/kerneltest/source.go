// Package kerneltest has an obviously correct reference for Pad, calls that reach every form of the kernels, and functions that compare
// kernels with the reference. Package padtest offers it to users.
package kerneltest

import "github.com/padgen/padgen/runtime/pad"

// Value represents constant_value in the result of [Source]: an element that does not come from the input.
const Value = -1

// Source returns, for every element of the output, the index of the input element that it repeats, or [Value]. It applies [RowByRow] to
// the indices of the input.
func Source(mode pad.Mode, shape []int, pads []int) []int {
	n, m := 1, 1
	for a, d := range shape {
		n, m = n*d, m*outLen(shape, pads, a)
	}
	index, result := make([]int, n), make([]int, m)
	for i := range index {
		index[i] = i
	}
	RowByRow(result, index, shape, pads, mode, Value)
	return result
}

// RowByRow is the definition of Pad: it crops and then extends each axis independently. It is what a careful programmer would write by
// hand: it copies the part of a row that comes from the input, and loops over the rest. The call must be valid, and its elements must not
// be packed.
func RowByRow[T any](dst, src []T, shape []int, pads []int, mode pad.Mode, value T) {
	last := len(shape) - 1
	if last < 0 {
		copy(dst, src)
		return
	}
	axes := make([][]int, last)
	for a := range axes {
		axes[a] = sources(mode, shape, pads, a, 0, outLen(shape, pads, a))
	}
	n, width := shape[last], outLen(shape, pads, last)
	first := min(width, max(0, int(pads[last]))) // of the part that is copied
	end := max(first, width-max(0, int(pads[2*last+1])))
	before, after := sources(mode, shape, pads, last, 0, first), sources(mode, shape, pads, last, end, width)
	at := make([]int, last)
	for ; len(dst) > 0; dst = dst[width:] {
		row, from := dst[:width], 0 // from is the row of the input
		for a, o := range at {
			if k := axes[a][o]; k == Value || from == Value {
				from = Value
			} else {
				from = from*shape[a] + k
			}
		}
		if from == Value {
			for i := range row {
				row[i] = value
			}
		} else {
			data := src[from*n:][:n]
			if first < end {
				copy(row[first:end], data[max(0, -int(pads[last])):])
			}
			extend(row[:first], data, before, value)
			extend(row[end:], data, after, value)
		}
		for a := last - 1; a >= 0; a-- {
			if at[a]++; at[a] < len(axes[a]) {
				break
			}
			at[a] = 0
		}
	}
}

// extend writes the pads on one side of a row.
func extend[T any](pads, data []T, from []int, value T) {
	for i, k := range from {
		if k == Value {
			pads[i] = value
		} else {
			pads[i] = data[k]
		}
	}
}

// sources returns, for each of the indices o to end-1 of the output on axis a, the index of the input that it repeats, or Value.
func sources(mode pad.Mode, shape []int, pads []int, a, o, end int) []int {
	l := make([]int, end-o)
	for i := range l {
		var ok bool
		if l[i], ok = SourceIndex(mode, shape[a], pads[a], pads[len(shape)+a], o+i); !ok {
			l[i] = Value
		}
	}
	return l
}

func outLen(shape []int, pads []int, a int) int { return shape[a] + pads[a] + pads[len(shape)+a] }

// SourceIndex returns the index of the input that index o of the output repeats, on an axis of n elements with pads b and e. In mode
// constant, it reports false if there is none. In the other modes, crops must leave an element. It is independent of package kernel, and
// advances one turn at a time.
func SourceIndex(mode pad.Mode, n, b, e, o int) (int, bool) {
	lo, hi := max(0, -b), n-max(0, -e)
	ext := hi - lo
	if mode == pad.Constant {
		i := o - b
		return i, lo <= i && i < hi
	}
	k := o - max(0, b)
	for k < 0 || k >= ext {
		switch {
		case mode == pad.Edge || ext == 1:
			k = min(max(k, 0), ext-1)
		case mode == pad.Wrap && k < 0:
			k += ext
		case mode == pad.Wrap:
			k -= ext
		case mode == pad.Reflect && k < 0:
			k = -k
		case mode == pad.Reflect:
			k = 2*(ext-1) - k
		case mode == pad.Symmetric && k < 0:
			k = -1 - k
		case mode == pad.Symmetric:
			k = 2*ext - 1 - k
		default:
			panic("kerneltest: the reference does not have mode " + mode.String())
		}
	}
	return lo + k, true
}
