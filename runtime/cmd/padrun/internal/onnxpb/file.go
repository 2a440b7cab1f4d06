package onnxpb

import (
	"bytes"
	"fmt"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
)

// ReadModelFile reads a file that holds a ModelProto, and keeps its memory in the room.
func ReadModelFile(room *memory.Room, name string) (*Model, error) {
	return readFile(room, name, "ModelProto", readModel)
}

// ReadTensorFiles reads files that hold a TensorProto each, and keeps their memory in the room.
func ReadTensorFiles(room *memory.Room, names []string) ([]Named, error) {
	tensors := make([]Named, len(names))
	for i, name := range names {
		var err error
		if tensors[i], err = readFile(room, name, "TensorProto", readTensor); err != nil {
			return nil, err
		}
	}
	return tensors, nil
}

func readFile[T any](room *memory.Room, name, kind string, read func(*message) T) (v T, err error) {
	b, err := room.Read(name)
	if err != nil {
		return v, err
	}
	for start, is := range map[string]string{"\x93NUMPY": "NumPy file", "\x89PNG": "PNG picture", "\xFF\xD8\xFF": "JPEG picture"} {
		if bytes.HasPrefix(b, []byte(start)) {
			return v, fmt.Errorf("%s is a %s, expected a %s; padrun pad reads it", name, is, kind)
		}
	}
	m := &message{kind: kind, content: b, room: room}
	if v = read(m); m.err != nil {
		err = fmt.Errorf("%s: %w", name, m.err)
	}
	return v, err
}
