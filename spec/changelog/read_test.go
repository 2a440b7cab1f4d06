package changelog_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/internal/spectest"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

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

// smallTable is the table with the types of com.microsoft that contrib.md has: ONNX Runtime adds types to a version that is published.
func smallTable(t testing.TB) *spec.Table {
	t.Helper()
	tab := table(t)
	tab.Schema("com.microsoft/Pad-1").TypeConstraints[0].Types = []string{"tensor(double)", "tensor(float)", "tensor(float16)"}
	return tab
}

// kinds says of each small document what it is and how many facts it leaves out.
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

// compare compares the table with what a document says, as padgen update -n does.
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
			// The small documents state what the real ones do.
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

// TestSameText asserts that line ends, a byte order mark and HTML entities
// make no difference.
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
			def = a.Default.Text()
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
		t.Errorf("%d versions, last %s", len(c.Schemas), c.Last) // Trial states no version
	}
	if _, err := changelog.Read("contrib.md", load(t, "contrib.md"), "Trial"); err == nil || !strings.Contains(err.Error(), `a section of the operator "Trial"`) {
		t.Errorf("Trial: %v", err)
	}
}

// TestOtherSections: what is wrong in the section of another operator is no error, but for the last section, where it
// means that the document is cut off.
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

func TestBadInput(t *testing.T) {
	edit := func(file, old, new string) func(*testing.T) []byte {
		return func(t *testing.T) []byte {
			data := string(load(t, file))
			if !strings.Contains(data, old) {
				t.Fatalf("%s has no %q", file, old)
			}
			return []byte(strings.Replace(data, old, new, 1))
		}
	}
	cut := func(file, at string) func(*testing.T) []byte {
		return func(t *testing.T) []byte {
			before, _, ok := strings.Cut(string(load(t, file)), at)
			if !ok {
				t.Fatalf("%s has no %q", file, at)
			}
			return []byte(before)
		}
	}
	bytesOf := func(b []byte) func(*testing.T) []byte { return func(*testing.T) []byte { return b } }
	for _, c := range []struct {
		name string
		data func(*testing.T) []byte
		line int
		want []string
	}{
		{"empty", bytesOf(nil), 1, []string{"expected a heading", "an empty line"}},
		{"another kind", bytesOf([]byte("# Cooking\n\nFirst, boil water.\n")), 1, []string{`"# Cooking": a document of another kind`}},
		{"a web page", bytesOf([]byte("<!DOCTYPE html>\n<html>\n")), 1, []string{"save the raw file"}},
		{"a web page after empty lines", bytesOf([]byte("\n\n<!DOCTYPE html>\n<html>\n")), 3, []string{"save the raw file"}},
		{"a web page with the text", bytesOf([]byte("<html><pre>\n## Operator Changelog\n### &lt;a name=")), 1, []string{"save the raw file"}},
		{"Go code", bytesOf([]byte("package main\n")), 1, []string{"another kind"}},
		{"no text", bytesOf([]byte("## Operator Changelog\n\x00")), 2, []string{"a zero byte"}},
		{"no text from the start", bytesOf([]byte("\x00## Operator Changelog\n")), 1, []string{"a zero byte"}},
		{"no UTF-8", bytesOf([]byte("## Operator Changelog\na\n\xff\xfe")), 3, []string{"UTF-8"}},
		{"too large", bytesOf(bytes.Repeat([]byte("x"), changelog.MaxSize+1)), 1, []string{"at most"}},
		{"too many lines", bytesOf(bytes.Repeat([]byte("\n"), 1_000_000)), 500_001, []string{"at most 500000 lines"}},
		{"no sections", bytesOf([]byte("## Operator Changelog\n\n")), 2, []string{"sections"}},
		{"operator not there", edit("changelog.md", "", ""), 1, []string{`a section of the operator "Nope"`}},
		{"version twice", edit("changelog.md", "### <a name=\"Gone-2\"></a>**Gone-2** (deprecated)</a>", `### <a name="Pad-2"></a>**Pad-2** (deprecated)</a>`),
			0, []string{"expected each version once", "ai.onnx/Pad-2"}},
		{"unknown attribute kind", edit("changelog.md", "list of ints (required)", "list of inst (required)"), 67, []string{"a kind of attribute", `"list of inst"`}},
		{"no list", edit("changelog.md", "list of ints (required)", "list of int (required)"), 67, []string{"a kind of attribute"}},
		{"unknown qualifier", edit("changelog.md", "list of ints (required)", "list of ints (wanted)"), 67, []string{`"wanted"`}},
		{"default of another kind", edit("changelog.md", "float (default is 0.0)", "float (default is zero)"), 69, []string{`a default of kind "float"`, `"zero"`}},
		{"unknown type", edit("changelog.md", "tensor(float16), tensor(float), tensor(double)</dt>", "tensr(float16)</dt>"), 90, []string{"a type as in tensor(float)", "tensr(float16)"}},
		{"unfinished type", edit("changelog.md", "tensor(float16), tensor(float), tensor(double)</dt>", "tensor(float16,</dt>"), 90, []string{"a type as in tensor(float)"}},
		{"unknown constraint", edit("changelog.md", "<dt><tt>output</tt> : T<", "<dt><tt>output</tt> : U<"), 83, []string{"a type constraint for U"}},
		{"open description", edit("changelog.md", "How many.</dd>\n<dt><tt>value", "How many.\n<dt><tt>value"), 69, []string{"expected </dd>", "<dt><tt>value"}},
		{"unknown heading", edit("changelog.md", "#### Attributes\n\n<dl>\n<dt><tt>mode", "##### Attributes\n\n<dl>\n<dt><tt>mode"), 62, []string{"one of the headings", `"##### Attributes"`}},
		{"heading in the singular", edit("changelog.md", "#### Attributes\n\n<dl>\n<dt><tt>mode", "#### Attribute\n\n<dl>\n<dt><tt>mode"), 62, []string{"one of the headings", `"#### Attribute"`}},
		{"one heading more", edit("changelog.md", "#### Inputs (2 - 4)", "#### Optional Attributes\n\n<dl>\n</dl>\n\n#### Inputs (2 - 4)"), 118, []string{"one of the headings", `"#### Optional Attributes"`}},
		{"list without a heading", edit("changelog.md", "#### Inputs (2 - 4)", "<dl>\n</dl>\n\n#### Inputs (2 - 4)"), 118, []string{"lists after these"}},
		{"no range", edit("changelog.md", "(2 - 4)", "(two to four)"), 118, []string{"a range", `"two to four"`}},
		{"range upside down", edit("changelog.md", "(2 - 4)", "(4 - 2)"), 118, []string{"a range"}},
		{"part twice", edit("changelog.md", "#### Outputs\n\n<dl>\n<dt><tt>output</tt> : T<", "#### Inputs\n\n<dl>\n<dt><tt>output</tt> : T<"), 80, []string{"one part Inputs"}},
		{"name twice", edit("changelog.md", "<dt><tt>pads</tt> : list of ints (required)", "<dt><tt>mode</tt> : list of ints (required)"), 67, []string{"mode twice"}},
		{"version differs", edit("changelog.md", "available since version 18", "available since version 19"), 109, []string{"version 18 of ai.onnx, as in the headings", "version 19"}},
		{"huge version", edit("changelog.md", "available since version 18", "available since version 99999999999999999999"), 109, []string{"a version number", `found "99999999999999999999"`}},
		{"no version", edit("changelog.md", "available since version 18", "there since version 18"), 108, []string{"has been available since"}},
		{"entities for tags", edit("changelog.md", "<dt><tt>data</tt> : T</dt>", "&lt;dt&gt;&lt;tt&gt;data&lt;/tt&gt; : T&lt;/dt&gt;"), 76, []string{"<dt><tt>name</tt> : type</dt>", "&lt;dt"}},
		{"heading without an anchor", edit("changelog.md", "### <a name=\"Pad-18\"></a>**Pad-18**</a>", "### Pad-18"), 103, []string{"### <a name=", `found "### Pad-18"`}},
		{"heading with another anchor", edit("changelog.md", "### <a name=\"Pad-18\">", "### <a id=\"Pad-18\">"), 103, []string{"### <a name=", `found "### <a id=`}},
		{"heading without a blank", edit("changelog.md", "### <a name=\"Pad-18\">", "###<a name=\"Pad-18\">"), 103, []string{"### <a name=", `found "###<a name=`}},
		{"heading of an operator set in other words", edit("changelog.md", "## Version 18 of the default ONNX operator set", "## Opset 18"), 102, []string{"## Version 13 of", `found "## Opset 18"`}},
		{"huge operator set", edit("changelog.md", "## Version 18 of", "## Version 99999999999999999999 of"), 102, []string{"the number of an operator set"}},
		{"another operator set", edit("changelog.md", "## Version 18 of", "## Version 19 of"), 103, []string{"a version since opset 19", `found "Pad-18"`}},
		{"default without an end", edit("changelog.md", "string (default is constant)", "string (default is constant"), 65, []string{"a ) at the end"}},
		{"unknown qualifier of an input", edit("changelog.md", "<tt>axes</tt> (optional, non", "<tt>axes</tt> (omittable, non"), 127, []string{"optional, variadic,", `"omittable"`}},
		{"no qualifier of an output", edit("changelog.md", "<tt>output</tt> (differentiable)", "<tt>output</tt> (differentiable,)"), 134, []string{"optional, variadic,", "an empty line"}},
		{"qualifier of a page", edit("page.txt", "(optional, heterogeneous)", "(sometimes, heterogeneous)"), 0, []string{"optional, variadic,", `"sometimes"`}},
		{"qualifier of a summary", edit("summary.md", "(T, optional)", "(T, sometimes)"), 0, []string{"optional, variadic,", `"sometimes"`}},
		{"version after another", edit("changelog.md", "since version 18 of the default ONNX operator set.", "since version 18 of the default ONNX operator set.\n\nThis version of the operator has been deprecated since version 18 of the default ONNX operator set."),
			111, []string{"one sentence on the version"}},
		{"deprecated in the heading alone", edit("changelog.md", "**Pad-18**", "**Pad-18** (deprecated)"), 109, []string{"deprecated in the heading, too, or in neither", "This version"}},
		{"deprecated in the sentence alone", edit("changelog.md", "been available since version 18", "been deprecated since version 18"), 109, []string{"deprecated in the heading, too, or in neither"}},
		{"inputs after the examples", edit("changelog.md", "#### Inputs (2 - 4)", "#### Examples\n\n#### Inputs (2 - 4)"), 120, []string{"the part Inputs before the examples", "line 118"}},
		{"version after code", edit("changelog.md", "#### Version\n\nThis version of the operator has been available since version 18", "#### Function Body\n\n#### Version\n\nThis version of the operator has been available since version 18"),
			109, []string{"the part Version before the examples", "line 107"}},
		{"cut in a list", cut("changelog.md", "<dt><tt>Tind"), 0, []string{"</dl>", "cut off"}},
		{"cut in a description", cut("changelog.md", "Indices.</dd>"), 0, []string{"</dd>", "cut off"}},
		{"cut in a line", cut("changelog.md", "tensor(uint32), tensor(uint64)"), 0, []string{"<dt><tt>name</tt>"}},
		{"cut before the outputs", func(t *testing.T) []byte {
			data := load(t, "changelog.md")
			return data[:bytes.LastIndex(data, []byte("#### Outputs"))]
		}, 0, []string{"the part Outputs of Pad-18", "cut off"}},
		{"cut before the types", func(t *testing.T) []byte {
			data := load(t, "changelog.md")
			return data[:bytes.LastIndex(data, []byte("#### Type"))]
		}, 0, []string{"the part Type Constraints of Pad-18", "cut off"}},
		{"index longer than the document", cut("contrib.md", "### <sub>"), 0, []string{"the section of com.microsoft.Trial, which the index lists in line 6", "cut off"}},
		{"page cut in its types", cut("page.txt", "tensor(uint64), tensor(uint8) ):"), 0, []string{"expected \"):\""}},
		{"page cut before the outputs", cut("page.txt", "Outputs\n"), 0, []string{"outputs of ai.onnx/Pad-18", "cut off"}},
		{"page cut after its heading", cut("page.txt", "  • since_version: 2"), 0, []string{"since_version: 2, as in the heading"}},
		{"page with another version", edit("page.txt", "since_version: 18", "since_version: 17"), 3, []string{"since_version: 18", `"17"`}},
		{"page with an unknown kind", edit("page.txt", "mode - STRING", "mode - STRINK"), 0, []string{"a kind of attribute"}},
		{"RST cut in its table", cut("page.rst", "    </table>"), 0, []string{"</table>", "cut off"}},
		{"summary cut in its history", cut("summary.md", "- **Opset 2**"), 0, []string{"opset 1 in the version history", "cut off"}},
		{"summary whose types differ", edit("summary.md", "- **Opset 18**: Types: tensor(bfloat16), ", "- **Opset 18**: Types: "), 0, []string{"the types of T as in the part Type Constraints"}},
		{"summary with too many inputs", func(t *testing.T) []byte {
			var entries strings.Builder
			for i := range 1001 {
				fmt.Fprintf(&entries, "- **b%d** (T):\n", i)
			}
			return []byte(strings.Replace(string(load(t, "summary.md")), "## Outputs", entries.String()+"## Outputs", 1))
		}, 0, []string{"at most 1000 inputs"}},
		{"a schema whose parts contradict", edit("opset99.md", "Inputs (2 - 5)", "Inputs (2 - 4)"), 23, []string{"max_inputs: is 4, expected 5"}},
		{"a default that is no mode", edit("changelog.md", "string (default is constant)", "string (default is mirrored)"), 65, []string{`the default "mirrored" is not among`}},
		{"modes in other words", edit("opset99.md", "Five modes: ", "One of "), 19, []string{`one list after "modes:"`, `found no list after the word "modes:"`}},
		{"one mode less than said", edit("opset99.md", "Five modes: ", "Six modes: "), 19, []string{"a list of six modes with 5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := "Pad"
			if c.name == "operator not there" {
				op = "Nope"
			}
			_, err := changelog.Read("the file", c.data(t), op)
			var e *changelog.Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want one of type *changelog.Error", err)
			}
			if e.File != "the file" || e.Line < 1 || c.line > 0 && e.Line != c.line {
				t.Errorf("file %q, line %d, want line %d: %v", e.File, e.Line, c.line, err)
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error %q does not say %q", err, w)
				}
			}
		})
	}
}

