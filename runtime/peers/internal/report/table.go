package report

import (
	"fmt"
	"io"
	"strings"
)

const markdownHead = `# Side by side

Written by ` + "`make bench-peers`" + `. All figures are ratios to memcpy in the same round, the median of all rounds: less is better. Every
output is checked byte for byte. ort-1t is ONNX Runtime on one thread. Row-by-row Go (go-rows) is what a careful Go programmer writes
first, with copy for each row. NumPy runs in a process of its own and measures itself; np.pad allocates its output in each call, the
others write into one that is there.

## By workload

On one thread; geometric means over the types and modes of a workload that all of these have.

`

// Markdown prints the document: means by workload, then every line.
func (r *Report) Markdown(w io.Writer) {
	fmt.Fprint(w, markdownHead)
	r.groupTable(w)
	fmt.Fprint(w, "\n## Every line\n\nmemcpy is a time. \"~\": the median is above 1.25 x the least sample, the machine was busy.\n\n")
	r.Table(w)
	fmt.Fprintf(w, "\n%s\n", r.machine())
}

func (r *Report) groupTable(w io.Writer) {
	contestants := r.compared()
	fmt.Fprint(w, "| workload | types and modes |")
	for _, c := range contestants {
		fmt.Fprintf(w, " %s |", r.title(c))
	}
	fmt.Fprintf(w, "\n|---|---:|%s\n", strings.Repeat("---:|", len(contestants)))
	all := group{name: "all"}
	groups := r.groups()
	for _, g := range groups {
		all.rows = append(all.rows, g.rows...)
	}
	for _, g := range append(groups, all) {
		fmt.Fprintf(w, "| %s | %d |", strings.ReplaceAll(g.name, "_", " "), len(g.rows))
		for _, c := range contestants {
			fmt.Fprintf(w, " %.2f |", g.mean(c).Value)
		}
		fmt.Fprintln(w)
	}
}

// title is the name of a contestant for readers who do not know the others.
func (r *Report) title(contestant string) string {
	switch contestant {
	case ORT:
		return "ONNX Runtime " + r.ONNXRuntime
	case NumPy:
		return "NumPy " + r.NumPy
	case GoRows:
		return "row-by-row Go"
	}
	return contestant
}

// Table prints every line: memcpy as a time, the others as ratios to it. It is Markdown that can be read in a terminal.
func (r *Report) Table(w io.Writer) {
	fmt.Fprintf(w, "| %-38s |", "workload")
	for _, c := range r.Contestants {
		fmt.Fprintf(w, " %9s |", c)
	}
	fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("---:|", len(r.Contestants)))
	for _, row := range r.Rows {
		fmt.Fprintf(w, "| %-38s |", row.Name)
		for _, c := range r.Contestants {
			fmt.Fprintf(w, " %9s |", row.cell(c))
		}
		fmt.Fprintln(w)
	}
}

// machine says in one line what the figures were measured on.
func (r *Report) machine() string {
	s := fmt.Sprintf("%s, GOMAXPROCS %d, %s", r.CPU, r.Procs, r.Go)
	if r.ONNXRuntime != "" {
		s += ", ONNX Runtime " + r.ONNXRuntime
	}
	if r.NumPy != "" {
		s += ", NumPy " + r.NumPy
	}
	day, _, _ := strings.Cut(r.Time, "T")
	return s + ", " + day
}

func (r *Row) cell(contestant string) string {
	res := r.Results[contestant]
	switch {
	case res == nil:
		return "-"
	case res.Status == Unsupported:
		return "no kernel"
	case res.Status != OK:
		return strings.ToUpper(string(res.Status))
	case contestant == Memcpy:
		return nanoseconds(res.Median)
	case res.unsteady():
		return fmt.Sprintf("%.2f~", res.Ratio)
	}
	return fmt.Sprintf("%.2f", res.Ratio)
}

// unsteady reports whether the samples differ more than those of a quiet machine.
func (res *Result) unsteady() bool { return res.Median > 1.25*res.Min }

func nanoseconds(v float64) string {
	switch {
	case v < 1e3:
		return fmt.Sprintf("%.0fns", v)
	case v < 1e4:
		return fmt.Sprintf("%.2fµs", v/1e3)
	case v < 1e6:
		return fmt.Sprintf("%.1fµs", v/1e3)
	case v < 1e7:
		return fmt.Sprintf("%.2fms", v/1e6)
	}
	return fmt.Sprintf("%.1fms", v/1e6)
}
