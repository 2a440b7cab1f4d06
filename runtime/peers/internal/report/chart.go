package report

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// The chart has a line for each workload, with a dot for each contestant on one thread.
const (
	chartWidth = 800
	chartLeft  = 270 // where the least ratio is
	chartScale = 450 // from there to the highest one
	chartLeast = 0.6
	chartHead  = 106
	chartLine  = 24
)

var chartColours = map[string]string{Padgen: "#0072b2", ORT: "#d55e00", NumPy: "#009e73", GoRows: "#9aa0a6", CRows: "#cc79a7"}

// Chart writes an SVG for README.
func (r *Report) Chart(w io.Writer) {
	groups, contestants := r.groups(), r.compared()
	highest := 2.0
	for _, g := range groups {
		for _, c := range contestants {
			highest = max(highest, g.mean(c))
		}
	}
	x := func(ratio float64) float64 {
		return chartLeft + chartScale*math.Log(max(ratio, chartLeast)/chartLeast)/math.Log(highest/chartLeast)
	}
	text := func(x float64, y int, style, s string) {
		fmt.Fprintf(w, `<text x="%.1f" y="%d" %s>%s</text>`+"\n", x, y, style, html.EscapeString(s))
	}
	dot := func(x float64, y int, contestant string) {
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%d" r="6" fill="%s"/>`+"\n", x, y-4, chartColours[contestant])
	}
	bottom := chartHead + len(groups)*chartLine
	height := bottom + 30
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#222">`+"\n", chartWidth, height)
	fmt.Fprintln(w, `<rect width="100%" height="100%" fill="#fff"/>`)
	text(20, 30, `font-size="18" font-weight="bold"`, "ONNX Pad on one thread: time / memcpy, less is better (log scale)")
	for i, c := range contestants {
		at := float64(20 + 152*i)
		dot(at+6, 58, c)
		text(at+18, 58, `font-size="13"`, r.title(c))
	}
	for _, tick := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if tick <= highest {
			fmt.Fprintf(w, `<path d="M%.1f %dV%d" stroke="#ccc"/>`+"\n", x(tick), chartHead-14, bottom)
			text(x(tick), chartHead-20, `text-anchor="middle" fill="#555"`, fmt.Sprint(tick))
		}
	}
	text(x(1)-8, chartHead-20, `text-anchor="end"`, "memcpy =")
	text(chartWidth-16, chartHead-20, `text-anchor="end" font-weight="bold"`, Padgen)
	for i, g := range groups {
		y := chartHead + i*chartLine + chartLine/2
		weight := `font-weight="normal"`
		if g.name == "all" {
			weight = `font-weight="bold"`
		}
		text(20, y, weight, strings.ReplaceAll(g.name, "_", " ")+g.about())
		fmt.Fprintf(w, `<path d="M%d %dH%d" stroke="#eee"/>`+"\n", chartLeft, y-4, chartLeft+chartScale)
		for i := range contestants { // padgen's is on top
			c := contestants[len(contestants)-1-i]
			dot(x(g.mean(c)), y, c)
		}
		text(chartWidth-16, y, `text-anchor="end" `+weight, fmt.Sprintf("%.2f", g.mean(Padgen)))
	}
	text(20, bottom+16, `font-size="11" fill="#555"`, r.machine())
	fmt.Fprintln(w, "</svg>")
}

// about says what the mean is of.
func (g group) about() string {
	if len(g.rows) == 1 {
		return ", " + g.rows[0].Type + ", " + g.rows[0].Mode
	}
	return fmt.Sprintf(", mean of %d", len(g.rows))
}
