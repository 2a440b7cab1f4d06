package onnxpb

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/pbtest"
	"github.com/padgen/padgen/runtime/onnx"
)

type message = pbtest.Message

func TestReadModel(t *testing.T) {
	nodes := []message{pbtest.Node("ai.onnx", "Pad", "y", []string{"x", "", "p"},
		message{}.Text(1, "mode").Text(4, "edge").Int(20, 3),
		message{}.Text(1, "pads").Ints(8, 1, -1).Int(20, 7),
		message{}.Text(1, "value").Float(2, 1.5), // as old as IR version 1: without a type
		message{}.Text(1, "none").Int(20, 7),
	)}
	m, err := ReadModel(pbtest.Model("ai.onnx", 13, []string{"x", "p"}, nodes, []message{pbtest.Tensor("p", []int64{2}, 3, 4)}))
	if err != nil {
		t.Fatal(err)
	}
	n := m.Graph.Nodes[0]
	want := []Attribute{{"mode", "edge"}, {"pads", []int64{1, -1}}, {"value", float32(1.5)}, {"none", []int64{}}}
	if m.Opsets[""] != 13 || n.OpType != "Pad" || n.Domain != "ai.onnx" || len(n.Inputs) != 3 || n.Inputs[1] != "" || n.Outputs[0] != "y" ||
		!reflect.DeepEqual(n.Attributes, want) || len(m.Graph.Inputs) != 2 || m.Graph.Outputs[0] != "y" || m.Graph.Initializers[0].Name != "p" {
		t.Errorf("%+v", m)
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		m    message
		want any
	}{
		{message{}.Int(3, -5), int64(-5)},
		{message{}.Float(2, 2), float32(2)},
		{message{}.Text(9, "a", "b"), []string{"a", "b"}},
		{message{}.Float(7, 1).Float(7, 2), []float32{1, 2}},
		{message{}.Bytes(7, []byte{0, 0, 0x80, 0x3F}), []float32{1}},
		{message{}.Packed(8, 1, 2), []int64{1, 2}},
		{message{}.Int(20, 6), []float32{}},
		{message{}.Int(20, 8), []string{}},
		{message{}.Int(20, 2), int64(0)}, // a default is not written
		{message{}.Int(20, 5), nil},      // a graph
		{message{}, nil},
	} {
		a, err := readAttribute(c.m)
		if err != nil || !reflect.DeepEqual(a.Value, c.want) {
			t.Errorf("%x: %#v, %v, want %#v", []byte(c.m), a.Value, err, c.want)
		}
	}
	a, err := readAttribute(message{}.Text(1, "value").Bytes(5, pbtest.Tensor("", nil, 9)))
	if x, ok := a.Value.(onnx.Tensor); err != nil || !ok || len(x.Shape) != 0 {
		t.Errorf("tensor: %#v, %v", a, err)
	}
}

