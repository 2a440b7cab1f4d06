package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/onnx"
)

const runHelp = `examples:
  padrun run model.onnx                   run a model whose inputs all have initializers
  padrun run model.onnx x.pb pads.pb      run a model on two inputs
  padrun run -print model.onnx x.pb       show the elements of the outputs
  padrun run model.onnx x.pb -o y.pb      write the first output to a file

usage: padrun run [flags] MODEL.onnx [INPUT.pb]...
`

// runModel is the command run.
func runModel(args []string, s streams) error {
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	var outputFiles []string
	f.Func("o", "`file` that receives the next output, - for standard output", func(name string) error {
		outputFiles = append(outputFiles, name)
		return nil
	})
	show := f.Bool("print", false, "show the outputs' elements")
	assumeNewest := f.Bool("assume-newest", false, "take the newest known version for opsets above the newest checked")
	l := limitFlags(f)
	files, err := parse(f, args, runHelp, s.out)
	if err == nil && len(files) == 0 {
		err = errors.New("no MODEL.onnx given, see padrun run -h")
	}
	if err == nil {
		err = l.check(outputFiles...)
	}
	if err != nil {
		return err
	}
	opts := l.options()
	opts.AssumeNewest = *assumeNewest
	var outputs []onnxpb.Named
	err = during(s.err, "running "+files[0], func() (err error) { outputs, err = runFiles(l.room(s), files[0], files[1:], opts); return err })
	if err != nil {
		return err
	}
	if len(outputFiles) > len(outputs) {
		return fmt.Errorf("-o given %d times, the graph has %d outputs", len(outputFiles), len(outputs))
	}
	report := s.out
	if slices.Contains(outputFiles, "-") {
		report = s.err
	}
	for i, y := range outputs {
		fmt.Fprintf(report, "%s: %v%v\n", y.Name, y.Tensor.DType, y.Tensor.Shape)
		if *show {
			if err := element.Print(report, y.Tensor); err != nil {
				return err
			}
		}
		if i < len(outputFiles) {
			if err := safefile.Write(outputFiles[i], l.force, s.out, y.Write); err != nil {
				return err
			}
		}
	}
	return nil
}

// runFiles runs the model on the tensors of the input files.
func runFiles(room *memory.Room, model string, inputs []string, opts onnx.Options) ([]onnxpb.Named, error) {
	m, err := onnxpb.ReadModelFile(room, model)
	if err != nil {
		return nil, err
	}
	tensors := make([]onnxpb.Named, len(inputs))
	for i, file := range inputs {
		if tensors[i], err = onnxpb.ReadTensorFile(room, file); err != nil {
			return nil, err
		}
	}
	outputs, err := graph.Run(room, m, tensors, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", model, err)
	}
	return outputs, nil
}
