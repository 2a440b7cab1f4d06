package model

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"google.golang.org/protobuf/encoding/protowire"
)

func decode[T any](b []byte, room int64, read func(*message) T) (T, error) {
	f := &file{room: &memory.Room{Limit: room}}
	v := read(f.message("", b, 0))
	return v, f.err
}

func readGraph(m *message) *graph { return m.graph("") }

// appendField appends a field with a short text.
func appendField(b []byte, num protowire.Number, v string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, num, protowire.BytesType), v)
}

const (
	int64s = "\x08\x03\x10\x07B\x01x:\x03\x01\x02\x03" // x, int64[3]
	strs   = "\x08\x02\x10\x082\x01a2\x01b"
	packed = "\x08\x03\x10\x15*\x02\x21\x03" // uint4[3]
	floats = "\x08\x02\x10\x01\x25abcd\x25abcd"
)

// TestExternal: external data is read only from the folder of the file. Paths and links that lead out of it are errors.
func TestExternal(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{filepath.Join(outside, "out"), filepath.Join(dir, "data"), filepath.Join(dir, "sub", "data")} {
		err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte("ab"), 0o666))
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"in": "data", "out": filepath.Join(outside, "out"), "up": outside} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for location, want := range map[string]string{ // an error, "" for none
		"sub/data": "", "./sub/../data": "", "in": "",
		"absent": "o such file", "": "external data: ", "sub": `"sub" is not a regular file`,
		"../" + filepath.Base(outside) + "/out": "escapes", filepath.Join(outside, "out"): "escapes", "out": "escapes", "up/out": "escapes",
	} {
		entry := appendField(appendField(nil, 1, "location"), 2, location)
		name := filepath.Join(dir, "x.pb")
		if err := os.WriteFile(name, appendField([]byte("\x08\x02\x10\x02p\x01"), 13, string(entry)), 0o666); err != nil {
			t.Fatal(err)
		}
		x, err := Read(&memory.Room{Limit: 1 << 20}, name, 0)
		got, _ := x.Tensor.Data.([]byte)
		if want == "" && string(got) != "ab" || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("location %q: %q, error %v, want %q", location, got, err, want)
		}
	}
}

func FuzzReadTensor(f *testing.F) {
	for _, seed := range []string{int64s, strs, packed, floats, strings.Repeat("{", 1<<20), "\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x08\x00\x10\x0fJ\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := decode(b, 1<<30, (*message).tensor)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := x.Write(&out); err != nil {
			t.Fatal(err)
		}
		y, err := decode(out.Bytes(), 1<<30, (*message).tensor)
		if diff := cmp.Diff(x, y, cmp.Comparer(bytes.Equal)); err != nil || diff != "" {
			t.Fatalf("the tensor changed when it was written and read again: %v, -before +after:\n%s", err, diff)
		}
	})
}

// FuzzReadModel: a model that can be read has an opset, and runs without a panic, whole and node by node. A model whose opset
// comes last cannot be read if it is cut off anywhere.
func FuzzReadModel(f *testing.F) {
	whole, err := os.ReadFile("../../testdata/reflect/model.onnx")
	if err != nil {
		f.Fatal(err)
	}
	for n := range len(whole) {
		if _, err := decode(whole[:n], 1<<30, readGraph); err == nil {
			f.Errorf("a model that is cut at byte %d was read, want an error", n)
		}
	}
	f.Add(whole)
	f.Add([]byte(strings.Repeat("{", 1<<20)))
	f.Fuzz(func(t *testing.T, b []byte) {
		run := func(g *graph) {
			if g.room = (&memory.Room{Limit: 1 << 20}); g.prepare() == nil {
				_, _ = g.run(nil)
			}
		}
		g, err := decode(b, 1<<24, readGraph)
		if err == nil && len(g.opsets) == 0 {
			t.Fatal("no opset")
		}
		if err == nil {
			run(g)
		}
		_, _ = decode(b, 1<<24, func(m *message) (none struct{}) {
			for _, p := range m.allPlaces() {
				if g := m.oneNode(p.node.text(2)); g != nil && m.err == nil {
					run(g)
				}
			}
			return none
		})
	})
}
