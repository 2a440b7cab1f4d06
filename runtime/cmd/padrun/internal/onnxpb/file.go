package onnxpb

import (
	"fmt"
	"os"
)

// maxFile is the largest message that protobuf allows.
const maxFile = 1<<31 - 1

// ReadModelFile reads a file that holds a ModelProto.
func ReadModelFile(name string) (*Model, error) {
	b, err := readFile(name)
	if err != nil {
		return nil, err
	}
	m, err := ReadModel(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// ReadTensorFile reads a file that holds a TensorProto.
func ReadTensorFile(name string) (Named, error) {
	b, err := readFile(name)
	if err != nil {
		return Named{}, err
	}
	tensor, t, err := ReadTensor(b)
	if err != nil {
		return Named{}, fmt.Errorf("%s: %w", name, err)
	}
	return Named{tensor, t}, nil
}

// readFile reads a regular file, after checking its size.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", name)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s: %d bytes, a message has at most %d", name, info.Size(), maxFile)
	}
	return os.ReadFile(name)
}
