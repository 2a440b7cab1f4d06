package conform

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

// tree writes files below a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// model returns a model of one node: y = Pad(x, p) in mode reflect at opset 25.
func model(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../../testdata/reflect/model.onnx")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// tensorFile returns a TensorProto of int64 values.
func tensorFile(t *testing.T, values ...int64) string {
	t.Helper()
	x := onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{len(values)}, Data: values}
	var b strings.Builder
	if err := (onnxpb.Named{Tensor: x}).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRun(t *testing.T) {
	long := caseOf(`,"note":"` + strings.Repeat("x", 1<<20) + `"`)
	root := tree(t, map[string]string{
		"a.jsonl":       caseOf("") + "\n\n" + caseOf(`,"want_data":[0,1,3]`) + "\r\n" + long + "\nnot JSON\n" + caseOf(""),
		"deep/b.jsonl":  caseOf(""),
		"deep/other.md": "no case",

		"good/model.onnx":                         model(t),
		"good/test_data_set_0/input_0.pb":         tensorFile(t, 5, 6),
		"good/test_data_set_0/input_1.pb":         tensorFile(t, 0, 1),
		"good/test_data_set_0/output_0.pb":        tensorFile(t, 5, 6, 5),
		"good/test_data_set_1/input_0.pb":         tensorFile(t, 5, 6),
		"good/test_data_set_1/input_1.pb":         tensorFile(t, 0, 1),
		"good/test_data_set_1/output_0.pb":        tensorFile(t, 5, 7, 5),
		"good/test_data_set_2/input_0.pb":         tensorFile(t, 5, 6),
		"good/test_data_set_2/input_2.pb":         tensorFile(t, 0, 1),
		"good/test_data_set_3/input_0.pb":         tensorFile(t, 5, 6),
		"bad [model*/model.onnx":                  "\xff",
		"bad [model*/test_data_set_0/output_0.pb": tensorFile(t, 1),
		"no data sets/model.onnx":                 model(t),
	})
	var out bytes.Buffer
	r, err := Run(&out, false, root)
	if err != nil || r.Passed != 5 || r.Failed != 6 {
		t.Errorf("%d passed, %d failed, error %v; want 5, 6 and no error\n%s", r.Passed, r.Failed, err, &out)
	}
	for _, want := range []string{
		"a.jsonl:3: c: at [2] (element 2): 2, want 3\n",
		"a.jsonl:5: not a case: ",
		"test_data_set_1: output 0 (\"y\"): at [1] (element 1): 6, want 7\n",
		"test_data_set_2: ",
		"test_data_set_3: no output_0.pb\n",
		"model.onnx: ModelProto: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output does not contain %q:\n%s", want, &out)
		}
	}
	if n := strings.Count(out.String(), "FAIL "); n != r.Failed {
		t.Errorf("%d lines start with FAIL, want one for each of the %d failed cases", n, r.Failed)
	}
}

func TestPaths(t *testing.T) {
	root := tree(t, map[string]string{
		"a/a.jsonl":                        caseOf(""),
		"empty/x.txt":                      "",
		"none.jsonl":                       "\n\n",
		"good/model.onnx":                  model(t),
		"good/test_data_set_0/input_0.pb":  tensorFile(t, 5, 6),
		"good/test_data_set_0/input_1.pb":  tensorFile(t, 0, 1),
		"good/test_data_set_0/output_0.pb": tensorFile(t, 5, 6, 5),
	})
	if err := os.Symlink(filepath.Join(root, "a"), filepath.Join(root, "empty", "link")); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		paths  string
		passed int
		want   string
	}{
		{"a", 1, ""},
		{"a/a.jsonl", 1, ""},
		{"good/model.onnx", 1, ""},
		{"empty/link", 1, ""}, // a link is followed where it is named
		{"a a good", 3, ""},
		{"empty", 0, "no cases found"},
		{"a empty", 1, "no cases found"},
		{"none.jsonl", 0, "no cases found"},
		{"empty/x.txt", 0, "not a folder"},
		{"absent", 0, "absent"},
	} {
		var paths []string
		for p := range strings.FieldsSeq(c.paths) {
			paths = append(paths, filepath.Join(root, p))
		}
		r, err := Run(&bytes.Buffer{}, false, paths...)
		if r.Passed != c.passed || (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d passed, error %v; want %d passed and an error with %q", c.paths, r.Passed, err, c.passed, c.want)
		}
	}
}

func TestLongLine(t *testing.T) {
	file := filepath.Join(tree(t, map[string]string{"x.jsonl": caseOf("") + "\n"}), "x.jsonl")
	if err := os.Truncate(file, maxLine+1000); err != nil {
		t.Skip(err) // no sparse files
	}
	r, err := Run(&bytes.Buffer{}, false, file)
	if err == nil || !strings.Contains(err.Error(), "x.jsonl:2: longer than 16777216 bytes") || r.Passed != 1 {
		t.Errorf("a line without end: %d passed, error %v, want 1 and an error with the line's number", r.Passed, err)
	}
}
