package spec_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/padgen/padgen/spec"
)

// copyTable returns the table's files, to be changed.
func copyTable(t *testing.T) fstest.MapFS {
	t.Helper()
	out := make(fstest.MapFS)
	for _, pattern := range []string{"*.json", "*/*-*.json"} {
		names, err := fs.Glob(os.DirFS("."), pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = &fstest.MapFile{Data: data}
		}
	}
	return out
}

// TestEmbedded asserts that padgen update may write the versions of a new domain without an edit of load.go.
func TestEmbedded(t *testing.T) {
	source, err := os.ReadFile("load.go")
	if err != nil {
		t.Fatal(err)
	}
	_, patterns, _ := strings.Cut(string(source), "//go:embed ")
	patterns, _, _ = strings.Cut(patterns, "\n")
	for name, want := range map[string]bool{"table.json": true, "ai.onnx.preview/Pad-1.json": true, "specdiff/report.schema.json": false} {
		got := slices.ContainsFunc(strings.Fields(patterns), func(p string) bool { ok, _ := path.Match(p, name); return ok })
		if got != want {
			t.Errorf("%s: embedded %v, want %v", name, got, want)
		}
	}
}

// TestCanonical asserts that every file is what marshalling it gives.
func TestCanonical(t *testing.T) {
	onDisk := copyTable(t)
	tab, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	files, err := tab.Files()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(onDisk) {
		t.Errorf("%d files in the table, %d in the folder", len(files), len(onDisk))
	}
	for name, want := range files {
		if got := onDisk[name]; got == nil || !bytes.Equal(got.Data, want) {
			t.Errorf("%s is not canonical", name)
		}
	}
}

