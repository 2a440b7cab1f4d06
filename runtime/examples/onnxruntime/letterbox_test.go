//go:build cgo

package onnxruntime_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	ort "github.com/yalue/onnxruntime_go"
)

// TestLetterbox: a session reads what the plan has written.
func TestLetterbox(t *testing.T) {
	ort.SetSharedLibraryPath(library(t))
	if err := ort.InitializeEnvironment(); err != nil {
		t.Fatal(err)
	}
	defer ort.DestroyEnvironment()
	input, err := Letterbox([]float32{1, 2, 3, 4}, []int{1, 2, 2}, 4)
	if err != nil {
		t.Fatal(err)
	}
	defer input.Destroy()
	output, err := ort.NewEmptyTensor[float32](input.GetShape())
	if err != nil {
		t.Fatal(err)
	}
	defer output.Destroy()
	session, err := ort.NewAdvancedSessionWithONNXData(identity(), []string{"x"}, []string{"y"}, []ort.Value{input}, []ort.Value{output}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Destroy()
	if err := session.Run(); err != nil {
		t.Fatal(err)
	}
	const g = 0.5
	if want := []float32{g, g, g, g, g, 1, 2, g, g, 3, 4, g, g, g, g, g}; !slices.Equal(output.GetData(), want) {
		t.Errorf("%v, expected %v", output.GetData(), want)
	}
}

// library returns the path of ONNX Runtime's library: the variable ORT_LIB, or where make bench-peers has put it.
func library(t *testing.T) string {
	if path := os.Getenv("ORT_LIB"); path != "" {
		return path
	}
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	cache, _ := os.UserCacheDir()
	found, _ := filepath.Glob(filepath.Join(cache, "padgen-peers/*/node_modules/onnxruntime-node/bin/*/linux", arch, "libonnxruntime.so.1"))
	if len(found) == 0 {
		t.Skip("no library of ONNX Runtime: make bench-peers fetches it, or ORT_LIB names libonnxruntime.so of another place")
	}
	return found[len(found)-1] // an older one may lack what the module wants
}

// identity is a model of one node: x -> Identity -> y.
func identity() []byte {
	field := func(tag byte, value string) string { return string([]byte{tag, byte(len(value))}) + value }
	node := field(0x0A, "x") + field(0x12, "y") + field(0x22, "Identity")
	float := field(0x12, field(0x0A, "\x08\x01"))
	graph := field(0x0A, node) + field(0x12, "g") + field(0x5A, field(0x0A, "x")+float) + field(0x62, field(0x0A, "y")+float)
	return []byte("\x08\x08" + field(0x3A, graph) + field(0x42, field(0x0A, "")+"\x10\x0D"))
}
