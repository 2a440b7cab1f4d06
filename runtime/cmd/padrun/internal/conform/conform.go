// Package conform runs conformance cases of ONNX Pad: lines of .jsonl files and ONNX backend tests.
//
// Results are compared bit for bit. A test of this package also runs the cases of .jsonl files in other ways: as raw memory
// through onnx.Plan.Run into a buffer that held other values, and without data through onnx.Op.InferShape.
//
// A case that expects an error passes if there is one. If it has want_kind, the error must be of that kind: the text of one
// of the Err values of packages onnx and pad.
package conform

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/model"
	"github.com/padgen/padgen/runtime/onnx"
)

// Runner runs cases and counts them. It writes a line to Out for every case that fails or, if Verbose is true, for every
// case.
type Runner struct {
	Out            io.Writer
	Verbose        bool
	Passed, Failed int
}

const modelFile = "model.onnx"

// Run runs the cases of a path: a .jsonl file, a model.onnx with its data sets beside it, or a folder, which is searched for
// both. It returns an error if something cannot be read, or if there are no cases.
func (r *Runner) Run(path string) error {
	before := r.Passed + r.Failed
	root, err := filepath.EvalSymlinks(path) // WalkDir would not enter a link
	if err != nil {
		return err
	}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case filepath.Base(file) == modelFile:
			return r.backend(filepath.Dir(file))
		case strings.HasSuffix(file, ".jsonl"):
			return r.lines(file)
		case file == root:
			return fmt.Errorf("%s: not a folder, a .jsonl file or a %s", path, modelFile)
		}
		return nil
	})
	if err == nil && r.Passed+r.Failed == before {
		err = fmt.Errorf("%s: no cases found", path)
	}
	return err
}

// report counts a case, which failed if err is not nil.
func (r *Runner) report(name string, err error) {
	if err != nil {
		r.Failed++
		fmt.Fprintln(r.Out, memory.Line(fmt.Sprintf("FAIL %s: %v", name, err)))
		return
	}
	r.Passed++
	if r.Verbose {
		fmt.Fprintln(r.Out, memory.Line("PASS "+name))
	}
}

// maxLine bounds the length of a line, which takes up to 64 times as much memory when decoded.
var maxLine = int(min(1<<24, memory.Limit()/64))

// lines runs the cases of a .jsonl file. A line that is not a case counts as a failed one.
func (r *Runner) lines(file string) error {
	f, err := files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	number := 1
	for ; lines.Scan(); number++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		where := fmt.Sprintf("%s:%d", file, number)
		c, err := ParseCase(text)
		if err == nil {
			where += ": " + memory.Quote(c.Name)
			var refusal string
			if refusal, err = c.Check(); refusal != "" {
				where += ": refused: " + refusal
			}
		}
		r.report(where, err)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: longer than %d bytes", file, number, maxLine)
	}
	return lines.Err()
}

// backend runs each data set of an ONNX backend test as a case. A folder without data sets is not a test.
func (r *Runner) backend(folder string) error {
	sets, err := fs.Glob(os.DirFS(folder), "test_data_set_*")
	for _, name := range sets {
		set := filepath.Join(folder, name)
		r.report(set, runDataSet(filepath.Join(folder, modelFile), set))
	}
	return err
}

func runDataSet(file, set string) error {
	room := &memory.Room{Limit: memory.Limit(), Found: true}
	got, err := model.Run(room, file, "", tensorFiles(set, "input"), onnx.Options{})
	if err != nil {
		return err
	}
	want := tensorFiles(set, "output")
	if len(got) != len(want) {
		return fmt.Errorf("the graph has %d outputs, the data set %d", len(got), len(want))
	}
	for i, name := range want {
		t, err := model.Read(room, name, 0)
		if err == nil {
			err = Diff(got[i].Tensor, t.Tensor)
		}
		if err != nil {
			return fmt.Errorf("output %d (%s): %w", i, memory.Quote(got[i].Name), err)
		}
	}
	return nil
}

// tensorFiles returns input_0.pb, input_1.pb, ... in this order. If a number is missing, it returns a file that does not
// exist.
func tensorFiles(set, kind string) (names []string) {
	all, _ := fs.Glob(os.DirFS(set), kind+"_*.pb")
	for i := range all {
		names = append(names, filepath.Join(set, fmt.Sprintf("%s_%d.pb", kind, i)))
	}
	return names
}
