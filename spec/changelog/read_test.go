package changelog_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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

func read(t testing.TB, file string) *changelog.Document {
	t.Helper()
	d, err := changelog.Read(file, load(t, file))
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

// small are the small documents, one of each kind, which state the same as the real ones.
var small = []string{"changelog.md", "operators.md", "contrib.md", "page.txt", "page-damaged.txt", "page.rst", "oneline.rst", "summary.md"}

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

// describe returns what was read of a document, each fact with its line.
func describe(d *changelog.Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s; page: %v; complete: %v; newest: %v; last: %q\n", d.Source, d.Page, d.Complete, d.Newest, d.Last)
	for _, note := range d.Notes {
		fmt.Fprintln(&b, note)
	}
	for _, s := range d.Schemas {
		add := func(fact, format string, args ...any) {
			_, line := d.Place(s, fact)
			fmt.Fprintf(&b, "%4d "+format+"\n", append([]any{line}, args...)...)
		}
		add("", "%s", s.ID())
		add("modes.constant", "modes: %s", strings.Join(s.Modes, " "))
		for _, a := range s.Attributes {
			def := "no default"
			if a.Default != nil {
				def = "default " + a.Default.Text
			}
			add("attributes."+a.Name+".default", "%s: %s %s, %s", a.Name, a.Necessity(), a.Type, def)
		}
		add("inputs", "inputs: %d to %d", s.MinInputs, s.MaxInputs)
		for _, p := range s.Inputs {
			add("inputs."+p.Name, "%s: %s %s", p.Name, p.Option, p.Type)
		}
		add("outputs", "outputs")
		for _, p := range s.Outputs {
			add("outputs."+p.Name, "%s: %s %s", p.Name, p.Option, p.Type)
		}
		for _, c := range s.TypeConstraints {
			add("type_constraints."+c.Name+".tensor(float)", "%s: %s", c.Name, strings.Join(c.Types, " "))
		}
	}
	for _, s := range d.Deprecated {
		fmt.Fprintln(&b, "deprecated:", s.ID())
	}
	return b.String()
}

// TestRead compares what is read of the small documents with testdata/read.txt. What they state
// agrees with the table, and what they omit is listed.
func TestRead(t *testing.T) {
	var got strings.Builder
	for _, file := range append(small, "opset99.md") {
		d := read(t, file)
		fmt.Fprintf(&got, "# %s\n%s", file, describe(d))
		if file == "opset99.md" {
			break
		}
		report := compare(t, smallTable(t), d)
		for _, c := range report.Changes {
			t.Errorf("%s:%d: %s", c.File, c.Line, c.Message)
		}
		for _, fact := range report.Skipped.Facts {
			fmt.Fprintln(&got, "left out:", fact)
		}
	}
	const file = "testdata/read.txt"
	if *update {
		spectest.WriteFile(t, file, got.String())
	}
	if diff := cmp.Diff(string(load(t, "read.txt")), got.String()); diff != "" {
		t.Errorf("-want +got; go test -update accepts it\n%s", diff)
	}
}

// TestSameText asserts that line ends, a byte order mark and HTML entities do not matter.
func TestSameText(t *testing.T) {
	for _, file := range small {
		data := load(t, file)
		want := read(t, file).Schemas
		for name, changed := range map[string][]byte{
			"CRLF":            bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")),
			"BOM":             append([]byte("\ufeff"), data...),
			"trailing blanks": bytes.ReplaceAll(data, []byte("\n"), []byte(" \t\n")),
			"no-break space":  bytes.ReplaceAll(data, []byte("(T, "), []byte("(T,\u00a0")),
			"entities":        bytes.ReplaceAll(data, []byte("tensor(float16)"), []byte("tensor&#40;float16&#41;")),
		} {
			if name == "entities" && !strings.HasSuffix(file, ".md") {
				continue
			}
			d, err := changelog.Read(file, changed)
			if err != nil {
				t.Errorf("%s with %s: %v", file, name, err)
				continue
			}
			if diff := cmp.Diff(want, d.Schemas); diff != "" {
				t.Errorf("%s with %s reads otherwise, -want +got:\n%s", file, name, diff)
			}
		}
	}
}

// TestOtherSections: errors in the section of another operator are ignored, except in the last section, where they mean that
// the document is cut off.
func TestOtherSections(t *testing.T) {
	data := string(load(t, "changelog.md"))
	want := read(t, "changelog.md")
	other := data[strings.Index(data, "### <a name=\"Other-1\">"):strings.Index(data, "## Version 2 of")]
	for _, broken := range []string{
		"### <a name=\"Other-1\"></a>**Other-1**</a>\n\n",
		"### <a name=\"Other\"></a>**Other**</a>\n\n  No version.\n\n",
		strings.Replace(other, "</dl>", "", 1),
		strings.Replace(other, "Other-1", "Other-7", 1),
		other[:strings.Index(other, "#### Outputs")],
	} {
		got, err := changelog.Read("changelog.md", []byte(strings.Replace(data, other, broken, 1)))
		if err != nil {
			t.Errorf("%v in\n%s", err, broken)
		} else if diff := cmp.Diff(want.Schemas, got.Schemas); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestEdits edits small documents in every way. What can still be read is shown.
func TestEdits(t *testing.T) {
	text := func(file string) string {
		if file == "" {
			return ""
		}
		return string(load(t, file))
	}
	spectest.Edits(t, "testdata/edits.txt", *update, text, func(_, text string) string {
		d, err := changelog.Read("doc", []byte(text))
		if err != nil {
			return errorOf(t, []byte(text))
		}
		out := strings.Join(d.Notes, "\n")
		for _, s := range d.Schemas {
			out += fmt.Sprintf("\n%s: modes %s", s.ID(), strings.Join(s.Modes, " "))
			for _, a := range s.Attributes {
				if a.Default != nil {
					out += fmt.Sprintf("; %s is %s %s", a.Name, a.Type, a.Default.Text)
				}
			}
			if c, ok := s.Constraint("Tind"); ok {
				out += fmt.Sprintf("; Tind is %q", c.Types)
			}
		}
		for _, s := range d.Deprecated {
			out += "\ndeprecated: " + s.ID()
		}
		return out
	})
}

// errorOf returns the error of a document that cannot be read.
func errorOf(t *testing.T, data []byte) string {
	t.Helper()
	_, err := changelog.Read("doc", data)
	var e *changelog.Error
	if !errors.As(err, &e) || e.Line < 1 {
		t.Fatalf("error %v, want one of type *changelog.Error", err)
	}
	return err.Error()
}

// TestNoText tests documents that are not text, or are too long.
func TestNoText(t *testing.T) {
	many := new(strings.Builder)
	many.WriteString("## Operator Changelog\n")
	for n := 1; n <= 5001; n++ {
		fmt.Fprintf(many, "### <a name=\"Pad-%d\"></a>**Pad-%[1]d**</a>\n\n#### Version\n\n"+
			"This version of the operator has been available since version %[1]d of the default ONNX operator set.\n\n"+
			"#### Outputs\n\n<dl>\n<dt><tt>y</tt> : T</dt>\n<dd>y</dd>\n</dl>\n\n"+
			"#### Type Constraints\n\n<dl>\n<dt><tt>T</tt> : tensor(float)</dt>\n<dd>x</dd>\n</dl>\n\n", n)
	}
	for want, data := range map[string]string{
		"doc:2: expected text, found a zero byte":                                                "## Operator Changelog\n\x00",
		"doc:1: expected text, found a zero byte":                                                "\x00## Operator Changelog\n",
		"doc:3: expected UTF-8":                                                                  "## Operator Changelog\na\n\xff\xfe",
		"doc:1: expected at most":                                                                strings.Repeat("x", changelog.MaxSize+1),
		"doc:500001: expected at most 500000 lines":                                              strings.Repeat("\n", 1_000_000),
		"expected at most 5000 versions, found 5001":                                             many.String(),
		"expected a section of the operator Pad, found none in this onnx.ai operator page":       strings.ReplaceAll(string(load(t, "page.txt")), "Pad", "Nope"),
		"expected a section of the operator Pad, found none in this operator summary page Nope":  strings.Replace(string(load(t, "summary.md")), "# Pad", "# Nope", 1),
		"expected a section of the operator Pad, found none in this onnx/onnx docs/Changelog.md": strings.ReplaceAll(string(load(t, "changelog.md")), "Pad", "Nope"),
		"expected at most 1000 inputs":                                                           strings.Replace(string(load(t, "summary.md")), "## Outputs", strings.Repeat("- **b** (T):\n", 1001)+"## Outputs", 1),
	} {
		if got := errorOf(t, []byte(data)); !strings.Contains(got, want) {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}

// endless is a reader of endless noise.
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
	_, err := changelog.ReadFrom("noise", &e)
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
	for _, file := range small {
		data, tab := load(t, file), smallTable(t)
		seen := map[string]bool{} // descriptions that agree with the table
		for n := 0; n < len(data); n += fewer(1, 7) {
			d, err := changelog.Read(file, data[:n])
			if err != nil || seen[describe(d)] {
				continue
			}
			seen[describe(d)] = true
			for _, c := range compare(t, tab, d).Changes {
				// The last line of a summary is a list that may end at any comma, in its oldest version.
				if file != "summary.md" || c.Version != "ai.onnx/Pad-1" {
					t.Errorf("%s cut at %d: %s: %s", file, n, c.Rule, c.Message)
				}
			}
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
			_, err := changelog.Read("cut", []byte(data+section[:n]))
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

func FuzzRead(f *testing.F) {
	for _, file := range append(small, "opset99.md") {
		f.Add(load(f, file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkRead(t, data)
	})
}

// checkRead asserts what must hold for any input.
func checkRead(t *testing.T, data []byte) {
	t.Helper()
	d, err := changelog.Read("fuzz", data)
	if err != nil {
		var e *changelog.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Expected == "" || e.Found == "" {
			t.Fatalf("error %v for\n%s", err, data)
		}
		return
	}
	if len(d.Schemas)+len(d.Deprecated) == 0 {
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
