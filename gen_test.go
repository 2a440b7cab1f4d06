// Package padgen_test tests what the whole project promises: that the generated code is that of the table, that it is
// well formed, that other modules can generate, and what it costs to link. That every kernel does what Pad means is tested in padtest.
package padgen_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/gen/gentest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec"
)

const generatedDir = "generated"

func table(t *testing.T) *spec.Table {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func plan(t *testing.T) *gen.Plan {
	t.Helper()
	p, err := gen.NewPlan(table(t), gen.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func render(t *testing.T) []gen.File {
	t.Helper()
	files, err := plan(t).Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestGeneratedIsCurrent compares the folder, and the lists of element types and versions in the runtime, with the table, both ways: a file
// may be stale, missing or an orphan.
func TestGeneratedIsCurrent(t *testing.T) {
	folders, err := plan(t).Folders(generatedDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		diffs, err := gen.Check(f.Dir, f.Files)
		if err != nil {
			t.Error(err)
		}
		for _, d := range diffs {
			t.Errorf("%s: %s/%s; run make generate", d.State, f.Dir, d.Name)
		}
		if wrote, err := gen.Wrote(f.Dir); wrote != (f.Dir == generatedDir) || err != nil {
			t.Errorf("%s is a package of padgen: %v, %v", f.Dir, wrote, err)
		}
	}
	if len(folders) != 6 {
		t.Errorf("%d folders, expected generated and those of the runtime with lists", len(folders))
	}
	files := folders[0].Files
	// The folder holds nothing else but tests, and the check sees damage of every kind.
	entries, err := os.ReadDir(generatedDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") && !slices.ContainsFunc(files, func(f gen.File) bool { return f.Name == e.Name() }) {
			t.Errorf("%s is not generated", e.Name())
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(generatedDir)); err != nil {
		t.Fatal(err)
	}
	float, err := os.ReadFile(filepath.Join(dir, "float32.go"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"float32.go": append(float, '\n'), "float128.go": float} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "uint8.go")); err != nil {
		t.Fatal(err)
	}
	got, err := gen.Check(dir, files)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		got[i].Line, got[i].Have, got[i].Want = 0, "", ""
	}
	for _, want := range []gen.Difference{{Name: "float32.go", State: gen.Stale}, {Name: "float128.go", State: gen.Orphan}, {Name: "uint8.go", State: gen.Missing}} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not found %s: %v", want.Name, want.State, got)
		}
	}
}

// TestGenerationIsDeterministic renders twice: maps have another order then.
func TestGenerationIsDeterministic(t *testing.T) {
	one, two := render(t), render(t)
	if !slices.EqualFunc(one, two, func(a, b gen.File) bool { return a.Name == b.Name && bytes.Equal(a.Content, b.Content) }) {
		t.Errorf("two generations differ:\n%s", cmp.Diff(one, two))
	}
}

// TestManifest: the file is what padgen list prints, a line for each kernel.
func TestManifest(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(generatedDir, gen.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	gentest.Touch(t)
	list := exec.Command("go", "run", "./gen/cmd/padgen", "list")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(file), "\n"), strings.Split(string(out), "\n")); diff != "" {
		t.Errorf("manifest and padgen list (-file +list):\n%s", diff)
	}
	if n := bytes.Count(file, []byte("\n")); n != len(plan(t).Kernels) {
		t.Errorf("%d lines, expected %d", n, len(plan(t).Kernels))
	}
}

// TestEmittedPackage type-checks the package and compares what it exports with the plan: every kernel with its
// signature and a doc comment that names its versions, every set, and no other function. What it imports is the
// runtime and the standard library, and no code of it runs at start.
func TestEmittedPackage(t *testing.T) {
	fset := token.NewFileSet()
	var trees []*ast.File
	for _, f := range render(t) {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		tree, err := parser.ParseFile(fset, f.Name, f.Content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	check := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := check.Check(generatedDir, fset, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkg.Imports() {
		if strings.Contains(p.Path(), ".") && !strings.HasPrefix(p.Path(), gentest.Path+"/runtime/") {
			t.Errorf("imports %s", p.Path())
		}
	}
	docs := map[string]string{}
	for _, f := range trees {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				continue
			}
			if fn.Name.Name == "init" {
				t.Errorf("%s: an init", fset.Position(fn.Pos()))
			}
			docs[fn.Name.Name] = fn.Doc.Text()
		}
	}
	scope := pkg.Scope()
	exported := map[string]bool{}
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Func); ok && ast.IsExported(name) {
			exported[name] = true
		}
	}
	for _, k := range plan(t).Kernels {
		name := k.Name()
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			t.Errorf("no function %s", name)
			continue
		}
		delete(exported, name)
		storage := strings.ReplaceAll(k.Elem.Storage, "dtype.", gentest.Path+"/runtime/dtype.")
		value := ""
		if k.Mode == spec.Constant {
			value = "value " + storage + ", "
		}
		want := fmt.Sprintf("func(dst []%s, src []%[1]s, %sg *%s/runtime/kernel.Geometry)", storage, value, gentest.Path)
		if got := types.TypeString(fn.Type(), nil); got != want {
			t.Errorf("%s is a %s, expected %s", name, got, want)
		}
		doc := docs[name]
		if !strings.HasPrefix(doc, name+" pads a tensor("+k.Elem.Name+")") || !strings.Contains(doc, "mode "+k.Mode) {
			t.Errorf("%s: doc comment %q", name, doc)
		}
		if strings.Contains(doc, "//") {
			t.Errorf("%s: the doc comment has a comment inside: %q", name, doc)
		}
		if !strings.HasSuffix(doc, "\nAllowed "+k.Allowed+".\n") {
			t.Errorf("%s: doc comment %q does not end in what allows it, %s", name, doc, k.Allowed)
		}
	}
	for name := range exported {
		t.Errorf("%s is exported and not a kernel", name)
	}
	for _, e := range table(t).ElemTypes {
		v, ok := scope.Lookup(e.GoName).(*types.Var)
		if !ok || !strings.HasPrefix(types.TypeString(v.Type(), nil), gentest.Path+"/runtime/kernel.Set[") {
			t.Errorf("no kernel set %s", e.GoName)
		}
	}
}

