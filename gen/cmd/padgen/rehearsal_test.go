package main

import (
	"bytes"
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
	"github.com/padgen/padgen/spec/spectest"
)

// A rehearsal is an invented future. The names that it adds end in the next opset, so that its copy can rehearse it again.
type rehearsal struct {
	name   string
	next   func(f *future) // what the documents of the next release state
	left   []string        // what update lists to do by hand
	hand   func(f *future) // what a person then changes in the table
	source []replacement   // and in Go files
	run    string          // go commands that a person then runs, one on each line
	fails  []string        // the tests that fail in the copy
	of     []string        // the rehearsals that share this one's copy
}

// A replacement is a text in a Go file, and what a person replaces it with. %d is the next opset.
type replacement struct{ file, old, new string }

// listsTypes writes the goldens of padrun that list all types and modes in a message.
const listsTypes = "test ./runtime/cmd/padrun -run ^TestScripts$ -update"

var rehearsals = []rehearsal{
	{name: "same"},
	{name: "type8", next: func(f *future) { f.allow(f.called("log8_")) },
		left: []string{"tensor(log8_%[1]d): it has no storage: change spec/elemtypes.json"},
		hand: func(f *future) { f.store(f.called("log8_"), 8, 1) }, run: listsTypes},
	{name: "type4", next: func(f *future) { f.allow(f.called("gray4_")) },
		left: []string{"tensor(gray4_%[1]d): it has no storage: change spec/elemtypes.json"},
		hand: func(f *future) { f.store(f.called("gray4_"), 4, 2) }, run: listsTypes},
	{name: "type128", next: func(f *future) { f.allow(f.called("float128_")) },
		left: []string{"tensor(float128_%[1]d): it has no storage: change spec/elemtypes.json"},
		hand: func(f *future) { f.store(f.called("float128_"), 128, 1) }, run: listsTypes},
	{name: "typeless", next: func(f *future) {
		types := &f.next.TypeConstraints[0].Types
		*types = slices.DeleteFunc(*types, func(typ string) bool { return typ == "tensor(string)" })
	}},
	{name: "symmetric", next: func(f *future) { f.next.Modes = f.table.Modes() }},
	{name: "microsoft", next: func(f *future) {
		s := f.version("com.microsoft/Pad-1")
		if len(s.Modes) == len(f.table.Modes()) {
			f.Skip("it has all modes")
		}
		s.Modes = f.table.Modes()
		f.others = append(f.others, s)
	}, left: []string{"com.microsoft/Pad-1: is published and differs in ", "com.microsoft/Pad-1: mode added: "}, hand: func(f *future) {
		f.table.Schema("com.microsoft/Pad-1").Modes = f.table.Modes()
	}},
	{name: "two", next: func(f *future) {
		s := f.version(f.next.ID())
		s.SinceVersion++
		f.others = append(f.others, s)
	}},
	{name: "meaning", hand: func(f *future) {
		f.table.Schema(f.next.ID()).Meanings = map[string]string{spec.Reflect: spec.Symmetric}
	}},
	{name: "preview", next: func(f *future) {
		s := f.version(f.next.ID())
		s.Domain, s.SinceVersion = "ai.onnx.preview", 1
		f.others = append(f.others, s)
	}},
	{name: "optional", next: func(f *future) {
		if f.next.Inputs[1].Option == spec.Optional {
			f.Skip("pads are optional")
		}
		f.next.Inputs[1].Option, f.next.MinInputs = spec.Optional, 1
	}, left: []string{"input pads: it is optional, tensor(int64); runtime/onnx takes it as single, tensor(int64): change runtime/onnx"},
		run: "test ./spec ./spec/specdiff -run ^TestEdits$ -update",
		source: []replacement{
			{"spec/unsupported.go", "in.Option != want.option", "in.Option != want.option && in.Name != \"pads\""},
			{"runtime/onnx/call.go", "\tt, err := op.input(inputs, op.padsInput)\n",
				"\tif op.schema.MinInputs <= op.padsInput && optional(inputs, op.padsInput) == nil {\n" +
					"\t\tc.pads = make([]int, 2*len(c.shape))\n\t\treturn nil\n\t}\n\tt, err := op.input(inputs, op.padsInput)\n"},
		}},
	{name: "parts", next: func(f *future) {
		f.next.Attributes = append(f.next.Attributes, spec.Attribute{Name: f.called("note"), Type: spec.AttrInts})
		f.next.Inputs = append(f.next.Inputs, spec.Param{Name: f.called("where"), Type: "tensor(bool)", Option: spec.Optional})
		f.next.MaxInputs++
	}, left: []string{"attribute note%[1]d: runtime/onnx does not know what it means: change runtime/onnx/attributes.go",
		"input where%[1]d: runtime/onnx does not know what it means: change runtime/onnx/op.go"},
		source: []replacement{
			{"spec/unsupported.go", "\t\"mode\":     {", "\t\"note%[1]d\":     {Type: AttrInts},\n\t\"mode\":     {"},
			{"spec/unsupported.go", "\t\"data\":           {", "\t\"where%[1]d\":           {option: Optional, types: []string{\"tensor(bool)\"}},\n" +
				"\t\"data\":           {"},
			{"runtime/onnx/attributes.go", "\tcase name == \"mode\" && isText:\n", "\tcase name == \"note%[1]d\" && isList:\n\tcase name == \"mode\" && isText:\n"},
		}},
	{name: "mode", next: func(f *future) { f.next.Modes = append(f.next.Modes, f.called("closed")) },
		left: []string{"mode closed%[1]d: there are no kernels for it: change spec/modes.go, runtime/kernel/mode.go, runtime/internal/kerneltest/source.go, runtime/pad/doc.go"},
		run:  listsTypes + "\nrun ./runtime/cmd/padrun modes -f -o .github/modes.png",
		source: []replacement{
			{"spec/modes.go", "\tSymmetric = \"symmetric\"\n", "\tSymmetric = \"symmetric\"\n\tClosed%[1]d = \"closed%[1]d\"\n"},
			{"spec/modes.go", "(not in ONNX: domain padgen)\"},\n", "(not in ONNX: domain padgen)\"},\n\t{Closed%[1]d, \"the data again, as if its ends were one element\"},\n"},
			{"runtime/kernel/mode.go", "(not in ONNX: domain padgen)\n", "(not in ONNX: domain padgen)\n\tClosed%[1]d // the data again, as if its ends were one element\n"},
			{"runtime/kernel/mode.go", fmt.Sprint("NumModes = ", len(spec.KnownModes())), fmt.Sprint("NumModes = ", len(spec.KnownModes())+1)},
			{"runtime/kernel/mode.go", "\"symmetric\"", "\"symmetric\", \"closed%[1]d\""},
			{"runtime/kernel/mode.go", "\tcase Symmetric:\n", "\tcase Closed%[1]d:\n\t\tswitch {\n\t\tcase n == 1:\n\t\t\treturn 0\n" +
				"\t\tcase i < 0:\n\t\t\treturn (i%(n-1) + n - 1) % (n - 1)\n\t\t}\n\t\treturn (i-1)%(n-1) + 1\n\tcase Symmetric:\n"},
			{"runtime/internal/kerneltest/source.go", "\t\tcase mode == pad.Symmetric && k < 0:\n",
				"\t\tcase mode == pad.Closed%[1]d && k < 0:\n\t\t\tk += ext - 1\n\t\tcase mode == pad.Closed%[1]d:\n\t\t\tk -= ext - 1\n" +
					"\t\tcase mode == pad.Symmetric && k < 0:\n"},
			{"runtime/pad/doc.go", "//\n// # Questions\n", "//\tclosed%[1]d\n//\n// # Questions\n"}, // SciPy calls it wrap
		}},
	{name: "renamed", next: func(f *future) { f.next.Attributes[0].Name, f.next.Modes = f.called("method"), nil },
		left:  []string{"attribute method%[1]d: runtime/onnx does not know", "attribute mode: 0 inputs and attributes mean this"},
		fails: []string{"TestSupported"}},
	{name: "widened", of: []string{"type8", "type4", "type128", "typeless", "symmetric", "microsoft", "two", "meaning", "preview"}},
	{name: "edited", of: []string{"optional", "parts", "mode"}},
}

