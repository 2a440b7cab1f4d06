package conform

import (
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
)

// Result counts cases.
type Result struct{ Passed, Failed int }

// Run runs the cases of each path: a .jsonl file, a model.onnx with its data sets beside it, or a folder,
// which is searched for both. It writes a line to w for every case that fails, and if verbose is true for
// every case. The error is about what could not be read, or about a path without any case.
func Run(w io.Writer, verbose bool, paths ...string) (Result, error) {
	r := runner{w: w, verbose: verbose}
	for _, path := range paths {
		before := r.Result
		if err := r.path(path); err != nil {
			return r.Result, err
		}
		if r.Result == before {
			return r.Result, fmt.Errorf("%s: no cases found", path)
		}
	}
	return r.Result, nil
}

type runner struct {
	Result
	w       io.Writer
	verbose bool
}

// report counts a case, which failed if err is not nil.
func (r *runner) report(name string, err error) {
	if err != nil {
		r.Failed++
		fmt.Fprintf(r.w, "FAIL %s: %v\n", name, err)
		return
	}
	r.Passed++
	if r.verbose {
		fmt.Fprintf(r.w, "PASS %s\n", name)
	}
}

const modelFile = "model.onnx"

func (r *runner) path(path string) error {
	root, err := filepath.EvalSymlinks(path) // WalkDir would not enter a link
	if err != nil {
		return err
	}
	return filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return nil
		case filepath.Base(file) == modelFile:
			return r.backend(filepath.Dir(file))
		case strings.HasSuffix(file, ".jsonl"):
			return r.lines(file)
		case file == root:
			return fmt.Errorf("%s: not a folder, a .jsonl file or a %s", path, modelFile)
		}
		return nil
	})
}
