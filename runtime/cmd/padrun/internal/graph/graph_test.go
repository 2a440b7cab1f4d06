package graph

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/pbtest"
)

type message = pbtest.Message

func read(t *testing.T, m message) *onnxpb.Model {
	t.Helper()
	model, err := onnxpb.ReadModel(m)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func tensor(t *testing.T, name string, dims []int64, values ...int64) onnxpb.Named {
	t.Helper()
	name, x, err := onnxpb.ReadTensor(pbtest.Tensor(name, dims, values...))
	if err != nil {
		t.Fatal(err)
	}
	return onnxpb.Named{Name: name, Tensor: x}
}

var wrap = message{}.Text(1, "mode").Text(4, "wrap")

func TestRun(t *testing.T) {
	p := pbtest.Tensor("p", []int64{2}, 1, 1)
	x := tensor(t, "", []int64{2}, 5, 6)
	for _, c := range []struct {
		name   string
		m      message
		inputs []onnxpb.Named
		want   string // the elements of y
	}{
		{"initializer", pbtest.Model("", 25, []string{"x"}, []message{pbtest.Node("", "Pad", "y", []string{"x", "p"}, wrap)}, []message{p}), []onnxpb.Named{x}, "6 5 6 5"},
		{"initializer among the inputs", pbtest.Model("", 25, []string{"p", "x"}, []message{pbtest.Node("ai.onnx", "Pad", "y", []string{"x", "p"})}, []message{p}), []onnxpb.Named{x}, "0 5 6 0"},
		{"initializer overridden", pbtest.Model("", 25, []string{"p", "x"}, []message{pbtest.Node("ai.onnx", "Pad", "y", []string{"x", "p"})}, []message{p}),
			[]onnxpb.Named{tensor(t, "p", []int64{2}, 0, 2), tensor(t, "x", []int64{1}, 3)}, "3 0 0"},
		{"by name", pbtest.Model("", 25, []string{"x", "p"}, []message{pbtest.Node("", "Pad", "y", []string{"x", "p"})}, nil),
			[]onnxpb.Named{tensor(t, "p", []int64{2}, 0, 1), tensor(t, "x", []int64{1}, 3)}, "3 0"},
		{"by place", pbtest.Model("", 25, []string{"x", "p"}, []message{pbtest.Node("", "Pad", "y", []string{"x", "p", ""})}, nil),
			[]onnxpb.Named{x, tensor(t, "other", []int64{2}, 0, 1)}, "5 6 0"},
		{"constants", pbtest.Model("", 25, []string{"x"}, []message{
			pbtest.Node("", "Constant", "p", nil, message{}.Text(1, "value_ints").Ints(8, 1, 0)),
			pbtest.Node("", "Constant", "v", nil, message{}.Text(1, "value_int").Int(3, 9)),
			pbtest.Node("", "Constant", "a", nil, message{}.Text(1, "value").Bytes(5, pbtest.Tensor("", []int64{1}, -1))),
			pbtest.Node("", "Pad", "y", []string{"x", "p", "v", "a"}),
		}, nil), []onnxpb.Named{x}, "9 5 6"},
		{"two nodes", pbtest.Model("", 25, []string{"x"}, []message{
			pbtest.Node("", "Pad", "z", []string{"x", "p"}),
			pbtest.Node("", "Pad", "y", []string{"z", "p"}, wrap),
		}, []message{p}), []onnxpb.Named{x}, "0 0 5 6 0 0"},
		{"an input as output", pbtest.Model("", 25, []string{"y"}, nil, nil), []onnxpb.Named{tensor(t, "y", nil, 4)}, "4"},
	} {
		out, err := Run(read(t, c.m), c.inputs)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		b, _ := out[0].Tensor.Bytes()
		var got []string
		for i := 0; i < len(b); i += 8 {
			got = append(got, fmt.Sprint(int64(binary.NativeEndian.Uint64(b[i:]))))
		}
		if strings.Join(got, " ") != c.want || out[0].Name != "y" {
			t.Errorf("%s: %s = %v, want y = %s", c.name, out[0].Name, got, c.want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	x := tensor(t, "x", []int64{2}, 5, 6)
	pad := func(domain string, opset int64, attributes ...message) message {
		return pbtest.Model(domain, opset, []string{"x", "p"}, []message{pbtest.Node(domain, "Pad", "y", []string{"x", "p"}, attributes...)}, []message{pbtest.Tensor("p", []int64{2}, 1, 1)})
	}
	for _, c := range []struct {
		name string
		m    message
		want string
	}{
		{"unknown operator", pbtest.Model("", 25, nil, []message{pbtest.Node("", "Relu", "y", []string{"x"})}, nil), "node 0 (Relu"},
		{"unknown domain", pad("org.example", 1), "org.example"},
		{"domain without opset", pbtest.Model("", 25, nil, []message{pbtest.Node("com.microsoft", "Pad", "y", nil)}, nil), "imports no opset"},
		{"opset too new", pad("", 1000), "1000"},
		{"opset beyond int32", pad("", 1<<40), "1099511627776"},
		{"unknown attribute", pad("", 25, message{}.Text(1, "axis").Int(3, 1)), "axis"},
		{"attribute of another type", pad("", 25, message{}.Text(1, "mode").Int(3, 1)), "mode"},
		{"attribute of another version", pad("", 25, message{}.Text(1, "value").Float(2, 1)), "value"},
		{"undefined input", pbtest.Model("", 25, nil, []message{pbtest.Node("", "Pad", "y", []string{"q"})}, nil), `"q"`},
		{"undefined output", pbtest.Model("", 25, nil, nil, nil), `output "y"`},
		{"two outputs", pbtest.Model("", 25, nil, []message{pbtest.Node("", "Pad", "y", nil).Text(2, "z")}, nil), "2 outputs"},
		{"constant of nothing", pbtest.Model("", 25, nil, []message{pbtest.Node("", "Constant", "y", nil)}, nil), "0 attributes"},
		{"constant graph", pbtest.Model("", 25, nil, []message{pbtest.Node("", "Constant", "y", nil, message{}.Text(1, "g").Int(20, 5))}, nil), `"g"`},
	} {
		m := read(t, c.m)
		var inputs []onnxpb.Named
		if len(m.Graph.Inputs) > 0 {
			inputs = append(inputs, x)
		}
		if _, err := Run(m, inputs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := Run(read(t, pad("", 25)), []onnxpb.Named{x, tensor(t, "", nil, 1), tensor(t, "", nil, 1)}); err == nil || !strings.Contains(err.Error(), "1 inputs") {
		t.Errorf("too many inputs: %v", err)
	}
	if _, err := Run(read(t, pad("", 25)), []onnxpb.Named{x, x}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("an input twice: %v", err)
	}
}
