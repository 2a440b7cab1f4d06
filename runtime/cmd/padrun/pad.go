package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/model"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/picture"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

const padHelp = `examples:
  padrun pad -mode reflect -pads 0,3,3,0,3,3 in.npy out.npy   pad an array: all begins, then all ends
  padrun pad -axes -1 -pads 2,-1 -value nan in.npy out.npy    its last axis alone: two before, less one behind
  padrun pad -mode wrap -pad 40 photo.jpg out.png             pad a picture on all sides
  padrun pad -pad 10,0,-20,0 -color '#ff8800' in.png out.png  more at the top, less at the bottom
  padrun pad -dtype float -shape 3,4 -pads 1,1 -axes 0 - -    raw bytes, standard input to output

usage: padrun pad [flags] IN OUT

IN is a NumPy file, a PNG or a JPEG picture, or with -dtype raw bytes. OUT is of the same kind. A picture can
also become the other kind: OUT ends in .png or .jpg, or is - for a PNG, with -quality for a JPEG. Palettes,
gray and 16 bits stay in a PNG, but for: gray of 1, 2 or 4 bits, which gets 8; gray with alpha, which becomes
red, green, blue and alpha; a -color that the picture has not. Colour profile, gamma and resolution of a PNG
stay, the profile of a JPEG, too.
`

// padding is what the flags of pad and modes say.
type padding struct {
	*command
	out        string
	mode       pad.Mode
	pads, axes []int64
	value      string
	color      string
	asStored   bool
	quality    int
	dtype      dtype.DType
	shape      []int

	to, multiple []int
	at           pad.At
	crop         bool
	region       string

	progress progress
}

// modes are the names of the modes.
func modes() (names []string) {
	for m := range pad.Mode(kernel.NumModes) {
		names = append(names, m.String())
	}
	return names
}

// runPad is the command pad.
func runPad(args []string, s streams) error {
	p := padding{command: newCommand("pad", padHelp, s), at: pad.AtCenter}
	p.choice("mode", "the `mode`, one of "+strings.Join(modes(), ", "), modes(), func(i int) { p.mode = pad.Mode(i) })
	p.Func("pads", "`amounts` for arrays: all begins, then all ends, or pairs 1:2,3:4; negative ones crop", p.setPads)
	p.Func("to", "`dimensions` that the axes get, instead of -pads: 640x640", list(&p.to))
	p.Func("multiple", "`numbers` of which the axes become multiples, one or one for each", list(&p.multiple))
	p.choice("at", "where data goes then: `begin`, center (the default) or end", []string{"begin", "center", "end"},
		func(i int) { p.at = []pad.At{pad.AtBegin, pad.AtCenter, pad.AtEnd}[i] })
	p.BoolVar(&p.crop, "crop", false, "with -to, crop axes that are longer")
	p.StringVar(&p.region, "region", "", "make this `box` of the output alone: 0:512,0:512,:")
	p.Func("axes", "the `axes` that -pads is for, -1 is the last; all if not given", list(&p.axes))
	p.StringVar(&p.value, "value", "", "the constant of arrays, else 0: a `number`, nan, inf, [1,2]; float8 as bits")
	types := strings.Split((dtype.All() &^ dtype.Of(dtype.TypeString)).String(), ", ")
	p.choice("dtype", "element `type` as ONNX names it, of raw bytes and of what NumPy has none for", types,
		func(i int) { p.dtype, _ = dtype.Parse(types[i]) })
	p.Func("shape", "`dimensions` of raw bytes", list(&p.shape))
	p.IntVar(&p.quality, "quality", 0, "of a JPEG picture, `1 to 100` (default 90)")
	p.pictureFlags("black")
	files, err := p.parse(args, 2, 2, "IN and OUT")
	if err != nil {
		return err
	}
	if p.crop {
		p.at |= pad.AllowCrop
	}
	p.out = files[1]
	return p.convert(files[0], p.output)
}

// pictureFlags are the flags for pictures, and those that commands share.
func (p *padding) pictureFlags(fill string) {
	p.Func("pad", "`pixels` around a picture, or top,right,bottom,left; negative ones crop", p.setSides)
	p.StringVar(&p.color, "color", fill, "the constant of pictures: a `name` as red, #rgb, #rrggbb or #rrggbbaa")
	p.BoolVar(&p.asStored, "as-stored", false, "do not turn a picture as its EXIF says the camera was held")
	p.limitFlags()
}

// convert writes what do makes of a file, or of padrun's own picture if the name is empty.
func (p *padding) convert(in string, do func(*io.SectionReader) (func(io.Writer) error, error)) error {
	if err := p.files.Check(p.out); err != nil {
		return err
	}
	name := cmp.Or(in, "padrun's own picture")
	return during(p.err, "padding "+name, &p.progress, func() error {
		content := picture.Scene()
		if in != "" {
			f, closer, err := p.room.Open(in)
			if err != nil {
				return err
			}
			defer closer.Close()
			content = f
		}
		write, err := do(content)
		if err != nil {
			return fmt.Errorf("%s: %w", name, model.InCommand(err))
		}
		return p.files.Write(p.out, func(w io.Writer) error {
			if err := write(w); err != nil {
				return fmt.Errorf("%s: %w", p.out, model.InCommand(err))
			}
			return nil
		})
	})
}