func TestStrict(t *testing.T) {
	edit := func(file, old, new string) func(*testing.T, fstest.MapFS) {
		return func(t *testing.T, f fstest.MapFS) {
			t.Helper()
			if !strings.Contains(string(f[file].Data), old) {
				t.Fatalf("%s has no %q", file, old)
			}
			f[file].Data = []byte(strings.Replace(string(f[file].Data), old, new, 1))
		}
	}
	const p13 = "ai.onnx/Pad-13.json"
	for _, c := range []struct {
		name   string
		change func(*testing.T, fstest.MapFS)
		want   []string
	}{
		{"unknown key", edit(p13, `"name": "Pad"`, `"nmae": "Pad"`), []string{p13, `unknown field "nmae"`}},
		{"key in other case", edit(p13, `"name": "Pad"`, `"Name": "Pad"`), []string{p13, `Pad-13.json:3: expected "  \"name\": \"Pad\",", found "  \"Name\"`}},
		{"repeated key", edit(p13, `"name": "Pad",`, `"name": "Pad", "name": "Pad",`), []string{p13, "Pad-13.json:3: expected"}},
		{"repeated nested key", edit(p13, `"required": false`, `"required": false, "required": true`), []string{p13, "Pad-13.json:9: expected"}},
		{"missing key", edit(p13, `"min_inputs": 2,`, ``), []string{p13, `expected "  \"min_inputs\": 0,", found`}},
		{"null", edit(p13, `"min_inputs": 2`, `"min_inputs": null`), []string{p13, `expected "  \"min_inputs\": 0,", found "  \"min_inputs\": null,"`}},
		{"dropped key", edit(p13, `"min_inputs"`, `"shape_inference": true, "min_inputs"`), []string{p13, "shape_inference"}},
		{"null default", edit(p13, `"default": "constant"`, `"default": null`), []string{p13, "Pad-13.json:9: expected"}},
		{"float for integer", edit(p13, `"min_inputs": 2`, `"min_inputs": 2.0`), []string{p13, "min_inputs: expected int, found number 2.0"}},
		{"object for list", edit(p13, `"tensor(bfloat16)"`, `{}`), []string{p13, "type_constraints.types: expected string, found object"}},
		{"trailing data", func(_ *testing.T, f fstest.MapFS) { f[p13].Data = append(f[p13].Data, "{}"...) }, []string{p13, "Pad-13.json:71: expected", `found "{}"`}},
		{"another layout", edit(p13, "  \"name\": \"Pad\",\n", "  \"name\":  \"Pad\",\n"), []string{"Pad-13.json:3: expected"}},
		{"no end of line", func(_ *testing.T, f fstest.MapFS) { f[p13].Data = bytes.TrimSpace(f[p13].Data) }, []string{"the end of the file"}},
		{"truncated", func(_ *testing.T, f fstest.MapFS) { f[p13].Data = f[p13].Data[:200] }, []string{p13, "unexpected EOF"}},
		{"empty", func(_ *testing.T, f fstest.MapFS) { f[p13].Data = nil }, []string{p13, "EOF"}},
		{"too large", func(_ *testing.T, f fstest.MapFS) { f[p13].Data = bytes.Repeat([]byte(" "), 2<<20) }, []string{p13, "limit"}},
		{"missing file", func(_ *testing.T, f fstest.MapFS) { delete(f, p13) }, []string{p13, "missing file"}},
		{"missing table", func(_ *testing.T, f fstest.MapFS) { delete(f, "table.json"); delete(f, "elemtypes.json") },
			[]string{"table.json: missing file", "elemtypes.json: missing file"}},
		{"unlisted domain", func(_ *testing.T, f fstest.MapFS) { f["ai.onnx.ml/Pad-1.json"] = f[p13] }, []string{"ai.onnx.ml/Pad-1.json: not listed"}},
		{"unlisted file", func(_ *testing.T, f fstest.MapFS) { f["ai.onnx/Pad-12.json"] = f[p13] }, []string{"ai.onnx/Pad-12.json: not listed"}},
		{"wrong version", edit(p13, `"since_version": 13`, `"since_version": 14`), []string{p13, "holds ai.onnx/Pad-14"}},
		{"wrong order of versions", edit("table.json", "11,\n            13,", "13,\n            11,"), []string{"table.json: domains[0].operators[0].since_versions[3]: 11 after 13"}},
		{"repeated version", edit("table.json", "11,", "11,\n            11,"), []string{"since_versions[3]: 11 after 11"}},
		{"wrong order of types", edit(p13, "tensor(bfloat16)", "tensor(uint4)"), []string{p13, "type_constraints[0].types[1]: tensor(bool) after tensor(uint4)"}},
		{"repeated type", edit(p13, "tensor(bfloat16)", "tensor(bool)"), []string{p13, "types[1]: tensor(bool) after tensor(bool)"}},
		{"wrong order of modes", edit(p13, `"reflect"`, `"wrap"`), []string{p13, "modes: [", "each once and in order"}},
		{"repeated mode", edit(p13, `"reflect"`, `"edge"`), []string{p13, "modes: [", "each once and in order"}},
		{"wrong order of attributes", edit("ai.onnx/Pad-1.json", `"mode"`, `"zmode"`), []string{"Pad-1.json: attributes[1]: paddings after zmode"}},
		{"repeated input", edit(p13, `"constant_value"`, `"pads"`), []string{p13, `inputs[2].name: "pads" is listed twice`}},
		{"repeated output", edit(p13, `"outputs": [`, "\"outputs\": [\n    {\n      \"name\": \"output\",\n      \"type\": \"T\",\n      \"option\": \"single\"\n    },"),
			[]string{p13, `outputs[1].name: "output" is listed twice`}},
		{"repeated checked domain", edit("checked.json", `"opsets": [`, "\"opsets\": [\n    {\n      \"domain\": \"ai.onnx\",\n      \"opset\": 1\n    },"),
			[]string{"checked.json: opsets[1]: ai.onnx after ai.onnx"}},
		{"wrong order of checked domains", edit("checked.json", `"opsets": [`, "\"opsets\": [\n    {\n      \"domain\": \"com.microsoft\",\n      \"opset\": 1\n    },"),
			[]string{"checked.json: opsets[1]: ai.onnx after com.microsoft"}},
		{"wrong order of sources of element types", edit("elemtypes.json", `"sources": [`, "\"sources\": [\n    \"~\","), []string{"elemtypes.json: sources[1]: onnx"}},
		{"wrong order of element types", edit("elemtypes.json", `"number": 2,`, `"number": 27,`), []string{"elemtypes.json: types[1].number: is 27, expected 2"}},
		{"mixed list", edit(p13, `"default": "constant"`, `"default": [1, "a"]`), []string{p13, `expected a string, a number or a list of one of them, found "[1, \"a\"]"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := copyTable(t)
			c.change(t, f)
			tab, err := spec.Load(f)
			if err == nil {
				err = tab.Validate()
			}
			wantError(t, err, c.want...)
		})
	}
}

// TestLeftOver: what padgen update leaves where it is killed is no file of the table.
func TestLeftOver(t *testing.T) {
	f := copyTable(t)
	f["ai.onnx/.padgen-123"] = &fstest.MapFile{Data: []byte("{")}
	if _, err := spec.Load(f); err != nil {
		t.Error(err)
	}
}

// TestEmptyDefault: an empty list shows no type of its own, and is no default of an attribute that is no list.
func TestEmptyDefault(t *testing.T) {
	for typ, ok := range map[string]bool{"string": false, "strings": true, "int": false, "ints": true} {
		f := copyTable(t)
		const p13 = "ai.onnx/Pad-13.json"
		text := strings.Replace(string(f[p13].Data), `"default": "constant"`, `"default": []`, 1)
		f[p13].Data = []byte(strings.Replace(text, `"type": "string"`, `"type": "`+typ+`"`, 1))
		tab, err := spec.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := tab.Validate(); ok && err != nil {
			t.Errorf("%s: %v", typ, err)
		} else if !ok {
			wantError(t, err, `Pad-13.json: attributes[0].default: `, `the attribute of type "`+typ+`"`)
		}
	}
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	for line := range strings.Lines(err.Error()) {
		if !strings.HasPrefix(line, "spec: ") {
			t.Errorf("line %q does not start with \"spec: \"", line)
		}
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q does not say %q", err, p)
		}
	}
}

func TestValues(t *testing.T) {
	for _, text := range []string{`"a\"b"`, `0.0`, `1e-05`, `-3`, `9223372036854775807`, `["a","b"]`, `[1.5,2.0]`, `[1,2]`} {
		var v spec.Value
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v.Text() != text {
			t.Errorf("%s of type %s reads back as %s", text, v.Type, v.Text())
		}
		var again spec.Value
		if err := json.Unmarshal([]byte(v.Text()), &again); err != nil || !again.Equal(v) {
			t.Errorf("%s: not equal to itself: %v, %v", text, again, err)
		}
	}
	for _, text := range []string{`true`, `false`, `{}`, `[[1]]`, `1e999`} {
		var v spec.Value
		if err := json.Unmarshal([]byte(text), &v); err == nil {
			t.Errorf("%s: read as %v", text, v)
		}
	}
}
