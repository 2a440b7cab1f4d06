package onnxdoc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
)

func doc(name string) string { return filepath.Join("testdata", name) }

// run imports and returns the report, and what padgen would exit with.
func run(t *testing.T, o onnxdoc.Options) (report string, code int, err error) {
	t.Helper()
	var out bytes.Buffer
	o.Stdout = &out
	switch err = onnxdoc.Import(o); {
	case errors.Is(err, onnxdoc.ErrFindings):
		code = 1
	case err != nil:
		code = 2
	}
	return out.String(), code, err
}

// tree returns the files under a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sameTree(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, data := range want {
		if got[name] != data {
			t.Errorf("%s is\n%s\nwant\n%s", name, got[name], data)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s should not be there", name)
		}
	}
}

func TestImport(t *testing.T) {
	files := []string{doc("changelog.md"), doc("page.rst"), doc("page.txt"), doc("page-damaged.txt"), doc("contrib.md"), doc("oneline.rst"), doc("operators.md")}
	dir := filepath.Join(t.TempDir(), "new", "spec")
	report, code, err := run(t, onnxdoc.Options{Files: files, Out: dir})
	if code != 0 {
		t.Fatalf("%v\n%s", err, report)
	}
	for _, want := range []string{"wrote " + filepath.Join(dir, "ai.onnx", "Pad-18.json"), "5 files written, 0 versions unchanged", "wrote " + filepath.Join(dir, "elemtypes.json"),
		"last section: Pad-18", "ai.onnx/Pad-2: all stated"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q:\n%s", want, report)
		}
	}
	got := tree(t, dir)
	if len(got) != 5 {
		t.Errorf("files %q", got)
	}
	want := `{
  "domains": [
    {
      "name": "ai.onnx",
      "newest_opset": 18,
      "operators": [
        {
          "name": "Pad",
          "since_versions": [
            2,
            18
          ]
        }
      ]
    },
`
	if !strings.HasPrefix(got["table.json"], want) {
		t.Errorf("table.json is\n%s", got["table.json"])
	}
	// The result is a table, with the element types of the embedded one.
	if want := string(must(os.ReadFile("../elemtypes.json"))(t)); got["elemtypes.json"] != want {
		t.Errorf("elemtypes.json is\n%s", got["elemtypes.json"])
	}
	tab, err := spec.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Validate(); err != nil {
		t.Error(err)
	}
	if report, code, err := run(t, onnxdoc.Options{Files: files[:4], Out: dir, Check: true}); code != 0 {
		t.Errorf("check: %v\n%s", err, report)
	}

	// The order of the documents makes no difference.
	slices.Reverse(files)
	other := t.TempDir()
	if _, code, err := run(t, onnxdoc.Options{Files: files, Out: other}); code != 0 {
		t.Fatal(err)
	}
	sameTree(t, tree(t, other), got)

	// Element types of its own stay, those that are gone come back.
	const own = "{\"types\": [], \"sources\": []}"
	writeFile(t, filepath.Join(other, "elemtypes.json"), own)
	if _, code, err := run(t, onnxdoc.Options{Files: files, Out: other}); code != 0 || tree(t, other)["elemtypes.json"] != own {
		t.Errorf("elemtypes.json is %s, %v", tree(t, other)["elemtypes.json"], err)
	}
	if err := os.Remove(filepath.Join(other, "elemtypes.json")); err != nil {
		t.Fatal(err)
	}
	if report, code, _ := run(t, onnxdoc.Options{Files: files, Out: other}); code != 0 || !strings.Contains(report, "1 files written, 3 versions unchanged") {
		t.Errorf("without elemtypes.json: exit %d\n%s", code, report)
	}

	// A second time there is nothing to do.
	report, code, _ = run(t, onnxdoc.Options{Files: files, Out: other})
	if code != 0 || !strings.Contains(report, "0 files written, 3 versions unchanged") {
		t.Errorf("again: exit %d\n%s", code, report)
	}
	sameTree(t, tree(t, other), got)
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func writeFile(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// changed writes a document with a replacement to a temporary file.
func changed(t *testing.T, name, old, new string) string {
	t.Helper()
	data := string(load(t, name))
	if !strings.Contains(data, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	path := filepath.Join(t.TempDir(), name)
	writeFile(t, path, strings.ReplaceAll(data, old, new))
	return path
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, file, old, new string
		want                 []string
	}{
		{"type added", "changelog.md", "tensor(float16), tensor(float), tensor(double)", "tensor(float16), tensor(float), tensor(double), tensor(int8)",
			[]string{"changelog.md:90: PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2: type_constraints.T: the table lacks tensor(int8); a published"}},
		{"type exchanged", "changelog.md", "tensor(float16), tensor(float), tensor(double)", "tensor(float16), tensor(float), tensor(int8)",
			[]string{"type_constraints.T: the table has [tensor(double) tensor(float) tensor(float16)], the document [tensor(float) tensor(float16) tensor(int8)]"}},
		{"mode removed", "changelog.md", "`constant`(default), `reflect`, `edge`", "`constant`(default), `reflect`",
			[]string{"PAD_RETROACTIVE_EDIT: ai.onnx/Pad-18: modes: the document lacks edge"}},
		{"one type more of many", "changelog.md", "tensor(bool), ", "tensor(bool), tensor(int2), ", []string{"type_constraints.T: the table lacks tensor(int2); a published"}},
		{"one type less of many", "changelog.md", "tensor(bool), ", "", []string{"type_constraints.T: the document lacks tensor(bool)"}},
		{"attribute renamed", "changelog.md", "<tt>value</tt>", "<tt>fill</tt>", []string{"changelog.md:62: PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2: attributes: the table has [mode pads value], the document [fill mode pads]"}},
		{"default changed", "page.rst", "``0.0``", "``1.0``", []string{"PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2: attributes.value.default: the table has 0.0, the document 1.0"}},
		{"default of another kind", "page.rst", "``0.0``", "``'none'``", []string{"PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2", `expected a number, found "none"`}},
		{"input required", "page.txt", "axes (optional, heterogeneous)", "axes (heterogeneous)", []string{"PAD_RETROACTIVE_EDIT: ai.onnx/Pad-18: inputs"}},
		{"history differs", "summary.md", "- **Opset 2**: Types: tensor(double), ", "- **Opset 2**: Types: ", []string{"PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2: types"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if _, code, err := run(t, onnxdoc.Options{Files: []string{doc("changelog.md")}, Out: dir}); code != 0 {
				t.Fatal(err)
			}
			before := tree(t, dir)
			file := changed(t, c.file, c.old, c.new)
			// A new version beside the refused one is not written either.
			files := []string{doc("contrib.md"), file}
			report, code, err := run(t, onnxdoc.Options{Files: files, Out: dir})
			if code != 1 || !errors.Is(err, onnxdoc.ErrFindings) {
				t.Errorf("exit %d, %v", code, err)
			}
			for _, w := range append(c.want, "nothing was written") {
				if !strings.Contains(report, w) {
					t.Errorf("the report does not say %q:\n%s", w, report)
				}
			}
			sameTree(t, tree(t, dir), before)

			report, code, _ = run(t, onnxdoc.Options{Files: files, Out: "", Check: true})
			if code != 1 || !strings.Contains(report, "PAD_DISAGREEMENT") {
				t.Errorf("check: exit %d\n%s", code, report)
			}
		})
	}
}

func TestContradiction(t *testing.T) {
	file := changed(t, "page.txt", "modes: constant(default), reflect, edge", "modes: constant(default), reflect")
	dir := t.TempDir()
	for _, o := range []onnxdoc.Options{
		{Files: []string{doc("changelog.md"), file}, Out: dir},
		{Files: []string{file, doc("changelog.md")}, Out: dir},
		{Files: []string{file, doc("changelog.md")}, Check: true},
	} {
		report, code, _ := run(t, o)
		if code != 1 || !strings.Contains(report, "PAD_CONTRADICTION: ai.onnx/Pad-18: modes: [constant reflect edge] here, [constant reflect] in ") {
			t.Errorf("exit %d\n%s", code, report)
		}
	}
	if got := tree(t, dir); len(got) != 0 {
		t.Errorf("files %q", got)
	}
	docs := []*onnxdoc.Document{read(t, "changelog.md", "Pad"), must(onnxdoc.Read(file, must(os.ReadFile(file))(t), "Pad"))(t)}
	_, err := onnxdoc.Merge(docs)
	var c *onnxdoc.Contradiction
	if !errors.As(err, &c) || c.ID != "ai.onnx/Pad-2" || c.Fact != "modes" {
		t.Errorf("error %v", err)
	}
}

func TestIncomplete(t *testing.T) {
	for file, want := range map[string]string{
		"oneline.rst":      "PAD_INCOMPLETE: com.microsoft/Pad-1: the table lacks this version and no document states attributes.mode.default, attributes.mode.type, type_constraints",
		"page-damaged.txt": "PAD_INCOMPLETE: ai.onnx/Pad-18",
		"summary.md":       "PAD_INCOMPLETE: ai.onnx/Pad-1: ",
	} {
		dir := t.TempDir()
		report, code, _ := run(t, onnxdoc.Options{Files: []string{doc(file)}, Out: dir})
		if code != 1 || !strings.Contains(report, want) {
			t.Errorf("%s: exit %d\n%s", file, code, report)
		}
		if got := tree(t, dir); len(got) != 0 {
			t.Errorf("%s: files %q", file, got)
		}
	}
}

// TestOutputWithoutStorage: an output may name its type itself, and is no less a type without storage.
func TestOutputWithoutStorage(t *testing.T) {
	file := changed(t, "opset99.md", "<dt><tt>output</tt> : T<", "<dt><tt>output</tt> : tensor(float6e3m2)<")
	report, code, _ := run(t, onnxdoc.Options{Files: []string{file}, Out: t.TempDir()})
	if want := "opset99.md:41: PAD_TYPE_NO_STORAGE: ai.onnx/Pad-99: "; code != 1 || !strings.Contains(report, want) || !strings.Contains(report, "found tensor(float6e3m2)") {
		t.Errorf("exit %d, does not say %q\n%s", code, want, report)
	}
}

// TestNoTensor: no storage can be added for a type that is no tensor.
func TestNoTensor(t *testing.T) {
	file := changed(t, "opset99.md", "tensor(posit8)", "seq(tensor(float))")
	report, code, _ := run(t, onnxdoc.Options{Files: []string{file}, Out: t.TempDir()})
	if want := "opset99.md:48: PAD_NOT_SERVED: ai.onnx/Pad-99: package onnx takes tensors, not seq(tensor(float))"; code != 1 || !strings.Contains(report, want) {
		t.Errorf("exit %d, does not say %q\n%s", code, want, report)
	}
}

// TestWithoutConstant: package onnx takes a node without a mode for one of mode constant, which a version need not have.
func TestWithoutConstant(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"<dt><tt>mode</tt> : string (default is constant)</dt>\n<dd>Supported modes: `constant`(default), `reflect`, `edge`</dd>", "",
			":111: PAD_NOT_SERVED: ai.onnx/Pad-18: package onnx needs an attribute mode; nothing is generated"},
		{"string (default is constant)</dt>\n<dd>Supported modes: `constant`(default), ", "string</dt>\n<dd>Supported modes: ",
			":114: PAD_NOT_SERVED: ai.onnx/Pad-18: package onnx takes a node without attribute mode for mode constant, which is not among reflect, edge; nothing"},
	} {
		file := changed(t, "changelog.md", c.old, c.new)
		report, code, err := run(t, onnxdoc.Options{Files: []string{file}, Out: t.TempDir()})
		if code != 1 || !strings.Contains(report, c.want) {
			t.Errorf("exit %d, %v, does not say %q\n%s", code, err, c.want, report)
		}
	}
}

