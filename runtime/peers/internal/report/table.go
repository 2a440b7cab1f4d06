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

// Markdown prints the table for a document: memcpy as a time, the others as ratios to it.
func (r *Report) Markdown(w io.Writer) {
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
	fmt.Fprintf(w, "| %s |\n\n%s\n", strings.Join(cells, " | "), r.machine())
}

// machine says in one line what the figures were measured on.
func (r *Report) machine() string {
	s := fmt.Sprintf("%s, GOMAXPROCS %d, %s", r.CPU, r.Procs, r.Go)
	if r.ONNXRuntime != "" {
		s += ", ONNX Runtime " + r.ONNXRuntime
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
