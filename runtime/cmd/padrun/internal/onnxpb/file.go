package onnxpb

import (
	"bytes"
	"fmt"
	"math"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
)

// ReadModelFile reads a file that holds a ModelProto, and keeps its memory in the room.
func ReadModelFile(room *memory.Room, name string) (*Model, error) {
	m, err := openMessage(room, name, "ModelProto")
	if err != nil {
		return nil, err
	}
	model := readModel(m)
	return model, named(name, m.err)
}

// ReadTensorFile reads a file that holds a TensorProto, and keeps its memory in the room.
func ReadTensorFile(room *memory.Room, name string) (Named, error) {
	m, err := openMessage(room, name, "TensorProto")
	if err != nil {
		return Named{}, err
	}
	t := readTensor(m)
	return t, named(name, m.err)
}

func named(name string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}

func openMessage(room *memory.Room, name, kind string) (*message, error) {
	b, err := room.Read(name)
	switch {
	case err != nil:
		return nil, err
	case len(b) > math.MaxInt32:
		return nil, fmt.Errorf("%s: %d bytes, a message has at most %d", name, len(b), math.MaxInt32)
	}
	for start, is := range map[string]string{"\x93NUMPY": "NumPy file", "\x89PNG": "PNG picture", "\xFF\xD8\xFF": "JPEG picture"} {
		if bytes.HasPrefix(b, []byte(start)) {
			return nil, fmt.Errorf("%s is a %s, expected a %s; padrun pad reads it", name, is, kind)
		}
	}
	return &message{kind: kind, content: b, room: room}, nil
}