// output returns what writes the output of pad.
func (p *padding) output(in *io.SectionReader) (func(io.Writer) error, error) {
	raw := p.dtype != 0 && p.shape != nil
	kind := memory.KindOf(in)
	isPicture := !raw && kind.IsPicture()
	switch {
	case !raw && !isPicture && kind != memory.NumPy:
		const expected = "a NumPy file, a PNG or a JPEG picture; raw bytes need -dtype and -shape"
		return nil, fmt.Errorf("%s, expected %s", kind, expected)
	case !raw && p.shape != nil:
		return nil, errors.New("-shape is for raw bytes, and they need -dtype, too, see padrun pad -h")
	case isPicture && p.given("pads", "axes", "value", "dtype", "region") > 0:
		return nil, errors.New("-pads, -axes, -value, -dtype and -region are for arrays, see padrun pad -h")
	case !isPicture && p.given("pad", "color", "as-stored", "quality") > 0:
		return nil, errors.New("-pad, -color, -as-stored and -quality are for pictures, see padrun pad -h")
	case isPicture && p.given("pad", "to", "multiple") == 0:
		return nil, errors.New("-pad is missing, or -to, or -multiple")
	case isPicture:
		return p.picture(in, picture.Pad)
	case !raw && !p.ends(".npy"):
		return nil, fmt.Errorf("%s: the output is a .npy file, give it this ending", p.out)
	}
	return p.array(in, !raw)
}

// ends reports whether the output's name has an ending, in capitals or not. Standard output can be any file.
func (p *padding) ends(ending string) bool {
	return p.out == "-" || strings.EqualFold(filepath.Ext(p.out), ending)
}

// picture makes a picture of the one in a file.
func (p *padding) picture(
	in *io.SectionReader, do func(*memory.Room, image.Image, images.Padder, []int64) (image.Image, error),
) (func(io.Writer) error, error) {
	quality := p.quality
	switch isJPEG := p.ends(".jpg") || p.ends(".jpeg"); {
	case p.given("quality") > 0 && (quality < 1 || quality > 100):
		return nil, fmt.Errorf("-quality is %d, expected 1 to 100", quality)
	case p.out == "-":
	case isJPEG:
		quality = cmp.Or(quality, 90)
	case !p.ends(".png"):
		return nil, fmt.Errorf("%s: the output is a .png or .jpg file, give it this ending", p.out)
	case quality != 0:
		return nil, errors.New("-quality is for .jpg files")
	}
	color, err := picture.ParseColor(p.color)
	if err != nil {
		return nil, err
	}
	padder := images.Padder{Strict: p.strict, Workers: p.options().Workers, Mode: p.mode, Color: color}
	b, err := p.room.ReadAll(in, "the file")
	if err != nil {
		return nil, err
	}
	img, about, err := picture.Decode(p.room, b, p.asStored)
	if err != nil {
		return nil, err
	}
	slices.Reverse(p.to) // width before height
	slices.Reverse(p.multiple)
	var pads []int64
	if p.given("pad", "to", "multiple") > 0 {
		if pads, err = p.amounts([]int{img.Bounds().Dy(), img.Bounds().Dx()}); err != nil {
			return nil, err
		}
	}
	if img, err = do(p.room, img, padder, pads); err == nil && img.Bounds().Empty() {
		err = fmt.Errorf("-pad leaves no pixels: %dx%d", img.Bounds().Dx(), img.Bounds().Dy())
	}
	return func(w io.Writer) error { return picture.Encode(w, img, about, quality) }, err
}

// choice is a flag with one of some names.
func (p *padding) choice(flag, usage string, names []string, set func(i int)) {
	p.Func(flag, usage, func(text string) error {
		i := slices.Index(names, text)
		if i < 0 {
			return flags.Unknown(flag, text, names)
		}
		set(i)
		return nil
	})
}

func (p *padding) setPads(text string) (err error) {
	if !strings.Contains(text, ":") {
		return list(&p.pads)(text)
	}
	var pairs [][2]int64
	for _, pair := range strings.Split(text, ",") {
		var both []int64
		err := list(&both)(strings.Replace(pair, ":", ",", 1))
		if err != nil || len(both) != 2 {
			return fmt.Errorf("%q, expected BEGIN:END for each axis", pair)
		}
		pairs = append(pairs, [2]int64(both))
	}
	p.pads = pad.Pairs(pairs...)
	return nil
}

// setSides sets the pads of a picture, which are in the order of CSS.
func (p *padding) setSides(text string) error {
	var s []int64
	if err := list(&s)(text); err != nil {
		return err
	}
	if len(s) == 1 {
		s = slices.Repeat(s, 4)
	}
	if len(s) != 4 {
		return fmt.Errorf("%d values, expected 1, or 4: top,right,bottom,left", len(s))
	}
	p.pads = []int64{s[0], s[3], s[2], s[1]}
	return nil
}

// list parses numbers that commas separate. None are none: a scalar has no axes.
func list[T int | int64](to *[]T) func(string) error {
	return func(text string) error {
		err := json.Unmarshal([]byte("["+strings.ReplaceAll(text, "x", ",")+"]"), to)
		if err != nil || strings.Contains(text, "null") {
			return errors.New("expected whole numbers with commas between them")
		}
		return nil
	}
}

const modesHelp = `examples:
  padrun modes -o sheet.png                     all modes on a picture of padrun's own
  padrun modes -pad 200 photo.jpg -o sheet.png  on yours, with so many pixels on all sides

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
	return p.convert(append(files, "")[0], func(in *io.SectionReader) (func(io.Writer) error, error) {
		if kind := memory.KindOf(in); !kind.IsPicture() {
			return nil, fmt.Errorf("%s, expected a PNG or a JPEG picture", kind)
		}
		return p.picture(in, picture.Sheet)
	})
}
