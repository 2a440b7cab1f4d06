package report

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
)

// The plot is a table of dots: a line for each workload, and in it a mark for each contestant where its ratio to
// memcpy is on a logarithmic scale.
const (
	plotLeft   = 330 // where the scale starts
	plotScale  = 700 // its width
	plotRight  = 30
	plotHead   = 96
	plotLine   = 17
	plotFoot   = 52
	plotWidth  = plotLeft + plotScale + plotRight
	plotLowest = 0.4 // the ratio at the left end; a smaller one stands there
)

var plotTicks = []float64{0.5, 0.75, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 200}

// mark draws a contestant: a shape around x, y. The colours are told apart without red and green as well.
type mark struct{ colour, shape string }

var marks = map[string]mark{
	Padgen:    {"#0072b2", "disc"},
	PadgenTwo: {"#0072b2", "ring"},
	ORT:       {"#d55e00", "square"},
	ORTTwo:    {"#d55e00", "frame"},
	ORTFloor:  {"#8a4a1f", "cross"},
	GoRows:    {"#7a7a7a", "triangle"},
	MemcpyTwo: {"#009e73", "diamond"},
}

// markOrder is from back to front.
var markOrder = []string{GoRows, ORTFloor, MemcpyTwo, ORTTwo, ORT, PadgenTwo, Padgen}

func (m mark) draw(w io.Writer, x, y float64, title string) {
	fmt.Fprintf(w, `<g fill="%s" stroke="%s" stroke-width="1.4">`, m.colour, m.colour)
	if title != "" {
		fmt.Fprintf(w, `<title>%s</title>`, html.EscapeString(title))
	}
	switch m.shape {
	case "disc":
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="4.2"/>`, x, y)
	case "ring":
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="3.8" fill="#fff" fill-opacity="0.6"/>`, x, y)
	case "square":
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="7" height="7"/>`, x-3.5, y-3.5)
	case "frame":
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="none"/>`, x-4, y-4)
	case "cross":
		fmt.Fprintf(w, `<path d="M%.1f %.1fl7 7m0 -7l-7 7" fill="none"/>`, x-3.5, y-3.5)
	case "triangle":
		fmt.Fprintf(w, `<path d="M%.1f %.1fl4 7h-8z" fill="none"/>`, x, y-4)
	case "diamond":
		fmt.Fprintf(w, `<path d="M%.1f %.1fl4 4l-4 4l-4 -4z" fill="none"/>`, x, y-4)
	}
	fmt.Fprintln(w, `</g>`)
}

// Plot writes the run as an SVG.
func (r *Report) Plot(w io.Writer) {
	highest := 2.0
	for _, row := range r.Rows {
		for _, c := range markOrder {
			highest = max(highest, row.ratio(c))
		}
	}
	highest *= 1.08
	x := func(ratio float64) float64 {
		return plotLeft + plotScale*math.Log(max(ratio, plotLowest)/plotLowest)/math.Log(highest/plotLowest)
	}
	bottom := float64(plotHead + plotLine*len(r.Rows))
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%.0f" viewBox="0 0 %d %.0f" font-family="Helvetica, Arial, sans-serif" font-size="11" fill="#222">`+"\n",
		plotWidth, bottom+plotFoot, plotWidth, bottom+plotFoot)
	fmt.Fprintln(w, `<rect width="100%" height="100%" fill="#fff"/>`)
	fmt.Fprintln(w, `<text x="16" y="26" font-size="16" font-weight="bold">ONNX Pad: time as a ratio to memcpy, less is better</text>`)
	r.legend(w)
	for i, row := range r.Rows {
		if i%2 == 0 {
			fmt.Fprintf(w, `<rect x="8" y="%d" width="%d" height="%d" fill="#f4f5f7"/>`+"\n", plotHead+plotLine*i, plotWidth-16, plotLine)
		}
		fmt.Fprintf(w, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", plotLeft-12, float64(plotHead+plotLine*i)+12.5, html.EscapeString(row.Name))
	}
	for _, t := range plotTicks {
		if t > highest {
			break
		}
		colour, width := "#d4d7dc", 1.0
		if t == 1 {
			colour, width = "#222", 1.5
		}
		fmt.Fprintf(w, `<path d="M%.1f %d V%.1f" stroke="%s" stroke-width="%.1f"/>`, x(t), plotHead-4, bottom+4, colour, width)
		for _, y := range []float64{plotHead - 8, bottom + 17} {
			fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="middle" fill="#555">%g</text>`, x(t), y, t)
		}
		fmt.Fprintln(w)
	}
	for i, row := range r.Rows {
		y := plotHead + plotLine*(float64(i)+0.5)
		for _, c := range markOrder {
			if v := row.ratio(c); v > 0 {
				marks[c].draw(w, x(v), y, fmt.Sprintf("%s, %s: %s, %.2f x memcpy", row.Name, c, nanoseconds(row.Results[c].Median), v))
			}
		}
	}
	fmt.Fprintf(w, `<text x="16" y="%.1f" fill="#555">%s</text>`+"\n</svg>\n", bottom+38, html.EscapeString(r.machine()))
}

// legend names the contestants with their geometric means.
func (r *Report) legend(w io.Writer) {
	at := 22.0
	for i := range markOrder {
		c := markOrder[len(markOrder)-1-i]
		if !slices.Contains(r.Contestants, c) {
			continue
		}
		label := c
		if g := r.Mean(c); g.N > 0 {
			label = fmt.Sprintf("%s %.2f (%d)", c, g.Value, g.N)
		}
		marks[c].draw(w, at, 47, "")
		fmt.Fprintf(w, `<text x="%.1f" y="51">%s</text>`+"\n", at+10, html.EscapeString(label))
		at += 34 + 6.2*float64(len(label))
	}
	fmt.Fprintf(w, `<text x="%d" y="26" text-anchor="end" fill="#555">with geometric means (of so many workloads)</text>`+"\n", plotWidth-plotRight)
}
