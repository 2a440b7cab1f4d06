package flags

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ args, rest, err string }{
		{"", "", ""},
		{"-n 3 a b", "a b", ""},
		{"a -n 3 b", "a b", ""},
		{"a b -n=3", "a b", ""},
		{"a - -n 3", "a -", ""},
		{"-n 3 -- -a b", "-a b", ""},
		{"a -- -n 4", "a -n 4", ""},
		{"a -- b -- c", "a b -- c", ""},
		{"a -n", "", "flag needs an argument: -n"},
		{"a -m 3", "", `unknown flag "-m", expected one of -n`},
	} {
		s := New("test", "")
		n := s.Int("n", 3, "")
		rest, err := s.Parse(strings.Fields(c.args), io.Discard)
		if got := strings.Join(rest, " "); got != c.rest || *n != 3 || (c.err == "") != (err == nil) || err != nil && err.Error() != c.err {
			t.Errorf("%q: %q, n %d, %v; expected %q, %s", c.args, got, *n, err, c.rest, c.err)
		}
	}
}

func TestHelp(t *testing.T) {
	s := New("test", "usage: test")
	s.Int("n", 3, "a `NUMBER`")
	var out strings.Builder
	_, err := s.Parse([]string{"a", "-h"}, &out)
	if !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
	if diff := cmp.Diff("usage: test\n  -n NUMBER           a NUMBER (default 3)\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"flaot": `unknown name "flaot": did you mean "float"?`,
		"FLOAT": `unknown name "FLOAT": did you mean "float"?`,
		"-flat": `unknown name "-flat": did you mean "-fat"?`,
		"x":     `unknown name "x", expected one of float, -fat, html, -n`,
		"xml":   `unknown name "xml", expected one of float, -fat, html, -n`,
		"-x":    `unknown name "-x", expected one of float, -fat, html, -n`,
	} {
		if got := Unknown("name", name, []string{"float", "-fat", "html", "-n"}).Error(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	if got, want := Unknown("flag", "-x", nil).Error(), `unknown flag "-x": there is none`; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}
