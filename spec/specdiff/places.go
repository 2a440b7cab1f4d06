package specdiff

import (
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// inTable finds facts in the files of a table. The paths that it reports begin with prefix.
func inTable(fsys fs.FS, prefix string) func(*spec.OpSchema, string) (string, int) {
	return func(s *spec.OpSchema, fact string) (string, int) {
		data, err := fs.ReadFile(fsys, s.File())
		if err != nil {
			return "", 0
		}
		return path.Join(strings.ReplaceAll(prefix, `\`, "/"), s.File()), factLine(string(data), fact)
	}
}

// factLine returns the line of a fact in a version's file. It looks for the key, then for each quoted
// name after it, and stops at one that it does not find. The line is 1 if it finds none.
func factLine(data, fact string) int {
	first, rest, _ := strings.Cut(fact, ".")
	if first == "version" {
		first = "since_version"
	}
	var names []string
	if first == "type_constraints" {
		names = strings.SplitN(rest, ".", 2)
	} else {
		names = []string{rest}
	}
	at := 0
	for _, name := range append([]string{first}, names...) {
		if name == "" {
			continue
		}
		i := strings.Index(data[at:], strconv.Quote(name))
		if i < 0 {
			break
		}
		at += i
	}
	return strings.Count(data[:at], "\n") + 1
}
