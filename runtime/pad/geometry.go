package pad

import (
	"math"
	"math/bits"

	"github.com/padgen/padgen/runtime/kernel"
)

// NewGeometry returns what a kernel needs to know about a call, for programs that call kernels without a [Plan]. It does not merge axes: a
// kernel of the rank of shape, or of any higher rank, can be called with it. The pads are 2 x rank values, all begins first. Where int
// has 32 bits, data and output may have math.MaxInt/16 elements each, because kernels count bytes, or bits for packed types. Errors are of
// type [*Error]; a rank above 8 is an [ErrShape].
func NewGeometry(mode Mode, shape []int, pads []int64) (*kernel.Geometry, error) {
	p := Params[struct{}]{Shape: shape, Pads: pads, Mode: mode}
	var spans spanList
	if err := p.resolve(&spans); err != nil {
		return nil, err
	}
	if spans.n > kernel.MaxRank {
		return nil, errorf(ErrShape, "data", -1, int64(spans.n), "rank %d, kernels go up to %d, a Plan beyond", spans.n, kernel.MaxRank)
	}
	var dims [kernel.MaxRank]int
	for _, c := range []struct {
		input, what string
		shape       []int
	}{{"data", "input", shape}, {"pads", "output", spans.outShape(dims[:])}} {
		if n, ok := Count(c.shape); !ok || bits.UintSize == 32 && n > math.MaxInt/16 {
			return nil, errorf(ErrTooLarge, c.input, -1, 0, "the %s has too many elements", c.what)
		}
	}
	g := new(kernel.Geometry)
	if _, err := g.Init(mode, spans.all()); err != nil {
		return nil, errorf(ErrShape, "data", -1, 0, "%v", err)
	}
	return g, nil
}