// TestNoLongerStated: what the table has and a changelog says in other words is no agreement.
func TestNoLongerStated(t *testing.T) {
	file := changed(t, "changelog.md", "Supported modes: ", "One of ")
	report, code, _ := run(t, onnxdoc.Options{Files: []string{file}, Check: true})
	if want := file + ":114: PAD_INCOMPLETE: ai.onnx/Pad-18: the table has modes"; code != 1 || !strings.Contains(report, want) {
		t.Errorf("exit %d, does not say %q\n%s", code, want, report)
	}
}

// TestUnreadModes: the message says where the modes stand, what is read, and what is there.
func TestUnreadModes(t *testing.T) {
	file := changed(t, "opset99.md", "Five modes: ", "One of ")
	report, code, _ := run(t, onnxdoc.Options{Files: []string{file}, Out: t.TempDir()})
	const want = "opset99.md:19: PAD_INCOMPLETE: ai.onnx/Pad-99: the table lacks this version and no document states modes; " +
		"modes: expected one list after \"modes:\", as in \"Supported modes: `constant` (default), `reflect` - mirrored, and `edge`\", found no list after the word \"modes:\""
	if code != 1 || !strings.Contains(report, want) {
		t.Errorf("exit %d, does not say %q\n%s", code, want, report)
	}
}

