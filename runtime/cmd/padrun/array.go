package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// array is an array in a file: its elements, in the file's order of bytes and of elements, and what stands before them.
type array struct {
	dtype  dtype.DType
	shape  []int
	header *npy.Header // nil for raw bytes, which are little-endian and in C order
	data   *io.SectionReader
}

// readArray reads what a NumPy file or the flags say of raw bytes, and leaves the elements in the file.
func (p *padding) readArray(in *io.SectionReader, isNumPy bool) (*array, error) {
	a := &array{dtype: p.dtype, shape: p.shape}
	if isNumPy {
		h, err := npy.ReadHeader(in)
		if err == nil && p.dtype != 0 {
			err = h.As(p.dtype)
		}
		if err != nil {
			return nil, err
		}
		if h.DType == 0 {
			return nil, errors.New("the elements are bytes without a type, -dtype says which: bfloat16, float8e4m3fn")
		}
		a.dtype, a.shape, a.header = h.DType, h.Shape, &h
	}
	size, err := element.Bytes(a.dtype, a.shape)
	if err != nil {
		return nil, err
	}
	at, _ := in.Seek(0, io.SeekCurrent)
	if got := in.Size() - at; got < size || got > size && !isNumPy {
		return nil, fmt.Errorf("%d bytes of data, expected %d for %v%v", got, size, a.dtype, a.shape)
	}
	a.data = io.NewSectionReader(in, at, size)
	return a, nil
}

// array returns what pads an array into a file, with a few MiB of memory.
func (p *padding) array(a *array) (write func(io.Writer, *progress) error, err error) {
	params := pad.Params[struct{}]{
		Shape: a.shape, Pads: p.pads, Axes: p.axes, Mode: p.mode, Strict: p.strict, Workers: p.options().Workers,
	}
	if params.Pads, err = p.amounts(a.shape); err != nil {
		return nil, err
	}
	h := npy.Header{Shape: a.shape}
	if a.header != nil {
		h = *a.header
	}
	if h.Shape, err = params.OutputShape(); err != nil {
		return nil, err
	}
	region, err := p.box(h.Shape)
	if err != nil {
		return nil, err
	}
	h.Shape = region.Shape()
	size, err := element.Bytes(a.dtype, h.Shape)
	if err != nil {
		return nil, err
	}
	if limit := p.room.Limit; p.bounded && size > limit {
		return nil, fmt.Errorf("pads: the output has %d bytes, the limit is %d; -max-bytes raises it", size, limit)
	}
	var start []byte // of the output
	if a.header != nil {
		if start, err = h.Bytes(); err != nil {
			return nil, err
		}
	}
	if h.Fortran { // the same bytes are an array in C order whose axes are reversed
		params = reversed(params)
		slices.Reverse(region.Begin)
		slices.Reverse(region.End)
	}
	ks := kernelsOf(a.dtype)
	constant := ks.Make(1)
	if p.value != "" {
		t, err := element.Value(a.dtype, p.value)
		if err != nil {
			return nil, fmt.Errorf("-value: %w", err)
		}
		constant = t.Data
	}
	value, _ := ks.Memory(constant)
	element.SetOrder(value.Bytes(), a.dtype, h.Big)
	return func(w io.Writer, told *progress) error {
		dst := io.WriterAt(&inOrder{Writer: w})
		if f, ok := w.(*os.File); ok {
			if free, known := safefile.Free(f); known && size > free {
				return fmt.Errorf("the output has %d bytes, its disk has %d left", size, free)
			}
			dst = io.NewOffsetWriter(f, int64(len(start)))
		} else {
			params.Workers = 1
		}
		if _, err := w.Write(start); err != nil {
			return err
		}
		o := pad.StreamOptions{Progress: told.set, Region: &region}
		return pad.Stream(context.Background(), ks, params, value, dst, a.data, o)
	}, nil
}

// inOrder writes the parts of one goroutine, which come in their order.
type inOrder struct{ io.Writer }

func (w *inOrder) WriteAt(b []byte, _ int64) (int, error) { return w.Write(b) }

// amounts returns the pads that the flags say.
func (p *padding) amounts(shape []int) ([]int64, error) {
	n := len(shape)
	if p.axes != nil {
		n = len(p.axes)
	}
	given := 0
	for _, is := range []bool{p.pads != nil || p.sides != nil, p.to != nil, p.multiple != nil} {
		if is {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, errors.New("-pads or -pad, -to and -multiple say the same, expected one of them")
	case p.to != nil:
		return pad.To(shape, p.to, p.axes, p.at)
	case len(p.multiple) == 1:
		return pad.ToMultiple(shape, slices.Repeat(p.multiple, n), p.axes, p.at)
	case p.multiple != nil:
		return pad.ToMultiple(shape, p.multiple, p.axes, p.at)
	case p.pads == nil:
		return nil, errors.New("-pads is missing, or -to, or -multiple")
	}
	return p.pads, nil
}

// box returns the box of an output that -region says: 0:512 from index 0 up to 511, : all of an axis.
func (p *padding) box(shape []int) (b pad.Box, err error) {
	b = pad.Box{Begin: make([]int, len(shape)), End: slices.Clone(shape)}
	if p.region == "" {
		return b, nil
	}
	ranges := strings.Split(p.region, ",")
	if len(ranges) != len(shape) {
		return b, fmt.Errorf("-region has %d ranges, expected one for each of %d axes", len(ranges), len(shape))
	}
	for i, text := range ranges {
		begin, end, found := strings.Cut(text, ":")
		if begin != "" {
			b.Begin[i], err = strconv.Atoi(begin)
		}
		if end != "" && err == nil {
			b.End[i], err = strconv.Atoi(end)
		}
		if err != nil || !found || b.Begin[i] < 0 || b.End[i] < b.Begin[i] || b.End[i] > shape[i] {
			return b, fmt.Errorf("-region: %q for axis %d, expected : or BEGIN:END in 0:%d", text, i, shape[i])
		}
	}
	return b, nil
}

// reversed returns the call for data whose axes are in reverse order: axis a is -1-a then.
func reversed(p pad.Params[struct{}]) pad.Params[struct{}] {
	p.Shape, p.Axes = slices.Clone(p.Shape), slices.Clone(p.Axes)
	slices.Reverse(p.Shape)
	if p.Axes == nil {
		for i := range p.Shape {
			p.Axes = append(p.Axes, int64(i))
		}
	}
	for i, a := range p.Axes {
		p.Axes[i] = -1 - a
	}
	return p
}

func kernelsOf(d dtype.DType) kernel.AnySet {
	sets := all.Sets()
	return sets[slices.IndexFunc(sets, func(s kernel.AnySet) bool { return s.Element().Name == d.String() })]
}
