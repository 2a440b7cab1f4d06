package bench_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinkedSizes compares what kernels add to a stripped program for linux/amd64 with limits, in bytes.
// A file grows by whole pages of 4 KiB. `make bench-costs` prints them.
func TestLinkedSizes(t *testing.T) {
	if os.Getenv("PADGEN_LONG") != "1" {
		t.Skip("it links a dozen programs, in long tests only: make bench-costs")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(root, "generated", "MANIFEST.txt"))
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for line := range strings.Lines(string(manifest)) {
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(line, "//") {
			all += "\tprintln(any(generated." + f[0] + "))\n"
		}
	}
	const (
		call = "generated.%s(make([]%s, g.DstLen()), make([]%[2]s, g.SrcLen())%s, g)"
		plan = "plan, err := pad.NewPlan(%s, pad.Params[float32]{Shape: shape, Pads: pads})\n\tif err == nil {\n\t\terr = plan.Run(nil, nil)\n\t}\n\tprintln(err)"
		node = "op, err := %s\n\tif err == nil {\n\t\t_, err = op.Run(onnx.Attributes{})\n\t}\n\tprintln(err)"
	)
	none := linkedSize(t, root, "")
	t.Logf("%9d without kernels", none)
	for _, c := range []struct {
		name, statements string
		limit            int // 0: for information
	}{
		{"ConstantFloat32Rank4", fmt.Sprintf(call, "ConstantFloat32Rank4", "float32", ", 0"), 48 << 10},
		{"ReflectFloat32Rank4", fmt.Sprintf(call, "ReflectFloat32Rank4", "float32", ""), 52 << 10},
		{"WrapFloat32Rank4", fmt.Sprintf(call, "WrapFloat32Rank4", "float32", ""), 52 << 10},
		{"ReflectFloat32Rank8", fmt.Sprintf(call, "ReflectFloat32Rank8", "float32", ""), 96 << 10},
		{"ReflectUint8Rank4, which has more forms of rows", fmt.Sprintf(call, "ReflectUint8Rank4", "uint8", ""), 96 << 10},
		{"ReflectInt4Rank4, with its own forms and those of bytes", fmt.Sprintf(call, "ReflectInt4Rank4", "dtype.Int4x2", ""), 96 << 10},
		{"all kernels, named", all, 2 << 20},
		{"pad.Plan of float32", fmt.Sprintf(plan, "generated.Float32"), 0},
		{"onnx.New with the set of float32", fmt.Sprintf(node, `onnx.New("", 21, generated.Float32)`), 0},
		{"onnx.New without kernels, the node level alone", fmt.Sprintf(node, `onnx.New("", 21)`), 400e3},
		{"all.Lookup: any type, any version", fmt.Sprintf(node, `all.Lookup("", 21)`), 0},
	} {
		more := linkedSize(t, root, c.statements) - none
		t.Logf("%9d more with %s", more, c.name)
		if c.limit > 0 && more > c.limit {
			t.Errorf("%s adds %d bytes to a program, expected at most %d", c.name, more, c.limit)
		}
	}
}

// linkedSize builds a program as part of this module, without a folder in it.
func linkedSize(t *testing.T, root, statements string) int {
	t.Helper()
	imports := ""
	for path, name := range map[string]string{
		"generated": "generated.", "runtime/dtype": "dtype.", "runtime/onnx": "onnx.", "runtime/onnx/all": "all.",
	} {
		if strings.Contains(statements, name) {
			imports += "\t\"github.com/padgen/padgen/" + path + "\"\n"
		}
	}
	dir := t.TempDir()
	main, overlay, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "program")
	replace := fmt.Sprintf(`{"Replace": {%q: %q}}`, filepath.Join(root, "size", "main.go"), main)
	source := "package main\n\nimport (\n\t\"github.com/padgen/padgen/runtime/pad\"\n" + imports + ")\n\nfunc main() {\n" +
		"\tshape, pads := []int{2, 3, 4, 5}, []int{0, 0, 1, 1, 0, 0, 1, 1}\n" +
		"\tg, err := pad.NewGeometry(pad.Reflect, shape, pads)\n\tprintln(g, err)\n\t" + statements + "\n}\n"
	if err := errors.Join(os.WriteFile(main, []byte(source), 0o666), os.WriteFile(overlay, []byte(replace), 0o666)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-overlay", overlay, "-o", program, "./size")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOOS=linux", "GOARCH=amd64", "GOAMD64=v1", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, statements)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size())
}
