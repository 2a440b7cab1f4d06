package element

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Print writes the elements of a tensor as NumPy does, with brackets for the axes. Of more than 1000 elements it writes the first and
// last three of each axis.
func Print(w io.Writer, t onnx.Tensor) error {
	n, ok := pad.Count(t.Shape)
	if !ok || n == 0 {
		_, err := fmt.Fprintln(w, "[]")
		return err
	}
	p := printer{t: t, short: n > 1000, w: bufio.NewWriter(io.Discard)}
	p.axis(0, 0, n) // finds the width
	p.w.Reset(w)
	p.axis(0, 0, n)
	p.w.WriteByte('\n')
	return p.w.Flush()
}

type printer struct {
	t     onnx.Tensor
	w     *bufio.Writer
	short bool
	width int // of the widest element so far
}

// axis writes n elements from index at on, which are those of one index of axis a-1.
func (p *printer) axis(a, at, n int) {
	if a == len(p.t.Shape) {
		text := Format(p.t, at, false)
		p.width = max(p.width, len(text))
		fmt.Fprintf(p.w, "%*s", p.width, text)
		return
	}
	between := strings.Repeat("\n", len(p.t.Shape)-a-1) + strings.Repeat(" ", a+1)
	if a == len(p.t.Shape)-1 {
		between = " "
	}
	p.w.WriteByte('[')
	for i, dim := 0, p.t.Shape[a]; i < dim; i++ {
		if i > 0 {
			p.w.WriteString(between)
		}
		if p.short && i == 3 && dim > 6 {
			p.w.WriteString("..." + between)
			i = dim - 3
		}
		p.axis(a+1, at+i*(n/dim), n/dim)
	}
	p.w.WriteByte(']')
}
