package spectest

import (
	"os"
	"strings"
	"testing"
)

// Edits plays the edits in a file: try gets what an edit makes of its file, and returns a text, which is compared with the one that
// stands in the edit. With update, it is written there. Edits are separated by an empty line. One is
//
//	# what it is about
//	@ the name of the file
//	< a text, the first one like this in the file ...
//	> ... and what takes its place, any number of times
//	x instead of both: all is cut off from the first text like this on
//	= what comes out
//
// Each line of a text has its mark. What takes the place of no text is added to the end. A text without one in its place is removed.
func Edits(t *testing.T, path string, update bool, read func(file string) string, try func(file, text string) string) {
	t.Helper()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for block := range strings.SplitSeq(strings.TrimSpace(string(all)), "\n\n") {
		var e edit
		kept := ""
		for line := range strings.SplitSeq(block, "\n") {
			mark, rest := line[:1], strings.TrimPrefix(line[1:], " ")
			if strings.Contains("<x", mark) {
				e.apply(t, false)
			}
			switch mark {
			case "#":
				e.name = rest
			case "@":
				e.file, e.text = rest, read(rest)
			case "<", "x":
				e.old, e.cut = append(e.old, rest), mark == "x"
			case ">":
				e.new = append(e.new, rest)
			case "=":
				e.want = append(e.want, rest)
				continue
			}
			kept += line + "\n"
		}
		e.apply(t, true)
		got, want := strings.TrimSpace(try(e.file, e.text)), strings.Join(e.want, "\n")
		if got != want && !update {
			t.Errorf("%s: %s, expected %s", e.name, got, want)
		}
		blocks = append(blocks, kept+"= "+strings.ReplaceAll(got, "\n", "\n= ")+"\n")
	}
	if update {
		WriteFile(t, path, strings.Join(blocks, "\n"))
	}
}

// edit is an edit, as far as it was read, and what it has made of its file.
type edit struct {
	name, file, text string
	old, new, want   []string
	cut              bool
}

// apply replaces a text, once the whole of it was read.
func (e *edit) apply(t *testing.T, last bool) {
	if len(e.new) == 0 && !(last && len(e.old) > 0) {
		return
	}
	old := strings.Join(e.old, "\n")
	before, after, found := strings.Cut(e.text, old)
	switch {
	case !found:
		t.Errorf("%s: %s has no %q", e.name, e.file, old)
	case len(e.old) == 0:
		before, after = e.text, ""
	case e.cut:
		after = ""
	}
	e.text, e.old, e.new, e.cut = before+strings.Join(e.new, "\n")+after, nil, nil, false
}
