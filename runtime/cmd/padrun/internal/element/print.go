package element

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Print writes the elements of a tensor as NumPy does, with brackets for the axes. If there are more than 1000 elements, it
// writes the first and last three of each axis.
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

// axis writes the n elements from index at on, which belong to one index of axis a-1.
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

// Format returns the text of element i: its number and, if bits is true, the bits of a float. Types that Go cannot print as
// numbers are shown as bits.
func Format(t onnx.Tensor, i int, bits bool) string {
	if s, ok := t.Data.([]string); ok {
		return memory.Quote(s[i])
	}
	b, _ := t.Bytes()
	if part := partOf(t.DType); part != t.DType {
		return fmt.Sprintf("[%s %s]", format(part, bitsAt(b, part, 2*i), bits), format(part, bitsAt(b, part, 2*i+1), bits))
	}
	return format(t.DType, bitsAt(b, t.DType, i), bits)
}

func format(d dtype.DType, v uint64, bits bool) string {
	var value any
	switch name := d.String(); {
	case strings.HasPrefix(name, "int"):
		unused := 64 - d.Bits()
		return fmt.Sprint(int64(v<<unused) >> unused)
	case strings.HasPrefix(name, "uint"):
		return fmt.Sprint(v)
	case name == "bool" && v < 2 && !bits:
		return fmt.Sprint(v == 1)
	case d == dtype.TypeFloat16:
		value = dtype.Float16(v).Float32()
	case d == dtype.TypeBFloat16:
		value = dtype.BFloat16(v).Float32()
	case d == dtype.TypeFloat32:
		value = math.Float32frombits(uint32(v))
	case d == dtype.TypeFloat64:
		value = math.Float64frombits(v)
	default:
		return fmt.Sprintf("bits %#02x", v)
	}
	if bits {
		return fmt.Sprintf("%v (bits %#0*x)", value, d.Bits()/4, v)
	}
	return fmt.Sprint(value)
}