// TestRestOfModes: a mode that is not quoted, after the list of a Pad, is left to a person.
func TestRestOfModes(t *testing.T) {
	for name, want := range map[string]bool{"Pad": true, "Fold": false} {
		for _, document := range []string{"changelog.md", "page.txt", "summary.md"} {
			data := strings.NewReplacer("reflect`, `edge`\n", "reflect`, `edge`. A fourth mode, mirror, turns.\n", "reflect`, `edge`</dd>", "reflect`, `edge`. A fourth mode, mirror, turns.</dd>",
				"constant(default), reflect, edge\n", "constant(default), reflect, edge. A fourth mode, mirror, turns.\n", "Pad", name).Replace(string(load(t, document)))
			d := must(onnxdoc.Read(document, []byte(data), name))(t)
			v := d.Versions[len(d.Versions)-1]
			const note = `the attribute mode goes on after its list, see whether it speaks of another mode: "A fourth mode, mirror, turns.`
			if got := strings.Contains(strings.Join(v.Notes, "; "), note); got != want || len(v.Schema.Modes) != 3 {
				t.Errorf("%s, %s: modes %q, notes %q", name, document, v.Schema.Modes, v.Notes)
			}
		}
	}
}

// TestRehearsal imports an invented opset with a type and a mode that the
// project does not know.
func TestRehearsal(t *testing.T) {
	dir := t.TempDir()
	files, err := table(t).Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), string(data))
	}
	before := tree(t, dir)
	report, code, _ := run(t, onnxdoc.Options{Files: []string{doc("opset99.md")}, Out: dir, Check: true})
	for _, want := range []string{"opset99.md:6: PAD_NOT_IN_TABLE: ai.onnx/Pad-99", "covers opset 99, the newest checked is 28"} {
		if code != 1 || !strings.Contains(report, want) {
			t.Errorf("check: exit %d, does not say %q\n%s", code, want, report)
		}
	}
	sameTree(t, tree(t, dir), before)

	report, code, _ = run(t, onnxdoc.Options{Files: []string{doc("opset99.md")}, Out: dir})
	for _, want := range []string{
		"2 files written",
		"opset99.md:48: PAD_TYPE_NO_STORAGE: ai.onnx/Pad-99: ", "expected a type listed in elemtypes.json, found tensor(posit8)",
		"opset99.md:19: PAD_MODE_UNKNOWN: ai.onnx/Pad-99: ", `unknown mode: "mirror"`,
		"opset99.md:17: PAD_ATTRIBUTE_UNKNOWN: ai.onnx/Pad-99: package onnx does not know what attribute padding_mode means",
	} {
		if code != 1 || !strings.Contains(report, want) {
			t.Errorf("exit %d, does not say %q\n%s", code, want, report)
		}
	}
	tab, err := spec.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Validate(); !errors.Is(err, spec.ErrNoStorage) || !errors.Is(err, spec.ErrUnknownMode) {
		t.Errorf("the table with a type without storage: %v", err)
	}
	s, err := tab.Lookup("", 99)
	if err != nil || s.ID() != "ai.onnx/Pad-99" || s.MaxInputs != 5 || len(s.Modes) != 5 {
		t.Errorf("lookup: %+v, %v", s, err)
	}
	after := tree(t, dir)
	for name := range before {
		if name != "table.json" && after[name] != before[name] {
			t.Errorf("%s was changed", name)
		}
	}
}

