package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/onnx"
)

// defaultMaxBytes is low enough for the memory of most machines, because a file of a few bytes may ask for an output of any size.
const defaultMaxBytes = 2 << 30

// runModel is the command run.
func runModel(args []string, stdout, stderr io.Writer) error {
	f := newFlags("run", stderr)
	var files []string
	f.Func("o", "`file` that receives the next output", func(name string) error {
		files = append(files, name)
		return nil
	})
	strict := f.Bool("strict", false, "refuse reflect and wrap pads larger than the axis")
	assumeNewest := f.Bool("assume-newest", false, "take the newest known version for opsets above the newest checked")
	maxBytes := f.Int64("max-bytes", defaultMaxBytes, "the largest output of a node in bytes")
	workers := f.Int("workers", 0, "goroutines of one node at most, 0 to choose")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		f.Usage()
		return errUsage
	}
	for _, arg := range f.Args() {
		if strings.HasPrefix(arg, "-") {
			return fmt.Errorf("%s: flags come before the model", arg)
		}
	}
	switch {
	case *maxBytes < 1:
		return wrongValue(f, "max-bytes", "1 or more")
	case *workers < 0:
		return wrongValue(f, "workers", "0 or more")
	}
	opts := []onnx.Option{onnx.MaxBytes(*maxBytes), onnx.Workers(*workers)}
	if *strict {
		opts = append(opts, onnx.Strict())
	}
	if *assumeNewest {
		opts = append(opts, onnx.AssumeNewest())
	}
	outputs, err := runFiles(f.Arg(0), f.Args()[1:], opts)
	if err != nil {
		return err
	}
	if len(files) > len(outputs) {
		return fmt.Errorf("-o given %d times, the graph has %d outputs", len(files), len(outputs))
	}
	for i, y := range outputs {
		fmt.Fprintf(stdout, "%s: %v%v\n", y.Name, y.Tensor.DType, y.Tensor.Shape)
		if i < len(files) {
			if err := writeTensor(files[i], y); err != nil {
				return err
			}
		}
	}
	return nil
}

// runFiles runs the model on the tensors of the input files.
func runFiles(model string, inputs []string, opts []onnx.Option) ([]onnxpb.Named, error) {
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
	outputs, err := graph.Run(m, tensors, opts...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", model, err)
	}
	return outputs, nil
}

func writeTensor(file string, t onnxpb.Named) error {
	b, err := onnxpb.AppendTensor(nil, t.Name, t.Tensor)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o666)
}
