package pad

import (
	"fmt"
	"math"
	"runtime"

	"github.com/padgen/padgen/runtime/kernel"
)

// maxAllocated is the size in bytes of the largest output that [Pad] allocates unless Params.MaxBytes is set.
const maxAllocated = 4 << 30

// mostCounted is how many bytes of an output, or bits if it is packed, a kernel can count. Loops may go on to a multiple of up to 64
// bytes.
const mostCounted = math.MaxInt - 1<<10

// MostBytes returns the size in bytes of the largest output that Go can address on this platform: 64 TiB, or 1 TiB on ios and 4 GiB on
// wasm. Where int has 32 bits, it is 1 KiB less than 2 GiB; outputs of packed types are limited to an eighth of that.
func MostBytes() int64 {
	switch {
	case runtime.GOARCH == "wasm":
		return 1<<32 - 1<<16
	case runtime.GOOS == "ios":
		return 1<<40 - 1<<16
	}
	return min(1<<46, mostCounted)
}

// Count returns the number of elements of a shape. It reports false if a dimension is negative or the number does not fit in an int. If
// any dimension is 0, the number is 0, however large the others are.
func Count(shape []int) (n int, ok bool) {
	n = 1
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		n = kernel.Product(n, d)
	}
	return max(n, 0), n >= 0
}

// checkSize returns an error if a tensor of the given shape exceeds the limit, or what a slice can hold. input becomes the Input of the
// error.
func (p *plan) checkSize(input, what string, shape []int, limit int64) error {
	most, raise := int64(mostCounted), ""
	if p.element.PerUnit > 1 {
		most /= 8
	}
	if most = min(most, MostBytes()); limit < most {
		most, raise = limit, "; MaxBytes raises it"
	}
	n, ok := Count(shape)
	size := int64(kernel.Product(p.element.Units(n), p.element.Size))
	switch {
	case !ok || size < 0:
		return errorf(ErrTooLarge, input, -1, int64(math.MaxInt64), "the %s is larger than an int counts, the limit is %s%s", what, sizeText(most), raise)
	case size > most:
		return tooLarge(input, "the "+what+" has", size, most, raise)
	}
	return nil
}

// tooLarge returns the error for a size above the limit.
func tooLarge(input, what string, size, limit int64, raise string) error {
	has, most := sizeText(size), sizeText(limit)
	if has == most {
		has, most = fmt.Sprintf("%d bytes", size), fmt.Sprintf("%d bytes", limit)
	}
	return errorf(ErrTooLarge, input, -1, size, "%s %s, the limit is %s%s", what, has, most, raise)
}

// sizeText formats a number of bytes for people.
func sizeText(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.2f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}

// outputBytes returns the size of the output without gaps.
func (p *plan) outputBytes() int { return p.element.Units(p.geometry.DstLen()) * p.element.Size }
