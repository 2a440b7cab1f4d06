package conform

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
)

// caseOf returns a case with the given keys changed or added.
func caseOf(keys string) string {
	return `{"name":"c","domain":"","opset":25,"mode":"constant","dtype":"int64","shape":[2],"data":[1,2],"pads":[1,0],` +
		`"want_shape":[3],"want_data":[0,1,2],"want_error":null` + keys + `}`
}

func TestParseAndCheck(t *testing.T) {
	for _, c := range []struct{ keys, want string }{ // want "": the case passes
		{``, ""},
		{`,"want_data":[0,1,3]`, "at [2] (element 2): 2, want 3"},
		{`,"want_data":[0,1],"want_shape":[2]`, "shape [3], want [2]"},
		{`,"want_data":null,"want_shape":null,"want_error":"x"`, "no error"},
		{`,"pads":[1],"want_data":null,"want_shape":null,"want_error":"x"`, ""},
		{`,"pads":[1]`, "pads: 1 values"},
		{`,"pads":null`, "pads: required input 1 is absent"},
		{`,"pads":null,"axes":[0]`, "pads: required input 1 is absent"},
		{`,"pads":null,"opset":2,"dtype":"float"`, "pads: required attribute is missing"},
		{`,"pads":null,"opset":1,"dtype":"float"`, "paddings: required attribute is missing"},
		{`,"pads_dtype":"int32","opset":2,"dtype":"float"`, "pads: required attribute is missing"},
		{`,"value":7,"want_data":[7,1,2]`, ""},
		{`,"value":7,"empty_value_name":true`, ""},
		{`,"value":7,"value_shape":[1,1],"want_data":[7,1,2]`, ""},
		{`,"value":7,"value_dtype":"int32"`, "constant_value: element type int32"},
		{`,"value":[7,8],"value_is_list":true,"value_shape":[2]`, "constant_value: shape [2]"},
		{`,"value_empty":true,"value_shape":[0]`, "constant_value: shape [0]"},
		{`,"axes":[0]`, ""},
		{`,"axes":[0],"axes_dtype":"int32","opset":18`, ""},
		{`,"axes":[0],"opset":13`, "inputs: axes needs opset 18"},
		{`,"empty_axes_name":true`, ""},
		{`,"axes":[0],"axes_shape":[1,1]`, "axes: shape [1 1]"},
		{`,"axes":[],"pads":[],"want_shape":[2],"want_data":[1,2]`, ""},
		{`,"pads_dtype":"float"`, "pads: element type float"},
		{`,"pads_shape":[1,2]`, "pads: shape [1 2]"},
		{`,"pads_shape":[1,2],"domain":"com.microsoft","opset":1,"dtype":"float"`, ""},
		{`,"mode":""`, "mode"},
		{`,"mode":"","omit_mode":true`, ""},
		{`,"shape":[3]`, "data: 2 elements of int64"},
		{`,"opset":2,"dtype":"float"`, ""},
		{`,"opset":1,"dtype":"double","value":0.5,"want_data":[0.5,1,2]`, ""},
		{`,"opset":10,"dtype":"float16","encoding":"bits","value":"-inf","want_data":[64512,1,2]`, ""},
		{`,"dtype":"float","data":["nan",-0.0],"value":"inf","want_data":["inf","nan",-0.0]`, ""},
		{`,"dtype":"float","data":["nan",-0.0],"value":"inf","want_data":["inf","nan",0.0]`, "at [2] (element 2): -0 (bits 0x80000000), want 0 (bits 0x00000000)"},
		{`,"dtype":"complex64","data":[[1,"nan"],[2,-0.0]],"value":[3,4],"want_data":[[3,4],[1,"nan"],[2,-0.0]]`, ""},
		{`,"dtype":"complex128","data":[[1,2],[3,4]],"want_data":[[0,0],[1,2],[3,5]]`, "[3 (bits 0x4008000000000000) 4 (bits 0x4010000000000000)], want [3 (bits 0x4008000000000000) 5 (bits 0x4014000000000000)]"},
		{`,"dtype":"complex64","encoding":"bits","data":[[4294967295,1],[2,3]],"want_data":[[0,0],[4294967295,1],[2,3]]`, ""},
		{`,"dtype":"complex128","encoding":"bits","data":[[18446744073709551615,1],[2,3]],"want_data":[[0,0],[18446744073709551615,1],[2,3]]`, ""},
		{`,"dtype":"string","data":["a","é"],"value":"x","want_data":["x","a","é"]`, ""},
		{`,"dtype":"string","data":["a","é"],"value":"x","want_data":["x","b","é"]`, `at [1] (element 1): "a", want "b"`},
		{`,"dtype":"bool","data":[1,0],"want_data":[0,1,0]`, ""},
		{`,"dtype":"bool","encoding":"bits","data":[255,2],"want_data":[0,255,2]`, ""},
		{`,"dtype":"int4","data":[-8,7],"want_data":[0,-8,7]`, ""},
		{`,"dtype":"uint2","encoding":"bits","data":[3,1],"want_data":[0,3,2]`, "at [2] (element 2): 1, want 2"},
		{`,"dtype":"uint64","data":[18446744073709551615,1],"want_data":[0,18446744073709551615,1]`, ""},
		{`,"note":"other keys","seen":{"a":[1]}`, ""},
	} {
		parsed, err := ParseCase([]byte(caseOf(c.keys)))
		if err != nil {
			t.Errorf("%s: %v", c.keys, err)
			continue
		}
		if _, err := parsed.Check(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want one that contains %q, or none if that is empty", c.keys, err, c.want)
		}
	}
}