// future is the state of a rehearsal.
type future struct {
	*testing.T
	table  *spec.Table
	next   *spec.OpSchema   // of ai.onnx, at the opset above the newest one
	others []*spec.OpSchema // further versions in the documents
}

// called returns a name that no earlier future used.
func (f *future) called(name string) string { return fmt.Sprint(name, f.next.SinceVersion) }

// allow makes the next version allow a type.
func (f *future) allow(name string) {
	types := &f.next.TypeConstraints[0].Types
	*types = append(*types, "tensor("+name+")")
	slices.Sort(*types)
}

// store adds the row of a type to the table.
func (f *future) store(name string, bits, perUnit int) {
	goName := strings.ReplaceAll(strings.ToUpper(name[:1])+name[1:], "_", "X")
	f.table.ElemTypes = append(f.table.ElemTypes, spec.ElemType{Name: name, GoName: goName, Number: len(f.table.ElemTypes) + 1,
		Bits: bits, PerUnit: perUnit, Storage: "dtype." + goName})
}

// version returns a copy of a version.
func (f *future) version(id string) *spec.OpSchema {
	s := f.table.Schema(id)
	if f.next != nil && f.next.ID() == id {
		s = f.next
	}
	data, err := s.Marshal()
	if err != nil {
		f.Fatal(err)
	}
	if s, err = spec.ParseSchema(id, data); err != nil {
		f.Fatal(err)
	}
	return s
}

