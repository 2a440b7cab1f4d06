package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/padgen/padgen/spec/specdiff"
)

// module is the module that generated packages import their runtime from.
const module = "github.com/padgen/padgen"

// Results of -measure with go1.26.8 on a 2-core linux/amd64 machine for the kernels of Pad-1 and of Pad-25: the basis of estimates.
const (
	fewKernels, fewMillis, fewBytes    = 72, 450, 1_761_000
	manyKernels, manyMillis, manyBytes = 832, 2400, 2_618_000
)

// estimate describes the expected change in compile time and linked size, without building anything.
func estimate(before, after int) string {
	n := float64(after-before) / (manyKernels - fewKernels)
	return fmt.Sprintf("not measured (-measure builds both packages): compile time, estimated %+.1f s, and linked size, "+
		"estimated %+.0f kB for a program that names every kernel set and +0 for one that names no new set; "+
		"the basis is %d kernels in %.1f s and %.1f MB, %d in %.1f s and %.1f MB, with go1.26.8 on linux/amd64",
		n*(manyMillis-fewMillis)/1000, n*(manyBytes-fewBytes)/1000,
		fewKernels, float64(fewMillis)/1000, fewBytes/1e6, manyKernels, float64(manyMillis)/1000, manyBytes/1e6)
}

// measured builds both packages and fills in compile time and linked size.
func measured(g *specdiff.Growth, before, after rendered) error {
	root, err := moduleDir()
	if err != nil {
		return err
	}
	g.Compile, g.Linked = &specdiff.Amount{}, &specdiff.Amount{}
	if g.Compile.Before, g.Linked.Before, err = build(root, before); err != nil {
		return err
	}
	if g.Compile.After, g.Linked.After, err = build(root, after); err != nil {
		return err
	}
	version, err := goCommand("", "env", "GOVERSION", "GOOS", "GOARCH")
	if err != nil {
		return err
	}
	g.Note = fmt.Sprintf("measured once each with %s: compile time is that of the generated package by itself, "+
		"linked size that of a stripped program that names every kernel set", strings.Join(strings.Fields(version), " "))
	return nil
}

// moduleDir returns the folder with the runtime's source: the current module if that is padgen, otherwise the padgen that it requires.
// A vendor folder, which go list would look into without -mod, has only part of it.
func moduleDir() (string, error) {
	dir, err := goCommand("", "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", module)
	if dir = strings.TrimSpace(dir); err == nil && dir == "" {
		err = errors.New("its source is not there")
	}
	if err != nil {
		return "", fmt.Errorf("diff: -measure needs a module that requires %s: %w", module, err)
	}
	return dir, nil
}

// build compiles a generated package beside a copy of its runtime, in a module of their own in a temporary folder. Without files there
// is nothing to build.
func build(root string, r rendered) (millis, size int64, err error) {
	if len(r.files) == 0 {
		return 0, 0, nil
	}
	tmp, err := os.MkdirTemp("", "padgen-measure-")
	if err != nil {
		return 0, 0, fmt.Errorf("diff: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := writeModule(root, tmp, r); err != nil {
		return 0, 0, err
	}
	if _, err := goCommand(tmp, "build", "./runtime/..."); err != nil {
		return 0, 0, err
	}
	start := time.Now()
	if _, err := goCommand(tmp, "build", "./generated"); err != nil {
		return 0, 0, err
	}
	took := time.Since(start)
	if _, err := goCommand(tmp, "build", "-ldflags=-s -w", "-o", "program.out", "./program"); err != nil {
		return 0, 0, err
	}
	info, err := os.Stat(filepath.Join(tmp, "program.out"))
	if err != nil {
		return 0, 0, fmt.Errorf("diff: %w", err)
	}
	return took.Milliseconds(), info.Size(), nil
}

// writeModule writes the module: the package, the packages that it imports from the module at root, and a program that names every
// kernel set.
func writeModule(root, dir string, r rendered) error {
	sources := map[string][]byte{
		"go.mod":          []byte("module " + module + "\n\ngo 1.26\n"),
		"program/main.go": fmt.Appendf(nil, "package main\n\nimport %q\n\nvar sets = []any{&generated.%s}\n\nfunc main() { println(len(sets)) }\n", module+"/generated", strings.Join(r.sets, ", &generated.")),
	}
	for _, f := range r.files {
		if filepath.Ext(f.Name) == ".go" {
			sources["generated/"+f.Name] = f.Content
		}
	}
	if err := addRuntime(root, sources, "generated"); err != nil {
		return err
	}
	for name, content := range sources {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return fmt.Errorf("diff: %w", err)
		}
	}
	return nil
}

// addRuntime adds the packages of the module that the files of a folder import, directly or indirectly.
func addRuntime(root string, sources map[string][]byte, folder string) error {
	for name, content := range sources {
		if filepath.ToSlash(filepath.Dir(name)) != folder || filepath.Ext(name) != ".go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly)
		if err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		for _, imp := range f.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				return fmt.Errorf("diff: %w", err)
			}
			dir, ok := strings.CutPrefix(path, module+"/")
			if !ok {
				continue
			}
			added, err := copyPackage(root, dir, sources)
			if err != nil {
				return err
			}
			if added {
				if err := addRuntime(root, sources, dir); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// copyPackage adds a package's files, except tests, to sources and reports whether any of them were new.
func copyPackage(root, dir string, sources map[string][]byte) (bool, error) {
	entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
	if err != nil {
		return false, fmt.Errorf("diff: %w", err)
	}
	added := false
	for _, e := range entries {
		name := dir + "/" + e.Name()
		if !e.Type().IsRegular() || strings.HasSuffix(name, "_test.go") || sources[name] != nil {
			continue
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".s" && ext != ".h" {
			continue
		}
		if sources[name], err = os.ReadFile(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			return false, fmt.Errorf("diff: %w", err)
		}
		added = true
	}
	return added, nil
}

// goCommand runs the go command without network access, which nothing here needs.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOPROXY=off")
	if dir != "" {
		cmd.Env = append(cmd.Env, "GOFLAGS=", "GOWORK=off")
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("diff: go %s: %w\n%s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
