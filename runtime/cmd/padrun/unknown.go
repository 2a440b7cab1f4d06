package main

import (
	"fmt"
	"slices"
	"strings"
)

// unknown is the error for a wrong name of a command or flag. It suggests the name that is most like it.
func unknown(what, wrong string, names []string) error {
	best := slices.MinFunc(names, func(a, b string) int { return differ(wrong, a) - differ(wrong, b) })
	if n := differ(wrong, best); n > 2 || n >= len(strings.TrimLeft(best, "-")) {
		return fmt.Errorf("unknown %s %q, expected one of %s", what, wrong, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown %s %q: did you mean %q?", what, wrong, best)
}

// differ counts the letters between those that two names begin and end with alike.
func differ(a, b string) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b))
}
