package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

const padHelp = `examples:
  padrun pad -mode reflect -pads 0,3,3,0,3,3 in.npy out.npy   pad an array: all begins, then all ends
  padrun pad -axes -1 -pads 2,-1 -value nan in.npy out.npy    its last axis alone: two more before, one less behind

usage: padrun pad [flags] IN OUT
`

// padding is what the flags of pad say.
type padding struct {
	limits     *limits
	mode       pad.Mode
	pads, axes []int64
	value      string
}

// runPad is the command pad.
func runPad(args []string, s streams) error {
	f := flag.NewFlagSet("pad", flag.ContinueOnError)
	var p padding
	f.Func("mode", "constant (the default), reflect, edge or wrap", parseMode(&p.mode))
	f.Func("pads", "amounts: the begins of all `axes`, then the ends; negative ones crop", parseList(&p.pads))
	f.Func("axes", "the `axes` that -pads is for, -1 is the last; all if not given", parseList(&p.axes))
	f.StringVar(&p.value, "value", "", "the constant: a `number`, nan, inf, -inf; [1,2] for a complex one; 0 if not given")
	p.limits = limitFlags(f)
	files, err := parse(f, args, padHelp, s.out)
	if err == nil && len(files) != 2 {
		err = fmt.Errorf("%d files given, expected IN and OUT, see padrun pad -h", len(files))
	}
	if err == nil {
		err = p.limits.check(files[1])
	}
	if err != nil {
		return err
	}
	in, out := files[0], files[1]
	room := p.limits.room(s)
	b, err := room.Read(in)
	if err != nil {
		return err
	}
	var write func(io.Writer) error
	kind := ""
	switch {
	case bytes.HasPrefix(b, []byte(npy.Magic)):
		kind = ".npy"
		write, err = p.npy(room, b)
	default:
		err = errors.New("not a NumPy file")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	if ext := filepath.Ext(out); ext != kind && out != "-" && kind != "" {
		return fmt.Errorf("%s: the output is a %s file, give it this ending", out, kind)
	}
	return safefile.Write(out, p.limits.force, s.out, write)
}

func (p *padding) npy(room *memory.Room, b []byte) (write func(io.Writer) error, err error) {
	x, err := npy.Read(b, room)
	if err != nil {
		return nil, err
	}
	y, err := p.array(room, x)
	return func(w io.Writer) error { return npy.Write(w, y) }, err
}

// array pads an array.
func (p *padding) array(room *memory.Room, x onnx.Tensor) (y onnx.Tensor, err error) {
	op, err := p.limits.options().New("", onnx.NewestOpset, all.Sets()...)
	if err != nil {
		return y, err
	}
	if p.pads == nil {
		return y, errors.New("-pads is missing")
	}
	inputs := []onnx.Tensor{x, onnx.Int64s(p.pads...), {}, {}}
	if p.value != "" {
		if inputs[2], err = element.Value(x.DType, p.value); err != nil {
			return y, fmt.Errorf("-value: %w", err)
		}
	}
	if p.axes != nil {
		inputs[3] = onnx.Int64s(p.axes...)
	}
	y, err = graph.Pad(room, op, onnx.Attributes{Mode: onnx.Mode(p.mode.String())}, inputs...)
	if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), "onnx: "+op.String()+": "))
	}
	return y, err
}

func parseMode(to *pad.Mode) func(string) error {
	return func(text string) (err error) {
		if *to, err = pad.ParseMode(text); err != nil {
			err = unknown("mode", text, []string{"constant", "reflect", "edge", "wrap"})
		}
		return err
	}
}

// parseList parses numbers that commas separate. None are none: a scalar has no axes.
func parseList[T int | int64](to *[]T) func(string) error {
	return func(text string) error {
		*to = []T{}
		for _, part := range strings.Split(text, ",") {
			if text == "" {
				break
			}
			n, err := strconv.ParseInt(part, 10, 64)
			if err != nil || int64(T(n)) != n {
				return fmt.Errorf("%q is not a whole number", part)
			}
			*to = append(*to, T(n))
		}
		return nil
	}
}
