package onnxpb

import (
	"fmt"
	"math"
	"os"
)

// ReadModelFile reads a file that holds a ModelProto.
func ReadModelFile(name string) (*Model, error) { return readFile(name, ReadModel) }

// ReadTensorFile reads a file that holds a TensorProto.
func ReadTensorFile(name string) (Named, error) { return readFile(name, ReadTensor) }

// readFile reads the message in a regular file, after checking its size.
func readFile[T any](name string, read func([]byte) (T, error)) (v T, err error) {
	const limit = math.MaxInt32 // protobuf allows no larger message
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return v, err
	case !info.Mode().IsRegular():
		return v, fmt.Errorf("%s: not a regular file", name)
	case info.Size() > limit:
		return v, fmt.Errorf("%s: %d bytes, a message has at most %d", name, info.Size(), limit)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return v, err
	}
	if v, err = read(b); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return v, err
}
