// Package scripttest plays transcripts of the commands padgen and padrun. It is only for the tests of these commands.
package scripttest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// A Player plays transcripts.
type Player struct {
	// Run runs a command in the working directory.
	Run func(t *testing.T, command string) (code int, stdout, stderr string)
	// Content returns the bytes of a file whose text begins with <.
	Content func(t *testing.T, text string) []byte
	// Update writes what the commands print into the archives.
	Update bool
}

// All plays each file of testdata/*.txtar in the folder that folder returns for its name. If folder returns "", the file is
// not played.
func (p Player) All(t *testing.T, folder func(t *testing.T, name string) string) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		file, _ = filepath.Abs(file)
		t.Run(name, func(t *testing.T) {
			if dir := folder(t, name); dir != "" {
				t.Chdir(dir)
				p.play(t, file)
			}
		})
	}
}

// play plays the comment of a txtar archive in the working directory, which receives the archive's files. A command is a line
// that begins with $. The lines after it are its output: | for standard output, ! for standard error, and = for its exit code,
// unless that is 0 without an error or 2 with one. A line that ends with … may continue with any words. Other lines are
// comments.
func (p Player) play(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		data := f.Data
		if text, isSource := strings.CutPrefix(string(data), "<"); isSource && p.Content != nil {
			data = p.Content(t, text)
		}
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	want := strings.Split(string(archive.Comment), "\n")
	commands := 0
	for _, line := range want {
		if line != "" && strings.Contains("|!=", line[:1]) {
			continue
		}
		got = append(got, line)
		if command, isCommand := strings.CutPrefix(line, "$ "); isCommand {
			commands++
			code, stdout, stderr := p.Run(t, command)
			got = append(append(got, prefixed("| ", stdout)...), prefixed("! ", stderr)...)
			if code != min(2, 2*len(stderr)) {
				got = append(got, fmt.Sprintf("= %d", code))
			}
		}
	}
	if commands == 0 {
		t.Fatalf("%s has no command: a line that begins with $", file)
	}
	for i, line := range want[:min(len(want), len(got))] {
		if begin, any := strings.CutSuffix(line, "…"); any && strings.HasPrefix(got[i], begin) {
			got[i] = line
		}
	}
	if diff := cmp.Diff(want, got); diff != "" && !p.Update {
		t.Errorf("-want +got; go test -update accepts it\n%s", diff)
	} else if diff != "" {
		archive.Comment = []byte(strings.Join(got, "\n"))
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func prefixed(prefix, text string) (lines []string) {
	for line := range strings.Lines(text) {
		lines = append(lines, prefix+strings.TrimSuffix(line, "\n"))
	}
	return lines
}
