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

	"github.com/padgen/padgen/spec/spectest"
)

const contractPath = modulePath + "/runtime/kernel/contract"

// The complete output of the go command for kernels that are older or newer than the runtime.
var (
	older = regexp.MustCompile(`^package .*/kernels\n\timports .*/runtime/kernel/contract1: build constraints exclude all Go files in \S+/runtime/kernel/contract1\n$`)
	newer = regexp.MustCompile(`^(go: finding module .*\n)?kernels/padgen\.go:\d+:8: .*/runtime/kernel/contract1\b.*\n(\tgo get .*\n)?$`)
)

// supported reports whether the runtime supports a contract: its package has the file contract.go, and no build constraints.
func supported(t *testing.T, n int) bool {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(moduleRoot(t), "runtime", "kernel", fmt.Sprint("contract", n), "contract.go"))
	if err != nil {
		t.Fatalf("a package of a contract stays for ever: %v", err)
	}
	return !strings.Contains(string(src), "//go:build")
}

// TestContract builds kernels with runtimes of other versions. If they do not fit, the go command reports only that.
func TestContract(t *testing.T) {
	m := newUserModule(t)
	code, printed := runLine("generate -types float,int2,string -package kernels -o " + filepath.Join(m.Dir, "kernels"))
	if code != done {
		t.Fatal(printed)
	}
	root := filepath.Join(moduleRoot(t), "runtime", "kernel")
	mark := filepath.Join(root, fmt.Sprint("contract", contract), "contract.go")
	src, err := os.ReadFile(mark)
	if err != nil {
		t.Fatal(err)
	}
	geometry := filepath.Join(root, "geometry.go")
	for _, c := range []struct {
		name    string
		replace map[string]string
		want    *regexp.Regexp
	}{
		{"a newer runtime that takes the kernels", map[string]string{filepath.Join(root, "contract99", "contract.go"): "package contract99\n"}, nil},
		{"old kernels, new runtime, dozens of errors", map[string]string{mark: "//go:build ignore\n\n" + string(src), geometry: "package kernel\n"}, older},
		{"new kernels, old runtime, dozens of errors", map[string]string{mark: "", geometry: "package kernel\n"}, newer},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := m.Try("build", "-overlay", overlay(t, c.replace), "./kernels")
			if c.want == nil && (err != nil || out != "") || c.want != nil && (err == nil || !c.want.MatchString(out)) {
				t.Errorf("%v, expected %v:\n%s", err, c.want, out)
			}
		})
	}
}

// TestContracts builds kernels as padgen emitted them for each contract, and runs them with this runtime, between guard
// pages. Kernels of a contract that the runtime no longer supports do not compile.
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
			switch taken := supported(t, n); {
			case taken && err != nil:
				t.Errorf("kernels of contract %d, which this runtime supports, do not work with it: %v\n%s", n, err, out)
			case !taken && (err == nil || !strings.Contains(out, "build constraints exclude all Go files")):
				t.Errorf("kernels of contract %d, which this runtime does not support: %v\n%s", n, err, out)
			}
		})
	}
}

// overlay returns an overlay in which files have other contents, or are missing if they are empty.
func overlay(t *testing.T, contents map[string]string) (file string) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	for name, text := range contents {
		if replace[name] = ""; text != "" {
			replace[name] = filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
			spectest.WriteFile(t, replace[name], text)
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	spectest.WriteFile(t, filepath.Join(dir, "overlay.json"), string(list))
	return filepath.Join(dir, "overlay.json")
}
