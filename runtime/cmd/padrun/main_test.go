package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

const ownCases = "../../onnx/testdata"

// sharedCases stands beside a checkout where the project is developed.
const sharedCases = "../../../../shared/conformance"

// conformPasses runs the cases below a folder and returns how many passed. All must, and nothing else is
// printed.
func conformPasses(t *testing.T, folder string) int {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run([]string{"conform", folder}, streams{strings.NewReader(""), &stdout, &stderr})
	last := regexp.MustCompile(`^(\d+) passed, 0 failed\n$`).FindStringSubmatch(stdout.String())
	if code != 0 || last == nil {
		t.Fatalf("padrun conform %s: exit code %d, want 0 and the one line \"N passed, 0 failed\":\n%s%s", folder, code, &stdout, &stderr)
	}
	n, _ := strconv.Atoi(last[1])
	return n
}

func TestOwnCases(t *testing.T) {
	const known = 833 // of cases.jsonl
	if n := conformPasses(t, ownCases); n < known {
		t.Errorf("%d cases of %s were run, want %d or more", n, ownCases, known)
	}
}

func TestSharedCases(t *testing.T) {
	if _, err := os.Stat(sharedCases); err != nil {
		t.Skipf("the shared conformance cases are not here, %s covers the rules without them: %v", ownCases, err)
	}
	if strconv.IntSize < 64 {
		t.Skip("an output of the shared conformance cases has a dimension that an int of 32 bits does not count")
	}
	const known = 4892 // of all files
	if n := conformPasses(t, sharedCases); n < known {
		t.Errorf("%d cases of %s were run, want %d or more", n, sharedCases, known)
	}
}

// files writes a model of one node, y = Pad(x, p) in mode reflect, and its inputs. It returns the folder.
func files(t *testing.T, opset byte) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, b []byte, err error) {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	model, err := os.ReadFile("testdata/reflect/model.onnx")
	model[len(model)-1] = opset // the last byte of the file
	write("model.onnx", model, err)
	for name, x := range map[string]onnxpb.Named{"x.pb": int64s("x", 1, 2, 3), "p.pb": int64s("p", 1, 3)} {
		var b bytes.Buffer
		err := x.Write(&b)
		write(name, b.Bytes(), err)
	}
	var b bytes.Buffer
	err = npy.Write(&b, int64s("", 1, 2, 3).Tensor)
	write("x.npy", b.Bytes(), err)
	write("bad.jsonl", []byte(`{"mode":"edge","n":1,"b":1,"e":0,"want":[1,2]}`+"\n"), nil)
	return dir
}

func int64s(name string, values ...int64) onnxpb.Named {
	return onnxpb.Named{Name: name, Tensor: onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{len(values)}, Data: values}}
}

