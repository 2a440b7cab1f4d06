package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/pbtest"
)

const ownCases = "../../onnx/testdata"

// sharedCases stands beside a checkout where the project is developed.
const sharedCases = "../../../../shared/conformance"

// conformPasses runs the cases below a folder and returns how many passed. All must, those of errors for the reason that they state.
func conformPasses(t *testing.T, folder string) int {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run([]string{"conform", folder}, &stdout, &stderr)
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	last := regexp.MustCompile(`^(\d+) passed, 0 failed$`).FindStringSubmatch(lines[len(lines)-1])
	if code != 0 || last == nil || len(lines) > 1 {
		t.Fatalf("exit code %d\n%s%s", code, strings.Join(lines[max(0, len(lines)-20):], "\n"), &stderr)
	}
	n, _ := strconv.Atoi(last[1])
	return n
}

func TestOwnCases(t *testing.T) {
	if n := conformPasses(t, ownCases); n < 700 {
		t.Errorf("%d cases", n)
	}
}

func TestSharedCases(t *testing.T) {
	if _, err := os.Stat(sharedCases); err != nil {
		t.Skipf("the shared conformance cases are not here, %s covers the rules without them: %v", ownCases, err)
	}
	if strconv.IntSize < 64 {
		t.Skip("an output of the shared conformance cases has a dimension that an int of 32 bits does not count")
	}
	if n := conformPasses(t, sharedCases); n <= 4800 {
		t.Errorf("%d cases", n)
	}
}

// files writes a model and its inputs, and returns the folder.
func files(t *testing.T, opset int64) string {
	t.Helper()
	dir := t.TempDir()
	mode := pbtest.Message{}.Text(1, "mode").Text(4, "reflect")
	for name, m := range map[string]pbtest.Message{
		"model.onnx": pbtest.Model("", opset, []string{"x", "p"}, []pbtest.Message{pbtest.Node("", "Pad", "y", []string{"x", "p"}, mode)}, nil),
		"x.pb":       pbtest.Tensor("x", []int64{3}, 1, 2, 3),
		"p.pb":       pbtest.Tensor("p", []int64{2}, 1, 3),
		"bad.jsonl":  pbtest.Message(`{"mode":"edge","n":1,"b":1,"e":0,"want":[1,2]}` + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), m, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCommands(t *testing.T) {
	dir := files(t, 25)
	newer := files(t, 99)
	y := filepath.Join(dir, "y.pb")
	for _, c := range []struct {
		args string // DIR and NEW stand for the folders
		code int
		want string // in what is printed
	}{
		{"", 2, "usage:"},
		{"help", 0, "usage:"},
		{"help run", 0, "the largest output of a node"},
		{"help what", 2, `no command "what"`},
		{"help help", 2, `no command "help"`},
		{"what", 2, `no command "what"`},
		{"conform", 2, "usage:"},
		{"conform -x", 2, "-x"},
		{"conform -h", 0, "usage:"},
		{"conform DIR/absent", 2, "absent"},
		{"conform DIR/x.pb", 2, "x.pb"},
		{"conform DIR", 1, "0 passed, 1 failed\n"},
		{"conform DIR/bad.jsonl", 1, "at [1] (element 1): 1, want 2\n0 passed, 1 failed\n"},
		{"run", 2, "usage:"},
		{"run -h", 0, "usage:"},
		{"run -h", 0, "the largest output of a node in bytes (default 2147483648)"},
		{"run DIR/model.onnx -strict", 2, "-strict: flags come before the model"},
		{"run -workers x DIR/model.onnx", 2, "workers"},
		{"run -workers -3 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "-workers is -3, expected 0 or more\nusage:"},
		{"run -max-bytes -1 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "-max-bytes is -1, expected 1 or more\nusage:"},
		{"run -max-bytes 0 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "-max-bytes is 0, expected 1 or more\nusage:"},
		{"run DIR/absent.onnx", 2, "absent.onnx"},
		{"run DIR/bad.jsonl", 2, "bad.jsonl"},
		{"run DIR/model.onnx", 2, `"x"`},
		{"run DIR/model.onnx DIR/bad.jsonl", 2, "bad.jsonl"},
		{"run DIR/model.onnx DIR/x.pb DIR/p.pb", 0, "y: int64[7]\n"},
		{"run -o DIR/y.pb -workers 1 DIR/model.onnx DIR/p.pb DIR/x.pb", 0, "y: int64[7]\n"},
		{"run -o DIR/a -o DIR/b DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "1 outputs"},
		{"run -o DIR/no/y.pb DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "y.pb"},
		{"run -strict DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "strict reflect"},
		{"run -max-bytes 55 DIR/model.onnx DIR/x.pb DIR/p.pb", 2, "56 bytes"},
		{"run NEW/model.onnx NEW/x.pb NEW/p.pb", 2, "99"},
		{"run -assume-newest NEW/model.onnx NEW/x.pb NEW/p.pb", 0, "y: int64[7]\n"},
	} {
		args := strings.Fields(strings.NewReplacer("DIR", dir, "NEW", newer).Replace(c.args))
		var out bytes.Buffer
		if code := run(args, &out, &out); code != c.code || !strings.Contains(out.String(), c.want) {
			t.Errorf("padrun %s: exit code %d, want %d and %q in\n%s", c.args, code, c.code, c.want, &out)
		}
	}
	got, err := onnxpb.ReadTensorFile(y)
	if err != nil {
		t.Fatal(err)
	}
	want := pbtest.Tensor("y", []int64{7}, 2, 1, 2, 3, 2, 1, 2)
	_, w, _ := onnxpb.ReadTensor(want)
	if got.Name != "y" || fmt.Sprint(got.Tensor) != fmt.Sprint(w) {
		t.Errorf("%s: %v, want %v", got.Name, got.Tensor, w)
	}
}
