package onnxpb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"google.golang.org/protobuf/encoding/protowire"
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

// Free returns the inputs that have no initializer.
func (g *Graph) Free() []string {
	initialized := make(map[string]bool)
	for _, t := range g.Initializers {
		initialized[t.Name] = true
	}
	return slices.DeleteFunc(slices.Clone(g.Inputs), func(name string) bool { return initialized[name] })
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
	model := &Model{Opsets: map[string]int{}, Graph: one(m, 7, "GraphProto", readGraph)}
	list(m, 8, "OperatorSetIdProto", func(opset *message) bool {
		version := opset.int64(2)
		if version != int64(int32(version)) {
			opset.failf("version %d is no opset", version)
		}
		model.Opsets[domain(opset.text(1))] = int(version)
		return true
	})
	version := m.int64(1)
	switch {
	case !m.has(7):
		m.failf("no graph")
	case len(model.Opsets) == 0 && version >= 3:
		m.failf("no opset_import, which IR version %d must have", version)
	case len(model.Opsets) == 0:
		model.Opsets[""] = 1 // models older than the field
	}
	return model
}

// domain returns the name of a domain, "" for ai.onnx.
func domain(name string) string {
	if name == "ai.onnx" {
		return ""
	}
	return name
}

func readGraph(m *message) Graph {
	g := Graph{
		Nodes:        list(m, 1, "NodeProto", readNode),
		Initializers: append(list(m, 5, "TensorProto", readTensor), list(m, 15, "SparseTensorProto", readSparse)...),
		Types:        map[string]string{},
	}
	name := func(value *message) string { return value.text(1) }
	g.Inputs = list(m, 11, "ValueInfoProto", name)
	for i, typ := range list(m, 11, "ValueInfoProto", readType) {
		g.Types[g.Inputs[i]] = typ
	}
	g.Outputs = list(m, 12, "ValueInfoProto", name)
	return g
}

// readType returns what a ValueInfoProto says of a tensor's type and shape.
func readType(m *message) string {
	dimension := func(m *message) string { return cmp.Or(m.text(2), fmt.Sprint(m.int64(1))) }
	shape := func(m *message) string { return fmt.Sprint(list(m, 1, "Dimension", dimension)) }
	tensor := func(m *message) string {
		return dtype.DType(m.int64(1)).String() + one(m, 2, "TensorShapeProto", shape)
	}
	typ := func(m *message) string { return one(m, 1, "Tensor", tensor) }
	return one(m, 2, "TypeProto", typ)
}

func readNode(m *message) Node {
	return Node{
		Name:       m.text(3),
		OpType:     m.text(4),
		Domain:     domain(m.text(7)),
		Inputs:     m.texts(1),
		Outputs:    m.texts(2),
		Attributes: list(m, 5, "AttributeProto", readAttribute),
	}
}

// Attribute is an AttributeProto. Value is a float32, int64, string, onnx.Tensor, []float32, []int64 or
// []string; nil for the other types (graphs). A sparse tensor is a dense one.
type Attribute struct {
	Name  string
	Value any
}

// values are the fields of an attribute's value, by its type. That of a graph is not read.
var values = []struct {
	field protowire.Number
	read  func(*message, protowire.Number) any
}{
	1:  {2, func(m *message, n protowire.Number) any { return float(m.last(n, protowire.Fixed32Type).n) }},
	2:  {3, func(m *message, n protowire.Number) any { return m.int64(n) }},
	3:  {4, func(m *message, n protowire.Number) any { return m.text(n) }},
	4:  {5, func(m *message, n protowire.Number) any { return one(m, n, "TensorProto", readTensor).Tensor }},
	5:  {6, func(*message, protowire.Number) any { return nil }},
	6:  {7, func(m *message, n protowire.Number) any { return numbers(m, n, protowire.Fixed32Type, float) }},
	7:  {8, func(m *message, n protowire.Number) any { return m.ints(n) }},
	8:  {9, func(m *message, n protowire.Number) any { return m.texts(n) }},
	11: {22, func(m *message, n protowire.Number) any { return one(m, n, "SparseTensorProto", readSparse).Tensor }},
}

func float(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

func readAttribute(m *message) Attribute {
	a := Attribute{Name: m.text(1)}
	m.kind += " " + strconv.Quote(a.Name)
	if m.has(21) {
		m.failf("refers to attribute %q of a function, which is not supported", m.text(21))
	}
	// The oldest models have no type. For an empty list, only the type tells what it is.
	typ := m.int64(20)
	for t, v := range values {
		if v.field == 0 || !m.has(v.field) {
			continue
		}
		if typ = cmp.Or(typ, int64(t)); int64(t) != typ {
			m.failf("type %d, but the value is of type %d", typ, t)
		}
	}
	if typ > 0 && typ < int64(len(values)) && values[typ].read != nil {
		a.Value = values[typ].read(m, values[typ].field)
	}
	return a
}
