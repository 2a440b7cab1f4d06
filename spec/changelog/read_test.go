package changelog_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

var update = flag.Bool("update", false, "write testdata anew")

func load(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t testing.TB, file, op string) *changelog.Document {
	t.Helper()
	d, err := changelog.Read(file, load(t, file), op)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func table(t testing.TB) *spec.Table { return spectest.Published(t) }

// smallTable returns the table with the types of com.microsoft in contrib.md, because ONNX Runtime adds types to a published
// version.
func smallTable(t testing.TB) *spec.Table {
	t.Helper()
	tab := table(t)
	tab.Schema("com.microsoft/Pad-1").TypeConstraints[0].Types = []string{"tensor(double)", "tensor(float)", "tensor(float16)"}
	return tab
}

// kinds lists, for each small document, what it is and how many facts it leaves out.
var kinds = []struct {
	file, source   string
	page, complete bool
	versions       string
	leftOut        string
}{
	{"changelog.md", "onnx/onnx docs/Changelog.md, opset 18", false, true, "ai.onnx/Pad-2 ai.onnx/Pad-18", ""},
	{"operators.md", "onnx/onnx docs/Operators.md, opset 18", false, false, "ai.onnx/Pad-18", ""},
	{"contrib.md", "microsoft/onnxruntime docs/ContribOperators.md", false, true, "com.microsoft/Pad-1", ""},
	{"page.txt", "onnx.ai operator page Pad, newest version 18", true, false, "ai.onnx/Pad-2 ai.onnx/Pad-18", ""},
	{"page-damaged.txt", "onnx.ai operator page Pad, newest version 18", true, false, "ai.onnx/Pad-2 ai.onnx/Pad-18",
		"Pad-2 mode.type mode.default pads.type value.type value.default, Pad-18 mode.type mode.default"},
	{"page.rst", "onnx.ai operator page Pad, newest version 18", true, false, "ai.onnx/Pad-2 ai.onnx/Pad-18",
		"Pad-2 mode.type pads.type value.type, Pad-18 mode.type"},
	{"oneline.rst", "onnx.ai operator page com.microsoft.Pad, newest version 1", true, false, "com.microsoft/Pad-1",
		"Pad-1 types mode.type"},
	{"summary.md", "operator summary page Pad, newest version 18", true, false, "ai.onnx/Pad-1 ai.onnx/Pad-2 ai.onnx/Pad-18",
		"Pad-1 modes attributes inputs outputs, Pad-2 modes attributes inputs outputs, Pad-18 mode.default"},
}

// compare compares the table with a document, as padgen update -n does.
func compare(t testing.TB, tab *spec.Table, d *changelog.Document) *specdiff.Report {
	t.Helper()
	doc := &specdiff.Revision{Label: d.File, Table: &spec.Table{Schemas: d.Schemas}, Partial: true, Page: d.Page, Place: d.Place}
	report, err := specdiff.Compare(&specdiff.Revision{Label: "table", Table: tab}, doc, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestKinds(t *testing.T) {
	tab := smallTable(t)
	for _, want := range kinds {
		t.Run(want.file, func(t *testing.T) {
			d := read(t, want.file, "Pad")
			if d.Source != want.source || d.Page != want.page || d.Complete != want.complete || len(d.Notes) > 0 {
				t.Errorf("source %q, page %v, complete %v, notes %q", d.Source, d.Page, d.Complete, d.Notes)
			}
			var ids []string
			for _, s := range d.Schemas {
				ids = append(ids, s.ID())
			}
			if got := strings.Join(ids, " "); got != want.versions {
				t.Errorf("versions %s, want %s", got, want.versions)
			}
			// The small documents state the same as the real ones.
			report := compare(t, tab, d)
			for _, c := range report.Changes {
				t.Errorf("%s:%d: %s", c.File, c.Line, c.Message)
			}
			leftOut, id := "", ""
			for _, f := range report.Skipped.Facts {
				version, fact, _ := strings.Cut(f, " ")
				if version != id {
					id = version
					leftOut += ", " + id[strings.Index(id, "/")+1:]
				}
				leftOut += " " + strings.TrimPrefix(fact, "attributes.")
			}
			if leftOut = strings.TrimPrefix(leftOut, ", "); leftOut != want.leftOut {
				t.Errorf("leaves out %q, want %q", leftOut, want.leftOut)
			}
		})
	}
}

// TestSameText asserts that line ends, a byte order mark and HTML entities do not matter.
func TestSameText(t *testing.T) {
	for _, k := range kinds {
		data := load(t, k.file)
		want := read(t, k.file, "Pad").Schemas
		for name, changed := range map[string][]byte{
			"CRLF":            bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")),
			"BOM":             append([]byte("\ufeff"), data...),
			"trailing blanks": bytes.ReplaceAll(data, []byte("\n"), []byte(" \t\n")),
			"no-break space":  bytes.ReplaceAll(data, []byte("(T, "), []byte("(T,\u00a0")),
			"entities":        bytes.ReplaceAll(data, []byte("tensor(float16)"), []byte("tensor&#40;float16&#41;")),
		} {
			if name == "entities" && !strings.HasSuffix(k.file, ".md") {
				continue
			}
			d, err := changelog.Read(k.file, changed, "Pad")
			if err != nil {
				t.Errorf("%s with %s: %v", k.file, name, err)
				continue
			}
			if diff := cmp.Diff(want, d.Schemas); diff != "" {
				t.Errorf("%s with %s reads otherwise, -want +got:\n%s", k.file, name, diff)
			}
		}
	}
}

// TestOtherOperators reads operators that are not Pad.
func TestOtherOperators(t *testing.T) {
	d := read(t, "changelog.md", "")
	if len(d.Schemas) != 3 || len(d.Deprecated) != 1 || d.Deprecated[0].ID() != "ai.onnx/Gone-2" {
		t.Fatalf("%d versions, deprecated %v", len(d.Schemas), d.Deprecated)
	}
	s := d.Schemas[slices.IndexFunc(d.Schemas, func(s *spec.OpSchema) bool { return s.Name == "Other" })]
	for name, want := range map[string]string{"names": `strings ["a","b"] false`, "low": "float -1.5 false", "axes": "ints [0,2] false", "body": "graph none true"} {
		a, _ := s.Attribute(name)
		def := "none"
		if a.Default != nil {
			def = a.Default.Text
		}
		if got := fmt.Sprint(a.Type, " ", def, " ", a.Required); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if s.MinInputs != 1 || s.MaxInputs != spec.Unbounded || s.Inputs[1].Option != spec.Variadic {
		t.Errorf("inputs %d to %d, %v", s.MinInputs, s.MaxInputs, s.Inputs)
	}
	if want := []string{"map(int64, tensor(double))", "seq(tensor(float))", "tensor(float)"}; !slices.Equal(s.TypeConstraints[0].Types, want) {
		t.Errorf("types %q, want %q", s.TypeConstraints[0].Types, want)
	}
	if c := read(t, "contrib.md", ""); len(c.Schemas) != 1 || c.Last != "com.microsoft.Trial" {
		t.Errorf("%d versions, last %s", len(c.Schemas), c.Last) // Trial has no version
	}
	if _, err := changelog.Read("contrib.md", load(t, "contrib.md"), "Trial"); err == nil || !strings.Contains(err.Error(), `a section of the operator "Trial"`) {
		t.Errorf("Trial: %v", err)
	}
}

// TestOtherSections: errors in the section of another operator are ignored, except in the last section, where they mean that
// the document is cut off.
func TestOtherSections(t *testing.T) {
	data := string(load(t, "changelog.md"))
	want := read(t, "changelog.md", "Pad")
	other := data[strings.Index(data, "### <a name=\"Other-1\">"):strings.Index(data, "## Version 2 of")]
	for _, broken := range []string{
		"### <a name=\"Other-1\"></a>**Other-1**</a>\n\n",
		"### <a name=\"Other\"></a>**Other**</a>\n\n  No version.\n\n",
		strings.Replace(other, "</dl>", "", 1),
		strings.Replace(other, "Other-1", "Other-7", 1),
		other[:strings.Index(other, "#### Outputs")],
	} {
		got, err := changelog.Read("changelog.md", []byte(strings.Replace(data, other, broken, 1)), "Pad")
		if err != nil {
			t.Errorf("%v in\n%s", err, broken)
		} else if diff := cmp.Diff(want.Schemas, got.Schemas); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestEdits damages small documents in every way.
func TestEdits(t *testing.T) {
	text := func(file string) string {
		if file == "" {
			return ""
		}
		return string(load(t, file))
	}
	spectest.Edits(t, "testdata/edits.txt", *update, text, func(_, text string) string { return errorOf(t, []byte(text), "Pad") })
}

// errorOf returns the error of a document that cannot be read.
func errorOf(t *testing.T, data []byte, op string) string {
	t.Helper()
	_, err := changelog.Read("doc", data, op)
	var e *changelog.Error
	if !errors.As(err, &e) || e.Line < 1 {
		t.Fatalf("error %v, want one of type *changelog.Error", err)
	}
	return err.Error()
}

// TestNoText: a document that is not text, or has too much of it.
func TestNoText(t *testing.T) {
	many := "## Operator Changelog\n"
	for n := 1; n <= 5001; n++ {
		many += fmt.Sprintf("### <a name=\"Pad-%d\"></a>**Pad-%[1]d**</a>\n\n#### Version\n\n"+
			"This version of the operator has been available since version %[1]d of the default ONNX operator set.\n\n"+
			"#### Outputs\n\n<dl>\n<dt><tt>y</tt> : T</dt>\n<dd>y</dd>\n</dl>\n\n"+
			"#### Type Constraints\n\n<dl>\n<dt><tt>T</tt> : tensor(float)</dt>\n<dd>x</dd>\n</dl>\n\n", n)
	}
	for want, data := range map[string]string{
		"doc:2: expected text, found a zero byte":    "## Operator Changelog\n\x00",
		"doc:1: expected text, found a zero byte":    "\x00## Operator Changelog\n",
		"doc:3: expected UTF-8":                      "## Operator Changelog\na\n\xff\xfe",
		"doc:1: expected at most":                    strings.Repeat("x", changelog.MaxSize+1),
		"doc:500001: expected at most 500000 lines":  strings.Repeat("\n", 1_000_000),
		"expected at most 5000 versions, found 5001": many,
		"expected at most 1000 inputs":               strings.Replace(string(load(t, "summary.md")), "## Outputs", strings.Repeat("- **b** (T):\n", 1001)+"## Outputs", 1),
	} {
		if got := errorOf(t, []byte(data), "Pad"); !strings.Contains(got, want) {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	if got := errorOf(t, load(t, "changelog.md"), "Nope"); !strings.Contains(got, `a section of the operator "Nope"`) {
		t.Error(got)
	}
}

// endless is endless noise.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "noise \n"[(e.n+i)%7]
	}
	e.n += len(p)
	return len(p), nil
}

func TestNoise(t *testing.T) {
	var e endless
	_, err := changelog.ReadFrom("noise", &e, "Pad")
	if err == nil || !strings.Contains(err.Error(), "noise:1: expected at most") {
		t.Errorf("error %v", err)
	}
	if e.n > 4*changelog.MaxSize {
		t.Errorf("%d bytes were read", e.n)
	}
}

// TestCut cuts every small document off at every byte. Whatever can still be read must be right: never a fact that the whole
// document does not state.
func TestCut(t *testing.T) {
	tab := smallTable(t)
	for _, k := range kinds {
		data := load(t, k.file)
		for n := 0; n < len(data); n += fewer(1, 7) {
			checkCut(t, tab, k.file, data[:n])
		}
	}
}

// TestCutSections cuts a changelog off in the sections of other operators. Only a cut between two sections cannot be
// detected.
func TestCutSections(t *testing.T) {
	data := string(load(t, "changelog.md"))
	_, other, _ := strings.Cut(data, "### <a name=\"Other-1\">")
	other, _, _ = strings.Cut(other, "## Version 2")
	_, gone, _ := strings.Cut(data, "### <a name=\"Gone-2\">")
	gone, _, _ = strings.Cut(gone, "## Version 18")
	for _, section := range []string{"### <a name=\"Other-19\">" + other, "### <a name=\"Gone-19\">" + gone} {
		section = "\n## Version 19 of the default ONNX operator set\n" + section
		whole := len(strings.TrimSpace(section))
		for n := 1; n <= len(section); n++ {
			if strings.TrimSpace(section[:n]) == "" {
				continue
			}
			_, err := changelog.Read("cut", []byte(data+section[:n]), "Pad")
			if complete := n > whole; complete != (err == nil) {
				t.Fatalf("cut at %d of %d: %v\n%s", n, whole, err, section[:n])
			}
		}
	}
}

// fewer returns n, or short with -short: the race detector finds nothing in a reader, but makes it ten times slower.
func fewer(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

func checkCut(t *testing.T, tab *spec.Table, file string, data []byte) {
	t.Helper()
	d, err := changelog.Read(file, data, "Pad")
	if err != nil {
		return
	}
	for _, c := range compare(t, tab, d).Changes {
		// The last line of a summary is a list that may end at any comma, in its oldest version.
		if strings.Contains(d.Source, "summary") && c.Version == "ai.onnx/Pad-1" {
			continue
		}
		t.Errorf("%s cut at %d: %s: %s", file, len(data), c.Rule, c.Message)
	}
}

// TestMutations damages the small documents at random, but reproducibly. The reader may refuse them, with a line, but must
// not panic.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range fewer(4000, 400) {
		k := kinds[r.IntN(len(kinds))]
		lines := strings.SplitAfter(string(load(t, k.file)), "\n")
		for n := 1 + r.IntN(3); n > 0 && len(lines) > 0; n-- {
			i, j := r.IntN(len(lines)), r.IntN(len(lines))
			switch at := r.IntN(len(lines[i]) + 1); r.IntN(3) {
			case 0:
				lines = slices.Delete(lines, i, i+1)
			case 1:
				lines = slices.Insert(lines, i, lines[j])
			case 2:
				lines[i] = lines[i][:at] + string(" ()<>*:,-\n0T"[r.IntN(12)]) + lines[j][min(at, len(lines[j])):]
			}
		}
		data := []byte(strings.Join(lines, ""))
		for _, op := range []string{"", "Pad"} {
			checkRead(t, data, op)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, k := range kinds {
		f.Add(load(f, k.file), "Pad")
		f.Add(load(f, k.file), "")
	}
	f.Add(load(f, "opset99.md"), "Pad")
	f.Fuzz(func(t *testing.T, data []byte, op string) {
		checkRead(t, data, op)
	})
}

// checkRead asserts what must hold for any input.
func checkRead(t *testing.T, data []byte, op string) {
	t.Helper()
	d, err := changelog.Read("fuzz", data, op)
	if err != nil {
		var e *changelog.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Expected == "" || e.Found == "" {
			t.Fatalf("error %v for\n%s", err, data)
		}
		return
	}
	if len(d.Schemas)+len(d.Deprecated) == 0 && op != "" {
		return // all are deprecated, and another version is newer
	}
	for _, schema := range d.Schemas {
		file, err := schema.Marshal()
		if err != nil && !d.Page {
			t.Fatal(err)
		}
		if d.Page || schema.Name != spec.Operator {
			continue
		}
		if _, err := spec.ParseSchema("fuzz", file); err != nil {
			t.Fatalf("%v for\n%s", err, data)
		}
	}
}
