package main

import (
	"fmt"
	"strings"
)

// unknown is the error for a wrong name of a command or flag. It suggests the name that is most like it.
func unknown(what, wrong string, names []string) error {
	best, fewest := "", 3 // more edits make another name of it
	for _, name := range names {
		n := edits(wrong, name)
		if n < fewest && n < len(strings.TrimLeft(name, "-")) {
			best, fewest = name, n
		}
	}
	if best == "" {
		return fmt.Errorf("unknown %s %q, expected one of %s", what, wrong, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown %s %q: did you mean %q?", what, wrong, best)
}

// edits counts the letters that must be added, removed or replaced to make b from a.
func edits(a, b string) int {
	row := make([]int, len(b)+1) // from the letters of a so far to each start of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
