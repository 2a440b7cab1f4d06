package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
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

// array returns what pads an array into a file.
func (p *padding) array(a *array) (write func(io.Writer) error, err error) {
	params := pad.Params[struct{}]{
		Shape: a.shape, Pads: p.pads, Axes: p.axes, Mode: p.mode, Strict: p.strict, Workers: p.options().Workers,
		MaxBytes: p.room.Left(),
	}
	if p.pads == nil {
		return nil, errors.New("-pads is missing")
	}
	shape, err := params.OutputShape()
	if err != nil {
		return nil, err
	}
	var start []byte // of the output
	big := false
	if a.header != nil {
		h := *a.header
		h.Shape, big = shape, h.Big
		if start, err = h.Bytes(); err != nil {
			return nil, err
		}
		if h.Fortran { // the same bytes are an array in C order whose axes are reversed
			params = reversed(params)
		}
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
	element.SetOrder(value.Bytes(), a.dtype, big)

	size := a.data.Size()
	if err := p.room.Take(size, "the data"); err != nil {
		return nil, err
	}
	params.MaxBytes = max(1, p.room.Left())
	plan, err := pad.NewAnyPlan(ks, params)
	if err != nil {
		return nil, err
	}
	src, _ := ks.Memory(ks.Make(int(size) / a.dtype.Size()))
	if _, err := io.ReadFull(a.data, src.Bytes()); err != nil {
		return nil, err
	}
	dst, _ := ks.Memory(ks.Make(plan.OutputLen()))
	if err := plan.Run(context.Background(), dst, src, value); err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		if _, err := w.Write(start); err != nil {
			return err
		}
		_, err := w.Write(dst.Bytes())
		return err
	}, nil
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
