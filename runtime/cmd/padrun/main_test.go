package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// TestCases runs conformance cases: the project's own, and those beside a checkout where the project is developed. All must
// pass, and nothing else may be printed.
func TestCases(t *testing.T) {
	for folder, known := range map[string]int{"../../onnx/testdata": 949, "../../../../shared/conformance": 4892} {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			if _, err := os.Stat(folder); err != nil && known > 1000 {
				t.Skipf("the shared conformance cases are not here, the project's own cover the rules without them: %v", err)
			}
			if strconv.IntSize < 64 && known > 1000 {
				t.Skip("an output of the shared conformance cases has a dimension that an int of 32 bits does not count")
			}
			var stdout, stderr bytes.Buffer
			code := run([]string{"conform", folder}, streams{strings.NewReader(""), &stdout, &stderr})
			n := 0
			_, _ = fmt.Sscanf(stdout.String(), "%d passed, 0 failed\n", &n)
			if code != 0 || n < known || stdout.String() != fmt.Sprintf("%d passed, 0 failed\n", n) {
				t.Errorf("exit code %d, want 0 and %d or more passed:\n%s%s", code, known, &stdout, &stderr)
			}
		})
	}
}

// TestCommands tests parts of the output that differ between machines or versions. Scripts test the rest.
func TestCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	const newer = `1:8 7:{1:{1:"x" 1:"p" 2:"y" 4:"Pad"} 11:{1:"x"} 11:{1:"p"} 12:{1:"y"}} 8:{2:99}`
	for name, text := range map[string]string{
		"new.onnx": newer, "x.pb": "1:3 2:7 7:{1 2 3}", "p.pb": "1:2 2:7 7:{1 3}", "photo.png": "png",
		"x.npy": `npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" 0f 1f 2f 3f 4f 5f`,
	} {
		if err := os.WriteFile(name, content(t, text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opset := ""
	if _, err := (onnx.Options{AssumeNewest: true}).New("", 99, all.Sets()...); err != nil { // if the newest version is not implemented
		opset = strings.TrimPrefix(err.Error(), "onnx: ")
	}
	for _, c := range []struct {
		args   string
		code   int
		stdout string // part of the output; "" for none
		stderr string
	}{
		{"", 2, "", "examples:\n"},
		{"-h", 0, "examples:\n", ""},
		{"help", 0, "examples:\n", ""},
		{"help run", 0, "half of what is available (default ", ""},
		{"help conform", 0, "-v", ""},
		{"version", 0, "padrun (devel) go1.", ""},
		{"run -h", 0, "examples:\n  padrun run ", ""},
		{"pad -h", 0, "examples:\n  padrun pad ", ""},
		{"modes -h", 0, "examples:\n  padrun modes ", ""},
		{"conform -h", 0, "examples:\n  padrun conform ", ""},
		{"run -max-bytes 0 new.onnx x.pb p.pb", 2, "", "bytes, the limit leaves 0; -max-bytes raises it"},
		{"run new.onnx x.pb p.pb", 2, "", `node 0 (Pad ""): Pad: opset: 99`},
		{"run -assume-newest new.onnx x.pb p.pb", min(2, 2*len(opset)), strings.Repeat("\"y\": int64[7]\n", max(0, 1-len(opset))), opset},
		{"pad -dtype float -shape 4294967296,4294967296 -pads 1,1 - -", 2, "", "4294967296"},
		{"pad -pads 0,0,0,0 . y.npy", 2, "", "directory"},
		{"pad -pads 4611686018427387904 photo.png y.png", 2, "", "padrun pad: "},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(strings.Fields(c.args), streams{strings.NewReader(""), &stdout, &stderr}); code != c.code {
			t.Errorf("padrun %s: exit code %d, want %d\n%s%s", c.args, code, c.code, &stdout, &stderr)
		}
		for _, out := range []struct{ name, got, want string }{
			{"stdout", stdout.String(), c.stdout},
			{"stderr", stderr.String(), c.stderr},
		} {
			if !strings.Contains(out.got, out.want) || out.want == "" && out.got != "" {
				t.Errorf("padrun %s: %s is\n%s\nwant %q in it, or nothing if that is empty", c.args, out.name, out.got, out.want)
			}
		}
		if c.code == 2 && c.args != "" && strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("padrun %s: stderr is\n%s\nwant one line", c.args, &stderr)
		}
	}
	if strconv.IntSize == 64 && runtime.GOOS == "linux" { // otherwise padrun does not support such sizes, or does not know the free space
		var stderr bytes.Buffer
		code := run(strings.Fields("pad -axes 0 -pads 0,100000000000000000 x.npy y.npy"), streams{nil, nil, &stderr})
		if want := "y.npy: the output has 1200000000000000024 bytes, its disk has "; code != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("exit code %d, %s, want %q", code, &stderr, want)
		}
	}
}

