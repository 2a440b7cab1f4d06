package pad

import (
	"math"
	"math/bits"

	"github.com/padgen/padgen/runtime/kernel"
)

// NewGeometry returns the geometry of a call, for programs that call kernels without a [Plan]. It does not merge axes, so the result fits
// kernels of the rank of shape and of any higher rank. pads holds 2 x rank values, all begins first. Where int has 32 bits, input and
// output may have math.MaxInt/16 elements each, because kernels count bytes, or bits for packed types. Errors are of type [*Error]; a
// rank above 8 is an [ErrShape].
func NewGeometry(mode Mode, shape, pads []int) (*kernel.Geometry, error) {
	p := Params[struct{}]{Shape: shape, Pads: pads, Mode: mode}
	spans, err := p.resolve(new(spanBuffer))
	if err != nil {
		return nil, err
	}
	if rank := len(spans); rank > kernel.MaxRank {
		return nil, errorf(ErrShape, "data", -1, rank, "rank %d, kernels go up to %d, a Plan beyond", rank, kernel.MaxRank)
	}
	for _, c := range []struct {
		input, what string
		shape       []int
	}{{"data", "input", shape}, {"pads", "output", outShape(nil, spans)}} {
		if n, ok := Count(c.shape); !ok || bits.UintSize == 32 && n > math.MaxInt/16 {
			return nil, errorf(ErrTooLarge, c.input, -1, 0, "the %s has too many elements", c.what)
		}
	}
	g := new(kernel.Geometry)
	if _, err := g.Init(mode, spans); err != nil {
		return nil, errorf(ErrShape, "data", -1, 0, "%v", err)
	}
	return g, nil
}
