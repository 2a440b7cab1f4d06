// Package pbtest writes protobuf messages for tests, valid or invalid.
package pbtest

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Message is a message in the wire format. Its methods return it with a field appended.
type Message []byte

// Int appends a varint.
func (m Message) Int(num int, v int64) Message {
	return protowire.AppendVarint(protowire.AppendTag(m, protowire.Number(num), protowire.VarintType), uint64(v))
}

// Ints appends varints, each a field of its own.
func (m Message) Ints(num int, values ...int64) Message {
	for _, v := range values {
		m = m.Int(num, v)
	}
	return m
}

// Packed appends varints in one field.
func (m Message) Packed(num int, values ...int64) Message {
	var b []byte
	for _, v := range values {
		b = protowire.AppendVarint(b, uint64(v))
	}
	return m.Bytes(num, b)
}

// Float appends a fixed32.
func (m Message) Float(num int, v float32) Message {
	return protowire.AppendFixed32(protowire.AppendTag(m, protowire.Number(num), protowire.Fixed32Type), math.Float32bits(v))
}

// Double appends a fixed64.
func (m Message) Double(num int, v float64) Message {
	return protowire.AppendFixed64(protowire.AppendTag(m, protowire.Number(num), protowire.Fixed64Type), math.Float64bits(v))
}

// Bytes appends bytes, a string or a message.
func (m Message) Bytes(num int, b []byte) Message {
	return protowire.AppendBytes(protowire.AppendTag(m, protowire.Number(num), protowire.BytesType), b)
}

// Text appends strings.
func (m Message) Text(num int, values ...string) Message {
	for _, s := range values {
		m = m.Bytes(num, []byte(s))
	}
	return m
}

// Tensor returns a TensorProto with int64_data.
func Tensor(name string, dims []int64, values ...int64) Message {
	return Message{}.Ints(1, dims...).Int(2, 7).Text(8, name).Packed(7, values...)
}

// Node returns a NodeProto with one output.
func Node(domain, op, output string, inputs []string, attributes ...Message) Message {
	m := Message{}.Text(1, inputs...).Text(2, output).Text(4, op).Text(7, domain)
	for _, a := range attributes {
		m = m.Bytes(5, a)
	}
	return m
}

// Model returns a ModelProto that imports an opset of a domain and has a graph of the nodes, with the given names of
// inputs, the output y, and the initializers.
func Model(domain string, opset int64, inputs []string, nodes, initializers []Message) Message {
	var graph Message
	for _, n := range nodes {
		graph = graph.Bytes(1, n)
	}
	for _, t := range initializers {
		graph = graph.Bytes(5, t)
	}
	for _, name := range inputs {
		graph = graph.Bytes(11, Message{}.Text(1, name))
	}
	graph = graph.Bytes(12, Message{}.Text(1, "y"))
	return Message{}.Int(1, 8).Bytes(7, graph).Bytes(8, Message{}.Text(1, domain).Int(2, opset))
}