// TestExamples: the commands support the flags in the examples of the help.
func TestExamples(t *testing.T) {
	n := 0
	for _, text := range []string{help, padHelp, modesHelp, runHelp, conformHelp} {
		for line := range strings.Lines(text) {
			example, isExample := strings.CutPrefix(line, "  padrun ")
			if !isExample {
				continue
			}
			example, _, _ = strings.Cut(example, "  ")
			var stderr bytes.Buffer
			if code := run(append(strings.Fields(strings.ReplaceAll(example, "'", "")), "-h"), streams{nil, io.Discard, &stderr}); code != 0 {
				t.Errorf("padrun %s: %s", example, &stderr)
			}
			n++
		}
	}
	if n < 20 {
		t.Errorf("%d examples, want 20 or more", n)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestOutput: a command fails if its standard output cannot be written.
func TestOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"id.onnx": `1:8 7:{1:{1:"x" 2:"y" 4:"Identity"} 11:{1:"x"} 12:{1:"y"}} 8:{2:25}`, "x.pb": "1:3 2:7 7:{1 2 3}", "photo.png": "png",
		"a.jsonl": `"{\"mode\":\"edge\",\"n\":1,\"b\":1,\"e\":0,\"want\":[1,1]}"`,
	} {
		if err := os.WriteFile(name, content(t, text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"version", "help", "pad -h", "run id.onnx x.pb", "run -print id.onnx x.pb", "run id.onnx x.pb -o -",
		"conform a.jsonl", "pad -pads 1 photo.png -", "modes photo.png -o -", "pad -dtype uint8 -shape 0 -pads 1 - -",
	} {
		var stderr bytes.Buffer
		code := run(strings.Fields(args), streams{strings.NewReader(""), failing{}, &stderr})
		if code != 2 || !strings.Contains(stderr.String(), "no space") {
			t.Errorf("padrun %s: exit code %d, %q, want 2 and the error", args, code, &stderr)
		}
	}
}

type reader func([]byte) (int, error)

func (r reader) Read(b []byte) (int, error) { return r(b) }

// TestEndless: padrun reads no more of an endless file than is necessary to refuse it.
func TestEndless(t *testing.T) {
	for _, args := range []string{"pad -pads 1 - -", "pad -dtype uint8 -shape 9 -pads 1 - -", "modes - -o -"} {
		read := 0
		in := reader(func(b []byte) (int, error) { read += len(b); return len(b), nil })
		var stderr bytes.Buffer
		code := run(append(strings.Fields(args), "-max-bytes", "64M"), streams{in, io.Discard, &stderr})
		if code != 2 || read > 2<<20 || strings.Contains(stderr.String(), "limit") {
			t.Errorf("padrun %s: exit code %d after %d bytes, %s", args, code, read, &stderr)
		}
	}
}

// TestMemoryLimit: a command collects garbage before it exceeds its limit, and restores the limit of the process afterwards.
func TestMemoryLimit(t *testing.T) {
	before, during := debug.SetMemoryLimit(-1), int64(0)
	in := reader(func([]byte) (int, error) { during = debug.SetMemoryLimit(-1); return 0, io.EOF })
	code := run(strings.Fields("pad -max-bytes 4M -dtype uint8 -shape 0 -pads 1 - -"), streams{in, io.Discard, os.Stderr})
	if after := debug.SetMemoryLimit(-1); code != 0 || during < 4<<20 || during > 24<<20 || after != before {
		t.Errorf("exit code %d, the limit is %d, %d after it and %d before", code, during, after, before)
	}
}
