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
		{"a -n x", "", `invalid value "x" for flag -n: expected a whole number`},
		{"a -u -3", "", `invalid value "-3" for flag -u: expected a whole number, 0 or more`},
		{"a -b=x", "", `invalid boolean value "x" for -b: expected true or false`},
		{"a -m 3", "", `unknown flag "-m", expected one of -b, -l, -n, -u`},
		{"-l 1 -n 3 -l 2 -b", "", ""},
		{"-n 3 a -n 3", "", `invalid value "3" for flag -n: the flag is given twice`},
		{"-b -b a", "", `invalid boolean flag b: the flag is given twice`},
	} {
		s := New("test", "")
		n := s.Int("n", 3, "")
		s.Bool("b", false, "")
		s.Uint("u", 0, "")
		s.Var(new(List), "l", "")
		rest, err := s.Parse(strings.Fields(c.args), io.Discard)
		if got := strings.Join(rest, " "); got != c.rest || *n != 3 && err == nil || (c.err == "") != (err == nil) || err != nil && err.Error() != c.err {
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
	if got, want := Unknown("version", "x", nil).Error(), `unknown version "x": there is none`; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]Bytes{
		"0": 0, "500000": 500000, "64K": 64 << 10, "3m": 3 << 20, "2G": 2 << 30, "7T": 7 << 40, "9223372036854775807": 1<<63 - 1,
		"": -1, "K": -1, "-1": -1, "1.5G": -1, "1KK": -1, "1GB": -1, "8388608T": -1, "9223372036854775808": -1, "x": -1,
	} {
		b := Bytes(-1)
		if err := b.Set(text); b != want || (err == nil) != (want >= 0) {
			t.Errorf("%q is %v, error %v, want %v", text, b, err, want)
		}
	}
}
