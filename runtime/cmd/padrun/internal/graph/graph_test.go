package graph

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

func tensor(name string, shape []int, values ...int64) onnxpb.Named {
	return onnxpb.Named{Name: name, Tensor: onnx.Tensor{DType: dtype.TypeInt64, Shape: shape, Data: values}}
}

func list(name string, values ...int64) onnxpb.Named {
	return tensor(name, []int{len(values)}, values...)
}

// node returns a node that makes y, unless another output is set.
func node(op string, inputs ...string) onnxpb.Node {
	return onnxpb.Node{OpType: op, Inputs: inputs, Outputs: []string{"y"}}
}

// making returns the node with another output.
func making(output string, n onnxpb.Node) onnxpb.Node {
	n.Outputs = []string{output}
	return n
}

// with returns the node with an attribute.
func with(n onnxpb.Node, name string, value any) onnxpb.Node {
	n.Attributes = []onnxpb.Attribute{{Name: name, Value: value}}
	return n
}

// model returns a model of ONNX's opset 25 with the output y.
func model(inputs []string, initializers []onnxpb.Named, nodes ...onnxpb.Node) *onnxpb.Model {
	return &onnxpb.Model{
		Opsets: map[string]int{"": 25},
		Graph:  onnxpb.Graph{Nodes: nodes, Initializers: initializers, Inputs: inputs, Outputs: []string{"y"}},
	}
}

