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
	want, err := onnxpb.ReadTensorFiles(room, tensorFiles(set, "output"))
	if err == nil && len(want) == 0 {
		err = errors.New("no output_0.pb")
	}
	if err != nil {
		return err
	}
	got, err := graph.RunFiles(room, model, tensorFiles(set, "input"), onnx.Options{})
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

// tensorFiles returns input_0.pb, input_1.pb, ... in this order. A gap between them leads to a file that is not there.
func tensorFiles(set, kind string) (files []string) {
	all, _ := fs.Glob(os.DirFS(set), kind+"_*.pb")
	for i := range all {
		files = append(files, filepath.Join(set, fmt.Sprintf("%s_%d.pb", kind, i)))
	}
	return files
}
