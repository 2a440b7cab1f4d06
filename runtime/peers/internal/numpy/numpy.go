// Package numpy runs np.pad in a Python process beside this one, which measures itself.
package numpy

import (
	"bufio"
	_ "embed" // the script
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

//go:embed pad.py
var script string

// types are those that NumPy has, too, by the lower-case GoName.
var types = dtype.Of(dtype.TypeBool, dtype.TypeFloat16, dtype.TypeFloat32, dtype.TypeFloat64, dtype.TypeComplex64, dtype.TypeComplex128,
	dtype.TypeInt8, dtype.TypeInt16, dtype.TypeInt32, dtype.TypeInt64, dtype.TypeUint8, dtype.TypeUint16, dtype.TypeUint32, dtype.TypeUint64)

// Contestant returns np.pad, in a process for each workload, and NumPy's version. Where the first python3 is not the
// system's, the system's may have it.
func Contestant() (c contest.Contestant, version string, err error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if out, err := exec.Command(python, "-c", "import numpy; print(numpy.__version__)").Output(); err == nil {
			prepare := func(w *bench.Workload, c bench.Call) (contest.Timed, error) { return start(python, w, c) }
			return contest.Contestant{Name: report.NumPy, Prepare: prepare}, strings.TrimSpace(string(out)), nil
		}
	}
	return c, "", errors.New("no python3 with numpy (apt-get install python3-numpy)")
}

// start starts the process and gives it the input.
func start(python string, w *bench.Workload, c bench.Call) (t contest.Timed, err error) {
	if !types.Has(w.Type) {
		return t, fmt.Errorf("%w: %v", contest.ErrUnsupported, w.Type)
	}
	task, err := json.Marshal(map[string]any{
		"dtype": strings.ToLower(w.Type.GoName()), "mode": w.Mode.String(), "shape": w.Shape, "pads": w.Pads,
	})
	if err != nil {
		return t, err
	}
	cmd := exec.Command(python, "-c", script, string(task))
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return t, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return t, err
	}
	if err := cmd.Start(); err != nil {
		return t, err
	}
	t.Close = func() {
		stdin.Close()
		cmd.Wait()
	}
	dst, src := c.Raw()
	value := make([]byte, w.Type.Size())
	copy(value, w.Value)
	for _, b := range [][]byte{src, value} {
		if _, err := stdin.Write(b); err != nil {
			return t, err
		}
	}
	out := bufio.NewReader(stdout)
	t.Run = func() error {
		if _, err := fmt.Fprintln(stdin, 0); err != nil {
			return err
		}
		_, err := io.ReadFull(out, dst)
		return err
	}
	t.Time = func(calls int) (ns float64, err error) {
		if _, err := fmt.Fprintln(stdin, calls); err != nil {
			return 0, err
		}
		_, err = fmt.Fscanln(out, &ns)
		return ns / float64(calls), err
	}
	return t, nil
}
