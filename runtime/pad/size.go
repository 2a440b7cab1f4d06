package pad

import (
	"math"
	"runtime"

	"github.com/padgen/padgen/runtime/kernel"
)

// DefaultMaxBytes is the largest output that a Plan makes unless Params.MaxBytes says otherwise: 64 GiB.
const DefaultMaxBytes = 1 << 36

// maxAllocated is the largest output that [Pad] allocates unless Params.MaxBytes says otherwise.
const maxAllocated = 4 << 30

// mostCounted is the most bytes of an output that a kernel can count, or bits if it is packed: loops go on to a multiple of up to 64 bytes.
const mostCounted = math.MaxInt - 1<<10

// MostBytes returns the size of the largest output that any limit allows, because make panics beyond what the Go runtime can address: 64
// TiB, 1 TiB on ios, 4 GiB on wasm. Where int has 32 bits, it is 1 KiB less than 2 GiB, and for packed types an eighth of that.
func MostBytes() int64 {
	switch {
	case runtime.GOARCH == "wasm":
		return 1<<32 - 1<<16
	case runtime.GOOS == "ios":
		return 1<<40 - 1<<16
	}
	return min(1<<46, mostCounted)
}

// Count returns the number of elements of a shape. It reports false if a dimension is negative or an int cannot hold the number. If any
// dimension is 0, the number is 0, however large the others are.
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

// checkSizes refuses an output above the limit, and tensors that no slice can hold.
func (p *plan) checkSizes(data, output []int, limit int64) error {
	if err := p.checkSize("data", "input", data, p.mostCounted(math.MaxInt), ""); err != nil {
		return err
	}
	return p.checkOutput("pads", "output", output, limit)
}

// checkOutput refuses a shape of which there is no output.
func (p *plan) checkOutput(input, what string, shape []int, limit int64) error {
	most, raise := min(p.mostCounted(mostCounted), MostBytes()), ""
	if limit < most {
		most, raise = limit, "; MaxBytes raises it"
	}
	return p.checkSize(input, what, shape, most, raise)
}

// outputBytes is the size of the output without gaps.
func (p *plan) outputBytes() int { return p.element.Units(p.geometry.DstLen()) * p.element.Size }

// mostCounted is the most bytes that kernels can count, up to n bytes, or bits of packed types.
func (p *plan) mostCounted(n int64) int64 {
	if p.element.PerUnit > 1 {
		return n / 8
	}
	return n
}

// checkSize checks a shape, which may have most bytes; input is what the error is about.
func (p *plan) checkSize(input, what string, shape []int, most int64, raise string) error {
	n, ok := Count(shape)
	size := int64(kernel.Product(p.element.Units(n), p.element.Size))
	switch {
	case !ok || size < 0:
		return errorf(ErrTooLarge, input, -1, math.MaxInt64, "the %s is more than an int counts, the limit is %d bytes%s", what, most, raise)
	case size > most:
		return errorf(ErrTooLarge, input, -1, size, "the %s has %d bytes, the limit is %d%s", what, size, most, raise)
	}
	return nil
}
