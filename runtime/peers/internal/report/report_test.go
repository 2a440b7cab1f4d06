package report

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sample is a run of two workloads and one of -extra.
func sample() *Report {
	row := func(name string, extra bool, bytes int, ratios map[string]float64) *Row {
		r := &Row{Name: name, Type: "float", Mode: "edge", Extra: extra, OutBytes: bytes, Results: map[string]*Result{Memcpy: {Status: OK, Median: 50, Min: 50, Ratio: 1}}}
		for c, v := range ratios {
			r.Results[c] = &Result{Status: OK, Median: 50 * v, Min: 50 * v, Ratio: v}
		}
		return r
	}
	r := &Report{Time: "2025-01-02T03:04:05Z", CPU: "a <CPU>", Contestants: []string{Memcpy, ORT, GoRows, Padgen, PadgenTwo}, Rows: []*Row{
		row("tiny_1x3x4x5/float/constant", false, 1008, map[string]float64{Padgen: 2, ORT: 4, GoRows: 8}),
		row("large_32x64x112x112_p1/float/edge", false, 100e6, map[string]float64{Padgen: 0.5, PadgenTwo: 0.8, ORT: 0.25, GoRows: 2}),
		row("rows_1x2/uint8/wrap", true, 10, map[string]float64{Padgen: 9, GoRows: 9.1}),
	}}
	r.Rows[2].Results[ORT] = &Result{Status: Wrong, Note: "3 of 10 bytes", Median: 1, Min: 1, Ratio: 0.1}
	return r
}

func TestMean(t *testing.T) {
	r := sample()
	of := func(c string) Mean { return mean(r.rows(false), func(row *Row) float64 { return row.ratio(c) }) }
	if g := of(Padgen); g != (Mean{1, 2}) {
		t.Errorf("got %v", g)
	}
	if g := of(PadgenTwo); g.N != 1 {
		t.Errorf("got %v", g)
	}
}

func TestBehind(t *testing.T) {
	var got []string
	for _, b := range sample().Behind() {
		got = append(got, b.Row.Name+" "+b.Ours+" "+b.Peer)
	}
	// A wrong output is no result to be behind of.
	if want := []string{"large_32x64x112x112_p1/float/edge padgen ort-1t"}; !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
}

func TestSummary(t *testing.T) {
	var b strings.Builder
	r := sample()
	r.Table(&b)
	r.Summary(&b)
	r.Markdown(&b)
	for _, want := range []string{"WRONG", "wrong or failed: 1", "behind a peer: 1,", "the main workloads:", "those of -extra:", "| all | 2 | 1.00 |", "     2.00 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, b.String())
		}
	}
	r.Rows = r.Rows[:1]
	b.Reset()
	r.Summary(&b)
	if !strings.Contains(b.String(), "behind a peer: none") {
		t.Errorf("got:\n%s", b.String())
	}
}

// TestGroups: a mean has only workloads that all contestants can do, wherever they are in the table.
func TestGroups(t *testing.T) {
	r := sample()
	add := func(name string, ratio float64, more ...string) {
		row := &Row{Name: name, Type: "int8", Mode: "edge", Results: map[string]*Result{}}
		for _, c := range append(more, Padgen, GoRows) {
			row.Results[c] = &Result{Status: OK, Ratio: ratio}
		}
		r.Rows = append(r.Rows, row)
	}
	add("tiny_1x3x4x5/int8/edge", 8, ORT)
	add("tiny_1x3x4x5/uint16/edge", 100)
	got := r.groups()
	if len(got) != 2 || got[0].name != "tiny_1x3x4x5" || got[1].about() != "float, edge" {
		t.Fatalf("got %+v", got)
	}
	if m := got[0].mean(Padgen); m.N != 2 || math.Abs(m.Value-4) > 1e-9 || got[0].about() != "mean of 2 types and modes" {
		t.Errorf("%v, %q: expected 4, of 2 workloads", m, got[0].about())
	}
}

func TestChart(t *testing.T) {
	r := sample()
	r.NumPy = "<2>"
	r.Contestants = append(r.Contestants, NumPy)
	for i, name := range []string{"tokens_64x128to512/int64/constant", "nhwc_1x224x224x3_p1/uint8/reflect"} {
		r.Rows[i].Name = name
		r.Rows[i].Results[NumPy] = &Result{Status: OK, Ratio: 123.4}
	}
	var b strings.Builder
	r.Chart(&b)
	d := xml.NewDecoder(strings.NewReader(b.String()))
	rects := 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "rect" {
			rects++
		}
	}
	if want := 1 + 2*4; rects != want { // the background, and the contestants on one thread
		t.Errorf("%d rectangles, expected %d", rects, want)
	}
	for _, want := range []string{">NumPy &lt;2&gt;<", ">123<", ">2.00<", ">tokens 64x128to512<"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, b.String())
		}
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.json")
	r := sample()
	if err := r.Write(path); err != nil {
		t.Fatal(err)
	}
	back, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	r.Summary(&a)
	back.Summary(&b)
	if a.String() != b.String() {
		t.Errorf("got\n%s\nexpected\n%s", &b, &a)
	}
}
