package model

import (
	"fmt"
	"io"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"google.golang.org/protobuf/encoding/protowire"
)

// scope is a graph or the body of a function, with the values that its nodes can use, by name.
type scope struct {
	outer                          *scope
	depth                          int
	opsets                         map[string]int
	initializers, constants, types map[string]*message
}

// place is a Pad node and the scope that contains it.
type place struct {
	node *message
	*scope
}

// places appends the Pad nodes of a graph or a function, whose nodes are in field nodes, and those of the nodes' subgraphs.
func (m *message) places(all []place, s scope, nodes protowire.Number) []place {
	s.initializers, s.constants, s.types = map[string]*message{}, map[string]*message{}, map[string]*message{}
	if s.depth > 100 {
		m.failf("graphs in more than 100 others")
	}
	for n := range m.list(nodes, "NodeProto") {
		switch n.word(4) {
		case "Constant":
			s.constants[n.text(2)] = n
		case "Pad":
			all = append(all, place{n, &s})
		}
		for a := range n.list(5, "AttributeProto") {
			for _, field := range []protowire.Number{6, 11} {
				for g := range a.list(field, "GraphProto") {
					all = g.places(all, scope{outer: &s, depth: s.depth + 1, opsets: s.opsets}, 1)
				}
			}
		}
	}
	if nodes != 1 {
		return all // a function has neither initializers nor types
	}
	for t := range m.list(5, "TensorProto") {
		s.initializers[t.text(8)] = t
	}
	for _, field := range []protowire.Number{11, 13} {
		for v := range m.list(field, "ValueInfoProto") {
			s.types[v.text(1)] = v
		}
	}
	return all
}

// allPlaces returns the Pad nodes of a model.
func (m *message) allPlaces() []place {
	all := m.one(7, "GraphProto").places(nil, scope{opsets: m.opsets(8)}, 1)
	for f := range m.list(25, "FunctionProto") {
		all = f.places(all, scope{opsets: f.opsets(9)}, 7)
	}
	return all
}

// graph returns a graph for the node, without the node itself. Values that nodes other than Constant compute become inputs.
func (p place) graph() *graph {
	g := newGraph()
	g.inputs, g.outputs = p.node.texts(1), p.node.texts(2)
	for i, name := range g.inputs {
		known := name == "" || slices.Contains(g.inputs[:i], name)
		for s := p.scope; s != nil; s = s.outer {
			if v := s.types[name]; v != nil {
				g.types[name] = v.declared()
			}
			if c := s.constants[name]; c != nil && !known {
				g.nodes, known = append(g.nodes, c.node()), true
			}
			if t := s.initializers[name]; t != nil && !known {
				g.values[name], known = t.tensor().Tensor, true
			}
		}
		if !known {
			g.free = append(g.free, name)
		}
	}
	return g
}

// oneNode reads the Pad node with the given name, or with an output of that name, as a graph.
func (m *message) oneNode(name string) *graph {
	all := slices.DeleteFunc(m.allPlaces(), func(p place) bool { return p.node.text(3) != name && p.node.text(2) != name })
	if len(all) != 1 {
		m.failf("%d Pad nodes are named %s, expected one; -nodes lists them", len(all), memory.Quote(name))
		return nil
	}
	g := all[0].graph()
	g.opsets, g.nodes = all[0].opsets, append(g.nodes, all[0].node.node())
	return g
}

// List writes a line about each Pad node of a model: its name, its output and its inputs.
func List(room *memory.Room, file string, w io.Writer) error {
	m, err := openModel(room, file)
	if err != nil {
		return err
	}
	for _, p := range m.allPlaces() {
		g := p.graph()
		fmt.Fprintf(w, "%q makes %q, needs %s\n", p.node.word(3), p.node.word(2), g.needs(g.free))
	}
	return m.err
}
