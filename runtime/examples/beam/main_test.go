package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/beampad"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// TestFolders: the files of the output have what one machine makes, in all modes.
func TestFolders(t *testing.T) {
	for mode := range pad.Mode(kernel.NumModes) {
		t.Run(mode.String(), func(t *testing.T) { testMode(t, mode) })
	}
}

func testMode(t *testing.T, mode pad.Mode) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "new")
	call := beampad.Call{
		Params: pad.Params[struct{}]{Shape: []int{8, 6}, Pads: []int{1, 9, 2, -1}, Mode: mode}, Type: "float", In: []int{4, 3}, Out: []int{5, 5},
	}
	plan, err := pad.NewPlan(&generated.Float32, pad.Params[float32]{Shape: call.Shape, Pads: call.Pads, Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	src, want := make([]float32, plan.InputLen()), make([]float32, plan.OutputLen())
	for i := range src {
		src[i] = float32(i)
	}
	if err := plan.Run(want, src); err != nil {
		t.Fatal(err)
	}
	for name, data := range cut(src, call.Shape, call.In) {
		if err := os.WriteFile(filepath.Join(in, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(in, out, call); err != nil {
		t.Fatal(err)
	}
	chunks := cut(want, plan.OutputShape(), call.Out)
	for name, data := range chunks {
		if got, err := os.ReadFile(filepath.Join(out, name)); err != nil || !bytes.Equal(got, data) {
			t.Errorf("file %s has %v (%v), expected %v", name, got, err, data)
		}
	}
	if files, err := os.ReadDir(out); err != nil || len(files) != len(chunks) {
		t.Errorf("%d files, expected %d: %v", len(files), len(chunks), err)
	}
}

// cut returns the chunks of a matrix by their names.
func cut(data []float32, shape, chunk []int) map[string][]byte {
	chunks := map[string][]byte{}
	for i, f := range data {
		name := fmt.Sprintf("%d.%d", i/shape[1]/chunk[0], i%shape[1]/chunk[1])
		chunks[name] = append(chunks[name], kernel.Bytes([]float32{f})...)
	}
	return chunks
}

// TestErrors: a wrong call has no pipeline, and a folder in which a chunk is missing fails it.
func TestErrors(t *testing.T) {
	call := beampad.Call{Params: pad.Params[struct{}]{Shape: []int{2}, Pads: []int{1, 1}}, Type: "uint8", In: []int{1}, Out: []int{2}}
	in, out := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(in, "0"), []byte{1}, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(in, out, call); err == nil || !strings.Contains(err.Error(), `chunk "1" of data came 0 times, not once`) {
		t.Errorf("got %v", err)
	}
	call.Type = "float32"
	if err := run(in, out, call); err == nil || !strings.Contains(err.Error(), `Type: "float32"`) {
		t.Errorf("got %v", err)
	}
}
