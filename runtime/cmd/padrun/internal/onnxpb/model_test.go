package onnxpb

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

func TestReadModel(t *testing.T) {
	nodes := []pb{nodePB("ai.onnx", "Pad", "y", []string{"x", "", "p"},
		pb{}.Text(1, "mode").Text(4, "edge").Int(20, 3),
		pb{}.Text(1, "pads").Int(8, 1, -1).Int(20, 7),
		pb{}.Text(1, "value").Float(2, 1.5), // as old as IR version 1: without a type
		pb{}.Text(1, "none").Int(20, 7),
	)}
	m, err := ReadModel(modelPB("ai.onnx", 13, []string{"x", "p"}, nodes, []pb{tensorPB("p", []int64{2}, 3, 4)}))
	if err != nil {
		t.Fatal(err)
	}
	p, err := onnx.NewTensor(dtype.TypeInt64, 2)
	if err != nil {
		t.Fatal(err)
	}
	copy(p.Data.([]int64), []int64{3, 4})
	p.Data, _ = p.Bytes() // as ReadTensor returns it
	want := &Model{
		Opsets: map[string]int{"": 13},
		Graph: Graph{
			Nodes: []Node{{
				OpType: "Pad", Inputs: []string{"x", "", "p"}, Outputs: []string{"y"},
				Attributes: []Attribute{{"mode", "edge"}, {"pads", []int64{1, -1}}, {"value", float32(1.5)}, {"none", []int64{}}},
			}},
			Initializers: []Named{{"p", p}},
			Inputs:       []string{"x", "p"},
			Outputs:      []string{"y"},
			Types:        map[string]string{"x": "", "p": ""},
		},
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		m    pb
		want any
	}{
		{pb{}.Int(3, -5), int64(-5)},
		{pb{}.Float(2, 2), float32(2)},
		{pb{}.Text(9, "a", "b"), []string{"a", "b"}},
		{pb{}.Float(7, 1).Float(7, 2), []float32{1, 2}},
		{pb{}.Bytes(7, []byte{0, 0, 0x80, 0x3F}), []float32{1}},
		{pb{}.Packed(8, 1, 2), []int64{1, 2}},
		{pb{}.Int(20, 6), []float32{}},
		{pb{}.Int(20, 8), []string{}},
		{pb{}.Int(20, 2), int64(0)}, // a default is not written
		{pb{}.Int(20, 5), nil},      // a graph
		{pb{}.Bytes(5, header(dtype.TypeInt8).Bytes(9, []byte{9})), onnx.Tensor{DType: dtype.TypeInt8, Shape: []int{}, Data: []byte{9}}},
		{pb{}, nil},
	} {
		m := &message{kind: "AttributeProto", content: c.m, room: plenty()}
		if a := readAttribute(m); m.err != nil || !cmp.Equal(a.Value, c.want) {
			t.Errorf("%x: value %#v, error %v, want value %#v", []byte(c.m), a.Value, m.err, c.want)
		}
	}
}

func TestReadModelErrors(t *testing.T) {
	attribute := func(a pb) pb {
		return modelPB("", 13, nil, []pb{nodePB("", "Pad", "y", nil, a)}, nil)
	}
	for _, c := range []struct {
		name string
		m    []byte
		want string
	}{
		{"empty", nil, "no graph"},
		{"graph as int", pb{}.Int(7, 1), "wire type"},
		{"graph cut", modelPB("", 13, nil, nil, nil)[:4], "at byte 2: field 7 is damaged or cut off"},
		{"initializer", modelPB("", 13, nil, nil, []pb{tensorPB("p", []int64{3}, 1)}), `GraphProto: TensorProto "p": int64_data has 8 bytes`},
		{"sparse initializer", pb{}.Bytes(7, pb{}.Bytes(15, nil)), "SparseTensorProto: sparse tensors of undefined are not supported"},
		{"IR version 3 without opset_import", pb{}.Int(1, 3).Bytes(7, nil), "no opset_import, which IR version 3 must have"},
		{"attribute type", attribute(pb{}.Text(1, "a").Int(3, 1).Int(20, 1)), `"a": type 1`},
		{"attribute of a function", attribute(pb{}.Text(21, "outer")), "outer"},
		{"attribute tensor", attribute(pb{}.Bytes(5, pb{}.Int(2, 99))), "data_type 99"},
		{"attribute as text", pb{}.Bytes(7, pb{}.Bytes(1, pb{}.Int(5, 1))), "wire type"},
		{"opset beyond int32", modelPB("", 1<<40, nil, nil, nil), "version 1099511627776 is no opset"},
		{"opset as text", modelPB("", 1, nil, nil, nil).Bytes(8, pb{}.Text(2, "x")), "wire type"},
	} {
		if _, err := ReadModel(c.m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that contains %q", c.name, err, c.want)
		}
	}
}

// TestTruncated cuts a model at every place. None may be read without an error: the opset comes last.
func TestTruncated(t *testing.T) {
	m := modelPB("", 13, []string{"x"}, []pb{nodePB("", "Pad", "y", []string{"x", "p"}, pb{}.Text(1, "mode").Text(4, "edge").Int(20, 3))},
		[]pb{tensorPB("p", []int64{2}, 3, 4)})
	for n := range m {
		if _, err := ReadModel(m[:n]); err == nil {
			t.Errorf("a model that is cut at byte %d was read, want an error", n)
		}
	}
}

