package main

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/model"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/picture"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

const padHelp = `examples:
  padrun pad -mode reflect -pads 0:0,3:3,3:3 in.npy out.npy    pad an array: begin:end of each axis
  padrun pad -axes -1 -pads 2:-1 -value nan in.npy out.npy     the last axis: add two before, crop one after
  padrun pad -mode wrap -pads 40 photo.jpg out.png             pad a picture on all sides
  padrun pad -mode edge,wrap -pads 40 map.png out.png          repeat the first and last row, wrap columns
  padrun pad -pads 10,0,-20,0 -color '#ff8800' in.png out.png  more at the top, less at the bottom
  padrun pad -to 640x480 -color white photo.jpg out.jpg        make a picture 640 pixels wide and 480 high
  padrun pad -dtype float -shape 3,4 -pads 1,1 -axes 0 - -     raw bytes, standard input to output

usage: padrun pad [flags] IN OUT

IN is a NumPy file, a PNG or a JPEG picture, or with -dtype and -shape raw bytes. OUT is of the same kind;
pictures also become the other one: OUT ends in .png or .jpg, or is - for a PNG, with -quality for a JPEG.
Palettes, gray and 16 bits stay in a PNG, except that gray of 1, 2 or 4 bits becomes 8, and that gray with
alpha and pictures without -color become RGBA. Colour profile, gamma and resolution are not kept.

-pads is one of
  40               all sides
  1:2,3:4          begin:end of each axis; of a picture rows, then columns
  1,3,2,4          of an array all begins, then all ends
  10,0,20,0        of a picture top, right, bottom, left
Negative pads crop.

-mode has one mode, or one for each of -pads' axes in their order: edge,wrap is edge for the rows of a picture
and wrap for its columns. An element that lies outside on an axis of mode constant is the constant.

-region makes one box of the output, so that many machines can each make another one; for arrays of Zarr, which
are stored in chunks, command zarrpad of module github.com/padgen/padgen/runtime/zarrpad divides the work.
`

// padding holds the values of the flags of pad and modes.
type padding struct {
	*command
	in, out  string
	mode     pad.Mode
	modes    []pad.Mode // for each axis, nil if mode is for all
	axes     []int
	value    string
	color    color.NRGBA
	asStored bool
	quality  int
	dtype    dtype.DType
	shape    []int

	pads         []int
	pairs        bool // whether pads are given as begin:end
	to, multiple []int
	at           pad.Position
	crop         bool
	region       string

	progress progress
}

// modes returns the names of the modes.
func modes() (names []string) {
	for m := range pad.Mode(kernel.NumModes) {
		names = append(names, m.String())
	}
	return names
}

// runPad is the command pad.
func runPad(args []string, s streams) error {
	p := padding{command: newCommand("pad", padHelp, s), at: pad.AtCenter}
	p.Func("mode", "the `mode`, or one for each axis: "+strings.Join(modes(), ", "), p.setModes)
	p.Func("to", "`dimensions` to pad to, 3x224x224; of a picture width x height", flags.Ints(&p.to, "x", "640x480"))
	p.Func("multiple", "pad to multiples of these `numbers`, one or one for each axis", flags.Ints(&p.multiple, "x", "32 or 32x64"))
	p.Func("at", "`position` with -to and -multiple: begin, center (the default), center-lower or end", p.setPosition)
	p.BoolVar(&p.crop, "crop", false, "with -to, crop axes that are longer")
	p.StringVar(&p.region, "region", "", "make only this `box` of the output: 0:512,0:512,:")
	p.Func("axes", "the `axes` to pad, -1 is the last; all if not given", flags.Ints(&p.axes, ",", "0,-1"))
	p.StringVar(&p.value, "value", "", "the constant of arrays (default 0): a `number`, nan, inf, [1,2]")
	p.Func("dtype", "element `type` as ONNX names it, of raw bytes and of what NumPy has none for", p.setType)
	p.Func("shape", "`dimensions` of raw bytes", flags.Ints(&p.shape, "x", "3,4"))
	p.Func("quality", "of a JPEG picture, `1 to 100` (default 90)", func(text string) (err error) {
		if p.quality, err = strconv.Atoi(text); err != nil || p.quality < 1 || p.quality > 100 {
			err = errors.New("expected 1 to 100")
		}
		return err
	})
	p.pictureFlags("black")
	files, err := p.parse(args, 2, 2, "IN and OUT")
	switch amounts := p.given("pads", "to", "multiple"); {
	case err != nil:
		return err
	case amounts == 0:
		return errors.New("-pads is missing, or -to, or -multiple")
	case amounts > 1:
		return errors.New("use only one of -pads, -to and -multiple")
	case p.mode != pad.Constant && !slices.Contains(p.modes, pad.Constant) && p.given("value", "color") > 0:
		return errors.New("-value and -color are for -mode constant")
	case p.given("at") > 0 && p.given("pads") > 0:
		return errors.New("-at is for -to and -multiple, -pads states both sides")
	case p.crop && p.to == nil:
		return errors.New("-crop is for -to; negative -pads crop")
	case p.shape != nil && p.dtype == 0:
		return errors.New("-shape is for raw bytes, which also need -dtype")
	}
	p.out, p.room.Start = files[1], p.start
	return p.convert(files[:1], p.output)
}

