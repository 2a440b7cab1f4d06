package report

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// The chart has all workloads, and for each the contestants of the summary as bars, which start at memcpy.
const (
	chartWidth = 800
	chartLeft  = 400 // where the least ratio is
	chartScale = 350 // from there to the highest one
	chartLeast = 0.8
	chartHead  = 84
	chartFoot  = 44
	chartBar   = 14 // a bar and the gap below it
	chartGap   = 14 // between two workloads
)

// Chart writes an SVG for README.
func (r *Report) Chart(w io.Writer) {
	groups, contestants := r.groups(), r.compared()
	highest := 2.0
	for _, g := range groups {
		for _, c := range contestants {
			highest = max(highest, g.mean(c).Value)
		}
	}
	x := func(ratio float64) float64 {
		return chartLeft + chartScale*math.Log(max(ratio, chartLeast)/chartLeast)/math.Log(highest/chartLeast)
	}
	text := func(x float64, y int, style, s string) {
		fmt.Fprintf(w, `<text x="%.1f" y="%d" %s>%s</text>`+"\n", x, y, style, html.EscapeString(s))
	}
	bottom := chartHead + len(groups)*(len(contestants)*chartBar+chartGap) - chartGap
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#222">`+"\n",
		chartWidth, bottom+chartFoot, chartWidth, bottom+chartFoot)
	fmt.Fprintln(w, `<rect width="100%" height="100%" fill="#fff"/>`)
	text(20, 34, `font-size="18" font-weight="bold"`, "ONNX Pad on one thread: time / memcpy, less is better (log scale)")
	for _, tick := range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		if tick <= highest {
			fmt.Fprintf(w, `<path d="M%.1f %dV%d" stroke="#ddd"/>`+"\n", x(tick), chartHead-10, bottom)
			text(x(tick), chartHead-16, `text-anchor="middle" fill="#555"`, fmt.Sprint(tick))
		}
	}
	text(x(1)-8, chartHead-16, `text-anchor="end" font-weight="bold"`, "memcpy =")
	y := chartHead
	for _, g := range groups {
		text(20, y+11, `font-size="13" font-weight="bold"`, strings.ReplaceAll(g.name, "_", " "))
		text(20, y+26, `fill="#555"`, g.about())
		for _, c := range contestants {
			colour, weight := "#9aa0a6", "normal"
			if c == Padgen {
				colour, weight = "#0072b2", "bold"
			}
			ratio := g.mean(c).Value
			from, to := min(x(1), x(ratio)), max(x(1), x(ratio))
			fmt.Fprintf(w, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", from, y, to-from, chartBar-3, colour)
			text(chartLeft-8, y+10, `text-anchor="end" font-size="11" font-weight="`+weight+`"`, r.title(c))
			text(to+6, y+10, `font-size="11" font-weight="`+weight+`"`, strings.TrimSuffix(fmt.Sprintf("%#.3g", ratio), "."))
			y += chartBar
		}
		y += chartGap
	}
	fmt.Fprintf(w, `<path d="M%.1f %dV%d" stroke="#222" stroke-width="1.5"/>`+"\n", x(1), chartHead-10, bottom)
	text(20, bottom+26, `font-size="12" fill="#555"`, r.machine())
	fmt.Fprintln(w, "</svg>")
}
