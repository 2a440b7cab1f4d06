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
  padrun modes -o sheet.png                     the four modes on a picture that padrun draws
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
	if err == nil && (len(files) > 1 || *out == "") {
		err = errors.New("expected at most one PICTURE, and -o, see padrun modes -h")
	}
	if err == nil {
		err = p.limits.check(*out)
	}
	if err != nil {
		return err
	}
	var sheet image.Image
	err = during(s.err, "padding", func() (err error) {
		room, b, name := p.limits.room(s), []byte(nil), "the sheet"
		if len(files) > 0 {
			name = files[0]
			if b, err = room.Read(name); err != nil {
				return err
			}
		}
		if sheet, err = p.picture(room, b, picture.Sheet); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return err
	})
	if err != nil {
		return err
	}
	return during(s.err, "writing "+*out, func() error {
		return safefile.Write(*out, p.limits.force, s.out, func(w io.Writer) error { return png.Encode(w, sheet) })
	})
}