// pictureFlags defines the flags for pictures and the flags that both commands share.
func (p *padding) pictureFlags(fill string) {
	const form = "40 for all sides, 1:2,3:4 for begin:end of each axis, or a list, 1,3,2,4"
	p.Func("pads", "`amounts`: all sides, 1:2,3:4, or a list, see above", flags.Pads(&p.pads, &p.pairs, form))
	p.color, _ = picture.ParseColor(fill)
	const usage = "the constant of pictures: a `name`, #rgb, #rrggbb or #rrggbbaa (default "
	p.Func("color", usage+fill+")", func(text string) (err error) {
		p.color, err = picture.ParseColor(text)
		return err
	})
	p.BoolVar(&p.asStored, "as-stored", false, "do not turn a picture as its EXIF says the camera was held")
	p.limitFlags()
}

// convert applies do to a file, or to the built-in picture if no file is given, and writes the result.
func (p *padding) convert(in []string, do func(*io.SectionReader) (func(io.Writer) error, error)) error {
	if err := p.files.Check(p.out); err != nil {
		return err
	}
	p.in = append(in, "padrun's own picture")[0]
	return during(p.err, "padding "+p.in, &p.progress, func() error {
		content := picture.Scene()
		if len(in) > 0 {
			f, closer, err := p.room.Open(in[0])
			if err != nil {
				return err
			}
			defer closer.Close()
			content = f
		}
		write, err := do(content)
		if err != nil {
			return fmt.Errorf("%s: %w", p.in, model.InCommand(err))
		}
		return p.files.Write(p.out, func(w io.Writer) error {
			err := write(w)
			if refused := (*pad.Error)(nil); errors.As(err, &refused) {
				return fmt.Errorf("%s: %w", p.in, model.InCommand(refused))
			}
			if err != nil {
				return fmt.Errorf("%s: %w", p.out, model.InCommand(err))
			}
			return nil
		})
	})
}

// raw reports whether the flags describe a file without a header.
func (p *padding) raw() bool { return p.dtype != 0 && p.shape != nil }

// start refuses files that pad does not support; see [memory.Room].
func (p *padding) start(in io.ReaderAt) (wanted int64, err error) {
	switch kind := memory.KindOf(in); {
	case p.raw():
		return element.Bytes(p.dtype, p.shape)
	case !kind.IsPicture() && kind != memory.NumPy:
		const expected = "a NumPy file, a PNG or a JPEG picture; raw bytes need -dtype and -shape"
		return 0, fmt.Errorf("%s, expected %s", kind, expected)
	}
	return math.MaxInt64, nil
}

// output returns a function that writes the output of pad.
func (p *padding) output(in *io.SectionReader) (func(io.Writer) error, error) {
	raw := p.raw()
	isPicture := !raw && memory.KindOf(in).IsPicture()
	switch {
	case isPicture && p.given("axes", "value", "dtype", "shape", "region") > 0:
		return nil, errors.New("-axes, -value, -dtype, -shape and -region are for arrays, see padrun pad -h")
	case !isPicture && p.given("color", "as-stored", "quality") > 0:
		return nil, errors.New("-color, -as-stored and -quality are for pictures, see padrun pad -h")
	case isPicture:
		return p.picture(in, picture.Pad)
	case !raw && !p.ends(".npy"):
		return nil, fmt.Errorf("%s: the output is a .npy file, give it this ending", p.out)
	}
	return p.array(in, !raw)
}

// ends reports whether the name of the output has the given ending, ignoring case. Standard output matches any ending.
func (p *padding) ends(ending string) bool {
	return p.out == "-" || strings.EqualFold(filepath.Ext(p.out), ending)
}

