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

func readAttribute(m *message) Attribute {
	name := m.text(1)
	m.kind += " " + strconv.Quote(name)
	if m.has(21) {
		m.failf("refers to attribute %q of a function, which is not supported", m.text(21))
	}
	// The oldest models have no type. For an empty list, only the type tells what it is.
	typ := m.int64(20)
	for _, t := range []int64{1, 2, 3, 4, 5, 6, 7, 8, sparse} {
		if !m.has(fieldOf(t)) {
			continue
		}
		if typ = cmp.Or(typ, t); t != typ {
			m.failf("type %d, but the value is of type %d", typ, t)
		}
	}
	return Attribute{name, m.attributeValue(typ)}
}

const sparse = 11 // SPARSE_TENSOR

// fieldOf returns the field that has the value of an AttributeProto.AttributeType.
func fieldOf(typ int64) protowire.Number {
	if typ == sparse {
		return 22
	}
	return protowire.Number(typ + 1)
}

func (m *message) attributeValue(typ int64) any {
	field := fieldOf(typ)
	switch typ {
	case 1: // FLOAT
		return math.Float32frombits(uint32(m.last(field, protowire.Fixed32Type).n))
	case 2: // INT
		return m.int64(field)
	case 3: // STRING
		return m.text(field)
	case 4: // TENSOR
		return one(m, field, "TensorProto", readTensor).Tensor
	case sparse:
		return one(m, field, "SparseTensorProto", readSparse).Tensor
	case 6: // FLOATS
		v := []float32{}
		for _, n := range m.numbers(field, protowire.Fixed32Type) {
			v = append(v, math.Float32frombits(uint32(n)))
		}
		return v
	case 7: // INTS
		return m.ints(field)
	case 8: // STRINGS
		return m.texts(field)
	}
	return nil
}
