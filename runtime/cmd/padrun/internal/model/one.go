package model

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/onnx"
	"google.golang.org/protobuf/encoding/protowire"
)

// scope is a graph or the body of a function: what its nodes can see.
type scope struct {
	where                          string // `in graph "g"`
	nodes                          []*message
	initializers, constants, types map[string]*message // by the name of their value
}

// scope reads a GraphProto or a FunctionProto, which have their nodes in different fields.
func (m *message) scope(where string, nodes protowire.Number) *scope {
	s := &scope{where, nil, map[string]*message{}, map[string]*message{}, map[string]*message{}}
	for n := range m.list(nodes, "NodeProto") {
		s.nodes = append(s.nodes, n)
		if n.word(4) == "Constant" {
			s.constants[strings.Join(n.texts(2), ",")] = n
		}
	}
	if nodes != 1 {
		return s // a function has neither initializers nor types
	}
	for t := range m.list(5, "TensorProto") {
		s.initializers[t.text(8)] = t
	}
	for _, field := range []protowire.Number{11, 13} {
		for v := range m.list(field, "ValueInfoProto") {
			s.types[v.text(1)] = v
		}
	}
	return s
}

// place is where a Pad node stands.
type place struct {
	node   *message
	around []*scope       // what it can see, the outermost first
	opsets map[string]int // of the model or the function
}

// name is how a user asks for the node: its own name, or that of its output.
func (p *place) name() string { return cmp.Or(p.node.text(3), strings.Join(p.node.texts(2), ",")) }

// places returns the Pad nodes of a model: of its graph, of graphs in nodes, and of functions.
func (m *message) places(opsets map[string]int) (all []place) {
	var walk func(around []*scope, opsets map[string]int)
	walk = func(around []*scope, opsets map[string]int) {
		inner := around[len(around)-1]
		for _, n := range inner.nodes {
			if n.word(4) == "Pad" {
				all = append(all, place{n, around, opsets})
			}
			for a := range n.list(5, "AttributeProto") {
				for _, field := range []protowire.Number{6, 11} {
					for g := range a.list(field, "GraphProto") {
						where := fmt.Sprintf("in graph %q of node %q", g.word(2), n.word(3))
						if walk(append(slices.Clip(around), g.scope(where, 1)), opsets); len(around) > 100 {
							g.failf("graphs in more than 100 others")
						}
					}
				}
			}
		}
	}
	g := m.one(7, "GraphProto")
	walk([]*scope{g.scope(fmt.Sprintf("in graph %q", g.word(2)), 1)}, opsets)
	for f := range m.list(25, "FunctionProto") {
		walk([]*scope{f.scope(fmt.Sprintf("in function %q of domain %q", f.word(1), f.word(10)), 7)}, f.opsets(9))
	}
	return all
}

// graph reads the node as a graph of its own. What other nodes than Constant compute is an input of it.
func (p *place) graph() *graph {
	n := p.node.node()
	g := &graph{opsets: p.opsets, nodes: []node{n}, outputs: n.outputs, types: map[string]declared{}, values: map[string]onnx.Tensor{}}
	for _, name := range n.inputs {
		isMade := name == "" || slices.Contains(g.inputs, name)
		for _, s := range p.around {
			if v := s.types[name]; v != nil {
				g.types[name] = v.declared()
			}
			if c := s.constants[name]; c != nil && !isMade {
				g.nodes, isMade = append(g.nodes, c.node()), true
			}
			if t := s.initializers[name]; t != nil && !isMade {
				g.values[name], isMade = t.tensor().Tensor, true
			}
		}
		if !isMade {
			g.free = append(g.free, name)
		}
		g.inputs = append(g.inputs, name)
	}
	return g
}

// oneNode reads the Pad node of a name as a graph.
func (m *message) oneNode(opsets map[string]int, name string) *graph {
	all := slices.DeleteFunc(m.places(opsets), func(p place) bool { return p.name() != name })
	if len(all) != 1 {
		m.failf("%d Pad nodes have the name %s, expected one; -nodes lists them", len(all), memory.Quote(name))
		return nil
	}
	return all[0].graph()
}

// List writes a line about each Pad node of a model: its name, where it is, and the inputs that it needs.
func List(room *memory.Room, file string, w io.Writer) error {
	m, err := openModel(room, file)
	if err != nil {
		return err
	}
	for _, p := range m.places(m.opsets(8)) {
		var needs []string
		g := p.graph()
		for _, name := range g.free {
			needs = append(needs, g.inputText(name))
		}
		fmt.Fprintf(w, "%s %s needs %s\n", memory.Quote(p.name()), p.around[len(p.around)-1].where, strings.Join(needs, ", "))
	}
	return m.err
}
