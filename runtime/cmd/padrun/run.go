package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/onnx"
)

const runHelp = `examples:
  padrun run model.onnx                   run a model whose inputs all have initializers
  padrun run model.onnx x.pb pads.pb      run a model on two inputs
  padrun run model.onnx x.pb -o y.pb      write the first output to a file

usage: padrun run [flags] MODEL.onnx [INPUT.pb]...
`

// defaultMaxBytes is low enough for the memory of most machines: a file of a few bytes may ask for an output
// of any size.
const defaultMaxBytes = 2 << 30

// runModel is the command run.
func runModel(args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	var outputFiles []string
	f.Func("o", "`file` that receives the next output", func(name string) error {
		outputFiles = append(outputFiles, name)
		return nil
	})
	strict := f.Bool("strict", false, "refuse reflect and wrap pads larger than the axis")
	assumeNewest := f.Bool("assume-newest", false, "take the newest known version for opsets above the newest checked")
	maxBytes := f.Int64("max-bytes", defaultMaxBytes, "the largest output of a node in bytes")
	workers := f.Int("workers", 0, "goroutines of one node at most, 0 to choose")
	files, err := parse(f, args, runHelp, stdout)
	switch {
	case err != nil:
		return err
	case len(files) == 0:
		return errors.New("no MODEL.onnx given, see padrun run -h")
	case *maxBytes < 1:
		return fmt.Errorf("-max-bytes is %d, expected 1 or more", *maxBytes)
	case *workers < 0:
		return fmt.Errorf("-workers is %d, expected 0 or more", *workers)
	}
	opts := onnx.Options{AssumeNewest: *assumeNewest, Strict: *strict, MaxBytes: *maxBytes, Workers: *workers}
	outputs, err := runFiles(files[0], files[1:], opts)
	if err != nil {
		return err
	}
	if len(outputFiles) > len(outputs) {
		return fmt.Errorf("-o given %d times, the graph has %d outputs", len(outputFiles), len(outputs))
	}
	for i, y := range outputs {
		fmt.Fprintf(stdout, "%s: %v%v\n", y.Name, y.Tensor.DType, y.Tensor.Shape)
		if i >= len(outputFiles) {
			continue
		}
		b, err := y.Marshal()
		if err == nil {
			err = os.WriteFile(outputFiles[i], b, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runFiles runs the model on the tensors of the input files.
func runFiles(model string, inputs []string, opts onnx.Options) ([]onnxpb.Named, error) {
	m, err := onnxpb.ReadModelFile(model)
	if err != nil {
		return nil, err
	}
	tensors := make([]onnxpb.Named, len(inputs))
	for i, file := range inputs {
		if tensors[i], err = onnxpb.ReadTensorFile(file); err != nil {
			return nil, err
		}
	}
	outputs, err := graph.Run(m, tensors, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", model, err)
	}
	return outputs, nil
}
