package onnxpb

import (
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
	"google.golang.org/protobuf/encoding/protowire"
)

// Marshal returns the tensor as a TensorProto, with its values in raw_data, or in string_data for strings.
func (t Named) Marshal() ([]byte, error) {
	var b []byte
	for _, d := range t.Tensor.Shape {
		b = appendInt(b, 1, d)
	}
	b = appendInt(b, 2, int(t.Tensor.DType))
	b = appendBytes(b, 8, []byte(t.Name))
	if s, ok := t.Tensor.Data.([]string); ok && t.Tensor.DType == dtype.TypeString {
		for _, v := range s {
			b = appendBytes(b, 6, []byte(v))
		}
		return b, nil
	}
	raw, ok := t.Tensor.Bytes()
	if !ok {
		return nil, fmt.Errorf("tensor %q: Data is a %T, which does not store %v", t.Name, t.Tensor.Data, t.Tensor.DType)
	}
	return appendBytes(b, 9, LittleEndian(raw, t.Tensor.DType)), nil
}

func appendInt(b []byte, num protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, num, protowire.VarintType), uint64(v))
}

func appendBytes(b []byte, num protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), v)
}
