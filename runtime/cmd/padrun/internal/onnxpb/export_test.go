package onnxpb

import "github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"

func plenty() *memory.Room { return &memory.Room{Limit: 1 << 30} }

// ReadModel reads a ModelProto: the content of a model.onnx.
func ReadModel(b []byte) (*Model, error) {
	m := &message{kind: "ModelProto", content: b, room: plenty()}
	model := readModel(m)
	return model, m.err
}

// ReadTensor reads a TensorProto, such as an input_0.pb.
func ReadTensor(b []byte) (Named, error) {
	m := &message{kind: "TensorProto", content: b, room: plenty()}
	t := readTensor(m)
	return t, m.err
}
