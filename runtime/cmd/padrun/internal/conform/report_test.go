package conform

import (
	"bytes"
	"strings"
	"testing"
)

// refused returns a case that wants an error.
func refused(keys string) string {
	return caseOf(`,"want_data":null,"want_shape":null,"want_error":"why"` + keys)
}

// TestReport: what is printed about a case, and with -v.
func TestReport(t *testing.T) {
	for _, c := range []struct {
		line string
		want string // the start of the line about the case
	}{
		{caseOf(``), "PASS x.jsonl:1: c\n"},
		{caseOf(`,"want_data":[0,1,3]`), "FAIL x.jsonl:1: c: at [2] (element 2): 2, want 3\n"},
		{caseOf(`,"pads":[1]`), `FAIL x.jsonl:1: c: error "Pad-25: pads: `},
		{refused(`,"pads":[1]`), `PASS x.jsonl:1: c: refused: Pad-25: pads: `},
		{refused(`,"pads":[1],"want_kind":"bad pads"`), `PASS x.jsonl:1: c: refused: Pad-25: pads: `},
		{refused(`,"pads":[1],"want_kind":"bad axes"`), `FAIL x.jsonl:1: c: error "Pad-25: pads: `},
		{refused(`,"pads":[1],"want_kind":"no such kind"`), `FAIL x.jsonl:1: c: error "Pad-25: pads: `},
		{refused(`,"opset":999,"want_kind":"unsupported opset"`), `PASS x.jsonl:1: c: refused: Pad: opset: 999`},
		{refused(``), "FAIL x.jsonl:1: c: no error, but an output of shape [3], want an error: why\n"},
		{refused(`,"pads":null,"want_kind":"bad input"`), "PASS x.jsonl:1: c: refused: Pad-25: pads: required input 1"},
		{`{"mode":"edge","n":0,"b":1,"e":0,"err":"empty"}`, "PASS x.jsonl:1: edge n=0 b=1 e=0: refused: Pad-25: "},
	} {
		t.Chdir(tree(t, map[string]string{"x.jsonl": c.line}))
		for _, verbose := range []bool{false, true} {
			var out bytes.Buffer
			r, err := Run(&out, verbose, "x.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			passes := strings.HasPrefix(c.want, "PASS")
			if want := map[bool]Result{true: {Passed: 1}, false: {Failed: 1}}[passes]; r != want {
				t.Errorf("%s: result %+v, want %+v", c.line, r, want)
			}
			got := out.String()
			if !verbose && passes {
				if got != "" {
					t.Errorf("%s: printed %q about a passed case without -v, want nothing", c.line, got)
				}
			} else if !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: printed %q, want a line that starts with %q", c.line, got, c.want)
			}
		}
	}
}