// endless is noise without an end.
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

// TestCut cuts every small document at every byte. Whatever is still read must
// be right: never a fact that the whole document does not state.
func TestCut(t *testing.T) {
	tab := smallTable(t)
	for _, k := range kinds {
		data := load(t, k.file)
		for n := 0; n < len(data); n += fewer(1, 7) {
			checkCut(t, tab, k.file, data[:n])
		}
	}
}

// TestCutSections cuts a changelog in the sections of other operators. Only a cut between two sections cannot be seen.
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

// fewer is n, or short with -short: the race detector has nothing to find in a reader, and makes it ten times slower.
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

// TestMutations damages the small documents at random, always the same way. The
// reader may refuse them, with a line, and may not panic.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range fewer(4000, 400) {
		k := kinds[r.IntN(len(kinds))]
		lines := strings.SplitAfter(string(load(t, k.file)), "\n")
		for range 1 + r.IntN(3) {
			i, j := r.IntN(len(lines)), r.IntN(len(lines))
			switch r.IntN(5) {
			case 0:
				lines = slices.Delete(lines, i, i+1)
			case 1:
				lines[i], lines[j] = lines[j], lines[i]
			case 2:
				lines = slices.Insert(lines, i, lines[j])
			case 3:
				if n := len(lines[i]); n > 0 {
					at := r.IntN(n)
					lines[i] = lines[i][:at] + string(" ()<>*:,-\n0T"[r.IntN(12)]) + lines[i][at+1:]
				}
			case 4:
				if n := len(lines[i]); n > 0 {
					lines[i] = lines[i][r.IntN(n):]
				}
			}
			if len(lines) == 0 {
				break
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

// checkRead asserts what holds of any input.
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
