package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/picture"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

const padHelp = `examples:
  padrun pad -mode reflect -pads 0,3,3,0,3,3 in.npy out.npy   pad an array: all begins, then all ends
  padrun pad -axes -1 -pads 2,-1 -value nan in.npy out.npy    its last axis alone: two more before, one less behind
  padrun pad -mode wrap -pad 40 photo.jpg out.png             pad a picture on all sides
  padrun pad -pad 10,0,-20,0 -color '#ff8800' in.png out.png  more at the top, less at the bottom
  padrun pad -dtype float -shape 3,4 -pads 1,1 -axes 0 - -    raw bytes, from standard input to standard output

usage: padrun pad [flags] IN OUT

IN is a NumPy file, a PNG or a JPEG picture, or with -dtype raw bytes. OUT is of the same kind, for pictures a PNG.
`

// padding is what the flags of pad say.
type padding struct {
	limits     *limits
	mode       pad.Mode
	pads, axes []int64
	sides      []int64 // top, right, bottom, left
	value      string
	color      color.NRGBA
	dtype      dtype.DType
	shape      []int
	given      map[string]bool // flags
}

// runPad is the command pad.
func runPad(args []string, s streams) error {
	f := flag.NewFlagSet("pad", flag.ContinueOnError)
	p := padding{given: map[string]bool{}}
	f.Func("mode", "the `mode`: constant (the default), reflect, edge or wrap", p.setMode)
	f.Func("pads", "`amounts` for arrays: the begins of all axes, then the ends; negative ones crop", list(&p.pads))
	f.Func("axes", "the `axes` that -pads is for, -1 is the last; all if not given", list(&p.axes))
	f.StringVar(&p.value, "value", "", "the constant of arrays: a `number`, nan, inf, -inf; [1,2] for a complex one; 0 if not given")
	p.pictureFlags(f, "black")
	f.Func("dtype", "element `type` of raw bytes, as ONNX names it: float, uint8, int4", p.setType)
	f.Func("shape", "`dimensions` of raw bytes", list(&p.shape))
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
	f.Visit(func(f *flag.Flag) { p.given[f.Name] = true })
	in, out := files[0], files[1]
	room := p.limits.room(s)
	var ending string
	var write func(io.Writer) error
	err = during(s.err, "padding "+in, func() error {
		b, err := room.Read(in)
		if err == nil {
			if ending, write, err = p.output(room, b); err != nil {
				err = fmt.Errorf("%s: %w", in, err)
			}
		}
		return err
	})
	if err == nil && ending != "" && filepath.Ext(out) != ending && out != "-" {
		err = fmt.Errorf("%s: the output is a %s file, give it this ending", out, ending)
	}
	if err != nil {
		return err
	}
	return during(s.err, "writing "+out, func() error { return safefile.Write(out, p.limits.force, s.out, write) })
}

// pictureFlags are the flags for pictures.
func (p *padding) pictureFlags(f *flag.FlagSet, fill string) {
	p.color, _ = picture.ParseColor(fill)
	f.Func("pad", "`pixels` at all sides of a picture, or at top,right,bottom,left; negative ones crop", list(&p.sides))
	f.Func("color", "the constant of pictures: white, black, `#rrggbb` or #rrggbbaa; "+fill+" if not given", func(text string) (err error) {
		p.color, err = picture.ParseColor(text)
		return err
	})
}

// output returns the name ending of the output and what writes it.
func (p *padding) output(room *memory.Room, b []byte) (ending string, write func(io.Writer) error, err error) {
	isPicture, wrong := picture.Is(b) && p.dtype == 0, []string{"pad", "color"}
	if isPicture {
		wrong = []string{"pads", "axes", "value", "shape"}
	}
	for _, name := range wrong {
		if p.given[name] {
			return "", nil, fmt.Errorf("-%s is for %s, see padrun pad -h", name, map[bool]string{true: "arrays", false: "pictures"}[isPicture])
		}
	}
	switch {
	case isPicture && p.sides == nil:
		return "", nil, errors.New("-pad is missing")
	case !isPicture && p.pads == nil:
		return "", nil, errors.New("-pads is missing")
	case isPicture:
		img, err := p.picture(room, b, picture.Pad)
		return ".png", func(w io.Writer) error { return png.Encode(w, img) }, err
	}
	var x, y onnx.Tensor
	switch {
	case p.dtype != 0:
		x, err = element.Tensor(p.dtype, p.shape, b, false)
		write = func(w io.Writer) error { return element.Write(w, y) }
	case bytes.HasPrefix(b, []byte(npy.Magic)):
		x, err = npy.Read(b, room)
		ending, write = ".npy", func(w io.Writer) error { return npy.Write(w, y) }
	default:
		err = errors.New("no NumPy file, no PNG and no JPEG picture; raw bytes need -dtype and -shape")
	}
	if err == nil {
		y, err = p.array(room, x)
	}
	return ending, write, err
}

// picture makes a picture of the one in b, or of that which padrun draws if there is none.
func (p *padding) picture(room *memory.Room, b []byte, do func(*memory.Room, image.Image, picture.Params) (image.Image, error)) (image.Image, error) {
	q := picture.Params{Color: p.color}
	q.Mode, q.Strict, q.Workers = p.mode, p.limits.strict, p.limits.workers
	switch s := p.sides; len(s) {
	case 0:
	case 1:
		q.Pads = slices.Repeat(s, 4)
	case 4:
		q.Pads = []int64{s[0], s[3], s[2], s[1]}
	default:
		return nil, fmt.Errorf("-pad has %d values, expected 1 for all sides or 4: top,right,bottom,left", len(s))
	}
	img := picture.Scene()
	if b != nil {
		var err error
		if img, err = picture.Decode(room, b); err != nil {
			return nil, err
		}
	}
	return do(room, img, q)
}

// array pads an array.
func (p *padding) array(room *memory.Room, x onnx.Tensor) (y onnx.Tensor, err error) {
	inputs := []onnx.Tensor{x, onnx.Int64s(p.pads...), {}, {}}
	if p.value != "" {
		if inputs[2], err = element.Value(x.DType, p.value); err != nil {
			return y, fmt.Errorf("-value: %w", err)
		}
	}
	if p.axes != nil {
		inputs[3] = onnx.Int64s(p.axes...)
	}
	return graph.Pad(room, p.limits.options(), "", onnx.NewestOpset, onnx.Attributes{Mode: onnx.Mode(p.mode.String())}, inputs...)
}

func (p *padding) setMode(text string) (err error) {
	if p.mode, err = pad.ParseMode(text); err != nil {
		err = unknown("mode", text, []string{"constant", "reflect", "edge", "wrap"})
	}
	return err
}

func (p *padding) setType(text string) (err error) {
	if p.dtype, err = dtype.Parse(text); err == nil && p.dtype != dtype.TypeString {
		return nil
	}
	return unknown("type", text, strings.Split((dtype.All()&^dtype.Of(dtype.TypeString)).String(), ", "))
}

// list parses numbers that commas separate. None are none: a scalar has no axes.
func list[T int | int64](to *[]T) func(string) error {
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
