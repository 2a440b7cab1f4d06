// Package python runs NumPy, OpenCV and PyTorch, each in a Python process beside this one, which measures itself.
package python

import (
	"bufio"
	"cmp"
	_ "embed" // the script
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

//go:embed pad.py
var script string

// types are those that NumPy also has, by the lower-case GoName.
var types = dtype.Of(dtype.TypeBool, dtype.TypeFloat16, dtype.TypeFloat32, dtype.TypeFloat64, dtype.TypeComplex64, dtype.TypeComplex128,
	dtype.TypeInt8, dtype.TypeInt16, dtype.TypeInt32, dtype.TypeInt64, dtype.TypeUint8, dtype.TypeUint16, dtype.TypeUint32, dtype.TypeUint64)

// libraries are what Python calls the contestants.
var libraries = map[string]string{report.NumPy: "numpy", report.OpenCV: "cv2", report.PyTorch: "torch"}

// Contestant starts a library of Python, and returns its version. Where the first python3 does not have it, the system's may.
func Contestant(name string) (c contest.Contestant, version string, err error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		var p *process
		if p, version, err = start(python, libraries[name]); err == nil {
			return contest.Contestant{Name: name, Prepare: p.prepare}, version, nil
		}
	}
	return c, "", fmt.Errorf("no python3 with %s: %w", libraries[name], err)
}

// process is a Python that ends when this program does.
type process struct {
	stdin io.Writer
	out   *bufio.Reader
}

func start(python, library string) (p *process, version string, err error) {
	cmd := exec.Command(python, "-c", script, library)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, "", err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	p = &process{stdin, bufio.NewReader(stdout)}
	if version, err = p.answer(); err != nil {
		err = cmp.Or(cmd.Wait(), err)
	}
	return p, version, err
}

func (p *process) answer() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// prepare gives the process its task.
func (p *process) prepare(w *bench.Workload, c bench.Call) (t contest.Timed, err error) {
	if !types.Has(w.Type) {
		return t, fmt.Errorf("%w: %v", contest.ErrUnsupported, w.Type)
	}
	task, err := json.Marshal(map[string]any{
		"dtype": strings.ToLower(w.Type.GoName()), "mode": w.Mode.String(), "shape": w.Shape, "pads": w.Pads,
	})
	if err != nil {
		return t, err
	}
	dst, src := c.Raw()
	value := make([]byte, w.Type.Size())
	copy(value, w.Value)
	for _, b := range [][]byte{append(task, '\n'), src, value} {
		if _, err := p.stdin.Write(b); err != nil {
			return t, err
		}
	}
	switch does, err := p.answer(); {
	case err != nil:
		return t, err
	case does != "ok":
		return t, fmt.Errorf("%w: %s", contest.ErrUnsupported, does)
	}
	t.Run = func() error {
		if _, err := fmt.Fprintln(p.stdin, 0); err != nil {
			return err
		}
		_, err := io.ReadFull(p.out, dst)
		return err
	}
	t.Time = func(calls int) (ns float64, err error) {
		if _, err := fmt.Fprintln(p.stdin, calls); err != nil {
			return 0, err
		}
		_, err = fmt.Fscanln(p.out, &ns)
		return ns / float64(calls), err
	}
	return t, nil
}
