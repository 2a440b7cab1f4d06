// Package graph runs ONNX graphs of Pad and Constant nodes, which the test models of Pad consist of.
package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// RunFiles runs the model of a file on the tensors of others.
func RunFiles(room *memory.Room, model string, inputs []string, opts onnx.Options) ([]onnxpb.Named, error) {
	m, err := onnxpb.ReadModelFile(room, model)
	if err != nil {
		return nil, err
	}
	tensors, err := onnxpb.ReadTensorFiles(room, inputs)
	if err != nil {
		return nil, err
	}
	outputs, err := Run(room, m, tensors, opts)
	if err != nil {
		err = fmt.Errorf("%s: %w", model, err)
	}
	return outputs, err
}

// Run runs the model's nodes in their order and returns the graph's outputs. An input is matched by its name
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
	for i, n := range m.Graph.Nodes {
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

// runner runs the nodes of one graph.
type runner struct {
	room   *memory.Room // for the outputs of nodes
	opsets map[string]int
	opts   onnx.Options
	values map[string]onnx.Tensor // of all names that have a value so far
}

// give sets the graph's inputs. Those with an initializer need not be given.
func (r *runner) give(inputs []onnxpb.Named, g *onnxpb.Graph) error {
	free := slices.DeleteFunc(slices.Clone(g.Inputs), func(name string) bool {
		_, initialized := r.values[name]
		return initialized
	})
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
	var y onnx.Tensor
	switch {
	case n.OpType == "Constant" && n.Domain == "":
		y, err = constant(n)
	case n.OpType == "Pad":
		y, err = r.pad(n)
	default:
		err = fmt.Errorf("operator %s of domain %q, expected Pad or Constant", n.OpType, n.Domain)
	}
	r.values[n.Outputs[0]] = y
	return err
}

func (r *runner) pad(n onnxpb.Node) (y onnx.Tensor, err error) {
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
	inputs := make([]onnx.Tensor, len(n.Inputs))
	for i, name := range n.Inputs {
		if name == "" {
			continue // absent
		}
		if inputs[i], ok = r.values[name]; !ok {
			return y, fmt.Errorf("input %d (%q) is neither given nor made by an earlier node", i, name)
		}
	}
	return r.run(n.Domain, opset, attrs, inputs...)
}

// Pad runs the newest version of Pad that is implemented.
func Pad(room *memory.Room, opts onnx.Options, mode pad.Mode, inputs ...onnx.Tensor) (onnx.Tensor, error) {
	opset := 1
	for _, s := range onnx.Schemas {
		if s.Domain == "ai.onnx" && s.Unsupported == "" {
			opset = max(opset, s.SinceVersion)
		}
	}
	r := runner{room: room, opts: opts}
	return r.run("", opset, onnx.Attributes{Mode: onnx.Mode(mode.String())}, inputs...)
}

// run runs Pad once. What it allocates is within the room, from which the output is taken.
func (r *runner) run(domain string, opset int, attrs onnx.Attributes, inputs ...onnx.Tensor) (y onnx.Tensor, err error) {
	opts := r.opts
	opts.MaxBytes = max(1, r.room.Left()) // 0 is none
	op, err := opts.New(domain, opset, all.Sets()...)
	if err == nil {
		y, err = op.Run(attrs, inputs...)
	}
	if err != nil {
		return y, InCommand(err)
	}
	n, _ := pad.Count(y.Shape)
	return y, r.room.Take(int64(y.DType.Units(n))*int64(y.DType.Size()), "the output")
}

// InCommand returns an error of packages onnx and pad in the words of the command.
func InCommand(err error) error {
	words := strings.NewReplacer(
		"the limit is", "the limit leaves", "MaxBytes", "-max-bytes", "AssumeNewest", "-assume-newest", "AllowCrop", "-crop")
	return errors.New(words.Replace(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "onnx: "), "pad: ")))
}

// constant returns the tensor that a Constant node holds in its one attribute.
func constant(n onnxpb.Node) (y onnx.Tensor, err error) {
	if len(n.Attributes) != 1 || len(n.Inputs) != 0 {
		return y, fmt.Errorf("%d attributes, %d inputs, expected 1 and 0", len(n.Attributes), len(n.Inputs))
	}
	y.Shape = []int{}
	switch v := n.Attributes[0].Value.(type) {
	case onnx.Tensor:
		return v, nil
	case float32:
		y.DType, y.Data = dtype.TypeFloat32, []float32{v}
	case int64:
		y.DType, y.Data = dtype.TypeInt64, []int64{v}
	case string:
		y.DType, y.Data = dtype.TypeString, []string{v}
	case []float32:
		y.DType, y.Data, y.Shape = dtype.TypeFloat32, v, []int{len(v)}
	case []int64:
		y.DType, y.Data, y.Shape = dtype.TypeInt64, v, []int{len(v)}
	case []string:
		y.DType, y.Data, y.Shape = dtype.TypeString, v, []int{len(v)}
	default:
		return y, fmt.Errorf("attribute %q is not supported", n.Attributes[0].Name)
	}
	return y, nil
}
