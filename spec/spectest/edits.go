package spectest

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	edit   = regexp.MustCompile(`(?s)^(# ([^\n]*)\n@ ?([^\n]*)\n(.*?))(?:= [^\n]*\n)*$`)
	change = regexp.MustCompile(`(?m)^((?:[<x].*\n)*)((?:>.*\n)*)`)
	marks  = regexp.MustCompile(`(?m)^[<>x] ?|\n\z`)
)

// Edits applies the edits in a file. It passes the result of each edit to try and compares the returned text with that in the
// edit, or writes it there if update is true. Edits are separated by an empty line. An edit is
//
//	# what it is about
//	@ the name of the file
//	< a text, the first one like this in the file ...
//	> ... and what takes its place, any number of times
//	x instead of both: all is cut off from the first text like this on
//	= what comes out
//
// Each line of a text has its mark. If there is no text to replace, the new text is added to the end.
func Edits(t *testing.T, path string, update bool, read func(file string) string, try func(file, text string) string) {
	t.Helper()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var played []string
	for block := range strings.SplitSeq(strings.TrimSpace(string(all)), "\n\n") {
		block += "\n"
		e := edit.FindStringSubmatch(block)
		text := read(e[3])
		for _, c := range change.FindAllStringSubmatch(e[4], -1) {
			old := marks.ReplaceAllString(c[1], "")
			before, after, found := strings.Cut(text, old)
			switch {
			case !found:
				t.Errorf("%s: %s has no %q", e[2], e[3], old)
			case old == "":
				before, after = text, ""
			case c[0][0] == 'x':
				after = ""
			}
			text = before + marks.ReplaceAllString(c[2], "") + after
		}
		got := e[1] + "= " + strings.ReplaceAll(strings.TrimSpace(try(e[3], text)), "\n", "\n= ") + "\n"
		if got != block && !update {
			t.Errorf("%s: this came out:\n%s", e[2], got)
		}
		played = append(played, got)
	}
	if update {
		WriteFile(t, path, strings.Join(played, "\n"))
	}
}