// TestCommands: an error is one line, and nothing else is printed.
func TestCommands(t *testing.T) {
	dir := files(t, 25)
	newer := files(t, 99)
	y := filepath.Join(dir, "y.pb")
	_, refused := onnx.Options{AssumeNewest: true}.New("", 99, all.Sets()...) // if the newest version is not implemented
	for _, c := range []struct {
		args   string // DIR and NEW stand for the folders
		code   int
		stdout string // in what is printed; "" for nothing
		stderr string
	}{
		{"", 2, "", "examples:\n"},
		{"-h", 0, "examples:\n", ""},
		{"help", 0, "examples:\n", ""},
		{"help run", 0, "most bytes in memory, half of what is available (default ", ""},
		{"help conform", 0, "-v", ""},
		{"help what", 2, "", `padrun: unknown command "what", expected one of pad, modes, run, conform, version, help`},
		{"version", 0, "padrun (devel) go1.", ""},
		{"help help", 0, "examples:\n", ""},
		{"what", 2, "", `padrun: unknown command "what", expected one of pad, modes, run, conform, version, help`},
		{"conforn DIR", 2, "", `padrun: unknown command "conforn": did you mean "conform"?`},
		{"rn", 2, "", `padrun: unknown command "rn": did you mean "run"?`},

		{"conform", 2, "", "padrun conform: 0 files, expected PATH, see padrun conform -h"},
		{"conform -x DIR", 2, "", `padrun conform: unknown flag "-x", expected one of -v`},
		{"conform -h", 0, "examples:\n  padrun conform ", ""},
		{"conform DIR/absent", 2, "", "absent: no such file or directory"},
		{"conform DIR/x.pb", 2, "", "x.pb: not a folder"},
		{"conform DIR", 1, "0 passed, 1 failed\n", ""},
		{"conform DIR/bad.jsonl", 1, "at [1] (element 1): 1, want 2\n0 passed, 1 failed\n", ""},
		{"conform " + ownCases + " -v", 0, "PASS " + ownCases + "/cases.jsonl:1: own/1/float/constant\n", ""},

		{"run", 2, "", "padrun run: 0 files, expected MODEL.onnx and its inputs, see padrun run -h"},
		{"run -h", 0, "examples:\n  padrun run ", ""},
		{"run DIR/model.onnx -stict", 2, "", `padrun run: unknown flag "-stict": did you mean "-strict"?`},
		{"run -o", 2, "", "padrun run: flag needs an argument: -o"},
		{"run -workers x DIR/model.onnx", 2, "", `padrun run: invalid value "x" for flag -workers`},
		{"run -workers -3 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", `padrun run: invalid value "-3" for flag -workers`},
		{"run -max-bytes -1 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "bytes, the limit leaves -1; -max-bytes raises it"},
		{"run -max-bytes 0 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "bytes, the limit leaves 0; -max-bytes raises it"},
		{"run DIR/absent.onnx", 2, "", "absent.onnx: no such file or directory"},
		{"run DIR/bad.jsonl", 2, "", "bad.jsonl: ModelProto: "},
		{"run DIR/model.onnx", 2, "", "model.onnx: 2 of 2 inputs are missing: x, p"},
		{"run DIR/model.onnx DIR/bad.jsonl", 2, "", "bad.jsonl: TensorProto"},
		{"run DIR/model.onnx DIR/x.pb DIR/p.pb", 0, "y: int64[7]\n", ""},
		{"run -print DIR/model.onnx DIR/x.pb DIR/p.pb", 0, "y: int64[7]\n[2 1 2 3 2 1 2]\n", ""},
		{"run DIR/model.onnx -- DIR/x.pb DIR/p.pb", 0, "y: int64[7]\n", ""},
		{"run DIR/model.onnx -- -strict", 2, "", "-strict: no such file or directory"},
		{"run DIR/model.onnx DIR/p.pb -o DIR/y.pb DIR/x.pb -workers 1", 0, "y: int64[7]\n", ""},
		{"run -o DIR/a -o DIR/b DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "padrun run: -o given 2 times, the graph has 1 outputs"},
		{"run -o DIR/no/y.pb DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "y.pb: the folder does not exist"},
		{"run -o - -o - DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "-o - is given twice"},
		{"run DIR/model.onnx - -", 2, "", "- is empty, expected a TensorProto"},
		{"run -o DIR/y.pb DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "y.pb exists, -f replaces it"},
		{"run -f -o DIR/y.pb DIR/model.onnx DIR/x.pb DIR/p.pb", 0, "y: int64[7]\n", ""},
		{"run DIR/model.onnx DIR/x.npy DIR/p.pb -o DIR/y.npy", 0, "y: int64[7]\n", ""},
		{"run -print DIR/model.onnx DIR/y.npy DIR/p.pb", 0, "y: int64[11]\n[1 2 1 2 3 2 1 2 1 2 3]\n", ""},
		{"run DIR/model.onnx DIR/x.pb DIR/p.pb -strict", 2, "", `node 0 (Pad ""): Pad-25: pads: axis 0`},
		{"run -max-bytes 11500 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "", "the output has 56 bytes, the limit leaves 51; -max-bytes raises it"},
		{"run NEW/model.onnx NEW/x.pb NEW/p.pb", 2, "", `node 0 (Pad ""): Pad: opset: 99`},
		{"run -assume-newest NEW/model.onnx NEW/x.pb NEW/p.pb", 0, "y: int64[7]\n", ""},
	} {
		if refused != nil && strings.Contains(c.args, "-assume-newest ") {
			c.code, c.stdout, c.stderr = 2, "", strings.TrimPrefix(refused.Error(), "onnx: ")
		}
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.NewReplacer("DIR", dir, "NEW", newer).Replace(args[i])
		}
		var stdout, stderr bytes.Buffer
		if code := run(args, streams{strings.NewReader(""), &stdout, &stderr}); code != c.code {
			t.Errorf("padrun %s: exit code %d, want %d\n%s%s", c.args, code, c.code, &stdout, &stderr)
		}
		for _, out := range []struct{ name, got, want string }{
			{"stdout", stdout.String(), c.stdout},
			{"stderr", stderr.String(), c.stderr},
		} {
			got := strings.ReplaceAll(out.got, "No such", "no such") // as wasm has it
			if !strings.Contains(got, out.want) || out.want == "" && out.got != "" {
				t.Errorf("padrun %s: %s is\n%s\nwant %q in it, or nothing if that is empty", c.args, out.name, out.got, out.want)
			}
		}
		if c.code == 2 && c.args != "" && strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("padrun %s: stderr is\n%s\nwant one line", c.args, &stderr)
		}
	}
	got, err := onnxpb.ReadTensorFile(&memory.Room{Limit: 1 << 20}, y)
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := got.Tensor.Bytes()
	want, _ := int64s("y", 2, 1, 2, 3, 2, 1, 2).Tensor.Bytes()
	if got.Name != "y" || !bytes.Equal(raw, want) {
		t.Errorf("%s has tensor %q of the bytes %x, want \"y\" of %x", y, got.Name, raw, want)
	}
}
