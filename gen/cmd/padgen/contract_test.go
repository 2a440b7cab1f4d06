package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec/spectest"
)

const (
	older = "invalid array length 1 - kernel.RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime"
	newer = "undefined: kernel.RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1\n"
)

// TestContract builds kernels with runtimes of other versions. If they do not fit, the compiler shows what to run.
func TestContract(t *testing.T) {
	m := newUserModule(t)
	code, printed := runLine("generate -types float,int2,string -package kernels -o " + filepath.Join(m.Dir, "kernels"))
	if code != done {
		t.Fatal(printed)
	}
	for _, c := range []struct {
		name           string
		oldest, newest int    // contracts of the runtime
		renamed        string // a name that the runtime has changed
		want           string // "" if the two fit
	}{
		{"a newer runtime that takes the kernels", contract, contract + 1, "", ""},
		{"old kernels, new runtime, dozens of errors", contract + 1, contract + 1, "Geometry", older},
		{"new kernels, old runtime, dozens of errors", contract - 1, contract - 1, "Geometry", newer},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := m.Try("build", "-overlay", overlay(t, c.oldest, c.newest, c.renamed), "./kernels")
			if c.want == "" && err == nil && out == "" {
				return
			}
			if lines := strings.SplitAfter(out, "\n"); c.want == "" || err == nil || len(lines) < 3 || !strings.Contains(lines[1], c.want) {
				t.Errorf("%v, expected %q as the first line of the compiler:\n%s", err, c.want, out)
			}
		})
	}
}

// TestContracts builds kernels as padgen emitted them for each contract, and runs them with this runtime, between guard
// pages. Kernels of a contract that the runtime no longer supports do not compile, and the compiler shows what to run.
func TestContracts(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds kernels and a test of them")
	}
	const flags = "-types uint8,float,complex128,string,int4 -ranks 1-4 -package kernels"
	if *update {
		unreleased(t)
		dir := t.TempDir()
		if code, printed := runLine("generate " + flags + " -o " + dir); code != done {
			t.Fatal(printed)
		}
		stored := &txtar.Archive{Comment: []byte("Kernels of padgen generate " + flags + ", as they were emitted.\n")}
		names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			stored.Files = append(stored.Files, txtar.File{Name: filepath.Base(name), Data: src})
		}
		spectest.WriteFile(t, fmt.Sprintf("testdata/contracts/%d.txtar", contract), string(txtar.Format(stored)))
	}
	test, err := os.ReadFile("testdata/contracts/kernels_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= contract; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			stored, err := txtar.ParseFile(fmt.Sprintf("testdata/contracts/%d.txtar", n))
			if err != nil {
				t.Fatal(err)
			}
			m := newUserModule(t)
			const path = modulePath + "/runtime/contract" // may import internal packages of the runtime
			mod, err := os.ReadFile(filepath.Join(m.Dir, "go.mod"))
			if err != nil {
				t.Fatal(err)
			}
			m.write("go.mod", strings.Replace(string(mod), "example.com/user", path, 1))
			m.write("kernels_test.go", string(test))
			for _, f := range stored.Files {
				m.write("kernels/"+f.Name, string(f.Data))
			}
			out, err := m.Try("test", ".")
			switch refused := n < kernel.RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime; {
			case !refused && err != nil:
				t.Errorf("kernels of contract %d, which this runtime takes, do not work with it: %v\n%s", n, err, out)
			case refused && (err == nil || !strings.Contains(out, older)):
				t.Errorf("kernels of contract %d, which this runtime does not take: %v, expected %q:\n%s", n, err, older, out)
			}
		})
	}
}

// overlay returns an overlay in which the runtime supports other contracts and has renamed something.
func overlay(t *testing.T, oldest, newest int, renamed string) (file string) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	var sources []string
	for _, pkg := range []string{"kernel", "kernel/packed", "kernel/stream"} {
		files, err := filepath.Glob(filepath.Join(moduleRoot(t), "runtime", pkg, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, files...)
	}
	value := regexp.MustCompile(`(?m)^\t(RunPadgen\w+|RunGoGet\w+?)\d* = \d+$`)
	values := 0
	for i, source := range sources {
		src, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		text := value.ReplaceAllStringFunc(string(src), func(line string) string {
			values++
			name := value.FindStringSubmatch(line)[1]
			if strings.Contains(name, "Older") {
				return fmt.Sprint(name, " = ", oldest)
			}
			known := ""
			for n := 1; n <= newest; n++ {
				known += fmt.Sprintf("%s%d = %[2]d\n", name, n)
			}
			return known
		})
		if renamed != "" {
			text = regexp.MustCompile(`\b`+renamed+`\b`).ReplaceAllString(text, renamed+"Renamed")
		}
		name := fmt.Sprint(i, ".go")
		replace[source] = filepath.Join(dir, name)
		spectest.WriteFile(t, filepath.Join(dir, name), text)
	}
	if values != 2 {
		t.Fatalf("%d contracts found in the runtime, expected 2", values)
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	spectest.WriteFile(t, filepath.Join(dir, "overlay.json"), string(list))
	return filepath.Join(dir, "overlay.json")
}
