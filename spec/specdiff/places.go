package specdiff

import (
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// inTable returns a function that finds facts in the files of a table. The paths that it returns begin with prefix.
func inTable(fsys fs.FS, prefix string) func(*spec.OpSchema, string) (string, int) {
	return func(s *spec.OpSchema, fact string) (string, int) {
		data, err := fs.ReadFile(fsys, s.File())
		if err != nil {
			return "", 0
		}
		return path.Join(strings.ReplaceAll(prefix, `\`, "/"), s.File()), factLine(string(data), fact)
	}
}

// factLine returns the line of a fact in a version's file. It looks for the key, then for each quoted name after it, and
// stops at the first that it does not find. If it finds none, it returns 1.
func factLine(data, fact string) int {
	if fact == "version" {
		fact = "since_version"
	}
	at := 0
	for _, name := range strings.SplitN(fact, ".", 3) {
		i := strings.Index(data[at:], strconv.Quote(name))
		if i < 0 {
			break
		}
		at += i
	}
	return strings.Count(data[:at], "\n") + 1
}
