// Package graph runs ONNX graphs of Pad, Constant and Identity nodes, which the test models of Pad consist of.
package graph

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// RunFiles runs the model of a file on the tensors of others: TensorProto files, or NumPy's, which have no names.
func RunFiles(room *memory.Room, model string, inputs []string, opts onnx.Options) ([]onnxpb.Named, error) {
	m, err := onnxpb.ReadModelFile(room, model)
	if err != nil {
		return nil, err
	}
	free := m.Graph.Free()
	tensors := make([]onnxpb.Named, len(inputs))
	for i, name := range inputs {
		if strings.EqualFold(filepath.Ext(name), ".npy") {
			var d dtype.DType // that of the graph's input, if NumPy has none for the elements
			if i < len(free) {
				typ, _, _ := strings.Cut(m.Graph.Types[free[i]], "[")
				d, _ = dtype.Parse(typ)
			}
			tensors[i].Tensor, err = npy.ReadFile(room, name, d)
		} else {
			tensors[i], err = onnxpb.ReadTensorFile(room, name)
		}
		if err != nil {
			return nil, err
		}
	}
	outputs, err := Run(room, m, tensors, opts)
	if err != nil {
		err = fmt.Errorf("%s: %w", model, err)
	}
	return outputs, err
}

// Run runs the model's nodes and returns the graph's outputs. An input is matched by its name
// if the graph has an input of that name, otherwise by its place among the graph's inputs that have no
// initializer.
func Run(room *memory.Room, m *onnxpb.Model, given []onnxpb.Named, opts onnx.Options) ([]onnxpb.Named, error) {
	r := runner{room: room, opsets: m.Opsets, opts: opts, values: make(map[string]onnx.Tensor)}
	for _, t := range m.Graph.Initializers {
		r.values[t.Name] = t.Tensor
	}
	if err := r.give(given, &m.Graph); err != nil {
		return nil, err
	}
	nodes, err := sorted(m.Graph.Nodes)
	if err != nil {
		return nil, err
	}
	for _, i := range nodes {
		n := m.Graph.Nodes[i]
		if err := r.node(n); err != nil {
			return nil, fmt.Errorf("node %d (%s %q): %w", i, n.OpType, n.Name, err)
		}
	}
	var outputs []onnxpb.Named
	for _, name := range m.Graph.Outputs {
		t, ok := r.values[name]
		if !ok {
			return nil, fmt.Errorf("output %q: no node makes it", name)
		}
		outputs = append(outputs, onnxpb.Named{Name: name, Tensor: t})
	}
	return outputs, nil
}

// sorted returns the nodes in an order in which each comes after those that make its inputs.
func sorted(nodes []onnxpb.Node) (order []int, err error) {
	maker := make(map[string]int)
	for i, n := range nodes {
		for _, name := range n.Outputs {
			if other, made := maker[name]; made && name != "" {
				return nil, fmt.Errorf("nodes %d and %d both make %q", other, i, name)
			}
			maker[name] = i
		}
	}
	delete(maker, "")                 // an absent input
	ready := make([]bool, len(nodes)) // in order
	seen := make([]int, len(nodes))   // inputs that were looked at
	for i := range nodes {
		for path := []int{i}; !ready[i]; { // each node needs the next one
			at := path[len(path)-1]
			if seen[at] == len(nodes[at].Inputs) {
				order, ready[at], path = append(order, at), true, path[:len(path)-1]
				continue
			}
			by, made := maker[nodes[at].Inputs[seen[at]]]
			seen[at]++
			switch {
			case !made || ready[by]:
			case seen[by] == 0:
				path = append(path, by)
			default: // it is on the path
				return nil, cycle(nodes, path[slices.Index(path, by):])
			}
		}
	}
	return order, nil
}

func cycle(nodes []onnxpb.Node, path []int) error {
	var names []string
	for _, i := range path[:min(10, len(path))] {
		names = append(names, fmt.Sprintf("node %d (%s %q)", i, nodes[i].OpType, nodes[i].Name))
	}
	return fmt.Errorf("a cycle: each needs an output of the next one: %s", strings.Join(names, ", "))
}

// runner runs the nodes of one graph.
type runner struct {
	room   *memory.Room // for the outputs of nodes
	opsets map[string]int
	opts   onnx.Options
	values map[string]onnx.Tensor // of all names that have a value so far
}

