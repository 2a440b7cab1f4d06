package onnx_test

import (
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
)

// pages is memory between guard pages if a node's input and output fit, and otherwise ordinary memory.
type pages struct {
	from, to [2][]byte // one starts and one ends at a guard page
	turn     int
}

const pagesBytes = 1 << 18

func newMemory(t *testing.T) places {
	p := &pages{}
	for i := range p.from {
		p.from[i], p.to[i] = guard.Memory(t, pagesBytes, i == 0), guard.Memory(t, pagesBytes, i == 0)
	}
	return p
}

func (p *pages) src(n int) []byte {
	p.turn = 1 - p.turn
	return p.cut(p.from, n)
}

func (p *pages) dst(n int) []byte { return p.cut(p.to, n) }

func (p *pages) cut(m [2][]byte, n int) []byte {
	switch {
	case n > pagesBytes:
		return make([]byte, n)
	case p.turn == 0:
		return m[0][:n:n]
	}
	return m[1][pagesBytes-n:]
}
