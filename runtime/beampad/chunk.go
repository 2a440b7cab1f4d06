package beampad

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// grid is an array of a shape, cut into chunks.
type grid struct{ shape, chunk []int }

// along returns the number of chunks along axis a.
func (g grid) along(a int) int { return g.shape[a]/g.chunk[a] + min(1, g.shape[a]%g.chunk[a]) }

// nameOf returns the name of a chunk: its index, as in 0.3.1.
func nameOf(index []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(index), " ", "."), "[]")
}

// find returns the index of the chunk with a name, and where it lies in the array.
func (g grid) find(name string) (index []int, box pad.Box, err error) {
	index = make([]int, len(g.shape))
	for i, k := range strings.SplitN(name, ".", len(index)) {
		index[i], _ = strconv.Atoi(k) // what is not a number is not in the name of the index
	}
	box = pad.Box{Begin: slices.Clone(index), End: slices.Clone(index)}
	known := nameOf(index) == name
	for i, chunk := range g.chunk {
		known = known && 0 <= index[i] && index[i] < g.along(i)
		box.Begin[i] *= chunk
		box.End[i] = box.Begin[i] + min(chunk, g.shape[i]-box.Begin[i])
	}
	if !known {
		err = fmt.Errorf("beampad: there is no chunk %q of shape %v in shape %v", name, g.chunk, g.shape)
	}
	return index, box, err
}

// decode returns the elements of a box, which bytes hold. It copies strings, and what is not aligned.
func (p *padder) decode(box pad.Box, data []byte) (pad.AnyBlock, error) {
	n, _ := pad.Count(box.Shape())
	e, b := p.set.Element(), pad.AnyBlock{Box: box}
	switch units := e.Units(n); {
	case e.Strings && len(data) < n: // each takes a byte or more
		return b, fmt.Errorf("%d bytes, expected %d strings", len(data), n)
	case !e.Strings && len(data) != units*e.Size:
		return b, fmt.Errorf("%d bytes, expected %d: %d elements of %s", len(data), units*e.Size, n, e.Name)
	case e.Name == "bool" && slices.Max(data) > 1:
		return b, fmt.Errorf("a byte is %d, expected a bool, 0 or 1", slices.Max(data))
	}
	var aligned bool
	if b.Data, aligned = e.Raw(data); aligned {
		return b, nil
	}
	b.Data, _ = p.set.Memory(p.set.Make(e.Units(n)))
	rest := data[copy(b.Data.Bytes(), data):]
	for i, list := 0, kernel.SliceOf[string](b.Data); i < len(list); i++ {
		size, k := binary.Uvarint(rest)
		if left := uint64(len(rest) - k); k <= 0 || size > left || i == n-1 && size < left {
			return b, fmt.Errorf("string %d of %d has %d bytes, and %d are left", i, n, size, len(rest))
		}
		list[i], rest = string(rest[k:k+int(size)]), rest[k+int(size):]
	}
	return b, nil
}

// encode is the inverse of decode.
func (p *padder) encode(m kernel.Memory) []byte {
	b := m.Bytes()
	for _, s := range kernel.SliceOf[string](m) {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return b
}
