package onnxpb

import (
	"cmp"
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// Model is a ModelProto.
type Model struct {
	Opsets map[string]int // by domain, "" for ai.onnx
	Graph  Graph
}

// Graph is a GraphProto.
type Graph struct {
	Nodes           []Node
	Initializers    []Named
	Inputs, Outputs []string
	Types           map[string]string // of inputs: "float[1 3 N]"
}

// Named is a tensor with its name.
type Named struct {
	Name   string
	Tensor onnx.Tensor
}

// Node is a NodeProto. Domain is "" for ai.onnx. An empty name among Inputs means that the input is absent.
type Node struct {
	Name, OpType, Domain string
	Inputs, Outputs      []string
	Attributes           []Attribute
}

func readModel(m *message) *Model {
	model := &Model{Opsets: map[string]int{}}
	for g := range m.messages(7, "GraphProto") {
		model.Graph = readGraph(g)
	}
	for opset := range m.messages(8, "OperatorSetIdProto") {
		version := opset.int64(2)
		if version != int64(int32(version)) {
			opset.failf("version %d is no opset", version)
		}
		model.Opsets[opset.domain(1)] = int(version)
	}
	if len(model.Opsets) == 0 {
		model.Opsets[""] = 1 // models older than the field
	}
	if !m.has(7) {
		m.failf("no graph")
	}
	return model
}

func readGraph(m *message) (g Graph) {
	g.Types = map[string]string{}
	for n := range m.messages(1, "NodeProto") {
		g.Nodes = append(g.Nodes, readNode(n))
	}
	for t := range m.messages(5, "TensorProto") {
		g.Initializers = append(g.Initializers, readTensor(t))
	}
	for v := range m.messages(11, "ValueInfoProto") {
		g.Inputs = append(g.Inputs, v.text(1))
		g.Types[v.text(1)] = readType(v)
	}
	for v := range m.messages(12, "ValueInfoProto") {
		g.Outputs = append(g.Outputs, v.text(1))
	}
	if m.has(15) {
		m.failf("sparse initializers are not supported")
	}
	return g
}

// readType returns what a ValueInfoProto says of a tensor's type and shape.
func readType(m *message) (text string) {
	for typ := range m.messages(2, "TypeProto") {
		for tensor := range typ.messages(1, "Tensor") {
			text = dtype.DType(tensor.int64(1)).String()
			for shape := range tensor.messages(2, "TensorShapeProto") {
				dims := []string{}
				for dim := range shape.messages(1, "Dimension") {
					dims = append(dims, cmp.Or(dim.text(2), fmt.Sprint(dim.int64(1))))
				}
				text += fmt.Sprint(dims)
			}
		}
	}
	return text
}

func readNode(m *message) Node {
	n := Node{
		Name:    m.text(3),
		OpType:  m.text(4),
		Domain:  m.domain(7),
		Inputs:  m.texts(1),
		Outputs: m.texts(2),
	}
	for a := range m.messages(5, "AttributeProto") {
		n.Attributes = append(n.Attributes, readAttribute(a))
	}
	return n
}
