// Package ort runs Pad in ONNX Runtime on the CPU, through its C library.
package ort

import (
	"fmt"
	"slices"
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// Contestants loads the shared library and returns its version, and ONNX Runtime on one thread and on two.
func Contestants() (l []contest.Contestant, version string, err error) {
	if err := load(); err != nil {
		return nil, "", err
	}
	on := func(threads int) func(*bench.Workload, bench.Call) (contest.Timed, error) {
		return func(w *bench.Workload, c bench.Call) (contest.Timed, error) {
			t, err := session(w, c, threads)
			return t, kind(err)
		}
	}
	return []contest.Contestant{{Name: report.ORT, Prepare: on(1)}, {Name: report.ORTTwo, Prepare: on(2), Two: true}}, ort.GetVersion(), nil
}

func load() error {
	path, err := library()
	if err != nil {
		return err
	}
	ort.SetSharedLibraryPath(path)
	if err = ort.InitializeEnvironment(ort.WithLogLevelFatal()); err == nil {
		err = ort.DisableTelemetry()
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %v", ErrLibrary, path, err)
	}
	return nil
}

// session binds the model to the memory of input and output, so that a call allocates nothing.
func session(w *bench.Workload, c bench.Call, threads int) (t contest.Timed, err error) {
	var made []interface{ Destroy() error }
	t.Close = func() {
		for _, m := range slices.Backward(made) {
			m.Destroy()
		}
	}
	o, err := options(threads)
	if err != nil {
		return t, err
	}
	defer o.Destroy()
	dst, src := c.Raw()
	in, err := ort.NewCustomDataTensor(dims(w.Shape), src, ort.TensorElementDataType(w.Type))
	if err != nil {
		return t, err
	}
	made = append(made, in)
	out, err := ort.NewCustomDataTensor(dims(w.OutShape()), dst, ort.TensorElementDataType(w.Type))
	if err != nil {
		return t, err
	}
	made = append(made, out)
	model := padModel(w, opset, irVersion)
	s, err := ort.NewAdvancedSessionWithONNXData(model, []string{"x"}, []string{"y"}, []ort.Value{in}, []ort.Value{out}, o)
	if err != nil {
		return t, err
	}
	made = append(made, s)
	t.Run = s.Run
	return t, nil
}

func options(threads int) (*ort.SessionOptions, error) {
	o, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	for _, err := range []error{
		o.SetIntraOpNumThreads(threads),
		o.SetInterOpNumThreads(1),
		o.SetGraphOptimizationLevel(ort.GraphOptimizationLevelEnableAll),
		o.SetLogSeverityLevel(ort.LoggingLevelFatal),
		// Threads of a call that is over must not spin into the next contestant's sample.
		o.AddSessionConfigEntry("session.force_spinning_stop", "1"),
	} {
		if err != nil {
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
	if err == nil {
		return nil
	}
	for _, words := range []string{"NOT_IMPLEMENTED", "Could not find an implementation", "not supported", "Type Error", "unsupported"} {
		if strings.Contains(err.Error(), words) {
			return fmt.Errorf("%w: %s", contest.ErrUnsupported, contest.OneLine(err))
		}
	}
	return err
}