// newFuture returns a future that starts from the table of the folder.
func newFuture(t *testing.T) *future {
	table, err := spec.Load(os.DirFS("spec"))
	if err != nil {
		t.Fatal(err)
	}
	f := &future{T: t, table: table}
	newest, _ := table.NewestOpset("")
	last, err := table.Lookup("", newest)
	if err != nil {
		t.Fatal(err)
	}
	f.next = f.version(last.ID())
	f.next.SinceVersion = newest + 1
	return f
}

// TestRehearsals plays each rehearsal in a copy of the module: padgen update, and what a person does. If PADGEN_LONG is set,
// the tests of the copy follow: all of them or, if it is "short", the short ones and the rehearsals.
func TestRehearsals(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes whole packages")
	}
	plainGit(t)
	long := os.Getenv("PADGEN_LONG")
	if long == "" {
		t.Setenv("GOFLAGS", "-n") // the copies are loaded, but not compiled
	}
	dir := filepath.Join(t.TempDir(), "padgen")
	copyModule(t, moduleRoot(t), dir)
	t.Chdir(dir)
	git(t, "init", "-q", ".")
	git(t, "add", ".")
	git(t, "commit", "-q", "-m", "before")
	builtIn = func() (*spec.Table, error) { return spec.Load(os.DirFS("spec")) }
	defer func() { builtIn = spec.Default }()
	for _, r := range rehearsals {
		// Without the tests of the copies, rehearsals that share a copy are played only once.
		isIn := func(o rehearsal) bool { return slices.Contains(o.of, r.name) }
		if long == "" && slices.ContainsFunc(rehearsals, isIn) {
			continue
		}
		for _, name := range r.of {
			r.merge(rehearsals[slices.IndexFunc(rehearsals, func(o rehearsal) bool { return o.name == name })])
		}
		t.Run(r.name, func(t *testing.T) {
			defer git(t, "clean", "-q", "-fdx")
			defer git(t, "reset", "-q", "--hard")
			r.play(newFuture(t), long)
		})
	}
}

// merge adds the parts of another rehearsal.
func (r *rehearsal) merge(o rehearsal) {
	both := func(f, g func(*future)) func(*future) {
		if f == nil || g == nil {
			return map[bool]func(*future){true: g, false: f}[f == nil]
		}
		return func(v *future) { f(v); g(v) }
	}
	r.next, r.hand = both(r.next, o.next), both(r.hand, o.hand)
	r.left, r.source, r.run = append(r.left, o.left...), append(r.source, o.source...), r.run+o.run+"\n"
}