// The generator and the runtime agree on the highest rank, or this does not compile.
const (
	_ = uint(gen.MaxRank - kernel.MaxRank)
	_ = uint(kernel.MaxRank - gen.MaxRank)
)

// TestLinkedKernels builds programs that name no kernel, one, and the set of one type, and looks at what was linked.
func TestLinkedKernels(t *testing.T) {
	m := gentest.NewModule(t)
	program := func(name, imports, body string) {
		m.Write(name+"/main.go", fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n%s)\n\nfunc main() {\n%s\n}\n", imports, body))
	}
	const runtimePad, kernels = "\t\"" + gentest.Path + "/runtime/pad\"\n", "\t\"" + gentest.Path + "/generated\"\n"
	const geometry = "\tg, err := pad.NewGeometry(pad.Reflect, []int{len(os.Args), 2, 3, 4}, make([]int64, 8))\n\tif err != nil {\n\t\tos.Exit(1)\n\t}\n"
	program("none", runtimePad, geometry+"\tos.Exit(g.DstLen())")
	program("one", runtimePad+kernels, geometry+"\tgenerated.ReflectFloat32Rank4(make([]float32, g.DstLen()), make([]float32, g.SrcLen()), g)")
	program("set", runtimePad+kernels, "\t_, _, err := pad.Pad(&generated.Float32, nil, pad.Params[float32]{Shape: []int{len(os.Args)}})\n\tif err != nil {\n\t\tos.Exit(1)\n\t}")
	m.Go("build", "-o", "bin/", "./none", "./one", "./set")

	names := make([]string, 0, 26)
	for _, e := range table(t).ElemTypes {
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
			_, symbol, ok := strings.Cut(strings.TrimSpace(line), gentest.Path+"/generated.")
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
	gentest.Touch(t)
	libraries := []string{"./runtime/pad", "./runtime/onnx", "./runtime/dtype", "./runtime/kernel/...", "./generated"}
	list := exec.Command("go", append([]string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}, libraries...)...)
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
		if path != gentest.Path+"/generated" && !strings.HasPrefix(path, gentest.Path+"/runtime/") {
			t.Errorf("%s is linked into programs that use the runtime", path)
		}
	}
}

// TestGenerateElsewhere does what a user does: go get -tool, a go:generate line, and a program.
func TestGenerateElsewhere(t *testing.T) {
	m := gentest.NewModule(t)
	m.Go("get", "-tool", gentest.Path+"/gen/cmd/padgen")
	// The line is put together here, because go generate would find it in this file too.
	line := "//go:" + "generate go tool padgen generate -types float,uint8 -modes constant -ranks 1-4 -o mypad"
	m.Write("main.go", strings.Replace(`package main

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
	if out := m.Go("generate", "./..."); !strings.Contains(out, "2 types x 1 mode x 4 ranks: 8 kernels, ") || !strings.Contains(out, `import "example.com/user/mypad"`) {
		t.Errorf("go generate printed %q", out)
	}
	m.Go("vet", "./...")
	want := "[9 1 2 9 9] [5] <nil>\n" +
		"[0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2] [2 1 2 1 2 2] <nil>\n" +
		"pad: mode: the package has no edge kernel of element type uint8, generate one with -modes and -types\n"
	if diff := cmp.Diff(want, m.Go("run", ".")); diff != "" {
		t.Errorf("the program prints (-want +got):\n%s", diff)
	}
	for _, flags := range [][]string{{"-o", "mypad", "-types", "float,uint8", "-modes", "constant", "-ranks", "1-4"}, {"-o", "mypad"}, {"mypad"}, {}} {
		if out := m.Go(slices.Concat([]string{"tool", "padgen", "check"}, flags)...); out != "" {
			t.Errorf("padgen check %q printed %q", flags, out)
		}
	}
}
