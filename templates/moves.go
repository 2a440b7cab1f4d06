package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// Moves is what the kernels of all element types of one width share: how rows, planes and slabs are made of words, bits
// or strings.
//
// It is emitted once for each width and mode, not for each element type, whose machine code would be the same:
// all 832 kernels link in 1.0 MB instead of 1.5 and compile in half the time.
type Moves struct{ storage }

// Moves lists what the kernels of the type call.
func (e Elem) Moves() []Moves {
	if _, ok := e.inBytes(); ok {
		return []Moves{{e.storage}, {words{1}}}
	}
	return []Moves{{e.storage}}
}

// inBytes returns the storage for elements smaller than a byte in calls that move only whole bytes.
func (e Elem) inBytes() (storage, bool) {
	if p, ok := e.storage.(packed); ok {
		return packedBytes{words{1}, p}, true
	}
	return nil, false
}

// FileName returns the name of the file: bits4.go, words8.go, strings.go.
func (m Moves) FileName() string {
	switch s := m.storage.(type) {
	case texts:
		return "strings.go"
	case packed:
		return strings.ToLower(s.name()) + ".go"
	}
	return fmt.Sprintf("words%d.go", m.storage.(words).size)
}

// File emits the state and the methods for each of the modes, as the kernels of some ranks need them.
func (m Moves) File(pkg string, modes []string, ranks []int) *jen.File {
	f := newFile(pkg)
	switch s := m.storage.(type) {
	case texts:
		f.Comment("How the kernels of strings move them.")
	case packed:
		f.Commentf("How the kernels of all element types of %d bits move them.", s.width)
	case words:
		f.Commentf("How the kernels of all element types of %d bits move them.", 8*s.size)
	}
	f.Line()
	for _, c := range m.helpers(modes) {
		f.Add(c)
	}
	for _, mode := range modes {
		declareState(f, m.storage, mode, ranks)
	}
	return f
}

// packedBytes is the storage of packed elements moved as the bytes that they fill.
type packedBytes struct {
	words
	packed packed
}

func (p packedBytes) bits(v string) *jen.Statement { return p.packed.splat(call("byte", v)) }
