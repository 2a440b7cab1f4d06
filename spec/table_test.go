package spec_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

// table returns the published table, which does not change.
func table(t *testing.T) *spec.Table { return spectest.Published(t) }

// TestPublished prints each version, and the storage of each element type, in one line.
func TestPublished(t *testing.T) {
	var got strings.Builder
	tab := table(t)
	for _, s := range tab.Schemas {
		fmt.Fprintf(&got, "%s %s (inputs: %d to %d)\n", s.ID(), strings.Join(s.Modes, " "), s.MinInputs, s.MaxInputs)
		for _, a := range s.Attributes {
			fmt.Fprint(&got, "\t", a.Name, ": ", a.Necessity(), " ", a.Type)
			if a.Default != nil {
				fmt.Fprint(&got, ", default ", a.Default.Text)
			}
			fmt.Fprintln(&got)
		}
		for _, p := range slices.Concat(s.Inputs, s.Outputs) {
			fmt.Fprintf(&got, "\t%s: %s %s\n", p.Name, p.Option, p.Type)
		}
		for _, c := range s.TypeConstraints {
			fmt.Fprintf(&got, "\t%s: %s\n", c.Name, strings.Join(c.Types, " "))
		}
	}
	for _, e := range tab.ElemTypes {
		fmt.Fprintf(&got, "%d %s %s %s %d/%d\n", e.Number, e.Name, e.GoName, e.Storage, e.Bits, e.PerUnit)
	}
	const file = "testdata/published.txt"
	if *update {
		spectest.WriteFile(t, file, got.String())
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got.String() {
		t.Errorf("(%v) the table is\n%s", err, &got)
	}
}

// TestSupported: the project implements every version of its table.
func TestSupported(t *testing.T) {
	tab := spectest.Default(t)
	for _, s := range tab.Schemas {
		if u := tab.Unsupported(s); len(u) > 0 {
			t.Errorf("%s: %+v", s.ID(), u)
		}
	}
}

// TestElemType: each type is found by its name, and no other text is accepted.
func TestElemType(t *testing.T) {
	tab := table(t)
	for _, e := range tab.ElemTypes {
		if back, err := tab.ElemType(e.Tensor()); err != nil || back != e {
			t.Errorf("%s resolves to %v, %v", e.Tensor(), back, err)
		}
	}
	for _, bad := range []string{"", "float", "tensor()", "tensor(float", "seq(tensor(float))", "tensor(float32)", "tensor(float))", "tensor(a b)"} {
		if _, err := tab.ElemType(bad); !errors.Is(err, spec.ErrNoStorage) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

func TestLookup(t *testing.T) {
	tab := table(t)
	inForce := []int{0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 11, 11, 13, 13, 13, 13, 13, 18, 19, 19, 21, 21, 23, 24, 25, 25, 25, 25}
	for opset := 1; opset < len(inForce); opset++ {
		for _, domain := range []string{"", "ai.onnx"} {
			s, err := tab.Lookup(domain, opset)
			if err != nil || s.SinceVersion != inForce[opset] || s.Domain != "ai.onnx" {
				t.Errorf("Lookup(%q, %d) = %v, %v; want version %d", domain, opset, s, err, inForce[opset])
			}
		}
	}
	if s, err := tab.Lookup(spec.Microsoft, 1); err != nil || s.ID() != "com.microsoft/Pad-1" {
		t.Errorf("com.microsoft: %v, %v", s, err)
	}
	if n, ok := tab.NewestOpset(""); n != 28 || !ok {
		t.Errorf("newest opset %d, %v", n, ok)
	}
	for _, c := range []struct {
		domain string
		opset  int
		want   error
	}{
		{"", 29, spec.ErrOpsetTooNew},
		{"", 0, spec.ErrOpsetTooOld},
		{"", -1, spec.ErrOpsetTooOld},
		{spec.Microsoft, 2, spec.ErrOpsetTooNew},
		{"ai.onnx.ml", 1, spec.ErrUnknownDomain},
	} {
		if s, err := tab.Lookup(c.domain, c.opset); !errors.Is(err, c.want) {
			t.Errorf("Lookup(%q, %d) = %v, %v; want %v", c.domain, c.opset, s, err, c.want)
		}
	}
	tab.Domains = append(tab.Domains, spec.Domain{Name: "org.acme", NewestOpset: 1})
	if _, err := tab.Lookup("org.acme", 1); !errors.Is(err, spec.ErrUnknownDomain) {
		t.Errorf("a domain without Pad: %v", err)
	}
}
