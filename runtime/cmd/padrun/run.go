package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/model"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
)

const runHelp = `examples:
  padrun run model.onnx                   run a model whose inputs all have initializers
  padrun run model.onnx x.pb pads.pb      run a model on two inputs
  padrun run -print model.onnx x.pb       show the elements of the outputs
  padrun run model.onnx x.npy -o y.npy    the first input and the first output are NumPy files

usage: padrun run [flags] MODEL.onnx [INPUT]...
`

// runModel is the command run.
func runModel(args []string, s streams) error {
	c := newCommand("run", runHelp, s)
	var outputFiles []string
	c.Func("o", "`file` that receives the next output, - for standard output", func(name string) error {
		outputFiles = append(outputFiles, name)
		return nil
	})
	show := c.Bool("print", false, "show the outputs' elements")
	assumeNewest := c.Bool("assume-newest", false, "take the newest version for opsets that are newer")
	c.limitFlags()
	files, err := c.parse(args, 1, math.MaxInt, "MODEL.onnx and its inputs")
	for i, name := range outputFiles {
		err = cmp.Or(err, c.files.Check(name))
		if slices.Contains(outputFiles[:i], name) {
			err = cmp.Or(err, fmt.Errorf("-o %s is given twice", name))
		}
	}
	if err != nil {
		return err
	}
	opts := c.options()
	opts.AssumeNewest = *assumeNewest
	var outputs []model.Named
	err = during(c.err, "running "+files[0], new(progress), func() (err error) {
		outputs, err = model.Run(c.room, files[0], files[1:], opts)
		return err
	})
	if err == nil && len(outputFiles) > len(outputs) {
		err = fmt.Errorf("-o given %d times, the graph has %d outputs", len(outputFiles), len(outputs))
	}
	if err != nil {
		return err
	}
	report := c.out
	if slices.Contains(outputFiles, "-") {
		report = c.err
	}
	for i, y := range outputs {
		fmt.Fprintf(report, "%s: %v%v\n", y.Name, y.Tensor.DType, y.Tensor.Shape)
		if *show {
			err = element.Print(report, y.Tensor)
		}
		if err == nil && i < len(outputFiles) {
			err = c.files.Write(outputFiles[i], func(w io.Writer) error {
				if strings.EqualFold(filepath.Ext(outputFiles[i]), ".npy") {
					return npy.Write(w, y.Tensor)
				}
				return y.Write(w)
			})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
