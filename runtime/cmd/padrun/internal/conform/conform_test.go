package conform

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/pbtest"
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

func model() string {
	return string(pbtest.Model("", 25, []string{"x", "p"}, []pbtest.Message{pbtest.Node("", "Pad", "y", []string{"x", "p"})}, nil))
}

func tensorFile(values ...int64) string {
	return string(pbtest.Tensor("", []int64{int64(len(values))}, values...))
}

func TestRun(t *testing.T) {
	long := line(`,"note":"` + strings.Repeat("x", 1<<20) + `"`)
	root := tree(t, map[string]string{
		"a.jsonl":       line("") + "\n\n" + line(`,"want_data":[0,1,3]`) + "\r\n" + long + "\nnot JSON\n" + line(""),
		"deep/b.jsonl":  line(""),
		"deep/other.md": "no case",

		"good/model.onnx":                         model(),
		"good/test_data_set_0/input_0.pb":         tensorFile(5, 6),
		"good/test_data_set_0/input_1.pb":         tensorFile(0, 1),
		"good/test_data_set_0/output_0.pb":        tensorFile(5, 6, 0),
		"good/test_data_set_1/input_0.pb":         tensorFile(5, 6),
		"good/test_data_set_1/input_1.pb":         tensorFile(0, 1),
		"good/test_data_set_1/output_0.pb":        tensorFile(5, 7, 0),
		"good/test_data_set_2/input_0.pb":         tensorFile(5, 6),
		"good/test_data_set_2/input_2.pb":         tensorFile(0, 1),
		"good/test_data_set_3/input_0.pb":         tensorFile(5, 6),
		"bad [model*/model.onnx":                  "\xff",
		"bad [model*/test_data_set_0/output_0.pb": tensorFile(1),
		"no data sets/model.onnx":                 model(),
	})
	var out bytes.Buffer
	r, err := Run(&out, root)
	if err != nil || r.Passed != 5 || r.Failed != 6 {
		t.Errorf("%+v, %v\n%s", r, err, &out)
	}
	for _, want := range []string{
		"a.jsonl:3: c: at [2] (element 2): 2, want 3\n",
		"a.jsonl:5: not a case: ",
		"test_data_set_1: output 0 (y): at [1] (element 1): 6, want 7\n",
		"test_data_set_2: ",
		"test_data_set_3: no output_0.pb\n",
		"model.onnx: ModelProto: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	if n := strings.Count(out.String(), "FAIL "); n != r.Failed {
		t.Errorf("%d lines for %d failed cases", n, r.Failed)
	}
}

func TestPaths(t *testing.T) {
	root := tree(t, map[string]string{
		"a/a.jsonl":                        line(""),
		"empty/x.txt":                      "",
		"none.jsonl":                       "\n\n",
		"good/model.onnx":                  model(),
		"good/test_data_set_0/input_0.pb":  tensorFile(5, 6),
		"good/test_data_set_0/input_1.pb":  tensorFile(0, 1),
		"good/test_data_set_0/output_0.pb": tensorFile(5, 6, 0),
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
		r, err := Run(&bytes.Buffer{}, paths...)
		if r.Passed != c.passed || (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v, want %d, %q", c.paths, r, err, c.passed, c.want)
		}
	}
}
