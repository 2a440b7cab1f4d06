package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

// rehearsals has Changelog.md, the document of an invented opset, and a txtar archive for each rehearsal. An archive says
//
//	before           where the table ends, if not with its newest version
//	replace, by      what is changed in the document, any number of times
//	summary          what padgen update prints, and its exit code
//	touched          the files that it changed, as git says
//	hand/FILE        a file that a person adds then; a part of elemtypes.json is a row more
//	replace/FILE, by what a person changes in a file of Go then; the copy's own padgen goes on, in a long test
//	summary after    what padgen update prints then
//	touched after    the files that are changed then
//	test/FILE        a test that is added to the copy
//	run              commands that a person runs then
//	fails            the tests that fail in the copy
//
// These words stand for what the table has when the test runs:
//
//	NEXT, NEWEST     the opset of the document, and the newest one before it
//	Pad-LAST         the version in force at NEWEST
//	TYPES            the types that LAST allows
//	NUMBER           the number of a new element type
const rehearsals = "testdata/rehearsals"

// TestRehearsals plays an invented opset in a copy of the module: padgen update, what a person does, and in a
// long test all tests of the copy.
func TestRehearsals(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes whole packages")
	}
	plainGit(t)
	if os.Getenv("PADGEN_LONG") == "" {
		t.Setenv("GOFLAGS", "-n") // the copies are loaded and not compiled
	}
	document, err := os.ReadFile(filepath.Join(rehearsals, "Changelog.md"))
	if err != nil {
		t.Fatal(err)
	}
	root := moduleRoot(t)
	paths, err := filepath.Glob(filepath.Join(rehearsals, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no rehearsals: %v", err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) { newRehearsal(t, golden{name, a}, root).play(t, string(document)) })
	}
}

// rehearsal is an archive, and what its words stand for.
type rehearsal struct {
	golden
	path  string
	words []string // each before what it stands for
	own   string   // the copy's own padgen, if a person changed it
}

// says returns a section with what its words stand for.
func (r rehearsal) says(text string) string { return strings.NewReplacer(r.words...).Replace(text) }

// expect compares a section of the archive with what came. With -update, that becomes the section.
func (r rehearsal) expect(t *testing.T, section, got string) {
	t.Helper()
	if *update {
		for i := 0; i < len(r.words); i += 2 {
			number := regexp.MustCompile(`\b` + regexp.QuoteMeta(r.words[i+1]) + `\b`)
			got = number.ReplaceAllString(got, r.words[i])
		}
		i := slices.IndexFunc(r.archive.Files, func(f txtar.File) bool { return f.Name == section })
		r.archive.Files[i].Data = []byte(got)
		spectest.WriteFile(t, r.path, string(txtar.Format(r.archive)))
		return
	}
	if d := cmp.Diff(r.says(r.file(section)), got); d != "" {
		t.Errorf("%s, -want +got:\n%s\n%s", section, d, got)
	}
}

// newRehearsal makes the copy, commits it, and goes there.
func newRehearsal(t *testing.T, g golden, root string) rehearsal {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "padgen")
	copyModule(t, root, dir)
	t.Chdir(dir)
	table, err := spec.Load(os.DirFS("spec"))
	if err != nil {
		t.Fatal(err)
	}
	if end, err := strconv.Atoi(strings.TrimSpace(g.file("before"))); err == nil {
		endTable(t, table, end)
	}
	newest, _ := table.NewestOpset("")
	last, err := table.Lookup("", newest)
	if err != nil {
		t.Fatal(err)
	}
	git(t, "init", "-q", ".")
	git(t, "add", ".")
	git(t, "commit", "-q", "-m", "before")
	return rehearsal{g, filepath.Join(root, "gen/cmd/padgen", rehearsals, g.name+".txtar"), []string{
		"TYPES", strings.Join(last.DataTypes(), ", "), "Pad-LAST", fmt.Sprint("Pad-", last.SinceVersion),
		"NEXT", strconv.Itoa(newest + 1), "NEWEST", strconv.Itoa(newest), "NUMBER", strconv.Itoa(len(table.ElemTypes) + 1)}, ""}
}

