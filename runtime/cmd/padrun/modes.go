package main

import (
	"errors"
	"io"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/picture"
)

const modesHelp = `examples:
  padrun modes -o sheet.png                     the four modes on a picture that padrun draws
  padrun modes -pad 200 photo.jpg -o sheet.png  on your own, with so many pixels on all sides

usage: padrun modes [flags] [PICTURE] -o SHEET.png
`

// runModes is the command modes.
func runModes(args []string, s streams) error {
	p := padding{command: newCommand("modes", modesHelp, s)}
	p.StringVar(&p.out, "o", "", "the `file` that receives the sheet, a PNG; - for standard output")
	p.pictureFlags("#d0d7de")
	files, err := p.parse(args, 0, 1, "at most one PICTURE")
	if err == nil && p.out == "" {
		err = errors.New("-o is missing, see padrun modes -h")
	}
	if err != nil {
		return err
	}
	return p.convert(append(files, "")[0], func(room *memory.Room, b []byte) (func(io.Writer) error, error) {
		return p.picture(room, b, picture.Sheet)
	})
}
