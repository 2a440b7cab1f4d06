package onnxpb

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/dtype"
	"google.golang.org/protobuf/encoding/protowire"
)

// Write writes the tensor as a TensorProto, with its values in raw_data, or in string_data for strings.
func (t Named) Write(w io.Writer) error {
	var b []byte
	for _, d := range t.Tensor.Shape {
		b = appendInt(b, 1, d)
	}
	b = appendInt(b, 2, int(t.Tensor.DType))
	b = appendBytes(b, 8, []byte(t.Name))
	if s, ok := t.Tensor.Data.([]string); ok && t.Tensor.DType == dtype.TypeString {
		buffer := bufio.NewWriter(w) // which keeps the first error
		for _, text := range s {
			buffer.Write(b)
			b = appendBytes(b[:0], 6, []byte(text))
		}
		buffer.Write(b)
		return buffer.Flush()
	}
	raw, _ := t.Tensor.Bytes()
	b = protowire.AppendVarint(protowire.AppendTag(b, 9, protowire.BytesType), uint64(len(raw)))
	if len(b)+len(raw) > math.MaxInt32 {
		return fmt.Errorf("tensor %q: %d bytes, a message has at most %d", t.Name, len(raw), math.MaxInt32)
	}
	if _, err := w.Write(b); err != nil {
		return err
	}
	return element.Write(w, t.Tensor)
}

func appendInt(b []byte, num protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, num, protowire.VarintType), uint64(v))
}

func appendBytes(b []byte, num protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), v)
}
