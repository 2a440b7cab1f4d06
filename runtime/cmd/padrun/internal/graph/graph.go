// Package graph runs ONNX graphs of Pad and Constant nodes, which the test models of Pad consist of.
package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// Run runs the model's nodes in their order and returns the graph's outputs. An input is matched by its name if the graph has an input of
// that name, otherwise by its place among the graph's inputs that have no initializer.
func Run(m *onnxpb.Model, inputs []onnxpb.Named, opts ...onnx.Option) ([]onnxpb.Named, error) {
	g := &m.Graph
	values := make(map[string]onnx.Tensor)
	for _, t := range g.Initializers {
		values[t.Name] = t.Tensor
	}
	free := slices.DeleteFunc(slices.Clone(g.Inputs), func(name string) bool { _, ok := values[name]; return ok })
	given := make(map[string]bool)
	for i, t := range inputs {
		name := t.Name
		if name == "" || !slices.Contains(g.Inputs, name) {
			if i >= len(free) {
				return nil, fmt.Errorf("input %d (%q): the graph has %d inputs", i, t.Name, len(free))
			}
			name = free[i]
		}
		if given[name] {
			return nil, fmt.Errorf("input %d (%q): the graph's input %q is given twice", i, t.Name, name)
		}
		given[name], values[name] = true, t.Tensor
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if err := runNode(m, n, values, opts); err != nil {
			return nil, fmt.Errorf("node %d (%s %q): %w", i, n.OpType, n.Name, err)
		}
	}
	out := make([]onnxpb.Named, 0, len(g.Outputs))
	for _, name := range g.Outputs {
		t, ok := values[name]
		if !ok {
			return nil, fmt.Errorf("output %q: no node makes it", name)
		}
		out = append(out, onnxpb.Named{Name: name, Tensor: t})
	}
	return out, nil
}

func runNode(m *onnxpb.Model, n *onnxpb.Node, values map[string]onnx.Tensor, opts []onnx.Option) error {
	var y onnx.Tensor
	var err error
	switch {
	case len(n.Outputs) != 1:
		return fmt.Errorf("%d outputs, expected one", len(n.Outputs))
	case n.OpType == "Pad":
		y, err = runPad(m, n, values, opts)
	case n.OpType == "Constant" && isDefault(n.Domain):
		y, err = constant(n)
	default:
		return fmt.Errorf("operator %s of domain %q is not supported, only Pad and Constant are", n.OpType, n.Domain)
	}
	if err == nil {
		values[n.Outputs[0]] = y
	}
	return err
}

func isDefault(domain string) bool { return domain == "" || domain == "ai.onnx" }

func runPad(m *onnxpb.Model, n *onnxpb.Node, values map[string]onnx.Tensor, opts []onnx.Option) (y onnx.Tensor, err error) {
	domain := n.Domain
	if isDefault(domain) {
		domain = ""
	}
	opset, ok := m.Opsets[domain]
	if !ok || opset < math.MinInt32 || opset > math.MaxInt32 {
		return y, fmt.Errorf("the model imports no opset of domain %q, or %d", domain, opset)
	}
	op, err := onnx.Lookup(domain, int(opset), opts...)
	if err != nil {
		return y, err
	}
	var attrs onnx.Attributes
	for _, a := range n.Attributes {
		if err := attrs.Set(a.Name, a.Value); err != nil {
			return y, err
		}
	}
	inputs := make([]onnx.Tensor, len(n.Inputs))
	for i, name := range n.Inputs {
		if name == "" {
			continue // absent
		}
		if inputs[i], ok = values[name]; !ok {
			return y, fmt.Errorf("input %d (%q) is no initializer, no given input and no output of an earlier node", i, name)
		}
	}
	return op.Run(attrs, inputs...)
}

// constant returns the tensor that a Constant node holds in its one attribute.
func constant(n *onnxpb.Node) (onnx.Tensor, error) {
	if len(n.Attributes) != 1 || len(n.Inputs) != 0 {
		return onnx.Tensor{}, fmt.Errorf("%d attributes and %d inputs, expected one and none", len(n.Attributes), len(n.Inputs))
	}
	a := n.Attributes[0]
	scalar := []int{}
	switch v := a.Value.(type) {
	case onnx.Tensor:
		return v, nil
	case float32:
		return onnx.Tensor{DType: dtype.TypeFloat32, Shape: scalar, Data: []float32{v}}, nil
	case int64:
		return onnx.Tensor{DType: dtype.TypeInt64, Shape: scalar, Data: []int64{v}}, nil
	case string:
		return onnx.Tensor{DType: dtype.TypeString, Shape: scalar, Data: []string{v}}, nil
	case []float32:
		return onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{len(v)}, Data: v}, nil
	case []int64:
		return onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{len(v)}, Data: v}, nil
	case []string:
		return onnx.Tensor{DType: dtype.TypeString, Shape: []int{len(v)}, Data: v}, nil
	}
	return onnx.Tensor{}, fmt.Errorf("attribute %q is not supported", a.Name)
}
