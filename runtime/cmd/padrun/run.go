package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/model"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
)

const runHelp = `examples:
  padrun run model.onnx                   run a model whose inputs all have initializers
  padrun run model.onnx x.pb pads.pb      run a model on two inputs
  padrun run -print model.onnx x.pb       show the elements of the outputs
  padrun run model.onnx x.npy -o y.npy    the first input and the first output are NumPy files
  padrun run -nodes model.onnx            list the Pad nodes of a larger model
  padrun run -node pad1 model.onnx x.npy  run one of them; inputs are what other nodes compute

usage: padrun run [flags] MODEL.onnx [INPUT]...
`

// runModel is the command run.
func runModel(args []string, s streams) error {
	c := newCommand("run", runHelp, s)
	var outputFiles flags.List
	c.Var(&outputFiles, "o", "`file` that receives the next output, - for standard output")
	show := c.Bool("print", false, "show the outputs' elements")
	node := c.String("node", "", "run only the Pad node of this `name`")
	list := c.Bool("nodes", false, "list the Pad nodes, in subgraphs and functions also, and run nothing")
	assumeNewest := c.Bool("assume-newest", false, "take the newest version for opsets that are newer")
	c.limitFlags()
	files, err := c.parse(args, 1, math.MaxInt, "MODEL.onnx and its inputs")
	if err == nil && *list {
		if len(files) > 1 || c.given("node", "o", "print", "assume-newest") > 0 {
			return errors.New("-nodes takes a model and no other flag")
		}
		return model.List(c.room, files[0], c.out)
	}
	if *node == "" && c.given("node") > 0 {
		err = cmp.Or(err, errors.New("-node: expected a name"))
	}
	places := make([]string, len(outputFiles))
	for i, name := range outputFiles {
		err = cmp.Or(err, c.files.Check(name))
		if ending := strings.ToLower(filepath.Ext(name)); name != "-" && ending != ".npy" && ending != ".pb" {
			err = cmp.Or(err, fmt.Errorf("-o %s: expected the ending .npy or .pb", name))
		}
		if places[i] = place(name); slices.Contains(places[:i], places[i]) {
			err = cmp.Or(err, fmt.Errorf("-o %s is given twice", name))
		}
	}
	if err != nil {
		return err
	}
	opts := c.options()
	opts.AssumeNewest = *assumeNewest
	outputs, err := model.Run(c.room, files[0], *node, files[1:], opts)
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
		fmt.Fprintf(report, "%s: %v%v\n", memory.Quote(y.Name), y.Tensor.DType, y.Tensor.Shape)
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

// place returns the same path for all names of a file. The file need not exist yet.
func place(name string) string {
	if folder, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil && name != "-" {
		name, _ = filepath.Abs(filepath.Join(folder, filepath.Base(name)))
	}
	if at, err := filepath.EvalSymlinks(name); err == nil {
		return at
	}
	return name
}
