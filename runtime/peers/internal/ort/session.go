// Package ort runs Pad in ONNX Runtime on the CPU, through its C library.
package ort

import (
	"fmt"
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// Load loads the shared library and returns its version.
func Load(path string) (string, error) {
	ort.SetSharedLibraryPath(path)
	if err := ort.InitializeEnvironment(ort.WithLogLevelFatal()); err != nil {
		return "", fmt.Errorf("%w: %s: %v", ErrLibrary, path, err)
	}
	if err := ort.DisableTelemetry(); err != nil {
		return "", fmt.Errorf("%w: %s: %v", ErrLibrary, path, err)
	}
	return ort.GetVersion(), nil
}

// smallest are the outputs below which what a call costs is worth a column.
const smallest = 1 << 12

// Contestants returns ONNX Runtime on one thread and on two, and the floor: what a call of it costs.
func Contestants() []contest.Contestant {
	run := func(threads int) func(*bench.Workload, bench.Call) (contest.Timed, error) {
		return func(w *bench.Workload, c bench.Call) (contest.Timed, error) {
			dst, src := c.Raw()
			return session(w, padModel(w, opset, irVersion), w.OutShape(), dst, src, threads)
		}
	}
	floor := func(w *bench.Workload, c bench.Call) (contest.Timed, error) {
		_, src := c.Raw()
		return session(w, identityModel(w), w.Shape, make([]byte, len(src)), src, 1)
	}
	return []contest.Contestant{
		{Name: report.ORT, Prepare: run(1)},
		{Name: report.ORTTwo, Prepare: run(2)},
		{Name: report.ORTFloor, Prepare: floor, Unchecked: true, Only: func(w *bench.Workload) bool { return w.OutBytes() < smallest }},
	}
}

// session binds a model to the memory of input and output, so that a call allocates nothing.
func session(w *bench.Workload, model []byte, outShape []int, dst, src []byte, threads int) (t contest.Timed, err error) {
	if src == nil || w.Type.PerUnit() > 1 {
		return t, fmt.Errorf("%w: %v is not measured, ONNX Runtime has no kernel that pads it in place", contest.ErrUnsupported, w.Type)
	}
	var undo []func() error
	t.Close = func() {
		for i := range undo {
			undo[len(undo)-1-i]()
		}
	}
	defer func() {
		if err != nil {
			err = kind(err)
		}
	}()
	o, err := options(threads)
	if err != nil {
		return t, err
	}
	defer o.Destroy()
	in, err := ort.NewCustomDataTensor(dims(w.Shape), src, ort.TensorElementDataType(w.Type))
	if err != nil {
		return t, err
	}
	undo = append(undo, in.Destroy)
	out, err := ort.NewCustomDataTensor(dims(outShape), dst, ort.TensorElementDataType(w.Type))
	if err != nil {
		return t, err
	}
	undo = append(undo, out.Destroy)
	s, err := ort.NewAdvancedSessionWithONNXData(model, []string{"x"}, []string{"y"}, []ort.Value{in}, []ort.Value{out}, o)
	if err != nil {
		return t, err
	}
	undo = append(undo, s.Destroy)
	t.Run = s.Run
	return t, nil
}

func options(threads int) (*ort.SessionOptions, error) {
	o, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	for _, set := range []func() error{
		func() error { return o.SetIntraOpNumThreads(threads) },
		func() error { return o.SetInterOpNumThreads(1) },
		func() error { return o.SetGraphOptimizationLevel(ort.GraphOptimizationLevelEnableAll) },
		func() error { return o.SetLogSeverityLevel(ort.LoggingLevelFatal) },
		// Threads of a call that is over must not spin into the next contestant's sample.
		func() error { return o.AddSessionConfigEntry("session.force_spinning_stop", "1") },
	} {
		if err := set(); err != nil {
			o.Destroy()
			return nil, err
		}
	}
	return o, nil
}

func dims(shape []int) ort.Shape {
	s := make(ort.Shape, len(shape))
	for i, n := range shape {
		s[i] = int64(n)
	}
	return s
}

// kind tells a missing kernel from a failure: the library says it in words alone.
func kind(err error) error {
	for _, words := range []string{"NOT_IMPLEMENTED", "Could not find an implementation", "not supported", "Type Error", "unsupported"} {
		if strings.Contains(err.Error(), words) {
			return fmt.Errorf("%w: %s", contest.ErrUnsupported, contest.OneLine(err))
		}
	}
	return err
}
