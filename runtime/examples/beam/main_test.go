package main

import (
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/padgen/padgen/runtime/zarrpad"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// TestRun: the output is that of the input, and a call that cannot be made fails the job.
func TestRun(t *testing.T) {
	in, out := "../../zarrpad/testdata/blosc.zarr", t.TempDir()+"/out"
	if err := run(in, out, zarrpad.Call{Pads: []int{3, 3, 4, 4}, Mode: "reflect"}); err != nil {
		t.Fatal(err)
	}
	report := func(err error) { t.Error(err) }
	stats, err := zarrpad.Check(t.Context(), zarrpad.Folder(out), zarrpad.Folder(in), zarrpad.Options{}, report)
	if err != nil || stats.Done != 4 {
		t.Error(stats, err)
	}
	if err := run(in, out, zarrpad.Call{Pads: []int{3, 3, 3}}); err == nil {
		t.Error("no error for three pads")
	}
}