func TestReadModelErrors(t *testing.T) {
	attribute := func(a message) message {
		return pbtest.Model("", 13, nil, []message{pbtest.Node("", "Pad", "y", nil, a)}, nil)
	}
	for _, c := range []struct {
		name string
		m    []byte
		want string
	}{
		{"empty", nil, "no graph"},
		{"graph as int", message{}.Int(7, 1), "wire type"},
		{"graph cut", pbtest.Model("", 13, nil, nil, nil)[:4], "EOF"},
		{"initializer", pbtest.Model("", 13, nil, nil, []message{pbtest.Tensor("p", []int64{3}, 1)}), `GraphProto: TensorProto "p": int64_data has 8 bytes`},
		{"sparse initializer", message{}.Bytes(7, message{}.Bytes(15, nil)), "sparse"},
		{"attribute type", attribute(message{}.Text(1, "a").Int(3, 1).Int(20, 1)), `"a": type 1`},
		{"attribute of a function", attribute(message{}.Text(21, "outer")), "outer"},
		{"attribute tensor", attribute(message{}.Bytes(5, message{}.Int(2, 99))), "data_type 99"},
		{"attribute as text", message{}.Bytes(7, message{}.Bytes(1, message{}.Int(5, 1))), "wire type"},
		{"opset as text", pbtest.Model("", 1, nil, nil, nil).Bytes(8, message{}.Text(2, "x")), "wire type"},
	} {
		if _, err := ReadModel(c.m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestTruncated cuts a model at every place. Only a cut between fields of the model may be read without an error.
func TestTruncated(t *testing.T) {
	m := pbtest.Model("", 13, []string{"x"}, []message{pbtest.Node("", "Pad", "y", []string{"x", "p"}, message{}.Text(1, "mode").Text(4, "edge").Int(20, 3))},
		[]message{pbtest.Tensor("p", []int64{2}, 3, 4)})
	read := 0
	for n := range m {
		if _, err := ReadModel(m[:n]); err == nil {
			read++
		}
	}
	if read != 1 { // after the graph, before the opset
		t.Errorf("%d cut models were read", read)
	}
}

func TestOldModelHasOpset1(t *testing.T) {
	m, err := ReadModel(message{}.Bytes(7, nil))
	if err != nil || m.Opsets[""] != 1 {
		t.Errorf("%v, %v", m, err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, b, 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	if _, err := ReadModelFile(write("model.onnx", pbtest.Model("", 1, nil, nil, nil))); err != nil {
		t.Error(err)
	}
	if x, err := ReadTensorFile(write("x.pb", pbtest.Tensor("x", nil, 1))); err != nil || x.Name != "x" {
		t.Errorf("%v, %v", x, err)
	}
	bad := write("bad", []byte{0xFF})
	huge := write("huge", nil)
	if err := os.Truncate(huge, math.MaxInt32+1); err != nil {
		t.Skip(err) // no sparse files
	}
	for _, file := range []string{bad, huge, dir, filepath.Join(dir, "absent")} {
		if _, err := ReadModelFile(file); err == nil || !strings.Contains(err.Error(), filepath.Base(file)) {
			t.Errorf("model %s: %v", file, err)
		}
		if _, err := ReadTensorFile(file); err == nil || !strings.Contains(err.Error(), filepath.Base(file)) {
			t.Errorf("tensor %s: %v", file, err)
		}
	}
}

func FuzzReadTensor(f *testing.F) {
	f.Add([]byte(pbtest.Tensor("x", []int64{2, 3}, 1, 2, 3, 4, 5, 6)))
	f.Add([]byte(header(1, 2).Float(4, 1).Float(4, 2)))
	f.Add([]byte(header(22, 3).Packed(5, 0x21, 0x03)))
	f.Add([]byte(header(8, 2).Text(6, "a", "b")))
	f.Add([]byte(header(15, math.MaxInt64, 0).Bytes(9, nil)))
	f.Fuzz(func(t *testing.T, b []byte) {
		name, x, err := ReadTensor(b)
		if err != nil {
			return
		}
		out, err := AppendTensor(nil, name, x)
		if err != nil {
			t.Fatal(err)
		}
		name2, y, err := ReadTensor(out)
		if err != nil || name2 != name || y.DType != x.DType || !reflect.DeepEqual(y.Shape, x.Shape) {
			t.Fatalf("%q %v%v, %v, want %q %v%v", name2, y.DType, y.Shape, err, name, x.DType, x.Shape)
		}
	})
}

func FuzzReadModel(f *testing.F) {
	f.Add([]byte(pbtest.Model("", 13, []string{"x"}, []message{
		pbtest.Node("", "Pad", "y", []string{"x", "p"}, message{}.Text(1, "mode").Text(4, "edge").Int(20, 3)),
	}, []message{pbtest.Tensor("p", []int64{2}, 3, 4)})))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := ReadModel(b); err == nil && len(m.Opsets) == 0 {
			t.Fatal("no opset")
		}
	})
}
