package spec_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/internal/spectest"
	"github.com/padgen/padgen/spec"
)

// table is what was published, which stays as it is.
func table(t *testing.T) *spec.Table { return spectest.Published(t) }

// row is what is expected of one version. Inputs are written name:type:option.
type row struct {
	id     string
	types  int
	modes  string
	attrs  string
	inputs string
	least  int
	most   int
}

const (
	three = "constant reflect edge"
	four  = "constant reflect edge wrap"

	data  = "data:T:single"
	pads  = data + " pads:tensor(int64):single"
	value = pads + " constant_value:T:optional"
	axes  = value + " axes:Tind:optional"
	mode  = `mode:string="constant"`
)

var rows = []row{
	{"ai.onnx/Pad-1", 3, three, mode + " paddings:ints! value:float=0.0", data, 1, 1},
	{"ai.onnx/Pad-2", 3, three, mode + " pads:ints! value:float=0.0", data, 1, 1},
	{"ai.onnx/Pad-11", 11, three, mode, value, 2, 3},
	{"ai.onnx/Pad-13", 16, three, mode, value, 2, 3},
	{"ai.onnx/Pad-18", 16, three, mode, axes, 2, 4},
	{"ai.onnx/Pad-19", 16, four, mode, axes, 2, 4},
	{"ai.onnx/Pad-21", 22, four, mode, axes, 2, 4},
	{"ai.onnx/Pad-23", 23, four, mode, axes, 2, 4},
	{"ai.onnx/Pad-24", 24, four, mode, axes, 2, 4},
	{"ai.onnx/Pad-25", 26, four, mode, axes, 2, 4},
	{"com.microsoft/Pad-1", 3, three, "mode:string", pads + " value:T:optional", 2, 3},
}

func TestEveryRow(t *testing.T) {
	tab := table(t)
	if got, want := len(tab.Schemas), len(rows); got != want {
		t.Errorf("%d schemas, want %d", got, want)
	}
	for i, want := range rows {
		t.Run(want.id, func(t *testing.T) {
			s := tab.Schemas[i]
			if s.ID() != want.id {
				t.Fatalf("schema %d is %s", i, s.ID())
			}
			if tab.Schema(want.id) != s {
				t.Error("Schema does not find it")
			}
			var attrs []string
			for _, a := range s.Attributes {
				text := a.Name + ":" + string(a.Type)
				if a.Required {
					text += "!"
				}
				if a.Default != nil {
					text += "=" + a.Default.Text()
				}
				attrs = append(attrs, text)
			}
			var inputs []string
			for _, p := range s.Inputs {
				inputs = append(inputs, p.Name+":"+p.Type+":"+p.Option)
			}
			got := row{s.ID(), len(s.DataTypes()), strings.Join(s.Modes, " "), strings.Join(attrs, " "),
				strings.Join(inputs, " "), s.MinInputs, s.MaxInputs}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if want := []spec.Param{{Name: "output", Type: "T", Option: spec.Single}}; !slices.Equal(s.Outputs, want) {
				t.Errorf("outputs %v, want %v", s.Outputs, want)
			}
			if c, ok := s.Constraint("Tind"); ok != strings.Contains(want.inputs, "Tind") ||
				ok && !slices.Equal(c.Types, []string{"tensor(int32)", "tensor(int64)"}) {
				t.Errorf("Tind: %v", c.Types)
			}
		})
	}
}

// TestTypesGrow asserts which types each version added to the one before.
func TestTypesGrow(t *testing.T) {
	tab := table(t)
	added := map[int]string{
		1:  "float float16 double",
		11: "uint8 int8 uint16 int16 int32 int64 uint32 uint64",
		13: "string bool complex64 complex128 bfloat16",
		21: "float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4",
		23: "float4e2m1",
		24: "float8e8m0",
		25: "uint2 int2",
	}
	have := make(map[string]bool)
	for _, s := range tab.Schemas {
		if s.Domain != spec.DefaultDomain {
			continue
		}
		types := s.DataTypes()
		var fresh []string
		for _, e := range tab.ElemTypes {
			if slices.Contains(types, e.Tensor()) && !have[e.Name] {
				fresh = append(fresh, e.Name)
				have[e.Name] = true
			}
		}
		if got := strings.Join(fresh, " "); got != added[s.SinceVersion] {
			t.Errorf("%s adds %q, want %q", s.ID(), got, added[s.SinceVersion])
		}
		if len(have) != len(types) {
			t.Errorf("%s drops a type", s.ID())
		}
	}
	if len(have) != len(tab.ElemTypes) {
		t.Errorf("%d types are used, %d have storage", len(have), len(tab.ElemTypes))
	}
}

