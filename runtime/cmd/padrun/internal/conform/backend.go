package conform

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/graph"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/onnx"
)

// backend runs each data set of an ONNX backend test as a case. A folder without data sets is not a test.
func (r *runner) backend(folder string) error {
	sets, err := fs.Glob(os.DirFS(folder), "test_data_set_*")
	for _, name := range sets {
		set := filepath.Join(folder, name)
		r.report(set, runDataSet(filepath.Join(folder, modelFile), set))
	}
	return err
}

func runDataSet(model, set string) error {
	room := &memory.Room{Limit: memory.Limit()}
	m, err := onnxpb.ReadModelFile(room, model)
	if err != nil {
		return err
	}
	inputs, err := readTensors(room, set, "input")
	if err != nil {
		return err
	}
	want, err := readTensors(room, set, "output")
	if err != nil {
		return err
	}
	if len(want) == 0 {
		return errors.New("no output_0.pb")
	}
	got, err := graph.Run(room, m, inputs, onnx.Options{})
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return fmt.Errorf("the graph has %d outputs, the data set %d", len(got), len(want))
	}
	for i := range got {
		if err := Diff(got[i].Tensor, want[i].Tensor); err != nil {
			return fmt.Errorf("output %d (%q): %w", i, got[i].Name, err)
		}
	}
	return nil
}

// readTensors reads input_0.pb, input_1.pb, ... in this order. A gap between them is an error.
func readTensors(room *memory.Room, set, kind string) ([]onnxpb.Named, error) {
	all, err := fs.Glob(os.DirFS(set), kind+"_*.pb")
	if err != nil {
		return nil, err
	}
	tensors := make([]onnxpb.Named, len(all))
	for i := range tensors {
		tensors[i], err = onnxpb.ReadTensorFile(room, filepath.Join(set, fmt.Sprintf("%s_%d.pb", kind, i)))
		if err != nil {
			return nil, err
		}
	}
	return tensors, nil
}
