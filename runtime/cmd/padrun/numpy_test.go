package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNumPy compares padrun pad with numpy.pad, file by file: element types, byte orders, element orders, versions of the format, modes.
func TestNumPy(t *testing.T) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no python3 with numpy: Debian has it as python3-numpy")
	}
	out, err := exec.Command(python, "testdata/numpy_pad.py", t.TempDir()).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 500 {
		t.Fatalf("%d cases, want 500 or more", len(lines))
	}
	for _, line := range lines {
		args := strings.Split(line, "\t") // a folder's name may contain a space
		want, args := args[len(args)-1], args[:len(args)-1]
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"pad"}, args...), streams{nil, &stdout, &stderr}); code != 0 {
			t.Fatalf("padrun pad %s: exit code %d: %s", args, code, &stderr)
		}
		a, err := os.ReadFile(args[len(args)-1])
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(want)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			i := 0
			for ; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
			}
			t.Fatalf("padrun pad %s: byte %d differs from NumPy's file\n%.100q\nwant\n%.100q", args, i, a, b)
		}
	}
	t.Logf("%d files are those of NumPy, byte for byte", len(lines))
}