func TestRun(t *testing.T) {
	x, p := list("", 5, 6), []onnxpb.Named{list("p", 1, 1)}
	for _, c := range []struct {
		name   string
		m      *onnxpb.Model
		inputs []onnxpb.Named
		want   []int64 // the elements of y
	}{
		{"initializer", model([]string{"x"}, p, with(node("Pad", "x", "p"), "mode", "wrap")),
			[]onnxpb.Named{x}, []int64{6, 5, 6, 5}},
		{"initializer among the inputs", model([]string{"p", "x"}, p, node("Pad", "x", "p")),
			[]onnxpb.Named{x}, []int64{0, 5, 6, 0}},
		{"initializer overridden", model([]string{"p", "x"}, p, node("Pad", "x", "p")),
			[]onnxpb.Named{list("p", 0, 2), list("x", 3)}, []int64{3, 0, 0}},
		{"by name", model([]string{"x", "p"}, nil, node("Pad", "x", "p")),
			[]onnxpb.Named{list("p", 0, 1), list("x", 3)}, []int64{3, 0}},
		{"by place", model([]string{"x", "p"}, nil, node("Pad", "x", "p", "")),
			[]onnxpb.Named{x, list("other", 0, 1)}, []int64{5, 6, 0}},
		{"constants", model([]string{"x"}, nil,
			making("p", with(node("Constant"), "value_ints", []int64{1, 0})),
			making("v", with(node("Constant"), "value_int", int64(9))),
			making("a", with(node("Constant"), "value", list("", -1).Tensor)),
			node("Pad", "x", "p", "v", "a"),
		), []onnxpb.Named{x}, []int64{9, 5, 6}},
		{"two nodes", model([]string{"x"}, p,
			making("z", node("Pad", "x", "p")),
			with(node("Pad", "z", "p"), "mode", "wrap"),
		), []onnxpb.Named{x}, []int64{0, 0, 5, 6, 0, 0}},
		{"nodes in another order", model([]string{"x"}, p,
			with(node("Pad", "z", "p"), "mode", "wrap"),
			making("z", node("Pad", "i", "p")),
			making("i", node("Identity", "x")),
		), []onnxpb.Named{x}, []int64{0, 0, 5, 6, 0, 0}},
		{"an input as output", model([]string{"y"}, nil), []onnxpb.Named{tensor("y", nil, 4)}, []int64{4}},
	} {
		out, err := Run(&memory.Room{Limit: 1 << 20}, c.m, c.inputs, onnx.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if out[0].Name != "y" {
			t.Errorf("%s: the output's name is %q, want y", c.name, out[0].Name)
		}
		if diff := cmp.Diff(c.want, out[0].Tensor.Data); diff != "" {
			t.Errorf("%s: elements of y, -want +got:\n%s", c.name, diff)
		}
	}
}

// TestConstants: a Constant node has its value in one of eight attributes.
func TestConstants(t *testing.T) {
	scalar, two := []int{}, []int{2}
	for _, c := range []struct {
		name  string
		value any
		want  onnx.Tensor
	}{
		{"value", list("", 1, 2).Tensor, list("", 1, 2).Tensor},
		{"sparse_value", list("", 1, 2).Tensor, list("", 1, 2).Tensor},
		{"value_float", float32(1.5), onnx.Tensor{DType: dtype.TypeFloat32, Shape: scalar, Data: []float32{1.5}}},
		{"value_int", int64(-1), onnx.Tensor{DType: dtype.TypeInt64, Shape: scalar, Data: []int64{-1}}},
		{"value_string", "a", onnx.Tensor{DType: dtype.TypeString, Shape: scalar, Data: []string{"a"}}},
		{"value_floats", []float32{1, 2}, onnx.Tensor{DType: dtype.TypeFloat32, Shape: two, Data: []float32{1, 2}}},
		{"value_ints", []int64{1, 2}, onnx.Tensor{DType: dtype.TypeInt64, Shape: two, Data: []int64{1, 2}}},
		{"value_strings", []string{"a", "b"}, onnx.Tensor{DType: dtype.TypeString, Shape: two, Data: []string{"a", "b"}}},
	} {
		out, err := Run(&memory.Room{Limit: 1 << 20}, model(nil, nil, with(node("Constant"), c.name, c.value)), nil, onnx.Options{})
		if err != nil {
			t.Errorf("constant of %v: %v", c.value, err)
			continue
		}
		if diff := cmp.Diff(c.want, out[0].Tensor); diff != "" {
			t.Errorf("constant of %v: -want +got:\n%s", c.value, diff)
		}
	}
}

func TestRunErrors(t *testing.T) {
	x := list("x", 5, 6)
	pad := node("Pad", "x", "p")
	padModel := func(n onnxpb.Node) *onnxpb.Model {
		return model([]string{"x", "p"}, []onnxpb.Named{list("p", 1, 1)}, n)
	}
	inDomain := func(domain string, opset int) *onnxpb.Model {
		n := pad
		n.Domain = domain
		m := padModel(n)
		m.Opsets = map[string]int{domain: opset}
		return m
	}
	microsoft := inDomain("com.microsoft", 1)
	microsoft.Opsets = map[string]int{"": 25}
	typed := padModel(pad)
	typed.Graph.Types = map[string]string{"x": "float[1 N]"}
	twoOutputs := pad
	twoOutputs.Outputs = []string{"y", "z"}
	for _, c := range []struct {
		name   string
		m      *onnxpb.Model
		inputs []onnxpb.Named
		want   string
	}{
		{"unknown operator", model(nil, nil, node("Relu", "x")), nil, "node 0 (Relu"},
		{"unknown domain", inDomain("org.example", 1), []onnxpb.Named{x}, "org.example"},
		{"domain without opset", microsoft, []onnxpb.Named{x}, "imports no opset"},
		{"opset too new", inDomain("", 1000), []onnxpb.Named{x}, `node 0 (Pad ""): Pad: opset: 1000`},
		{"unknown attribute", padModel(with(pad, "axis", int64(1))), []onnxpb.Named{x}, "axis"},
		{"attribute of another type", padModel(with(pad, "mode", int64(1))), []onnxpb.Named{x}, "mode"},
		{"attribute of another version", padModel(with(pad, "value", float32(1))), []onnxpb.Named{x}, "value"},
		{"undefined input", model(nil, nil, node("Pad", "q")), nil, `"q"`},
		{"undefined output", model(nil, nil), nil, `output "y"`},
		{"two outputs", padModel(twoOutputs), []onnxpb.Named{x}, "2 outputs"},
		{"constant of nothing", model(nil, nil, node("Constant")), nil, "0 attributes"},
		{"constant of another name", model(nil, nil, with(node("Constant"), "value_ints", int64(1))), nil, `attribute "value_ints" is not a value`},
		{"a cycle", model([]string{"x"}, nil, making("a", node("Identity", "c")), making("b", node("Identity", "a")),
			making("c", node("Identity", "b")), node("Identity", "c")), []onnxpb.Named{x},
			`a cycle: each needs an output of the next one: node 0 (Identity ""), node 2 (Identity ""), node 1 (Identity "")`},
		{"a node of itself", model(nil, nil, node("Identity", "y")), nil, `a cycle: each needs an output of the next one: node 0 (Identity "")`},
		{"made twice", model(nil, nil, node("Constant"), node("Constant")), nil, `nodes 0 and 1 both make "y"`},
		{"constant graph", model(nil, nil, with(node("Constant"), "g", nil)), nil, `"g"`},
		{"too many inputs", padModel(pad), []onnxpb.Named{x, list("", 1), list("", 1)}, "1 inputs"},
		{"no inputs", typed, nil, "1 of 1 inputs are missing: x float[1 N]"},
		{"an input twice", padModel(pad), []onnxpb.Named{x, x}, "twice"},
	} {
		if _, err := Run(&memory.Room{Limit: 1 << 20}, c.m, c.inputs, onnx.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that contains %q", c.name, err, c.want)
		}
	}
}

// TestRoom: the outputs of all nodes and copies of memory that is not aligned stay within the room.
func TestRoom(t *testing.T) {
	aligned, odd := make([]byte, 16), make([]byte, 17)[1:]
	two := []onnxpb.Named{list("p", 0, 0)}
	chain := model([]string{"x"}, two, making("z", node("Pad", "x", "p")), node("Pad", "z", "p"))
	for _, c := range []struct {
		name  string
		x     []byte
		limit int64
		err   string // in it, "" for none
	}{
		{"two outputs", aligned, 32, ""},
		{"one output fits", aligned, 31, "the output has 16 bytes, the limit leaves 15; -max-bytes raises it"},
		{"none fits", aligned, 10, "the output has 16 bytes, the limit leaves 10; -max-bytes raises it"},
		{"output and copy", odd, 32, ""},
		{"no copy fits", odd, 31, "must be copied, the limit leaves 31 bytes; -max-bytes raises it"},
	} {
		x := onnxpb.Named{Tensor: onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{2}, Data: c.x}}
		_, err := Run(&memory.Room{Limit: c.limit}, chain, []onnxpb.Named{x}, onnx.Options{})
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q in it, or none if that is empty", c.name, err, c.err)
		}
	}
}
