package report

import (
	"fmt"
	"io"
	"strings"
)

// Table prints a line for each workload: each contestant's median and its ratio to memcpy, round by round.
func (r *Report) Table(w io.Writer) {
	fmt.Fprintf(w, "%-44s %9s", "workload", "out KiB")
	for _, c := range r.Contestants {
		fmt.Fprintf(w, " | %-14s", c)
	}
	fmt.Fprintln(w)
	for _, row := range r.Rows {
		fmt.Fprintf(w, "%-44s %9.1f", row.Name, float64(row.OutBytes)/1024)
		for _, c := range r.Contestants {
			fmt.Fprintf(w, " | %-14s", row.Results[c].cell())
		}
		fmt.Fprintln(w)
	}
}

const markdownHead = `# Side by side

Written by ` + "`make bench-peers`" + `. All ratios are to memcpy in the same process, the median of all rounds: less is better. Every
output is checked byte for byte. ort-1t is ONNX Runtime on one thread. go-rows is what a careful Go programmer writes first: row by
row, with copy. NumPy runs in a process of its own and measures itself; np.pad allocates its output in each call, the others write into
one that is there.

## By workload

On one thread; geometric means over the types and modes of a workload that all of these have.

`

// Markdown prints the document: means by workload, then every line, memcpy as a time, the others as ratios to it.
func (r *Report) Markdown(w io.Writer) {
	fmt.Fprint(w, markdownHead)
	r.markdownGroups(w)
	fmt.Fprint(w, "\n## Every line\n\nOf memcpy the median time.\n\n")
	r.markdownLines(w)
	fmt.Fprintf(w, "\n%s\n", r.machine())
}

func (r *Report) markdownGroups(w io.Writer) {
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

func (r *Report) markdownLines(w io.Writer) {
	head := []string{"workload", "memcpy"}
	for _, c := range r.Contestants {
		if c != Memcpy {
			head = append(head, c)
		}
	}
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(head, " | "), "---|"+strings.Repeat("---:|", len(head)-1))
	for _, row := range r.Rows {
		cells := []string{row.Name, "-"}
		if m := row.Results[Memcpy]; m != nil && m.Median > 0 {
			cells[1] = nanoseconds(m.Median)
		}
		for _, c := range head[2:] {
			cell := "-"
			if v := row.ratio(c); v > 0 {
				cell = fmt.Sprintf("%.2f", v)
			}
			if c == Padgen {
				cell = "**" + cell + "**"
			}
			cells = append(cells, cell)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
	cells := []string{"geometric mean (workloads with targets)", ""}
	for _, c := range head[2:] {
		cell := "-"
		if g := r.Mean(c); g.N > 0 {
			cell = fmt.Sprintf("%.2f (%d)", g.Value, g.N)
		}
		cells = append(cells, cell)
	}
	fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
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

func (res *Result) cell() string {
	switch {
	case res == nil:
		return "-"
	case res.Status == Unsupported:
		return "no kernel"
	case res.Status != OK:
		return strings.ToUpper(string(res.Status))
	case res.unsteady():
		return fmt.Sprintf("%s %.2f~", nanoseconds(res.Median), res.Ratio)
	}
	return fmt.Sprintf("%s %.2f", nanoseconds(res.Median), res.Ratio)
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