// TestDeprecated: a version that a document deprecates is neither written nor passed over.
func TestDeprecated(t *testing.T) {
	file := changed(t, "changelog.md", "Gone-2", "Pad-19")
	data := strings.Replace(string(must(os.ReadFile(file))(t)), "deprecated since version 2 of", "deprecated since version 19 of", 1)
	head, gone, _ := strings.Cut(data, "### <a name=\"Pad-19\">")
	gone, last, _ := strings.Cut(gone, "## Version 18 of")
	data = head + "## Version 18 of" + last + "\n## Version 19 of the default ONNX operator set\n### <a name=\"Pad-19\">" + gone
	writeFile(t, file, data)
	dir := t.TempDir()
	const want = ": PAD_VERSION_DEPRECATED: ai.onnx/Pad-19: the document deprecates it, since opset 19 of ai.onnx: the table cannot hold that, " +
		"a person must decide; until then neither newest_opset in table.json nor the opset in checked.json may reach 19\n"
	for _, o := range []onnxdoc.Options{{Files: []string{file}, Out: dir}, {Files: []string{file}, Check: true}} {
		report, code, err := run(t, o)
		if code != 1 || !strings.Contains(report, file+":140"+want) || !o.Check && !strings.Contains(report, "nothing was written") {
			t.Errorf("check %v: exit %d, %v\n%s", o.Check, code, err, report)
		}
	}
	if got := tree(t, dir); len(got) != 0 {
		t.Errorf("files %q", got)
	}
}