func (r *rehearsal) play(f *future, long string) {
	if r.next != nil {
		r.next(f)
	}
	spectest.WriteFile(f, "../Changelog.md", changelogOf(append(f.others, f.next)...))
	opset := f.next.SinceVersion
	run := padgenCommand(padgen)
	updates(f, run, opset, r.left)
	if r.hand == nil && r.source == nil {
		r.test(f, long)
		return
	}
	if r.hand != nil {
		table := newFuture(f.T).table
		hand := *f
		hand.table = table
		r.hand(&hand)
		spectest.Write(f, table, "spec")
	}
	for _, s := range r.source {
		have, err := os.ReadFile(s.file)
		if err != nil || !strings.Contains(string(have), s.old) {
			f.Fatalf("%s has no %q (%v)", s.file, s.old, err)
		}
		spectest.WriteFile(f, s.file, strings.Replace(string(have), s.old, says(s.new, opset), 1))
	}
	if r.source != nil {
		if long == "" {
			return // the copies are not compiled
		}
		run = f.build()
	}
	updates(f, run, opset, nil)
	for line := range strings.Lines(r.run) {
		if words := strings.Fields(line); long != "" && len(words) > 0 {
			if out, err := goCommand(f.T, words...).CombinedOutput(); err != nil {
				f.Fatalf("go %s: %v\n%s", line, err, out)
			}
		}
	}
	r.test(f, long)
}

// says inserts the next opset into a text.
func says(text string, opset int) string { return strings.ReplaceAll(text, "%[1]d", fmt.Sprint(opset)) }

// padgenCommand is a way to run padgen.
type padgenCommand func(args ...string) (code int, stdout, stderr string)

// updates runs padgen update, and compares what it lists to do by hand. If nothing is left, the document and the table then
// agree, and everything that is generated is current.
func updates(f *future, padgen padgenCommand, opset int, left []string) {
	f.Helper()
	code, out, errs := padgen("update", "../Changelog.md")
	_, list, _ := strings.Cut(out, "to do by hand:\n")
	if len(left) > 0 {
		rest := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
		for _, want := range left {
			n := len(rest)
			rest = slices.DeleteFunc(rest, func(line string) bool { return strings.Contains(line, says(want, opset)) })
			if len(rest) == n {
				f.Errorf("update does not list %q", says(want, opset))
			}
		}
		if code != findings || len(rest) > 0 || f.Failed() {
			f.Fatalf("update: exit %d, and lists %q:\n%s%s", code, rest, out, errs)
		}
		return
	}
	want := "\nnothing to do by hand"
	if strings.Contains(out, "changed: read these") { // as in the verdict
		want += ", except to read the sentences: they may change what Pad computes"
	}
	if code != done || !strings.HasSuffix(out, want+"\n") {
		f.Fatalf("update: exit %d\n%s%s", code, out, errs)
	}
	for _, args := range [][]string{{"update", "-n", "../Changelog.md"}, {"check"}} {
		if code, out, errs := padgen(args...); code != done {
			f.Errorf("%s: exit %d\n%s%s", args, code, out, errs)
		}
	}
}

// build builds the padgen of the copy, which a person has changed.
func (f *future) build() padgenCommand {
	own := filepath.Join(f.TempDir(), "padgen")
	if out, err := goCommand(f.T, "build", "-o", own, "./gen/cmd/padgen").CombinedOutput(); err != nil {
		f.Fatalf("%v\n%s", err, out)
	}
	return func(args ...string) (code int, stdout, stderr string) {
		var out, errs bytes.Buffer
		cmd := exec.Command(own, args...)
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); cmd.ProcessState == nil {
			return -1, "", err.Error()
		}
		return cmd.ProcessState.ExitCode(), out.String(), errs.String()
	}
}

// goCommand returns a go command in the copy. With -trimpath, all copies share files in the build cache, and tests do not
// know where Go is.
func goCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "PADGEN_LONG=", "GOFLAGS=-trimpath -buildvcs=false", "GOPROXY=off",
		"GOROOT="+strings.TrimSpace(string(goroot)))
	return cmd
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\S+)|^FAIL\t(.* \[(?:build|setup) failed\])`)

// test runs the tests of the copy.
func (r *rehearsal) test(f *future, long string) {
	runs := [][]string{{"./..."}}
	switch long {
	case "":
		return
	case "short":
		runs = [][]string{{"-short", "./..."}, {"-run", "^TestRehearsals$", "./gen/cmd/padgen"}}
	}
	for _, args := range runs {
		out, _ := goCommand(f.T, append([]string{"test", "-timeout", "30m"}, args...)...).CombinedOutput()
		var got []string
		for _, m := range failed.FindAllStringSubmatch(string(out), -1) {
			got = append(got, m[1]+m[2])
		}
		if d := cmp.Diff(r.fails, got); d != "" || !strings.Contains("\n"+string(out), "\nok  ") {
			f.Errorf("go test %s: tests that fail, -want +got:\n%s\n%s", args, d, out)
		}
	}
}
