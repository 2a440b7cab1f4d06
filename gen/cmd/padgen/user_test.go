package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec/spectest"
)

// TestLinkedKernels builds programs that name no kernel, one kernel, and the set of one type, and checks what is linked.
func TestLinkedKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("it links programs")
	}
	m := newUserModule(t)
	program := func(name, imports, body string) {
		m.write(name+"/main.go", fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n%s)\n\nfunc main() {\n%s\n}\n", imports, body))
	}
	const runtimePad, kernels = "\t\"" + modulePath + "/runtime/pad\"\n", "\t\"" + modulePath + "/generated\"\n"
	const geometry = "\tg, err := pad.NewGeometry(pad.Reflect, []int{len(os.Args), 2, 3, 4}, make([]int, 8))\n\tif err != nil {\n\t\tos.Exit(1)\n\t}\n"
	program("none", runtimePad, geometry+"\tos.Exit(g.DstLen())")
	program("one", runtimePad+kernels, geometry+"\tgenerated.ReflectFloat32Rank4(make([]float32, g.DstLen()), make([]float32, g.SrcLen()), g)")
	program("set", runtimePad+kernels, "\t_, _, err := pad.Pad(generated.Float32, nil, pad.Params[float32]{Shape: []int{len(os.Args)}})\n\tif err != nil {\n\t\tos.Exit(1)\n\t}")
	m.Go("build", "-o", "bin/", "./none", "./one", "./set")

	ofFloat := regexp.MustCompile(`^[A-Z]\w*Float32Rank\d$|Float32$`) // kernels, and the set
	other := regexp.MustCompile(`^[A-Z]\w*Rank\d$`)
	plan, err := gen.NewPlan(spectest.Default(t), gen.Config{Types: []string{"float"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"none": 0, "one": 1, "set": len(plan.Kernels) + 1} {
		got := 0
		for line := range strings.Lines(m.Go("tool", "nm", "bin/"+name)) {
			_, symbol, _ := strings.Cut(strings.TrimSpace(line), modulePath+"/generated.")
			switch {
			case ofFloat.MatchString(symbol):
				got++
			case symbol != "" && (name == "none" || other.MatchString(symbol)):
				t.Errorf("%s: %s is linked", name, symbol)
			}
		}
		if got != want {
			t.Errorf("%s: %d kernels and sets of float32 are linked, expected %d", name, got, want)
		}
	}
}

// TestRuntimeDependencies: a program that uses the kernels compiles neither the generator nor any other module.
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
