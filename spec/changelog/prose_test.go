package changelog

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

func TestReadModes(t *testing.T) {
	for _, c := range []struct{ prose, want, rest string }{
		{"Three modes: constant(default), reflect, edge", "constant reflect edge", ""},
		{"Supported modes: `constant`(default), `reflect`, `edge`, `wrap`", "constant reflect edge wrap", ""},
		{"Supported modes: constant`(default), `reflect, edge", "constant reflect edge", ""},
		{"Three modes: `constant`(default) - with a value, `reflect` - mirrored, `edge` - the rim", "constant reflect edge", ""},
		{"Three modes: ‘constant’ (default), “edge”, 'reflect', wrap.", "", ""},
		{"supported modes: `wrap`, `new_one`, `constant`", "constant wrap new_one", ""},
		{"Two interpolation modes: nearest(default) and linear", "linear nearest", ""},
		{"Three modes: `constant`, `edge`, and `wrap`. The first is the default.", "constant edge wrap", "The first is the default."},
		{"Three modes: `constant` - fills. More on it. `edge` - the rim, `wrap`", "", ""},
		{"Two modes: nearest (default), and linear (including bilinear, trilinear, etc)", "", ""},
		{"Two modes: nearest and linear", "linear nearest", ""},
		{"Supported modes: `constant`, which fills, `edge`", "", ""},
		{"Supported modes: `edge`, `edge`", "", ""},
		{"Supported modes: ", "", ""},
		{"Supported modes: `constant`,", "", ""},
		{"Supported modes: `constant`(default), `edge`, `wrap`. Also `symmetric`, if `data` is not empty.", "", ""},
		{"Supported modes: `constant`(default), `edge`. Since opset 19, `wrap` is supported.", "", ""},
		{"Supported modes: `constant`(default), `edge`. Like numpy's 'symmetric'.", "", ""},
		{"Supported modes: `constant`(default), `edge`. <code>wrap</code> too", "", ""},
		{"Supported modes: `constant` - with a value, `edge` - the rim, or \"mirror\"", "", ""},
		{"Unlike `wrap`. Supported modes: `constant`, `edge`", "", ""},
		{"Supported modes: `constant`(default), `edge`. With `edge`, `data` may be of type `bool`; see `numpy.pad`.", "constant edge", "With edge, data may be of type bool; see numpy.pad."},
		{"Supported modes: `constant`(default), `edge`, `wrap`. A fifth mode, symmetric, mirrors at the edge", "constant edge wrap", "A fifth mode, symmetric, mirrors at the edge"},
		{"Three modes: `constant`, `edge`.", "", ""},
		{"Four modes: ‘constant’ (default), “edge”, 'reflect', wrap.", "constant reflect edge wrap", ""},
		{"One of constant, edge", "", ""},
		{"", "", ""},
	} {
		modes, rest, err := readModes(c.prose, map[string]bool{"data": true, "bool": true})
		if got := strings.Join(modes, " "); got != c.want || (err == nil) != (c.want != "") || strings.ReplaceAll(rest, "`", "") != c.rest {
			t.Errorf("%q: %q, %q, %v", c.prose, got, rest, err)
		}
	}
}

// TestParseDefault tests what the small documents do not contain: empty lists, invalid numbers, and other kinds of quotes.
func TestParseDefault(t *testing.T) {
	for _, c := range []struct {
		typ        spec.AttrType
		text, want string
	}{
		{spec.AttrString, "‘constant’", `"constant"`},
		{spec.AttrString, "", `""`},
		{spec.AttrFloat, "1", "1.0"},
		{spec.AttrStrings, "[]", "[]"},
		{spec.AttrFloats, "[1, 0.5]", "[1.0,0.5]"},
		{"", "constant", ""},
		{spec.AttrFloat, "inf", ""},
		{spec.AttrFloat, "1e999", ""},
		{spec.AttrInt, "1.0", ""},
		{spec.AttrInts, "1, 2", ""},
		{spec.AttrInts, "[1, x]", ""},
		{"graph", "1", ""},
	} {
		v, err := parseDefault(c.typ, straighten.Replace(c.text))
		if c.want == "" {
			if err == nil {
				t.Errorf("%s %q: read as %s", c.typ, c.text, v.Text)
			}
			continue
		}
		if err != nil || v.Text != c.want || c.typ != "" && v.Type != c.typ {
			t.Errorf("%s %q: %v, %v, want %s", c.typ, c.text, v, err, c.want)
		}
	}
}

func TestValidType(t *testing.T) {
	for _, s := range []string{"tensor(float)", "seq(tensor(float))", "optional(seq(tensor(string)))", "map(int64,float)",
		"seq(map(string, float))", "sparse_tensor(double)", "tensor(float8e4m3fnuz)", "map(int64, seq(tensor(float)))"} {
		if !validType(s) {
			t.Errorf("%s is a type", s)
		}
	}
	for _, s := range []string{"", "T", "float", "tensor", "tensor()", "tensor(", "tensor(float", "tensor(float))", "tensor(Float)",
		"tensor(seq(float))", "seq(float)", "map(float)", "tensor(a b)", "tensor(float16,float)", strings.Repeat("seq(", 20) + "tensor(float)" + strings.Repeat(")", 20)} {
		if validType(s) {
			t.Errorf("%s is no type", s)
		}
	}
}
