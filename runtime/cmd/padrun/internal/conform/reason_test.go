package conform

import (
	"bytes"
	"strings"
	"testing"
)

// wrong returns a case of an error for the given reason.
func wrong(reason, keys string) string {
	return line(`,"want_data":null,"want_shape":null,"want_error":"` + reason + `"` + keys)
}

// TestReasons: an error of another kind than the case states is no pass. Words that are not known are said to be so.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		line, want string // want: the start of what is written about the case, "" if nothing
	}{
		{wrong("axis repeated", `,"axes":[0,0],"pads":[1,1,1,1]`), ""},
		{wrong("axis 0 repeated", `,"axes":[0,0],"pads":[1,1,1,1]`), ""},
		{wrong("axis repeated", `,"axes":[0,0],"pads":[1,1,1,1],"opset":999`), `FAIL x.jsonl:1: c: error "onnx: Pad: opset: `},
		{wrong("axis 0 repeated", `,"pads":[1]`), `VAGUE x.jsonl:1: c: error "onnx: Pad-25: pads: `},
		{wrong("pads length 1 != 2*1", `,"pads":[1]`), ""},
		{wrong("pads length", `,"pads":[1],"pads_dtype":"int32"`), `FAIL x.jsonl:1: c: error "onnx: Pad-25: pads: element type`},
		{wrong("mode", `,"mode":"symmetric"`), ""},
		{wrong("mode", ``), `FAIL x.jsonl:1: c: no error`},
		{wrong("pads are odd", ``), `FAIL x.jsonl:1: c: no error`},
		{wrong("pads are odd", `,"pads":[1]`), `VAGUE x.jsonl:1: c: no kind of error is known for "pads are odd", any passes`},
		{wrong("", `,"pads":[1]`), `VAGUE x.jsonl:1: c: `},
		{`{"mode":"edge","n":0,"b":1,"e":0,"err":"cannot pad empty axis 0 in mode edge"}`, ""},
		{`{"mode":"edge","n":0,"b":1,"e":0,"err":"negative output dimension"}`, `VAGUE x.jsonl:1: edge n=0 b=1 e=0: error "`},
	} {
		t.Chdir(tree(t, map[string]string{"x.jsonl": c.line}))
		var out bytes.Buffer
		r, err := Run(&out, "x.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
		vague := strings.HasPrefix(c.want, "VAGUE ")
		if failed := strings.HasPrefix(c.want, "FAIL "); (r.Failed == 1) != failed || (r.Vague == 1) != vague || r.Passed+r.Failed != 1 {
			t.Errorf("%s: %+v", c.line, r)
		}
	}
}
