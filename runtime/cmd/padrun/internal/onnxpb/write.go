package onnxpb

import (
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"google.golang.org/protobuf/encoding/protowire"
)

// AppendTensor appends t as a TensorProto, with its values in raw_data, or in string_data for strings.
func AppendTensor(b []byte, name string, t onnx.Tensor) ([]byte, error) {
	for _, d := range t.Shape {
		b = protowire.AppendTag(b, 1, protowire.VarintType)
		b = protowire.AppendVarint(b, uint64(d))
	}
	b = protowire.AppendTag(b, 2, protowire.VarintType)
	b = protowire.AppendVarint(b, uint64(t.DType))
	if name != "" {
		b = protowire.AppendTag(b, 8, protowire.BytesType)
		b = protowire.AppendString(b, name)
	}
	if s, ok := t.Data.([]string); ok && t.DType == dtype.TypeString {
		for _, v := range s {
			b = protowire.AppendTag(b, 6, protowire.BytesType)
			b = protowire.AppendString(b, v)
		}
		return b, nil
	}
	raw, ok := t.Bytes()
	if !ok {
		return nil, fmt.Errorf("tensor %q: Data is a %T, which does not store %v", name, t.Data, t.DType)
	}
	b = protowire.AppendTag(b, 9, protowire.BytesType)
	return protowire.AppendBytes(b, native(raw, t.DType)), nil
}
