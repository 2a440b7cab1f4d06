package report

import (
	"fmt"
	"io"
	"strings"
	"time"
)

const markdownHead = `# Side by side

Written by ` + "`make bench-peers`" + `. All figures are ratios to memcpy in the same round, the median of all rounds: less is better. Every
output is checked byte for byte. ort-1t is ONNX Runtime on one thread. Row-by-row Go (go-rows) is what a careful Go programmer writes
first, with copy for each row; c-rows is the same in C, with axes merged (-O3 -march=native). NumPy, OpenCV and PyTorch run in processes
of their own and measure themselves; np.pad allocates its output in each call, the others write into one that is there. memcpy is the
fastest of Go's copy, copies of 64 KiB and the C library's memcpy.

## By workload

On one thread; geometric means over the types and modes of a workload that all of these have.

`

// Markdown prints the document: means by workload, every line, and where padgen is behind. It can be read in a terminal.
func (r *Report) Markdown(w io.Writer) {
	fmt.Fprint(w, markdownHead)
	r.groupTable(w)
	fmt.Fprint(w, "\n## Every line\n\nmemcpy is a time. \"~\": the median is above 1.25 x the least sample, the machine was busy.\n\n")
	r.table(w)
	list(w, "Where padgen is behind a peer", r.behind())
	list(w, "Wrong or failed", r.faults())
	fmt.Fprintf(w, "\n%s\n", r.machine())
}

func list(w io.Writer, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(w, "\n## %s\n\n- %s\n", title, strings.Join(lines, "\n- "))
	}
}

func (r *Report) groupTable(w io.Writer) {
	contestants := r.compared()
	fmt.Fprintf(w, "| %-23s | types and modes |", "workload")
	for _, c := range contestants {
		fmt.Fprintf(w, " %s |", r.title(c))
	}
	fmt.Fprintf(w, "\n|---|---:|%s\n", strings.Repeat("---:|", len(contestants)))
	for _, g := range r.groups() {
		fmt.Fprintf(w, "| %-23s | %15d |", strings.ReplaceAll(g.name, "_", " "), len(g.rows))
		for _, c := range contestants {
			fmt.Fprintf(w, " %*.2f |", len(r.title(c)), g.mean(c))
		}
		fmt.Fprintln(w)
	}
}

// title is the name of a contestant for readers who do not know the others.
func (r *Report) title(contestant string) string {
	switch contestant {
	case ORT:
		return "ONNX Runtime " + r.Versions[ORT]
	case NumPy:
		return "NumPy " + r.Versions[NumPy]
	case GoRows:
		return "row-by-row Go"
	case CRows:
		return "C"
	}
	return contestant
}

// table prints every line: memcpy as a time, the others as ratios to it.
func (r *Report) table(w io.Writer) {
	fmt.Fprintf(w, "| %-38s |", "workload")
	for _, c := range r.Contestants {
		fmt.Fprintf(w, " %9s |", c)
	}
	fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("---:|", len(r.Contestants)))
	for _, row := range r.Rows {
		fmt.Fprintf(w, "| %-38s |", row)
		for _, c := range r.Contestants {
			fmt.Fprintf(w, " %9s |", row.cell(c))
		}
		fmt.Fprintln(w)
	}
}

func (r *Row) cell(contestant string) string {
	res := r.Results[contestant]
	switch {
	case res == nil:
		return "-"
	case res.Status != OK:
		return string(res.Status)
	case contestant == Memcpy:
		return threeDigits(time.Duration(res.Median)).String()
	case res.unsteady():
		return fmt.Sprintf("%.2f~", res.Ratio)
	}
	return fmt.Sprintf("%.2f", res.Ratio)
}

func threeDigits(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// behind names the lines where padgen is slower than a peer. What a peer does with two threads padgen may do with two.
func (r *Report) behind() (l []string) {
	for _, row := range r.Rows {
		for _, p := range []struct{ ours, peer string }{
			{Padgen, ORT}, {Padgen, NumPy}, {Padgen, OpenCV}, {Padgen, PyTorch}, {Padgen, CRows}, {Padgen, GoRows}, {PadgenTwo, ORTTwo},
		} {
			if a, b := row.ratio(p.ours), row.ratio(p.peer); a > b && b > 0 {
				l = append(l, fmt.Sprintf("%s: %s %.2f, %s %.2f (%+.0f%%)", row, p.ours, a, p.peer, b, 100*(a/b-1)))
			}
		}
	}
	return l
}

// faults names each wrong or failed result.
func (r *Report) faults() (l []string) {
	for _, row := range r.Rows {
		for _, c := range r.Contestants {
			if res := row.Results[c]; res != nil && (res.Status == Wrong || res.Status == Failed) {
				l = append(l, fmt.Sprintf("%s: %s is %s: %s", row, c, res.Status, res.Note))
			}
		}
	}
	return l
}

// machine says in one line what the figures were measured on, and with.
func (r *Report) machine() string {
	s := r.Machine
	for _, c := range []struct{ name, title string }{{ORT, "ONNX Runtime"}, {NumPy, "NumPy"}, {OpenCV, "OpenCV"}, {PyTorch, "PyTorch"}} {
		if v := r.Versions[c.name]; v != "" {
			s += ", " + c.title + " " + v
		}
	}
	return s
}
