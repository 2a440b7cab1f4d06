package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// array returns a function that pads an array into a file, with about 32 MiB of memory. Raw bytes are little-endian and in C
// order.
func (p *padding) array(in *io.SectionReader, isNumPy bool) (func(io.Writer) error, error) {
	h := npy.Header{DType: p.dtype, Shape: p.shape}
	var data *io.SectionReader
	var err error
	if isNumPy {
		if h, err = npy.ReadHeader(in); err == nil {
			err = h.As(p.dtype)
		}
	}
	if err == nil {
		data, err = h.Data(in)
	}
	if kind := memory.KindOf(in); err != nil && !isNumPy && (kind == memory.NumPy || kind.IsPicture()) {
		err = fmt.Errorf("%w; this is %s, which -dtype and -shape read as raw bytes: leave them out", err, kind)
	}
	if err != nil {
		return nil, err
	}
	params := pad.Params[struct{}]{
		Shape: h.Shape, Axes: p.axes, Mode: p.mode, Modes: p.modes, Strict: p.strict, Workers: p.options().Workers,
	}
	if params.Pads, err = p.amounts(h.Shape, false); err != nil {
		return nil, err
	}
	if h.Shape, err = params.OutputShape(); err != nil {
		return nil, err
	}
	region, err := p.box(h.Shape)
	if err != nil {
		return nil, err
	}
	h.Shape = region.Shape()
	size, err := element.Bytes(h.DType, h.Shape)
	if limit := p.room.Limit; err == nil && p.given("max-bytes") > 0 && size > limit {
		err = fmt.Errorf("the output has %d bytes, the limit leaves %d; -max-bytes raises it", size, limit)
	}
	var start []byte // of the output
	if err == nil && isNumPy {
		start, err = h.Bytes()
	}
	if err != nil {
		return nil, err
	}
	if h.Fortran { // the same bytes are an array in C order whose axes are reversed
		params = reversed(params)
		slices.Reverse(region.Begin)
		slices.Reverse(region.End)
	}
	constant, err := onnx.NewTensor(h.DType, 1)
	if p.given("value") > 0 {
		constant, err = element.Value(h.DType, p.value)
	}
	if err != nil {
		return nil, fmt.Errorf("-value: %w", err)
	}
	ks := all.Set(h.DType)
	value, _ := ks.Memory(constant.Data)
	element.SetOrder(value.Bytes(), h.DType, h.Big)
	return func(w io.Writer) error {
		o := pad.StreamOptions{Progress: p.progress.set, Box: &region}
		dst := io.WriterAt(&inOrder{Writer: w})
		if f, ok := w.(*os.File); ok {
			if free, known := files.Free(f); known && size > free {
				return fmt.Errorf("the output has %d bytes, its disk has %d left", size, free)
			}
			dst = io.NewOffsetWriter(f, int64(len(start)))
		} else {
			o.InOrder = true
		}
		if _, err := w.Write(start); err != nil {
			return err
		}
		return pad.AnyStream(ks, params, dst, data, value, o)
	}, nil
}

// inOrder writes parts that arrive in order.
type inOrder struct{ io.Writer }

func (w *inOrder) WriteAt(b []byte, _ int64) (int, error) { return w.Write(b) }

// amounts returns the pads that the flags request.
func (p *padding) amounts(shape []int, isPicture bool) ([]int, error) {
	axes := len(shape)
	if p.axes != nil {
		axes = len(p.axes)
	}
	if len(p.multiple) == 1 {
		p.multiple = slices.Repeat(p.multiple, axes)
	}
	v := p.pads
	switch n := len(v); {
	case p.to != nil:
		return pad.To(shape, p.to, p.axes, p.crop, p.at)
	case p.multiple != nil:
		return pad.ToMultiple(shape, p.multiple, p.axes, p.at)
	case n == 1:
		return pad.AllSides(axes, v[0]), nil
	case n != 2*axes:
		return nil, fmt.Errorf("-pads has %d values for %d axes, expected 1 or two for each axis", n, axes)
	case isPicture && !p.pairs:
		return []int{v[0], v[3], v[2], v[1]}, nil // top, right, bottom, left
	}
	return v, nil
}

// box returns the box of the output that -region selects: 0:512 selects indices 0 to 511, and : the whole axis.
func (p *padding) box(shape []int) (pad.Box, error) {
	b := pad.Box{Begin: make([]int, len(shape)), End: slices.Clone(shape)}
	if p.given("region") == 0 {
		return b, nil
	}
	ranges := strings.Split(p.region, ",")
	if len(ranges) != len(shape) {
		return b, fmt.Errorf("-region has %d ranges, expected one for each axis, %d", len(ranges), len(shape))
	}
	for i, text := range ranges {
		first, last, found := strings.Cut(text, ":")
		begin, err := strconv.Atoi(cmp.Or(first, "0"))
		end, errEnd := strconv.Atoi(cmp.Or(last, fmt.Sprint(shape[i])))
		if err != nil || errEnd != nil || !found || begin < 0 || end < begin || end > shape[i] {
			const wrong = "-region: %q for axis %d, expected : or BEGIN:END in 0:%d"
			return b, fmt.Errorf(wrong, text, i, shape[i])
		}
		b.Begin[i], b.End[i] = begin, end
	}
	return b, nil
}

// reversed returns the call with the order of the axes reversed: axis a becomes -1-a.
func reversed(p pad.Params[struct{}]) pad.Params[struct{}] {
	p.Shape, p.Axes = slices.Clone(p.Shape), slices.Clone(p.Axes)
	slices.Reverse(p.Shape)
	if p.Axes == nil {
		for i := range p.Shape {
			p.Axes = append(p.Axes, i)
		}
	}
	for i, a := range p.Axes {
		p.Axes[i] = -1 - a
	}
	return p
}
