package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/onnx"
)

// Write writes a tensor as a file, byte for byte as numpy.save does on a little-endian machine.
func Write(w io.Writer, t onnx.Tensor) error {
	name := ""
	for n, d := range types {
		if d == t.DType {
			name = n
		}
	}
	if name == "" {
		return fmt.Errorf("NumPy has no type for %v", t.DType)
	}
	order := "<"
	if t.DType.Size() == 1 {
		order = "|"
	}
	shape := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(t.Shape), "[]")), ", ")
	if len(t.Shape) == 1 {
		shape += ","
	}
	text := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, name, shape)
	// NumPy leaves room for the first dimension to grow to 20 digits, and aligns the data to 64 bytes.
	if len(t.Shape) > 0 {
		text += strings.Repeat(" ", max(0, 21-len(fmt.Sprint(t.Shape[0]))))
	}
	const before, align = len(Magic) + 4, 64
	text += strings.Repeat(" ", align-(before+len(text)+1)%align) + "\n"
	b := append([]byte(Magic), 1, 0)
	b = append(binary.LittleEndian.AppendUint16(b, uint16(len(text))), text...)
	if _, err := w.Write(b); err != nil {
		return err
	}
	return element.Write(w, t)
}