func TestElemTypes(t *testing.T) {
	const want = `1 float Float32 float32 32/1
2 uint8 Uint8 uint8 8/1
3 int8 Int8 int8 8/1
4 uint16 Uint16 uint16 16/1
5 int16 Int16 int16 16/1
6 int32 Int32 int32 32/1
7 int64 Int64 int64 64/1
8 string String string 0/1
9 bool Bool bool 8/1
10 float16 Float16 dtype.Float16 16/1
11 double Float64 float64 64/1
12 uint32 Uint32 uint32 32/1
13 uint64 Uint64 uint64 64/1
14 complex64 Complex64 complex64 64/1
15 complex128 Complex128 complex128 128/1
16 bfloat16 BFloat16 dtype.BFloat16 16/1
17 float8e4m3fn Float8E4M3FN dtype.Float8E4M3FN 8/1
18 float8e4m3fnuz Float8E4M3FNUZ dtype.Float8E4M3FNUZ 8/1
19 float8e5m2 Float8E5M2 dtype.Float8E5M2 8/1
20 float8e5m2fnuz Float8E5M2FNUZ dtype.Float8E5M2FNUZ 8/1
21 uint4 Uint4 dtype.Uint4x2 4/2
22 int4 Int4 dtype.Int4x2 4/2
23 float4e2m1 Float4E2M1 dtype.Float4E2M1x2 4/2
24 float8e8m0 Float8E8M0 dtype.Float8E8M0 8/1
25 uint2 Uint2 dtype.Uint2x4 2/4
26 int2 Int2 dtype.Int2x4 2/4
`
	var got strings.Builder
	tab := table(t)
	for _, e := range tab.ElemTypes {
		fmt.Fprintf(&got, "%d %s %s %s %d/%d\n", e.Number, e.Name, e.GoName, e.Storage, e.Bits, e.PerUnit)
		if back, err := tab.ElemType(e.Tensor()); err != nil || back != e {
			t.Errorf("%s resolves to %v, %v", e.Tensor(), back, err)
		}
	}
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	for _, bad := range []string{"", "float", "tensor()", "tensor(float", "seq(tensor(float))", "tensor(tensor(float))", "tensor(float32)"} {
		if _, err := tab.ElemType(bad); !errors.Is(err, spec.ErrNoStorage) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
	for _, bad := range []string{"tensor(tensor(float))", "tensor(float))", "tensor(a(b)", "tensor(a b)", "tensor(a,b)"} {
		if name, ok := spec.ParseTensor(bad); ok {
			t.Errorf("%q is read as %q", bad, name)
		}
	}
}

// TestNewestOpset: a person may have checked less than the documents cover.
func TestNewestOpset(t *testing.T) {
	tab := table(t)
	tab.Domains[0].NewestOpset = 27
	for checked, want := range map[int]int{1: 27, 27: 27, 28: 28, 30: 30} {
		tab.Checked[0].Opset = checked
		if n, ok := tab.NewestOpset(""); n != want || !ok {
			t.Errorf("checked up to %d: newest opset %d, %v, want %d", checked, n, ok, want)
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

func TestKernelName(t *testing.T) {
	for want, c := range map[string]struct {
		mode, typ string
		rank      int
	}{
		"ConstantFloat32Rank1": {spec.Constant, "tensor(float)", 1}, "ReflectFloat16Rank4": {spec.Reflect, "tensor(float16)", 4},
		"EdgeFloat8E4M3FNRank8": {spec.Edge, "tensor(float8e4m3fn)", 8}, "WrapInt2Rank3": {spec.Wrap, "tensor(int2)", 3},
	} {
		e, err := table(t).ElemType(c.typ)
		if got := spec.KernelName(c.mode, e, c.rank); got != want || err != nil {
			t.Errorf("%s, %v, expected %s", got, err, want)
		}
	}
}

func TestCompareSchemas(t *testing.T) {
	sorted := []*spec.OpSchema{
		{Domain: "a", Name: "Pad", SinceVersion: 11},
		{Domain: "b", Name: "Add", SinceVersion: 14},
		{Domain: "b", Name: "Pad", SinceVersion: 2},
		{Domain: "b", Name: "Pad", SinceVersion: 11},
	}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := spec.CompareSchemas(a, b); got != cmp.Compare(i, j) {
				t.Errorf("%s and %s: %d, want %d", a.ID(), b.ID(), got, cmp.Compare(i, j))
			}
		}
	}
}

func ExampleTable_Lookup() {
	table, err := spec.Default()
	if err != nil {
		fmt.Println(err)
		return
	}
	schema, err := table.Lookup("", 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(schema.ID(), schema.Modes, len(schema.DataTypes()), "types")
	_, err = table.Lookup("", 0)
	fmt.Println(err)
	// Output:
	// ai.onnx/Pad-19 [constant reflect edge wrap] 16 types
	// spec: ai.onnx opset 0: opset is below the operator's first version, 1
}
