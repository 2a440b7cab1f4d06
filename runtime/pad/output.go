package pad

import (
	"strings"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// clearedBytes is the size from which an output is not cleared before it is written. Memory of that size is aligned for every type.
const clearedBytes = 32 << 10

// newOutput returns memory for an output. An output without gaps is written completely, and clearing a large one first would take as long
// as writing it: outputs of 0.3 to 270 MB would take 1.9 to 2.7 times as long as make and copy, instead of 0.8 to 1.5 times. In the
// standard library, only strings.Builder returns memory that is not cleared; slices.Grow, bytes.Buffer and append of a make clear it. The
// string of a Builder must not change while others hold it, but here nobody does.
func (p *Plan[T]) newOutput() []T {
	bytes := p.dstLen * p.element.Size
	if p.longDst || p.element.Strings || bytes < clearedBytes {
		return make([]T, p.dstLen)
	}
	var b strings.Builder
	b.Grow(bytes)
	b.WriteByte(0)
	if out, ok := kernel.FromBytes[T](unsafe.Slice(unsafe.StringData(b.String()), bytes)); ok {
		return out
	}
	return make([]T, p.dstLen)
}
