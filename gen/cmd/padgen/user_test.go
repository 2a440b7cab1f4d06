package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
)

// TestLinkedKernels builds programs that name no kernel, one, and the set of one type, and looks at what was linked.
func TestLinkedKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("it links programs")
	}
	m := newUserModule(t)
	program := func(name, imports, body string) {
		m.write(name+"/main.go", fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n%s)\n\nfunc main() {\n%s\n}\n", imports, body))
	}
	const runtimePad, kernels = "\t\"" + modulePath + "/runtime/pad\"\n", "\t\"" + modulePath + "/generated\"\n"
	const geometry = "\tg, err := pad.NewGeometry(pad.Reflect, []int{len(os.Args), 2, 3, 4}, make([]int64, 8))\n\tif err != nil {\n\t\tos.Exit(1)\n\t}\n"
	program("none", runtimePad, geometry+"\tos.Exit(g.DstLen())")
	program("one", runtimePad+kernels, geometry+"\tgenerated.ReflectFloat32Rank4(make([]float32, g.DstLen()), make([]float32, g.SrcLen()), g)")
	program("set", runtimePad+kernels, "\t_, _, err := pad.Pad(&generated.Float32, nil, pad.Params[float32]{Shape: []int{len(os.Args)}})\n\tif err != nil {\n\t\tos.Exit(1)\n\t}")
	m.Go("build", "-o", "bin/", "./none", "./one", "./set")

	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range table.ElemTypes {
		names = append(names, e.GoName)
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	elem := regexp.MustCompile(`(` + strings.Join(names, "|") + `)(Rank\d)?\b`)
	exported := regexp.MustCompile(`^(Constant|Reflect|Edge|Wrap)\w+Rank\d$`)
	var sizes [3]int64
	for i, c := range []struct {
		name    string
		kernels int
	}{{"none", 0}, {"one", 1}, {"set", 32}} {
		info, err := os.Stat(filepath.Join(m.Dir, "bin", c.name))
		if err != nil {
			t.Fatal(err)
		}
		sizes[i] = info.Size()
		linked, all := 0, 0
		for line := range strings.Lines(m.Go("tool", "nm", "bin/"+c.name)) {
			_, symbol, ok := strings.Cut(strings.TrimSpace(line), modulePath+"/generated.")
			if !ok {
				continue
			}
			all++
			if exported.MatchString(symbol) {
				linked++
			}
			if of := elem.FindStringSubmatch(symbol); of != nil && of[1] != "Float32" {
				t.Errorf("%s: %s of another element type is linked", c.name, symbol)
			}
		}
		if linked != c.kernels || c.kernels == 0 && all > 0 {
			t.Errorf("%s: %d kernels and %d symbols of package generated are linked, expected %d kernels", c.name, linked, all, c.kernels)
		}
	}
	t.Logf("a program without kernels has %d bytes; one kernel adds %d, the set of one element type %d", sizes[0], sizes[1]-sizes[0], sizes[2]-sizes[0])
}

// TestRuntimeDependencies: who uses the kernels compiles no generator and no module but this one.
func TestRuntimeDependencies(t *testing.T) {
	touch(t)
	libraries := []string{"./runtime/pad", "./runtime/onnx", "./runtime/dtype", "./runtime/kernel/...", "./generated"}
	list := exec.Command("go", append([]string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}, libraries...)...)
	list.Dir = moduleRoot(t)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < len(libraries) {
		t.Errorf("only %v", deps)
	}
	for _, path := range deps {
		if path != modulePath+"/generated" && !strings.HasPrefix(path, modulePath+"/runtime/") {
			t.Errorf("%s is linked into programs that use the runtime", path)
		}
	}
}

// TestGenerateElsewhere does what a user does: go get -tool, a go:generate line, and a program.
func TestGenerateElsewhere(t *testing.T) {
	m := newUserModule(t)
	m.Go("get", "-tool", modulePath+"/gen/cmd/padgen")
	// The line is put together here, because go generate would find it in this file too.
	line := "//go:" + "generate go tool padgen generate -types float,uint8 -modes constant -ranks 1-4 -o mypad"
	m.write("main.go", strings.Replace(`package main

import (
	"fmt"

	"example.com/user/mypad"
	"github.com/padgen/padgen/runtime/pad"
)

GENERATE

func main() {
	fmt.Println(pad.Pad(&mypad.Float32, []float32{1, 2}, pad.Params[float32]{Shape: []int{2}, Pads: []int64{1, 2}, Value: 9}))
	fmt.Println(pad.Pad(&mypad.Uint8, []uint8{1, 2}, pad.Params[uint8]{Shape: []int{1, 1, 1, 1, 1, 2}, Pads: []int64{1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0}}))
	_, _, err := pad.Pad(&mypad.Uint8, []uint8{1, 2}, pad.Params[uint8]{Shape: []int{2}, Pads: []int64{1, 2}, Mode: pad.Edge})
	fmt.Println(err)
}
`, "GENERATE", line, 1))
	if out := m.Go("generate", "./..."); !strings.Contains(out, "kernels: 8 (types: 2, modes: 1, ranks: 4); ") || !strings.Contains(out, `import "example.com/user/mypad"`) {
		t.Errorf("go generate printed %q", out)
	}
	m.Go("vet", "./...")
	want := "[9 1 2 9 9] [5] <nil>\n" +
		"[0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2] [2 1 2 1 2 2] <nil>\n" +
		"pad: mode: the package has no edge kernel of element type uint8, generate one with -modes and -types\n"
	if diff := cmp.Diff(want, m.Go("run", ".")); diff != "" {
		t.Errorf("the program prints (-want +got):\n%s", diff)
	}
	for _, flags := range [][]string{{"mypad"}, {}} {
		if out := m.Go(slices.Concat([]string{"tool", "padgen", "check"}, flags)...); out != "" {
			t.Errorf("padgen check %q printed %q", flags, out)
		}
	}
}