func TestNotCases(t *testing.T) {
	for _, text := range []string{
		``, ` `, `{`, `[]`, `null`, `1`, `"a"`, `{}`, `{"name":"c"}`, caseOf(``) + caseOf(``), caseOf(``) + "x",
		caseOf(`,"opset":null`), caseOf(`,"opset":1.5`), caseOf(`,"shape":null`), caseOf(`,"data":null`), caseOf(`,"data":[1,"2"]`),
		caseOf(`,"data":[1,2.5]`), caseOf(`,"data":[1,9223372036854775808]`), caseOf(`,"data":[1,[2]]`), caseOf(`,"data":[1,null]`), caseOf(`,"data":{}`),
		caseOf(`,"dtype":"float32"`), caseOf(`,"dtype":"undefined"`), caseOf(`,"encoding":"hex"`), caseOf(`,"shape":[1e3]`), caseOf(`,"shape":[99999999999999999999]`),
		caseOf(`,"want_error":"x"`), caseOf(`,"want_data":null`), caseOf(`,"want_shape":null`), caseOf(`,"want_shape":[2]`), caseOf(`,"want_shape":[-3]`),
		caseOf(`,"want_shape":[9223372036854775807,9223372036854775807]`), caseOf(`,"want_shape":[0]`),
		caseOf(`,"value":"x"`), caseOf(`,"value":1.5`), caseOf(`,"value_dtype":"x","value":1`), caseOf(`,"pads_dtype":"x"`), caseOf(`,"axes_dtype":"x","axes":[]`),
		caseOf(`,"pads":["a","b"],"opset":2`), caseOf(`,"value":"x","opset":2`), caseOf(`,"dtype":"float","data":[1e39,0]`), caseOf(`,"dtype":"float","data":[1,true]`),
		caseOf(`,"dtype":"float8e5m2"`), caseOf(`,"dtype":"bool","data":[2,0]`), caseOf(`,"dtype":"string"`), caseOf(`,"dtype":"complex64"`),
		caseOf(`,"dtype":"complex64","data":[[1,2,3],[1,2]]`), caseOf(`,"dtype":"uint4","encoding":"bits","data":[16,1]`), caseOf(`,"encoding":"bits","data":[-1,1]`),
		caseOf(`,"dtype":"complex128","encoding":"bits","data":[[18446744073709551616,1],[2,3]]`),
		`{"mode":"edge","n":1,"b":0,"e":0}`, `{"mode":"edge","n":1,"b":0,"e":0,"want":[1],"err":"x"}`, `{"mode":"edge","n":-1,"b":0,"e":0,"err":"x"}`,
		`{"mode":"edge","n":1000000000000,"b":0,"e":0,"err":"x"}`, `{"mode":"edge","n":1,"b":0.5,"e":0,"want":[1]}`,
		strings.Repeat(`[`, 1<<20), strings.Repeat(`{"data":`, 1<<20),
	} {
		if c, err := ParseCase([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "not a case: ") {
			t.Errorf("%.80s: case %v, error %v, want an error that starts with \"not a case: \"", text, c, err)
		}
	}
}

// TestMessages: what is wrong with a line is said in JSON's words, without names of Go packages.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{caseOf(`,"opset":"18"`), "not a case: opset cannot be a JSON string"},
		{caseOf(`,"shape":[1.5]`), "not a case: shape cannot be a JSON number 1.5"},
		{caseOf(`,"pads":5`), "not a case: pads cannot be a JSON number"},
		{`[]`, "not a case: the line cannot be a JSON array"},
		{caseOf(`,"data":[1,2.5]`), "not a case: data: element 1: 2.5 is not an integer of 64 bits"},
		{caseOf(`,"dtype":"uint8","data":[1,256]`), "not a case: data: element 1: 256 is not an unsigned number of 8 bits"},
		{caseOf(`,"dtype":"bool","data":[2,0]`), "not a case: data: element 0: 2 is not a bool, expected 0 or 1"},
		{caseOf(`,"dtype":"float","data":[1e39,0]`), "not a case: data: element 0: 1e39 is not a float of 32 bits"},
		{caseOf(`,"dtype":"flaot"`), `not a case: data: dtype: "flaot" is not the name of an ONNX element type`},
		{caseOf(`,"pads_dtype":"flaot"`), `not a case: pads: dtype: "flaot" is not the name of an ONNX element type`},
	} {
		if _, err := ParseCase([]byte(c.line)); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.line, err, c.want)
		}
	}
}

