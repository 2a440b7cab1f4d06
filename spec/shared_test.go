package spec_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

const sharedDocs = "../../shared/spec-docs/"

// sharedDoc reads a published document that lies beside the repository.
func sharedDoc(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(sharedDocs + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s%s is missing: the table is not compared with the published document", sharedDocs, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var (
	typesLine = regexp.MustCompile(`<dt><tt>(\w+)</tt> : (tensor\(.*\))</dt>`)
	paramLine = regexp.MustCompile(`<dt><tt>(\w+)</tt>`)
)

// TestAgainstPublished looks for the table's facts in the documents with
// nothing but regular expressions, apart from the reader in changelog.
func TestAgainstPublished(t *testing.T) {
	docs := map[string]string{
		spec.DefaultDomain: sharedDoc(t, "onnx-v1.22.0/Changelog.md"),
		spec.Microsoft:     sharedDoc(t, "ort_ContribOperators.md"),
	}
	count := 0
	for _, s := range table(t).Schemas {
		doc := docs[s.Domain]
		anchor := fmt.Sprintf("### <a name=\"Pad-%d\"></a>", s.SinceVersion)
		if s.Domain == spec.Microsoft {
			anchor = "### <a name=\"com.microsoft.Pad\"></a>"
		}
		_, section, ok := strings.Cut(doc, anchor)
		if !ok {
			t.Errorf("%s is not in the document", s.ID())
			continue
		}
		section, _, _ = strings.Cut(section, "\n### ")
		count++
		for _, m := range typesLine.FindAllStringSubmatch(section, -1) {
			types := strings.Split(m[2], ", ")
			slices.Sort(types)
			if c, ok := s.Constraint(m[1]); ok {
				if !slices.Equal(c.Types, types) {
					t.Errorf("%s: %s is %v, the document says %v", s.ID(), m[1], c.Types, types)
				}
			} else if _, ok := s.Input(m[1]); !ok {
				t.Errorf("%s: the table has no %s", s.ID(), m[1])
			}
		}
		var names []string
		for _, m := range paramLine.FindAllStringSubmatch(section, -1) {
			names = append(names, m[1])
		}
		var want []string
		for _, a := range s.Attributes {
			want = append(want, a.Name)
		}
		for _, p := range slices.Concat(s.Inputs, s.Outputs) {
			want = append(want, p.Name)
		}
		for _, c := range s.TypeConstraints {
			want = append(want, c.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: names %v, the document says %v", s.ID(), want, names)
		}
		for _, m := range s.Modes {
			if !strings.Contains(section, m) {
				t.Errorf("%s: the document does not speak of mode %q", s.ID(), m)
			}
		}
		if strings.Contains(section, "wrap") != s.HasMode(spec.Wrap) {
			t.Errorf("%s: wrap", s.ID())
		}
		if n := strings.Count(docs[spec.DefaultDomain], "name=\"Pad-"); s.Domain == spec.DefaultDomain && n != 10 {
			t.Errorf("the document has %d versions of Pad", n)
		}
	}
	if count != 11 {
		t.Errorf("%d versions compared, want 11", count)
	}
}
