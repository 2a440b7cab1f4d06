package conform

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/files"
)

// caseOf returns a case with the given keys changed or added.
func caseOf(keys string) string {
	return `{"name":"c","domain":"","opset":25,"mode":"constant","dtype":"int64","shape":[2],"data":[1,2],"pads":[1,0],` +
		`"want_shape":[3],"want_data":[0,1,2],"want_error":null` + keys + `}`
}

// TestLink: a link is followed if the user names it, but not if it is found in a folder.
func TestLink(t *testing.T) {
	t.Chdir(t.TempDir())
	err := os.WriteFile("a.jsonl", []byte(caseOf("")), 0o666)
	if err == nil {
		err = os.Mkdir("links", 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join("links", "up")); err != nil {
		t.Skip(err)
	}
	r := Runner{Out: io.Discard}
	if err := r.Run(filepath.Join("links", "up")); err != nil || r.Passed != 1 {
		t.Errorf("%d passed, error %v, want 1", r.Passed, err)
	}
	if err := r.Run("links"); err == nil || !strings.Contains(err.Error(), "no cases found") {
		t.Errorf("error %v, want no cases found", err)
	}
}

// TestFound: padrun neither reads nor waits for folder entries that are not regular files.
func TestFound(t *testing.T) {
	for _, name := range []string{"x.jsonl", "model.onnx", "test_data_set_0/input_0.pb"} {
		t.Chdir(t.TempDir())
		err := errors.Join(os.MkdirAll("test_data_set_0", 0o777), os.WriteFile("model.onnx", nil, 0o666), os.RemoveAll(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := exec.Command("mkfifo", name).Run(); err != nil {
			t.Skip(err)
		}
		r := Runner{Out: io.Discard}
		if err := r.Run("."); (err == nil || !errors.Is(err, files.ErrNotRegular)) && r.Failed != 1 {
			t.Errorf("%s is a named pipe: %d failed, error %v", name, r.Failed, err)
		}
	}
}

func TestLongLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.jsonl")
	if err := os.WriteFile(file, []byte(caseOf("")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, int64(maxLine)+1000); err != nil {
		t.Skip(err) // no support for sparse files
	}
	r := Runner{Out: io.Discard}
	err := r.Run(file)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("x.jsonl:2: longer than %d bytes", maxLine)) || r.Passed != 1 {
		t.Errorf("a line without end: %d passed, error %v, want 1 and an error with the line's number", r.Passed, err)
	}
}

func FuzzParseCase(f *testing.F) {
	f.Add(caseOf(``))
	f.Add(strings.Repeat(`[`, 1<<20))
	f.Add(strings.Repeat(`{"data":`, 1<<20))
	f.Add(caseOf(`,"dtype":"complex64","data":[[1,"nan"],[2,-0.0]],"value":[3,4],"axes":[-1],"axes_dtype":"int32"`))
	f.Add(caseOf(`,"opset":2,"dtype":"float16","encoding":"bits","value":"inf"`))
	f.Add(`{"mode":"reflect","n":3,"b":2,"e":1,"want":[3,2,1,2,3,2]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := ParseCase([]byte(text)); err == nil {
			_, _ = c.Check() // pass or fail, but no panic
		}
	})
}
