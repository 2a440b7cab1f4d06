package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/picture"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
)

const modesHelp = `examples:
  padrun modes -o sheet.png                    the four modes on a picture that padrun draws
  padrun modes -pad 200 photo.jpg -o sheet.png  on your own, with so many pixels on all sides

usage: padrun modes [flags] [PICTURE] -o SHEET.png
`

// runModes is the command modes.
func runModes(args []string, s streams) error {
	f := flag.NewFlagSet("modes", flag.ContinueOnError)
	out := f.String("o", "", "the `file` that receives the sheet, a PNG; - for standard output")
	p := padding{limits: limitFlags(f)}
	p.pictureFlags(f, "#d0d7de")
	files, err := parse(f, args, modesHelp, s.out)
	switch {
	case err != nil:
		return err
	case len(files) > 1 || *out == "":
		return errors.New("expected at most one PICTURE, and -o, see padrun modes -h")
	}
	if err := p.limits.check(*out); err != nil {
		return err
	}
	sheet, err := p.sheet(s, files)
	if err != nil {
		return err
	}
	return safefile.Write(*out, p.limits.force, s.out, func(w io.Writer) error { return png.Encode(w, sheet) })
}

// sheet makes the sheet of the one file, or of the picture that padrun draws.
func (p *padding) sheet(s streams, files []string) (sheet image.Image, err error) {
	room, name := p.limits.room(s), "the picture"
	img := image.Image(picture.Scene())
	if len(files) > 0 {
		name = files[0]
		b, err := room.Read(name)
		if err != nil {
			return nil, err
		}
		if img, err = picture.Decode(room, b); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if p.sides == nil {
		p.sides = []int64{int64(min(img.Bounds().Dx(), img.Bounds().Dy())) * 7 / 15}
	}
	params, err := p.pictureParams()
	if err == nil {
		err = during(s.err, "padding "+name, func() (err error) { sheet, err = picture.Sheet(room, img, params); return err })
	}
	return sheet, err
}
