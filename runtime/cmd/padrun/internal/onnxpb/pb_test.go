package onnxpb

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// pb is a message in the wire format, valid or not. Its methods return it with a field appended.
type pb []byte

// Int appends varints, each a field of its own.
func (m pb) Int(num int, values ...int64) pb {
	for _, v := range values {
		m = protowire.AppendVarint(protowire.AppendTag(m, protowire.Number(num), protowire.VarintType), uint64(v))
	}
	return m
}

// Packed appends varints in one field.
func (m pb) Packed(num int, values ...int64) pb {
	var b []byte
	for _, v := range values {
		b = protowire.AppendVarint(b, uint64(v))
	}
	return m.Bytes(num, b)
}

// Float appends a fixed32.
func (m pb) Float(num int, v float32) pb {
	return protowire.AppendFixed32(protowire.AppendTag(m, protowire.Number(num), protowire.Fixed32Type), math.Float32bits(v))
}

// Double appends a fixed64.
func (m pb) Double(num int, v float64) pb {
	return protowire.AppendFixed64(protowire.AppendTag(m, protowire.Number(num), protowire.Fixed64Type), math.Float64bits(v))
}

// Bytes appends bytes, a string or a message.
func (m pb) Bytes(num int, b []byte) pb {
	return protowire.AppendBytes(protowire.AppendTag(m, protowire.Number(num), protowire.BytesType), b)
}

// Text appends strings.
func (m pb) Text(num int, values ...string) pb {
	for _, s := range values {
		m = m.Bytes(num, []byte(s))
	}
	return m
}

// tensorPB returns a TensorProto with int64_data.
func tensorPB(name string, dims []int64, values ...int64) pb {
	return pb{}.Int(1, dims...).Int(2, 7).Text(8, name).Packed(7, values...)
}

// nodePB returns a NodeProto with one output.
func nodePB(domain, op, output string, inputs []string, attributes ...pb) pb {
	m := pb{}.Text(1, inputs...).Text(2, output).Text(4, op).Text(7, domain)
	for _, a := range attributes {
		m = m.Bytes(5, a)
	}
	return m
}

// modelPB returns a ModelProto that imports an opset of a domain and has a graph of the nodes, with the given
// names of inputs, the output y, and the initializers.
func modelPB(domain string, opset int64, inputs []string, nodes, initializers []pb) pb {
	var graph pb
	for _, n := range nodes {
		graph = graph.Bytes(1, n)
	}
	for _, t := range initializers {
		graph = graph.Bytes(5, t)
	}
	for _, name := range inputs {
		graph = graph.Bytes(11, pb{}.Text(1, name))
	}
	graph = graph.Bytes(12, pb{}.Text(1, "y"))
	return pb{}.Int(1, 8).Bytes(7, graph).Bytes(8, pb{}.Text(1, domain).Int(2, opset))
}