// picture returns a function that writes the result of do for the picture in a file.
func (p *padding) picture(
	in *io.SectionReader, do func(*memory.Room, image.Image, images.Padder, []int) (image.Image, error),
) (func(io.Writer) error, error) {
	quality := p.quality
	switch isJPEG := p.ends(".jpg") || p.ends(".jpeg"); {
	case p.out == "-":
	case isJPEG:
		quality = cmp.Or(quality, 90)
	case !p.ends(".png"):
		return nil, fmt.Errorf("%s: the output is a .png or .jpg file, give it this ending", p.out)
	case quality != 0:
		return nil, errors.New("-quality is for .jpg files")
	}
	padder := images.Padder{Strict: p.strict, Workers: p.options().Workers, Mode: p.mode, Modes: p.modes, Color: p.color}
	b, err := p.room.ReadAll(in, "the file")
	if err != nil {
		return nil, err
	}
	img, lost, err := picture.Decode(p.room, b, p.asStored)
	if err != nil {
		return nil, err
	}
	slices.Reverse(p.to) // width before height
	slices.Reverse(p.multiple)
	var pads []int
	if p.given("pads", "to", "multiple") > 0 {
		if pads, err = p.amounts([]int{img.Bounds().Dy(), img.Bounds().Dx()}, true); err != nil {
			return nil, err
		}
	}
	if img, err = do(p.room, img, padder, pads); err == nil && img.Bounds().Empty() {
		err = fmt.Errorf("-pads leaves no pixels: %dx%d", img.Bounds().Dx(), img.Bounds().Dy())
	}
	if err == nil && lost != nil {
		fmt.Fprintf(p.err, "padrun %s: %s: not kept: %s\n", p.Name(), p.in, strings.Join(lost, ", "))
	}
	return func(w io.Writer) error { return picture.Encode(w, img, quality) }, err
}

// setModes parses -mode.
func (p *padding) setModes(text string) error {
	p.modes = nil
	for _, name := range strings.Split(text, ",") {
		m, err := pad.ParseMode(name)
		if err != nil {
			return errors.New(strings.TrimPrefix(err.Error(), "pad: mode: "))
		}
		p.mode, p.modes = m, append(p.modes, m)
	}
	if len(p.modes) == 1 { // one for all axes
		p.modes = nil
	}
	return nil
}

// setPosition parses -at.
func (p *padding) setPosition(text string) error {
	names := []string{pad.AtBegin: "begin", pad.AtCenter: "center", pad.AtCenterLower: "center-lower", pad.AtEnd: "end"}
	i := slices.Index(names, text)
	if i < 0 {
		return flags.Unknown("position", text, names)
	}
	p.at = pad.Position(i)
	return nil
}

// setType parses the name of an element type in ONNX or Go.
func (p *padding) setType(text string) error {
	var names []string
	for d := dtype.DType(1); d <= dtype.NumTypes; d++ {
		switch {
		case d == dtype.TypeString:
			continue
		case text == d.String(), text == strings.ToLower(d.GoName()):
			p.dtype = d
			return nil
		}
		names = append(names, d.String())
	}
	return flags.Unknown("dtype", text, names)
}

const modesHelp = `examples:
  padrun modes -o sheet.png                      all modes on a picture of padrun's own
  padrun modes -pads 200 photo.jpg -o sheet.png  on yours, with 200 pixels on all sides

usage: padrun modes [flags] [PICTURE] -o SHEET.png
`

// runModes is the command modes.
func runModes(args []string, s streams) error {
	p := padding{command: newCommand("modes", modesHelp, s)}
	p.StringVar(&p.out, "o", "", "the `file` that receives the sheet, .png or .jpg; - for standard output")
	p.pictureFlags("#d0d7de")
	files, err := p.parse(args, 0, 1, "at most one PICTURE")
	if err == nil && p.out == "" {
		err = errors.New("-o is missing, see padrun modes -h")
	}
	if err != nil {
		return err
	}
	p.room.Start = func(in io.ReaderAt) (int64, error) {
		if kind := memory.KindOf(in); !kind.IsPicture() {
			return 0, fmt.Errorf("%s, expected a PNG or a JPEG picture", kind)
		}
		return math.MaxInt64, nil
	}
	return p.convert(files, func(in *io.SectionReader) (func(io.Writer) error, error) { return p.picture(in, picture.Sheet) })
}
