package onnx_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

var update = flag.Bool("update", false, "write testdata/cases.jsonl")

const casesFile = "testdata/cases.jsonl"

// TestCases checks that testdata/cases.jsonl is up to date with the reference. The tests of padrun run the cases: every
// version with every element type and mode, and every kind of error.
func TestCases(t *testing.T) {
	var want bytes.Buffer
	for _, c := range append(goodCases(), badCases()...) {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		want.Write(line)
		want.WriteByte('\n')
	}
	if *update {
		if err := os.WriteFile(casesFile, want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(casesFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is stale, run go test ./runtime/onnx -update", casesFile)
	}
}

// jsonCase is a line, with the keys of conformance cases.
type jsonCase map[string]any

// goodCases returns a case for each version, element type and mode, with varying shapes, pads, axes and values, and some for
// the first opset of a version.
func goodCases() []jsonCase {
	var cases []jsonCase
	for _, v := range versions {
		for d := range v.types.Types() {
			for m := range pad.Mode(kernel.NumModes) {
				if !slices.Contains(v.modes, m) {
					continue
				}
				cases = append(cases, goodCase(len(cases), v.domain, v.last, v.axes != 0, d, m))
				if v.first < v.last && floats.Has(d) {
					cases = append(cases, goodCase(len(cases), v.domain, v.first, v.axes != 0, d, m))
				}
			}
		}
	}
	return cases
}

// calls are used by the cases in turn. The axes are those of the pads; nil means all.
var calls = []struct {
	shape      []int
	pads, axes []int
}{
	{[]int{2, 3}, []int{1, 2, 0, 1}, nil},
	{[]int{5}, []int{-1, 6}, []int{-1}},
	{[]int{2, 1, 3}, []int{1, 0, -1, 2}, []int{2, 0}},
	{[]int{3, 2}, []int{0, 5, 1, 3}, nil},
	{[]int{1, 2, 2, 1}, []int{0, 3, 1, 1}, []int{1, -2}},
	{[]int{0, 2}, []int{1, 2}, []int{1}},
	{[]int{}, []int{}, nil},
}

func goodCase(i int, domain string, opset int, hasAxes bool, d dtype.DType, m pad.Mode) jsonCase {
	call := calls[i%len(calls)]
	pads := call.pads
	if call.axes != nil {
		pads = make([]int, 2*len(call.shape))
		for j, a := range call.axes {
			a = (a + len(call.shape)) % len(call.shape)
			pads[a], pads[a+len(call.shape)] = call.pads[j], call.pads[len(call.axes)+j]
		}
	}
	data := make([]any, 0)
	n := 1
	for _, dim := range call.shape {
		n *= dim
	}
	for j := range n {
		data = append(data, jsonElement(d, i+j))
	}
	c := jsonCase{
		"name": fmt.Sprintf("own/%s%d/%v/%v", domain, opset, d, m), "domain": domain, "opset": opset,
		"mode": m.String(), "dtype": d.String(), "shape": call.shape, "data": data, "pads": pads, "want_error": nil,
	}
	if hasAxes && call.axes != nil && i%3 != 0 {
		c["pads"], c["axes"] = call.pads, call.axes
		c["axes_dtype"] = []string{"int64", "int32"}[i/3%2]
	}
	fill := jsonElement(d, -1) // zero
	if i%4 != 0 {
		fill = jsonElement(d, i+50)
		if domain == "" && opset < 11 {
			fill = 2.5 // every type of these opsets can represent it
			if d == dtype.TypeFloat16 {
				fill = 0x4100
				c["value"] = 2.5
			}
		}
		if c["value"] == nil {
			c["value"] = fill
		}
	}
	if !valued(d) {
		c["encoding"] = "bits"
	}
	if m == pad.Constant && i%5 == 0 {
		c["omit_mode"] = true
	}
	shape, from := reference(m, call.shape, pads)
	want := make([]any, len(from))
	for j, k := range from {
		want[j] = fill
		if k >= 0 {
			want[j] = data[k]
		}
	}
	if shape == nil {
		shape = []int{}
	}
	c["want_shape"], c["want_data"] = shape, want
	return c
}

// valued reports whether the cases contain elements of the type as values rather than bits.
func valued(d dtype.DType) bool {
	return d <= dtype.TypeBool || d == dtype.TypeFloat64 || dtype.TypeUint32 <= d && d <= dtype.TypeComplex128
}

// jsonElement returns some element, the type's zero for -1.
func jsonElement(d dtype.DType, i int) any {
	special := []any{"nan", "inf", "-inf", json.Number("-0.0"), 1.5, -3, 7}
	switch {
	case i < 0 && d == dtype.TypeString:
		return ""
	case i < 0 && (d == dtype.TypeComplex64 || d == dtype.TypeComplex128):
		return []any{0, 0}
	case i < 0:
		return 0
	case d == dtype.TypeString:
		return fmt.Sprint("é", i)
	case d == dtype.TypeComplex64 || d == dtype.TypeComplex128:
		return []any{special[i%len(special)], i}
	case d == dtype.TypeFloat32 || d == dtype.TypeFloat64:
		return special[i%len(special)]
	case d == dtype.TypeBool:
		return i * 5 % 3 % 2
	}
	// Any bits of the width, as a signed number if the case contains values.
	bits := uint64(i+1) * 0x9E3779B97F4A7C15 >> (64 - d.Bits())
	switch d {
	case dtype.TypeInt8, dtype.TypeInt16, dtype.TypeInt32, dtype.TypeInt64:
		return int64(bits<<(64-d.Bits())) >> (64 - d.Bits())
	}
	return bits
}

// badCases returns cases with the element types that versions do not allow, and cases that break each rule once.
func badCases() []jsonCase {
	var cases []jsonCase
	bad := func(reason string, kind error, change jsonCase) {
		c := jsonCase{
			"name": fmt.Sprint("own/error/", len(cases)), "domain": "", "opset": 25, "mode": "constant", "dtype": "int64",
			"shape": []int{2, 3}, "data": []int{1, 2, 3, 4, 5, 6}, "pads": []int{0, 1, 1, 0},
			"want_shape": nil, "want_data": nil, "want_error": reason, "want_kind": kind.Error(),
		}
		for k, v := range change {
			c[k] = v
		}
		cases = append(cases, c)
	}
	for _, v := range versions {
		if v.axes == 0 {
			bad("inputs", onnx.ErrInput, jsonCase{"domain": v.domain, "opset": v.last, "dtype": "float", "axes": []int{0, 1}})
		}
		if v.domain == "com.microsoft" { // its only version gains modes and types
			continue
		}
		for d := range (upTo25 &^ v.types).Types() {
			c := jsonCase{"domain": v.domain, "opset": v.last, "dtype": d.String(), "shape": []int{1}, "data": []any{jsonElement(d, 1)}, "pads": []int{1, 1}}
			if !valued(d) {
				c["encoding"] = "bits"
			}
			bad("element type", onnx.ErrType, c)
		}
		for _, m := range []pad.Mode{pad.Wrap, pad.Symmetric} {
			if !slices.Contains(v.modes, m) {
				bad("mode", pad.ErrMode, jsonCase{"domain": v.domain, "opset": v.last, "dtype": "float", "mode": m.String()})
			}
		}
	}
	for _, c := range []struct {
		reason string
		kind   error
		change jsonCase
	}{
		{"opset", onnx.ErrOpset, jsonCase{"opset": 1000}},
		{"opset", onnx.ErrOpset, jsonCase{"opset": 0}},
		{"opset", onnx.ErrOpset, jsonCase{"opset": 2, "domain": "com.microsoft"}},
		{"domain", onnx.ErrDomain, jsonCase{"domain": "org.example"}},
		{"mode", pad.ErrMode, jsonCase{"mode": ""}},
		{"mode", pad.ErrMode, jsonCase{"mode": "Reflect"}},
		{"mode", pad.ErrMode, jsonCase{"mode": "mirror"}},
		{"pads length", pad.ErrPads, jsonCase{"pads": []int{1, 1, 1}}},
		{"pads length", pad.ErrPads, jsonCase{"pads": []int{}}},
		{"pads length with axes", pad.ErrPads, jsonCase{"axes": []int{0}}},
		{"pads type", onnx.ErrType, jsonCase{"pads_dtype": "int32"}},
		{"pads shape", pad.ErrPads, jsonCase{"pads_shape": []int{2, 2}}},
		{"pads shape", pad.ErrPads, jsonCase{"pads_shape": []int{1, 4}}},
		{"pads shape does not hold them", onnx.ErrData, jsonCase{"pads_shape": []int{5}}},
		{"pads shape", pad.ErrPads, jsonCase{"pads_shape": []int{2, 2}, "domain": "com.microsoft", "opset": 1, "dtype": "float"}},
		{"axes type", onnx.ErrType, jsonCase{"axes": []int{0, 1}, "axes_dtype": "uint8"}},
		{"axes shape", pad.ErrAxes, jsonCase{"axes": []int{0}, "axes_shape": []int{}, "pads": []int{1, 1}}},
		{"axis out of range", pad.ErrAxes, jsonCase{"axes": []int{0, 2}}},
		{"axis out of range", pad.ErrAxes, jsonCase{"axes": []int{-3, 0}, "axes_dtype": "int32"}},
		{"axis repeated", pad.ErrAxes, jsonCase{"axes": []int{1, 1}}},
		{"axis repeated", pad.ErrAxes, jsonCase{"axes": []int{1, -1}}},
		{"value type", onnx.ErrType, jsonCase{"value": 1, "value_dtype": "int32"}},
		{"two values", onnx.ErrValue, jsonCase{"value": []int{1, 2}, "value_is_list": true, "value_shape": []int{2}}},
		{"two values, unused", onnx.ErrValue, jsonCase{"value": []int{1, 2}, "value_is_list": true, "value_shape": []int{2}, "mode": "edge"}},
		{"no value", onnx.ErrValue, jsonCase{"value_empty": true, "value_shape": []int{0}}},
		{"negative dimension", pad.ErrShape, jsonCase{"shape": []int{2, -3}}},
		{"data of another length", onnx.ErrData, jsonCase{"shape": []int{2, 4}}},
		{"negative output", pad.ErrNegativeDim, jsonCase{"pads": []int{0, -4, 0, 0}}},
		{"negative output", pad.ErrNegativeDim, jsonCase{"pads": []int64{0, math.MinInt64, 0, 0}}},
		{"overflow", pad.ErrOverflow, jsonCase{"pads": []int64{math.MaxInt64, 0, 0, 0}}},
		{"overflow", pad.ErrOverflow, jsonCase{"pads": []int64{math.MaxInt64, 0, math.MaxInt64, 0}}},
		{"too large", pad.ErrTooLarge, jsonCase{"pads": []int64{1 << 29, 0, 1 << 29, 0}}},
		{"too large", pad.ErrTooLarge, jsonCase{"pads": []int64{1 << 30, 1 << 30, 1 << 29, 1 << 29}}},
		{"empty axis", pad.ErrEmptyAxis, jsonCase{"pads": []int{-2, 0, 1, 0}, "mode": "edge"}},
		{"empty axis", pad.ErrEmptyAxis, jsonCase{"pads": []int{-1, 0, 0, 1}, "shape": []int{1, 0}, "data": []int{}, "mode": "reflect"}},
		{"empty axis", pad.ErrEmptyAxis, jsonCase{"pads": []int{0, 1, 0, 0}, "shape": []int{1, 0}, "data": []int{}, "mode": "wrap"}},
	} {
		bad(c.reason, c.kind, c.change)
	}
	return cases
}
