package onnxpb

import (
	"errors"

	"github.com/padgen/padgen/runtime/onnx"
)

// Model is a ModelProto.
type Model struct {
	Opsets map[string]int64 // by domain, "" for ai.onnx
	Graph  Graph
}

// Graph is a GraphProto.
type Graph struct {
	Nodes           []Node
	Initializers    []Named
	Inputs, Outputs []string
}

// Named is a tensor with its name.
type Named struct {
	Name   string
	Tensor onnx.Tensor
}

// Node is a NodeProto. An empty name among Inputs means that the input is absent.
type Node struct {
	Name, OpType, Domain string
	Inputs, Outputs      []string
	Attributes           []Attribute
}

// Attribute is an AttributeProto. Value is a float32, int64, string, onnx.Tensor, []float32, []int64 or []string; nil
// for the other types (graphs, sparse tensors, references).
type Attribute struct {
	Name  string
	Value any
}

// ReadModel reads a ModelProto: the content of a model.onnx.
func ReadModel(b []byte) (*Model, error) {
	m := &Model{Opsets: map[string]int64{}}
	graph := false
	err := fields("ModelProto", b, func(f field) error {
		var sub []byte
		switch f.num {
		case 7:
			if err := f.bytes(&sub); err != nil {
				return err
			}
			graph = true
			return fields("GraphProto", sub, m.Graph.read)
		case 8:
			if err := f.bytes(&sub); err != nil {
				return err
			}
			return m.readOpset(sub)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !graph {
		return nil, errors.New("ModelProto: no graph")
	}
	if len(m.Opsets) == 0 {
		m.Opsets[""] = 1 // models older than the field
	}
	return m, nil
}

func (m *Model) readOpset(b []byte) error {
	var domain string
	var version int64
	err := fields("OperatorSetIdProto", b, func(f field) error {
		switch f.num {
		case 1:
			return f.text(&domain)
		case 2:
			return f.int64(&version)
		}
		return nil
	})
	if domain == "ai.onnx" {
		domain = ""
	}
	m.Opsets[domain] = version
	return err
}

func (g *Graph) read(f field) error {
	var b []byte
	switch f.num {
	case 1, 5, 11, 12, 15:
		if err := f.bytes(&b); err != nil {
			return err
		}
	}
	switch f.num {
	case 1:
		var n Node
		err := fields("NodeProto", b, n.read)
		g.Nodes = append(g.Nodes, n)
		return err
	case 5:
		name, t, err := ReadTensor(b)
		g.Initializers = append(g.Initializers, Named{name, t})
		return err
	case 11:
		return readValueName(b, &g.Inputs)
	case 12:
		return readValueName(b, &g.Outputs)
	case 15:
		return errors.New("sparse initializers are not supported")
	}
	return nil
}

// readValueName appends the name of a ValueInfoProto.
func readValueName(b []byte, to *[]string) error {
	var name string
	err := fields("ValueInfoProto", b, func(f field) error {
		if f.num == 1 {
			return f.text(&name)
		}
		return nil
	})
	*to = append(*to, name)
	return err
}

func (n *Node) read(f field) error {
	var s string
	switch f.num {
	case 1:
		err := f.text(&s)
		n.Inputs = append(n.Inputs, s)
		return err
	case 2:
		err := f.text(&s)
		n.Outputs = append(n.Outputs, s)
		return err
	case 3:
		return f.text(&n.Name)
	case 4:
		return f.text(&n.OpType)
	case 5:
		var b []byte
		if err := f.bytes(&b); err != nil {
			return err
		}
		a, err := readAttribute(b)
		n.Attributes = append(n.Attributes, a)
		return err
	case 7:
		return f.text(&n.Domain)
	}
	return nil
}
