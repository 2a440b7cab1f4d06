package report

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// sample is a run of five workloads, the last two of which have something that not all can do.
func sample() *Report {
	r := &Report{Machine: "a <CPU>", Versions: map[string]string{ORT: "1", NumPy: "<2>"}, Contestants: []string{Memcpy, Padgen, PadgenTwo, ORT, ORTTwo, NumPy}}
	for _, w := range []struct {
		name, dtype string
		ratios      []float64 // of the contestants after memcpy
	}{
		{"tiny_1x3x4x5", "float", []float64{2, 0, 4, 0, 123.4}},
		{"tiny_1x3x4x5", "int8", []float64{8, 0, 16, 0, 123.4}},
		{"large_p1", "float", []float64{0.5, 0.8, 0.25, 0.7, 123.4}},
		{"tiny_1x3x4x5", "uint16", []float64{100, 0, 0, 0, 123.4}},
		{"rows", "uint8", []float64{9, 0, 0.1, 0, 123.4}},
	} {
		row := &Row{Name: w.name, Type: w.dtype, Mode: "edge", Results: map[string]*Result{Memcpy: {Status: OK, Median: 4567, Min: 4567, Ratio: 1}}}
		for i, v := range w.ratios {
			if v != 0 {
				row.Results[r.Contestants[i+1]] = &Result{Status: OK, Median: 50 * v, Min: 50 * v, Ratio: v}
			}
		}
		r.Rows = append(r.Rows, row)
	}
	r.Rows[3].Results[ORT] = &Result{Status: Unsupported}
	r.Rows[4].Results[ORT].Status, r.Rows[4].Results[ORT].Note = Wrong, "3 of 10 bytes"
	return r
}

func TestMarkdown(t *testing.T) {
	r := sample()
	r.Rows[0].Results[NumPy].Min = 1
	var b strings.Builder
	r.Markdown(&b)
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"| workload | types and modes | padgen | ONNX Runtime 1 | NumPy <2> |",
		"| tiny 1x3x4x5 | 2 | 4.00 | 8.00 | 123.40 |", // without uint16, of which ONNX Runtime has no kernel
		"| large p1 | 1 | 0.50 | 0.25 |",
		"| all | 3 | 2.00 | 2.52 |", // without rows, which are wrong
		"| tiny_1x3x4x5/float/edge | 4.57µs | 2.00 | - | 4.00 | - | 123.40~ |",
		"| tiny_1x3x4x5/uint16/edge | 4.57µs | 100.00 | - | no kernel | - |",
		"| rows/uint8/edge | 4.57µs | 9.00 | - | WRONG |",
		"## Where padgen is behind a peer - large_p1/float/edge: padgen 0.50, ort-1t 0.25 (+100%)" +
			" - large_p1/float/edge: padgen-2t 0.80, ort-2t 0.70 (+14%) ## Wrong or failed - rows/uint8/edge: ort-1t is WRONG: 3 of 10 bytes a <CPU>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, &b)
		}
	}
	if r.Wrong() {
		t.Error("a wrong output of a peer counts as one of padgen")
	}
	r.Rows[2].Results[PadgenTwo].Status = Failed
	if !r.Wrong() {
		t.Error("a failure of padgen-2t does not count")
	}
	r.Rows = r.Rows[4:] // nothing that all can do
	r.Markdown(io.Discard)
	r.Chart(io.Discard)
}

func TestChart(t *testing.T) {
	var b strings.Builder
	sample().Chart(&b)
	d := xml.NewDecoder(strings.NewReader(b.String()))
	dots := 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "circle" {
			dots++
			if slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return strings.Contains(a.Value, "NaN") }) {
				t.Error(e)
			}
		}
	}
	if want := (1 + 3) * 3; dots != want { // in the legend and in each group, one for each contestant on one thread
		t.Errorf("%d dots, expected %d", dots, want)
	}
	for _, want := range []string{">NumPy &lt;2&gt;<", ">2.00<", ">tiny 1x3x4x5, mean of 2<", ">large p1, float, edge<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, &b)
		}
	}
}

func TestThreeDigits(t *testing.T) {
	for d, want := range map[time.Duration]string{28: "28ns", 1_834: "1.83µs", 999_960: "1ms", 4_224_999: "4.22ms"} {
		if got := threeDigits(d).String(); got != want {
			t.Errorf("%d ns: got %s, expected %s", d, got, want)
		}
	}
}