func TestGrid(t *testing.T) {
	for _, c := range []struct {
		line string
		ok   bool
	}{
		{`{"mode":"reflect","n":3,"b":2,"e":1,"want":[3,2,1,2,3,2],"ort":"same"}`, true},
		{`{"mode":"constant","n":0,"b":1,"e":0,"want":[-1]}`, true},
		{`{"mode":"constant","n":0,"b":0,"e":0,"want":[]}`, true},
		{`{"mode":"edge","n":0,"b":1,"e":0,"err":"empty"}`, true},
		{`{"mode":"edge","n":1,"b":1,"e":0,"err":"empty"}`, false},
		{`{"mode":"edge","n":1,"b":1,"e":0,"want":[1,2]}`, false},
	} {
		parsed, err := ParseCase([]byte(c.line))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parsed.Check(); c.ok != (err == nil) {
			t.Errorf("%s: passes: %t, want %t (%v)", c.line, err == nil, c.ok, err)
		}
	}
}

// TestHalfRounding checks that a number is rounded once, not to float32 before.
func TestHalfRounding(t *testing.T) {
	for _, c := range []struct {
		d    dtype.DType
		v    float64
		want uint16
	}{
		{dtype.TypeFloat16, 1 + 0x1p-11, 0x3C00},           // a tie, to even
		{dtype.TypeFloat16, 1 + 0x1p-11 + 0x1p-40, 0x3C01}, // float32 would make it a tie
		{dtype.TypeFloat16, 1 + 3*0x1p-11 - 0x1p-40, 0x3C01},
		{dtype.TypeFloat16, -1 - 0x1p-11 - 0x1p-40, 0xBC01},
		{dtype.TypeFloat16, 1e300, 0x7C00},
		{dtype.TypeFloat16, -1e-300, 0x8000},
		{dtype.TypeBFloat16, 1 + 0x1p-8 + 0x1p-40, 0x3F81},
		{dtype.TypeBFloat16, -1e39, 0xFF80},
	} {
		parsed, err := ParseCase([]byte(caseOf(fmt.Sprintf(`,"dtype":"%v","data":[%v,0]`, c.d, c.v))))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := parsed.Inputs[0].Bytes()
		if got := binary.NativeEndian.Uint16(b); got != c.want {
			t.Errorf("%v as %v: bits %#04x, want %#04x", c.v, c.d, got, c.want)
		}
	}
}

func FuzzParseCase(f *testing.F) {
	f.Add(caseOf(``))
	f.Add(caseOf(`,"dtype":"complex64","data":[[1,"nan"],[2,-0.0]],"value":[3,4],"axes":[-1],"axes_dtype":"int32"`))
	f.Add(caseOf(`,"opset":2,"dtype":"float16","encoding":"bits","value":"inf"`))
	f.Add(`{"mode":"reflect","n":3,"b":2,"e":1,"want":[3,2,1,2,3,2]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := ParseCase([]byte(text)); err == nil {
			_, _ = c.Check() // right or wrong, without a panic
		}
	})
}
