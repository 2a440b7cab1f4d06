package templates

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// TestVersions writes lists of schema versions as a sentence does.
func TestVersions(t *testing.T) {
	for _, c := range []struct {
		ids  []string
		want string
	}{
		{[]string{"ai.onnx/Pad-25"}, "ai.onnx Pad-25"},
		{[]string{"ai.onnx/Pad-1", "ai.onnx/Pad-2"}, "ai.onnx Pad-1, 2"},
		{[]string{"ai.onnx/Pad-11", "com.microsoft/Pad-1"}, "ai.onnx Pad-11 and com.microsoft Pad-1"},
	} {
		if got := versions(c.ids); got != c.want {
			t.Errorf("%v: %q, expected %q", c.ids, got, c.want)
		}
	}
}

// TestEmittersShareNoNodes: jennifer changes trees when it renders them, so a tree must be new each time.
func TestEmittersShareNoNodes(t *testing.T) {
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	emit := func(e spec.ElemType) string {
		var kernels []Kernel
		for _, m := range spec.KnownModes() {
			kernels = append(kernels, Kernel{Elem: NewElem(e), Mode: m, Rank: 3, Versions: []string{"ai.onnx/Pad-25"}})
		}
		var b bytes.Buffer
		if err := ElemFile("p", NewElem(e), kernels).Render(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, e := range table.ElemTypes {
		if a, b := emit(e), emit(e); a != b {
			t.Errorf("%s is emitted in two ways", e.Name)
		}
	}
}

// TestNewestName: any domain that the table may have makes a Go identifier.
func TestNewestName(t *testing.T) {
	for domain, want := range map[string]string{
		"ai.onnx": "NewestOpset", "com.microsoft": "NewestOpsetMicrosoft", "ai.onnx.ml": "NewestOpsetOnnxMl",
		"com.microsoft.nchwc": "NewestOpsetMicrosoftNchwc", "acme": "NewestOpsetAcme", "org.open_nn": "NewestOpsetOpenNn",
	} {
		if got := newestName(domain); got != want {
			t.Errorf("%s: %s, expected %s", domain, got, want)
		}
	}
}

// TestSchemasRefuses: a mode that no emitter knows is an error, not left out.
func TestSchemasRefuses(t *testing.T) {
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	same := &spec.Table{Domains: []spec.Domain{
		{Name: "org.acme", NewestOpset: 1, Operators: []spec.OperatorVersions{{Name: "Pad", SinceVersions: []int{1}}}},
		{Name: "com.acme", NewestOpset: 1, Operators: []spec.OperatorVersions{{Name: "Pad", SinceVersions: []int{1}}}},
	}}
	if err := schemaTable(jen.NewFile("p"), same, nil); err == nil || !strings.Contains(err.Error(), "org.acme and com.acme are both NewestOpsetAcme") {
		t.Errorf("error %v", err)
	}
	s := *table.Schemas[0]
	s.Modes = append([]string{"symmetric"}, s.Modes...)
	err = schemaTable(jen.NewFile("p"), table, []*spec.OpSchema{&s})
	if err == nil || !strings.Contains(err.Error(), `mode "symmetric" has no emitter`) || !strings.Contains(err.Error(), s.ID()) {
		t.Errorf("error %v", err)
	}
}