// TestOtherModes: what modes another operator has need not be read, so a document agrees with the table made of it.
func TestOtherModes(t *testing.T) {
	data := strings.Replace(string(load(t, "changelog.md")), ", seq(tensor(float)), map(int64, tensor(double))", "", 1)
	data = strings.Replace(data, "<dt><tt>names</tt>", "<dt><tt>mode</tt> : string (default is nearest)</dt>\n"+
		"<dd>Two modes: nearest (default), and linear (including bilinear, trilinear)</dd>\n<dt><tt>names</tt>", 1)
	o := onnxdoc.Options{Files: []string{filepath.Join(t.TempDir(), "changelog.md")}, Op: "Other", Out: t.TempDir()}
	writeFile(t, o.Files[0], data)
	for _, o.Check = range []bool{false, true} {
		report, code, err := run(t, o)
		if code != 0 || !strings.Contains(report, "modes are not stated") {
			t.Errorf("check %t: exit %d, %v\n%s", o.Check, code, err, report)
		}
	}
}

// TestDeprecatedLeftOut: a deprecated version of another operator, or one of Pad that a newer version follows, is left out.
func TestDeprecatedLeftOut(t *testing.T) {
	const section = "### <a name=\"%[1]s\"></a>**%[1]s** (deprecated)</a>\n\n  Use another.\n\n#### Version\n\n" +
		"This version of the operator has been deprecated since version %[2]d of the default ONNX operator set.\n\n"
	for _, c := range []struct {
		op           string
		number, code int // of the deprecated version
		want         string
	}{
		{"Pad", 17, 0, "ai.onnx/Pad-17: deprecated"},
		{"Pad", 19, 1, "PAD_VERSION_DEPRECATED: ai.onnx/Pad-19"},
		{"Gone", 1, 0, "ai.onnx/Gone-1: deprecated"},
		{"Other", 19, 0, "ai.onnx/Other-19: deprecated"},
	} {
		id := fmt.Sprintf("%s-%d", c.op, c.number)
		data := string(load(t, "changelog.md"))
		if c.op == "Other" { // of types that no table need store
			data = strings.Replace(data, ", seq(tensor(float)), map(int64, tensor(double))", "", 1)
		}
		at := fmt.Sprintf("## Version %d of the default ONNX operator set\n", c.number)
		section := fmt.Sprintf(section, id, c.number)
		if strings.Contains(data, at) {
			data = strings.Replace(data, at, at+section, 1)
		} else if c.number < 18 {
			data = strings.Replace(data, "## Version 18 of", at+section+"## Version 18 of", 1)
		} else {
			data += "\n" + at + section
		}
		file := filepath.Join(t.TempDir(), "changelog.md")
		writeFile(t, file, data)
		dir := t.TempDir()
		report, code, err := run(t, onnxdoc.Options{Files: []string{file}, Op: c.op, Out: dir})
		if code != c.code || !strings.Contains(report, c.want) || (code == 0) == strings.Contains(report, "PAD_VERSION_DEPRECATED") {
			t.Errorf("%s: exit %d, %v, does not say %q\n%s", id, code, err, c.want, report)
		}
		if _, ok := tree(t, dir)["ai.onnx/"+id+".json"]; ok {
			t.Errorf("%s was written", id)
		}
		d := must(onnxdoc.Read(file, []byte(data), c.op))(t)
		says := slices.ContainsFunc(onnxdoc.Compare(table(t), d), func(f onnxdoc.Finding) bool { return f.Rule == onnxdoc.RuleDeprecated })
		if says != (c.code != 0) {
			t.Errorf("%s: compare says deprecated: %v", id, says)
		}
	}
}

