package report

import (
	"fmt"
	"slices"
	"strings"
)

// group is the workloads of one name: its types and modes. Means of different workloads do not compare, so it has only those that every
// contestant in it can do.
type group struct {
	name string
	rows []*Row
}

// compared are the contestants that groups are made for.
func (r *Report) compared() []string {
	var l []string
	for _, c := range []string{Padgen, ORT, NumPy, GoRows} {
		if slices.Contains(r.Contestants, c) {
			l = append(l, c)
		}
	}
	return l
}

// groups returns the workloads without those of -extra, in the order of the table.
func (r *Report) groups() []group {
	var l []group
	contestants := r.compared()
	for _, row := range r.rows(false) {
		if slices.ContainsFunc(contestants, func(c string) bool { return row.ratio(c) == 0 }) {
			continue
		}
		name, _, _ := strings.Cut(row.Name, "/")
		i := slices.IndexFunc(l, func(g group) bool { return g.name == name })
		if i < 0 {
			i = len(l)
			l = append(l, group{name: name})
		}
		l[i].rows = append(l[i].rows, row)
	}
	return l
}

func (g group) mean(contestant string) Mean {
	return mean(g.rows, func(row *Row) float64 { return row.ratio(contestant) })
}

// about says what the mean is of.
func (g group) about() string {
	if len(g.rows) == 1 {
		return g.rows[0].Type + ", " + g.rows[0].Mode
	}
	return fmt.Sprintf("mean of %d types and modes", len(g.rows))
}
