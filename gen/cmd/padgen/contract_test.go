package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec/spectest"
)

// TestContract builds kernels with runtimes of other versions. Where the two do not fit, the compiler says what to run.
func TestContract(t *testing.T) {
	const (
		contract = kernel.RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1
		older    = "invalid array length 1 - kernel.RunPadgenGenerateAgain_TheKernelsAreOlderThanTheRuntime"
		newer    = "undefined: kernel.RunGoGetPadgenLatest_TheKernelsAreNewerThanTheRuntime1\n"
	)
	m := newUserModule(t)
	code, printed := runLine("generate -types float,int2,string -package kernels -o " + filepath.Join(m.Dir, "kernels"))
	if code != done {
		t.Fatal(printed)
	}
	for _, c := range []struct {
		name           string
		oldest, newest int    // contracts of the runtime
		renamed        string // what the runtime calls otherwise
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
			if c.want == "" || err == nil || strings.Count(out, "kernels/padgen.go:") != 1 || !strings.Contains(out, c.want) {
				t.Errorf("%v, expected %q:\n%s", err, c.want, out)
			}
		})
	}
}

// overlay makes the runtime one of other contracts, which calls something otherwise.
func overlay(t *testing.T, oldest, newest int, renamed string) (file string) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	var sources []string
	for _, pkg := range []string{"kernel", "kernel/packed"} {
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