func TestOldModelHasOpset1(t *testing.T) {
	m, err := ReadModel(pb{}.Int(1, 2).Bytes(7, nil))
	if err != nil {
		t.Fatal(err)
	}
	if m.Opsets[""] != 1 {
		t.Errorf("a model without opset_import has opset %d, want 1", m.Opsets[""])
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
	room := &memory.Room{Limit: 1 << 20}
	if _, err := ReadModelFile(room, write("model.onnx", modelPB("", 1, nil, nil, nil))); err != nil {
		t.Error(err)
	}
	if x, err := ReadTensorFile(room, write("x.pb", tensorPB("x", nil, 1))); err != nil || x.Name != "x" {
		t.Errorf("%v, %v", x, err)
	}
	bad := write("bad", []byte{0xFF})
	huge := write("huge", nil)
	if err := os.Truncate(huge, math.MaxInt32+1); err != nil {
		t.Skip(err) // no sparse files
	}
	for _, file := range []string{bad, huge, dir, filepath.Join(dir, "absent")} {
		if _, err := ReadModelFile(room, file); err == nil || !strings.Contains(err.Error(), filepath.Base(file)) {
			t.Errorf("model %s: error %v, want one with the file's name", file, err)
		}
		if _, err := ReadTensorFile(room, file); err == nil || !strings.Contains(err.Error(), filepath.Base(file)) {
			t.Errorf("tensor %s: error %v, want one with the file's name", file, err)
		}
	}
}

func TestReadType(t *testing.T) {
	shape := pb{}.Bytes(1, pb{}.Int(1, 2)).Bytes(1, pb{}.Text(2, "N")).Bytes(1, nil)
	x := pb{}.Text(1, "x").Bytes(2, pb{}.Bytes(1, pb{}.Int(1, 1).Bytes(2, shape)))
	m, err := ReadModel(pb{}.Bytes(7, pb{}.Bytes(11, x)))
	if err != nil || m.Graph.Types["x"] != "float[2 N 0]" {
		t.Errorf("the type of x is %q, %v, want float[2 N 0]", m.Graph.Types, err)
	}
}

// TestOffset: an error of a message in a message says where it is in the file.
func TestOffset(t *testing.T) {
	b := modelPB("", 13, nil, []pb{nodePB("", "Pad", "y", nil)}, nil)
	at := bytes.Index(b, []byte("Pad")) - 2
	b[at+1] = 0x7F // the length
	want := fmt.Sprintf("NodeProto: at byte %d: field 4 is damaged or cut off", at)
	if _, err := ReadModel(b); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %q at its end", err, want)
	}
}

// TestRoom: what is larger in memory than in the file is taken off the room.
func TestRoom(t *testing.T) {
	values := tensorPB("x", []int64{4}, 1, 2, 3, 4)
	texts := header(8, 2).Text(6, "a", "b")
	nodes := pb{}.Bytes(7, pb{}.Bytes(1, nil).Bytes(1, nil))
	for _, c := range []struct {
		b    pb
		need int64
		read func(*message)
	}{
		{values, 4*perField + 4*perNumber, func(m *message) { readTensor(m) }}, // name, dimension, type, values
		{texts, 4 * perField, func(m *message) { readTensor(m) }},
		{nodes, 4*perField + 3*perMessage, func(m *message) { readModel(m) }}, // the graph, also whether it is there, and the nodes
	} {
		for limit, ok := range map[int64]bool{c.need - 1: false, c.need: true} {
			m := &message{content: c.b, room: &memory.Room{Limit: limit}}
			c.read(m)
			if (m.err == nil) != ok {
				t.Errorf("%x with room for %d bytes: error %v, want one: %v", []byte(c.b), limit, m.err, !ok)
			}
		}
	}
}

func FuzzReadTensor(f *testing.F) {
	f.Add([]byte(tensorPB("x", []int64{2, 3}, 1, 2, 3, 4, 5, 6)))
	f.Add([]byte(header(1, 2).Float(4, 1).Float(4, 2)))
	f.Add([]byte(header(22, 3).Packed(5, 0x21, 0x03)))
	f.Add([]byte(header(8, 2).Text(6, "a", "b")))
	f.Add([]byte(header(15, math.MaxInt64, 0).Bytes(9, nil)))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := ReadTensor(b)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := x.Write(&out); err != nil {
			t.Fatal(err)
		}
		y, err := ReadTensor(out.Bytes())
		if err != nil {
			t.Fatalf("the tensor was read and written, and cannot be read again: %v", err)
		}
		if diff := cmp.Diff(x, y, cmp.Comparer(bytes.Equal)); diff != "" {
			t.Fatalf("the tensor changed when it was written and read again, -before +after:\n%s", diff)
		}
	})
}

func FuzzReadModel(f *testing.F) {
	f.Add([]byte(modelPB("", 13, []string{"x"}, []pb{
		nodePB("", "Pad", "y", []string{"x", "p"}, pb{}.Text(1, "mode").Text(4, "edge").Int(20, 3)),
	}, []pb{tensorPB("p", []int64{2}, 3, 4)})))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := ReadModel(b); err == nil && len(m.Opsets) == 0 {
			t.Fatal("no opset")
		}
	})
}