// TestUnmentioned cuts a document before its newest opset, and lets what is left cover that opset.
func TestUnmentioned(t *testing.T) {
	const all = "ai.onnx/Pad-1, ai.onnx/Pad-11, ai.onnx/Pad-13"
	whole := string(load(t, "changelog.md"))
	cut, _, _ := strings.Cut(whole, "## Version 18 of")
	gone := cut[strings.Index(cut, "### <a name=\"Gone-2\">"):]
	for _, c := range []struct{ data, want string }{
		{whole, all},
		{cut + "## Version 18 of the default ONNX operator set\n" + strings.NewReplacer("Gone-2", "Gone-18", "version 2", "version 18").Replace(gone), all + ", ai.onnx/Pad-18"},
		{cut, "ai.onnx/Pad-1"}, // it covers opset 2
	} {
		d := must(onnxdoc.Read("changelog.md", []byte(c.data), "Pad"))(t)
		if got := strings.Join(onnxdoc.Unmentioned(table(t), d), ", "); got != c.want {
			t.Errorf("up to opset %d: %q, want %q", d.Newest["ai.onnx"], got, c.want)
		}
	}
}

func TestInvalid(t *testing.T) {
	file := changed(t, "opset99.md", "Inputs (2 - 5)", "Inputs (2 - 4)")
	dir := t.TempDir()
	report, code, _ := run(t, onnxdoc.Options{Files: []string{file}, Out: dir})
	if code != 1 || !strings.Contains(report, "opset99.md:23: PAD_INVALID: ai.onnx/Pad-99: max_inputs: is 4, expected 5") {
		t.Errorf("exit %d\n%s", code, report)
	}
	if got := tree(t, dir); len(got) != 0 {
		t.Errorf("files %q", got)
	}
}

func TestWrongUse(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.md")
	writeFile(t, broken, "## Operator Changelog\n")
	table := t.TempDir()
	writeFile(t, filepath.Join(table, "table.json"), "{}")
	for name, o := range map[string]onnxdoc.Options{
		"no document":      {Out: t.TempDir()},
		"no folder":        {Files: []string{doc("changelog.md")}},
		"missing document": {Files: []string{doc("changelog.md"), doc("nope.md")}, Out: t.TempDir()},
		"broken document":  {Files: []string{doc("changelog.md"), broken}, Out: t.TempDir()},
		"a folder":         {Files: []string{"testdata"}, Out: t.TempDir()},
		"unknown operator": {Files: []string{doc("changelog.md")}, Op: "Nope", Out: t.TempDir()},
		"broken table":     {Files: []string{doc("changelog.md")}, Out: table},
		"no table":         {Files: []string{doc("changelog.md")}, Out: t.TempDir(), Check: true},
	} {
		before := tree(t, "testdata")
		report, code, err := run(t, o)
		if code != 2 || errors.Is(err, onnxdoc.ErrFindings) {
			t.Errorf("%s: exit %d, %v", name, code, err)
		}
		if name != "no table" && name != "broken table" && report != "" {
			t.Errorf("%s: report %q", name, report)
		}
		if o.Out != "" && o.Out != table && len(tree(t, o.Out)) != 0 {
			t.Errorf("%s: something was written", name)
		}
		sameTree(t, tree(t, "testdata"), before)
	}
}

// TestApplyAllOrNothing lets the second rename fail.
func TestApplyAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a", "one.json"), "old")
	if err := os.MkdirAll(filepath.Join(dir, "a", "two.json", "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	p := &onnxdoc.Plan{Dir: dir, Writes: []onnxdoc.Write{
		{Path: "a/one.json", Data: []byte("new"), Old: []byte("old")},
		{Path: "b/three.json", Data: []byte("new")},
		{Path: "a/two.json", Data: []byte("new")},
	}}
	if err := p.Apply(); !errors.Is(err, onnxdoc.ErrRefused) {
		t.Errorf("error %v", err)
	}
	sameTree(t, tree(t, dir), before)
	p.Writes[0] = p.Writes[1] // which cannot be taken back twice
	if err := p.Apply(); err == nil || errors.Is(err, onnxdoc.ErrRefused) || !strings.Contains(err.Error(), "2 of 3 files were written and not all restored") {
		t.Errorf("error %v", err)
	}
	p.Refused = []onnxdoc.Finding{{}}
	if err := p.Apply(); !errors.Is(err, onnxdoc.ErrRefused) {
		t.Errorf("error %v", err)
	}
}
