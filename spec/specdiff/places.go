package specdiff

import (
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// filePlaces finds facts in the files of a table.
type filePlaces struct {
	fsys   fs.FS
	prefix string // of the paths, as a person or GitHub knows them
}

func (f filePlaces) Place(s *spec.OpSchema, fact string) (string, int) {
	data, err := fs.ReadFile(f.fsys, s.File())
	if err != nil {
		return "", 0
	}
	return path.Join(strings.ReplaceAll(f.prefix, `\`, "/"), s.File()), factLine(string(data), fact)
}

// onePlace finds facts in a version's file.
type onePlace struct {
	file string
	data []byte
}

func (o onePlace) Place(_ *spec.OpSchema, fact string) (string, int) {
	return o.file, factLine(string(o.data), fact)
}

// factLine returns the line of a fact in a version's file: that of the key,
// then of each quoted name after it. Where a name is not found, it is the line
// so far, 1 if there is none.
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
