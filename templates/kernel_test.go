package templates

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

// all returns kernels of all element types, modes and ranks, by element type.
func all(t *testing.T) map[string][]Kernel {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	kernels := map[string][]Kernel{}
	for _, e := range table.ElemTypes {
		for _, m := range spec.KnownModes() {
			for rank := 1; rank <= 8; rank++ {
				kernels[e.Name] = append(kernels[e.Name], Kernel{Elem: NewElem(e), Mode: m, Rank: rank, Allowed: "since ai.onnx Pad-25"})
			}
		}
	}
	return kernels
}

// TestGuide: the head of a file names the states that its kernels use, and the file that declares them.
func TestGuide(t *testing.T) {
	kernels := all(t)
	for _, c := range []struct {
		kernels []Kernel
		leaf    string
	}{
		{kernels["float"], "constantBy4 and repeatBy4 in words4.go"},
		{kernels["complex128"][:8], "constantBy16 in words16.go"},
		{kernels["uint4"], "constantPacked and repeatPacked in packed.go"},
		{kernels["string"][8:], "repeatStrings in strings.go"},
	} {
		text := ElemFile("p", c.kernels[0].Elem, c.kernels).GoString()
		files, err := LeafFiles("p", c.kernels)
		if err != nil {
			t.Fatal(err)
		}
		states, file, _ := strings.Cut(c.leaf, " in ")
		if !strings.Contains(text, "The leaf, "+c.leaf+", writes") {
			t.Errorf("the guide does not say %s:\n%.900s", c.leaf, text)
		}
		for _, state := range strings.Split(states, " and ") {
			if !strings.Contains(files[file], "type "+state+" struct") || !strings.Contains(text, "= * kept"+strings.ToUpper(state[:1])+state[1:]) && !strings.Contains(text, " "+state+"\n") {
				t.Errorf("%s does not declare %s, or no kernel makes one", file, state)
			}
		}
	}
}

// TestNewestName: any domain that the table may contain results in a Go identifier.
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

// TestSchemas: a schema lists what is not implemented.
func TestSchemas(t *testing.T) {
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	s := *table.Schemas[0]
	s.Modes = append([]string{"fold"}, s.Modes...)
	if text := SchemasFile(table, []*spec.OpSchema{&s}).GoString(); !strings.Contains(text, `Unsupported : "mode fold"`) {
		t.Errorf("a schema with mode fold is\n%s", text)
	}
}
