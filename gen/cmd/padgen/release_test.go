package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManners: a project that adds padgen keeps its versions of modules and of Go, and only gains lines in its go.mod.
func TestManners(t *testing.T) {
	r := released(t)
	const before = "go 1.24\n\nrequire (\n\tgolang.org/x/mod v0.14.0\n\tgolang.org/x/sys v0.15.0\n\tgoogle.golang.org/protobuf v1.33.0\n)\n"
	versions := func(m *userModule) map[string]string {
		out := map[string]string{}
		for line := range strings.Lines(m.Go("list", "-m", "all")) {
			if path, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(path, "go:") {
				out[path] = version
			}
		}
		return out
	}
	for name, get := range map[string][]string{
		"module":  {"get", modulePath + "@" + r.version},
		"package": {"get", modulePath + "/generated@" + r.version, modulePath + "/runtime/onnx/all@" + r.version},
		"tool":    {"get", "-tool", modulePath + "/gen/cmd/padgen@" + r.version},
		"padrun":  {"get", "-tool", modulePath + "/runtime/cmd/padrun@" + r.version},
	} {
		t.Run(name, func(t *testing.T) {
			m := r.newModule(t, before)
			old := versions(m)
			if len(old) < 4 {
				t.Fatalf("only %v", old)
			}
			m.Go(get...)
			if name == "tool" {
				m.Go("tool", "padgen", "generate", "-types", "float", "-modes", "edge", "-ranks", "2", "-o", "mypad")
				m.Go("build", "./mypad")
			}
			now := versions(m)
			if now[modulePath] != r.version {
				t.Errorf("padgen is %q", now[modulePath])
			}
			for path, version := range old {
				if now[path] != version {
					t.Errorf("%s was %s and is %s", path, version, now[path])
				}
			}
			mod, err := os.ReadFile(filepath.Join(m.Dir, "go.mod"))
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(before) {
				if !strings.Contains(string(mod), line) {
					t.Errorf("go.mod has lost the line %q", line)
				}
			}
			if strings.Contains(string(mod), "toolchain") {
				t.Error("go.mod asks for a toolchain")
			}
			if t.Failed() {
				t.Logf("%s", mod)
			}
		})
	}
}

// TestReleaseOfZarrpad runs what README shows, for a user who has only Go installed: go install does not accept a
// module with a replace.
func TestReleaseOfZarrpad(t *testing.T) {
	m, rest := released(t).newModule(t, "go 1.24\n"), blocks(t)
	m.write("in.zarr/.zarray", `{"zarr_format": 2, "shape": [4, 4, 4], "chunks": [4, 4, 4], "dtype": "|u1", "order": "C", "filters": null,
		"compressor": null, "fill_value": 0}`)
	m.write("in.zarr/0.0.0", strings.Repeat("padgen-1", 8))
	install, run, _ := strings.Cut(take(t, &rest, "sh", "zarrpad@latest"), "\n")
	line, _, _ := strings.Cut(run, "\n")
	m.sh(install + "\n" + line)
	if got, want := m.sh("zarrpad check in.zarr out.zarr"), "9 chunks right, 0 wrong\n"; got != want {
		t.Errorf("check prints %q, expected %q", got, want)
	}
}

// TestRelease gets each nested module as a user does, without its replace.
func TestRelease(t *testing.T) {
	r := released(t)
	for _, path := range r.nested {
		t.Run(strings.TrimPrefix(path, modulePath+"/"), func(t *testing.T) {
			m := r.newModule(t, "go 1.24\n")
			m.Go("get", path+"@"+r.version)
			packages := m.Go("list", "-deps", "-test", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{with .Replace}} replaced{{end}}{{end}}", path+"/...")
			for _, want := range []string{path, modulePath} {
				if line := want + " " + r.version + "\n"; !strings.Contains(packages, line) {
					t.Errorf("no package of %q is used:\n%s", line, packages)
				}
			}
			if m.Go("env", "CGO_ENABLED") == "1\n" { // there is a C compiler, for peers
				m.Go("vet", path+"/...")
			}
		})
	}
}
