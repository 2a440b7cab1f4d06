package pad

import (
	"math"

	"github.com/padgen/padgen/runtime/kernel"
)

// resolveStrides puts the strides into the spans. Those of data without gaps stay 0.
func (p *Params[T]) resolveStrides(spans []kernel.Span) error {
	if p.Strides == nil {
		return nil
	}
	if len(p.Strides) != len(spans) {
		return errorf(ErrStrides, "strides", -1, int64(len(p.Strides)), "%d values for rank %d, expected %d", len(p.Strides), len(spans), len(spans))
	}
	if n, ok := Count(p.Shape); ok && n == 0 {
		return nil // there is nothing to step over
	}
	inner := 1 // elements that the axes inside reach over
	for i := len(spans) - 1; i >= 0; i-- {
		s := &spans[i]
		if s.Src = inner; s.Dim == 1 {
			continue
		}
		stride := p.Strides[i]
		switch {
		case i == len(spans)-1 && stride != 1:
			return errorf(ErrStrides, "strides", i, int64(stride), "axis %d is the last and has stride %d, expected 1", i, stride)
		case stride < inner:
			return errorf(ErrStrides, "strides", i, int64(stride), "axis %d has stride %d, expected at least %d: the axes inside it reach over so many elements",
				i, stride, inner)
		}
		reach := kernel.Product(s.Dim-1, stride)
		if reach < 0 || reach > math.MaxInt-inner {
			return errorf(ErrTooLarge, "strides", i, int64(stride), "axis %d has stride %d: data reaches over more elements than an int counts", i, stride)
		}
		s.Src = stride
		inner += reach
	}
	return nil
}