func (r rehearsal) play(t *testing.T, document string) {
	spectest.WriteFile(t, "../Changelog.md", r.says(r.replace(t, "replace", document)))
	r.update(t, "")
	edited := r.edit(t)
	if edited && os.Getenv("PADGEN_LONG") == "" {
		return // the copies are not compiled
	}
	if edited {
		r.own = filepath.Join(t.TempDir(), "padgen")
		if out, err := goCommand(t, "build", "-o", r.own, "./gen/cmd/padgen").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if r.byHand(t) || edited {
		r.update(t, " after")
	}
	r.test(t)
}

// replace returns a text with the changes of the sections of a name.
func (r rehearsal) replace(t *testing.T, name, text string) string {
	t.Helper()
	for i, f := range r.archive.Files {
		if f.Name != name {
			continue
		}
		before, by := strings.TrimSuffix(string(f.Data), "\n"), strings.TrimSuffix(string(r.archive.Files[i+1].Data), "\n")
		if r.archive.Files[i+1].Name != "by" || !strings.Contains(text, before) {
			t.Fatalf("%s: there is no %q, or nothing to replace it by", name, before)
		}
		text = strings.ReplaceAll(text, before, by)
	}
	return text
}

// edit changes the files that a person changes, if there are any.
func (r rehearsal) edit(t *testing.T) bool {
	t.Helper()
	done := map[string]bool{}
	for _, f := range r.archive.Files {
		name, ok := strings.CutPrefix(f.Name, "replace/")
		if !ok || done[name] {
			continue
		}
		have, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		spectest.WriteFile(t, name, r.replace(t, f.Name, string(have)))
		done[name] = true
	}
	return len(done) > 0
}

// padgen runs the command: that of this test, or that which a person changed.
func (r rehearsal) padgen(args ...string) (code int, stdout, stderr string) {
	if r.own == "" {
		return padgen(args...)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(r.own, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		return -1, "", err.Error()
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// update runs padgen update, first without writing, and with the document as its standard input.
func (r rehearsal) update(t *testing.T, when string) {
	t.Helper()
	before := git(t, "status", "--porcelain", "-uall")
	stdin, err := os.Open("../Changelog.md")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer func(was *os.File) { os.Stdin = was }(os.Stdin)
	os.Stdin = stdin
	dry, compared, _ := r.padgen("update", "-n")
	if agree := strings.Contains(compared, "; changes: 0; "); agree != (dry == done) {
		t.Errorf("update -n: exit %d:\n%s", dry, compared)
	}
	if after := git(t, "status", "--porcelain", "-uall"); after != before {
		t.Errorf("update -n touches files:\n%s", after)
	}
	code, stdout, stderr := r.padgen("update", "../Changelog.md")
	stdout = numbers.ReplaceAllString(fmt.Sprintf("%s%sexit %d\n", stdout, stderr, code), "$1 N")
	r.expect(t, "summary"+when, stdout)
	r.expect(t, "touched"+when, git(t, "status", "--porcelain", "-uall"))
}

// numbers are those of all kernels and versions, which are not the same in the next rehearsal.
var numbers = regexp.MustCompile(`(kernels:|left out: versions) \d+( \(before: \d+\))?`)

// byHand adds the files that a person adds, if there are any.
func (r rehearsal) byHand(t *testing.T) (added bool) {
	t.Helper()
	for _, f := range r.archive.Files {
		name, ok := strings.CutPrefix(f.Name, "hand/")
		if !ok {
			continue
		}
		added = true
		text := r.says(string(f.Data))
		if name == "spec/elemtypes.json" {
			have, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text = strings.Replace(string(have), "    }\n  ],", "    },\n"+text+"  ],", 1)
		}
		spectest.WriteFile(t, name, text)
	}
	return added
}

// goCommand is a go command in the copy. With -trimpath, all copies have the same files in the build cache, and tests do not know where Go
// is.
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
func (r rehearsal) test(t *testing.T) {
	t.Helper()
	if os.Getenv("PADGEN_LONG") == "" {
		return
	}
	for _, f := range r.archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "test/"); ok {
			spectest.WriteFile(t, name, r.says(string(f.Data)))
		}
	}
	for line := range strings.Lines(r.file("run")) {
		if out, err := goCommand(t, strings.Fields(line)[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	out, _ := goCommand(t, "test", "-timeout", "30m", "./...").CombinedOutput()
	got := []string{}
	for _, m := range failed.FindAllStringSubmatch(string(out), -1) {
		got = append(got, m[1]+m[2])
	}
	if d := cmp.Diff(strings.Fields(r.file("fails")), got); d != "" || !bytes.Contains(append([]byte("\n"), out...), []byte("\nok  ")) {
		t.Errorf("tests that fail, -want +got:\n%s\n%s", d, out)
	}
}