// give sets the graph's inputs. Those with an initializer need not be given.
func (r *runner) give(inputs []onnxpb.Named, g *onnxpb.Graph) error {
	free := g.Free()
	given := make(map[string]bool)
	for i, t := range inputs {
		name := t.Name
		if name == "" || !slices.Contains(g.Inputs, name) {
			if i >= len(free) {
				return fmt.Errorf("input %d (%q): the graph has %d inputs", i, t.Name, len(free))
			}
			name = free[i]
		}
		if given[name] {
			return fmt.Errorf("input %d (%q): the graph's input %q is given twice", i, t.Name, name)
		}
		given[name] = true
		r.values[name] = t.Tensor
	}
	var missing []string
	for _, name := range free {
		if !given[name] {
			missing = append(missing, strings.TrimSpace(name+" "+g.Types[name]))
		}
	}
	if missing != nil {
		return fmt.Errorf("%d of %d inputs are missing: %s",
			len(missing), len(free), strings.Join(missing, ", "))
	}
	return nil
}

func (r *runner) node(n onnxpb.Node) (err error) {
	if len(n.Outputs) != 1 {
		return fmt.Errorf("%d outputs, expected one", len(n.Outputs))
	}
	inputs := make([]onnx.Tensor, len(n.Inputs))
	for i, name := range n.Inputs {
		var ok bool
		if inputs[i], ok = r.values[name]; !ok && name != "" { // "" is absent
			return fmt.Errorf("input %d (%q) is neither given nor made by a node", i, name)
		}
	}
	var y onnx.Tensor
	switch {
	case n.OpType == "Pad":
		y, err = r.pad(n, inputs)
	case n.OpType == "Constant" && n.Domain == "" && len(inputs) == 0:
		y, err = constant(n)
	case n.OpType == "Identity" && n.Domain == "" && len(inputs) == 1:
		y = inputs[0]
	default:
		const expected = "Pad, Constant, or Identity with an input"
		err = fmt.Errorf("%s of domain %q with %d inputs, expected %s", n.OpType, n.Domain, len(inputs), expected)
	}
	r.values[n.Outputs[0]] = y
	return err
}

// pad runs Pad. What it allocates is within the room, from which the output is taken.
func (r *runner) pad(n onnxpb.Node, inputs []onnx.Tensor) (y onnx.Tensor, err error) {
	opset, ok := r.opsets[n.Domain]
	if !ok {
		return y, fmt.Errorf("the model imports no opset of domain %q", n.Domain)
	}
	var attrs onnx.Attributes
	for _, a := range n.Attributes {
		if err := attrs.Set(a.Name, a.Value); err != nil {
			return y, InCommand(err)
		}
	}
	opts := r.opts
	opts.MaxBytes = max(1, r.room.Left()) // 0 is none
	op, err := opts.New(n.Domain, opset, all.Sets()...)
	if err == nil {
		y, err = op.Run(attrs, inputs...)
	}
	if err != nil {
		return y, InCommand(err)
	}
	size, err := element.Bytes(y.DType, y.Shape)
	return y, cmp.Or(err, r.room.Take(size, "the output"))
}

// InCommand returns an error of packages onnx and pad in the words of the command.
func InCommand(err error) error {
	words := strings.NewReplacer(
		"the limit is", "the limit leaves", "MaxBytes", "-max-bytes", "AssumeNewest", "-assume-newest", "AllowCrop", "-crop")
	return errors.New(words.Replace(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "onnx: "), "pad: ")))
}

// constant returns the tensor that a Constant node holds in its one attribute.
func constant(n onnxpb.Node) (onnx.Tensor, error) {
	if len(n.Attributes) != 1 {
		return onnx.Tensor{}, fmt.Errorf("%d attributes, expected one", len(n.Attributes))
	}
	a := n.Attributes[0]
	if t, ok := a.Value.(onnx.Tensor); ok && strings.TrimPrefix(a.Name, "sparse_") == "value" {
		return t, nil
	}
	name := map[string]string{
		"float32": "value_float", "int64": "value_int", "string": "value_string",
		"[]float32": "value_floats", "[]int64": "value_ints", "[]string": "value_strings",
	}[fmt.Sprintf("%T", a.Value)]
	if name == "" || name != a.Name {
		return onnx.Tensor{}, fmt.Errorf("attribute %q is not a value that a Constant has", a.Name)
	}
	v, shape := reflect.ValueOf(a.Value), []int{}
	if v.Kind() == reflect.Slice {
		shape = []int{v.Len()}
	} else {
		v = reflect.Append(reflect.Zero(reflect.SliceOf(v.Type())), v)
	}
	return onnx.Tensor{DType: dtype.OfSlice(v.Interface()), Shape: shape, Data: v.Interface()}, nil
}
