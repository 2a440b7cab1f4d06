// Package padtest checks kernels against an obvious reference. It serves the tests of this module and of packages that
// padgen generated elsewhere:
//
//	func TestKernels(t *testing.T) {
//		padtest.Set(t, &kernels.Float32)
//	}
//
// Run such a test with the build tag purego, too: on amd64 most rows are made in assembly, which other processors do not have.
package padtest

import "github.com/padgen/padgen/runtime/pad"

// Value stands in the result of [Source] for constant_value: an element that comes from no element of data.
const Value = -1

// Source returns, for every element of the output, the index of the element of data that it is, or [Value]. It is the
// definition of Pad: crop, then extend, each axis by itself. The call must be valid.
func Source(mode pad.Mode, shape []int, pads []int64) []int {
	result := []int{0} // of the axes so far
	for a, n := range shape {
		b, e := int(pads[a]), int(pads[len(shape)+a])
		axis := make([]int, n+b+e)
		for o := range axis {
			k, ok := SourceIndex(mode, n, b, e, o)
			if axis[o] = k; !ok {
				axis[o] = Value
			}
		}
		outer := result
		result = make([]int, 0, len(outer)*len(axis))
		for _, at := range outer {
			for _, k := range axis {
				if at == Value || k == Value {
					result = append(result, Value)
				} else {
					result = append(result, at*n+k)
				}
			}
		}
	}
	return result
}

// SourceIndex returns the index of data that index o of the output reads, on an axis of n elements with pads b and e. It reports false if
// there is none, in mode constant.
func SourceIndex(mode pad.Mode, n, b, e, o int) (int, bool) {
	lo, hi := max(0, -b), n-max(0, -e)
	ext := hi - lo
	if mode == pad.Constant {
		i := o - b
		return i, lo <= i && i < hi
	}
	k := o - max(0, b)
	switch mode {
	case pad.Edge:
		k = min(max(k, 0), ext-1)
	case pad.Wrap:
		for k < 0 {
			k += ext
		}
		k %= ext
	case pad.Reflect:
		for k < 0 || k >= ext {
			if ext == 1 {
				k = 0
			} else if k < 0 {
				k = -k
			} else {
				k = 2*(ext-1) - k
			}
		}
	}
	return lo + k, true
}
