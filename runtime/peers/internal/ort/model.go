package ort

import (
	"encoding/binary"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// The model is written for this opset, with the first version of the file format that goes with it.
const (
	opset     = 21
	irVersion = 10
)

// message is a protobuf message in the making. The numbers of its fields are those of onnx.proto.
type message []byte

func (m message) int(field protowire.Number, v int64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, field, protowire.VarintType), uint64(v))
}

func (m message) bytes(field protowire.Number, v []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, field, protowire.BytesType), v)
}

func (m message) string(field protowire.Number, s string) message { return m.bytes(field, []byte(s)) }

// padModel is x -> Pad(x, pads, value) -> y, where pads and value are initializers.
func padModel(w *bench.Workload, opset, irVersion int) []byte {
	node := message(nil).string(1, "x").string(1, "pads")
	graph := message(nil)
	if w.Mode == pad.Constant && w.Value != nil {
		node = node.string(1, "value")
	}
	attribute := message(nil).string(1, "mode").string(4, w.Mode.String()).int(20, 3)
	node = node.string(2, "y").string(4, "Pad").bytes(5, attribute)
	graph = graph.bytes(1, node).string(2, "pad")
	raw := make([]byte, 0, 8*len(w.Pads))
	for _, p := range w.Pads {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(p))
	}
	graph = graph.bytes(5, initializer("pads", dtype.TypeInt64, []int{len(w.Pads)}, raw))
	if w.Mode == pad.Constant && w.Value != nil {
		value := make([]byte, w.Type.Size())
		copy(value, w.Value)
		graph = graph.bytes(5, initializer("value", w.Type, nil, value))
	}
	graph = graph.bytes(11, valueInfo("x", w.Type, w.Shape)).bytes(12, valueInfo("y", w.Type, w.OutShape()))
	return message(nil).int(1, int64(irVersion)).bytes(7, graph).bytes(8, message(nil).string(1, "").int(2, int64(opset)))
}

func initializer(name string, d dtype.DType, shape []int, raw []byte) message {
	m := message(nil)
	for _, n := range shape {
		m = m.int(1, int64(n))
	}
	return m.int(2, int64(d)).string(8, name).bytes(9, raw)
}

func valueInfo(name string, d dtype.DType, shape []int) message {
	dims := message(nil)
	for _, n := range shape {
		dims = dims.bytes(1, message(nil).int(1, int64(n)))
	}
	tensor := message(nil).int(1, int64(d)).bytes(2, dims)
	return message(nil).string(1, name).bytes(2, message(nil).bytes(1, tensor))
}
