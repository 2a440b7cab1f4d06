// Package report shows what a run measured: tables and a chart.
package report

import (
	"cmp"
	"math"
	"slices"
)

// Status says how a contestant fared on a workload.
type Status string

// All but Wrong and Failed are no fault: what a contestant has no kernel for is Unsupported.
const (
	OK          Status = "ok"
	Unsupported Status = "no kernel"
	Wrong       Status = "WRONG"
	Failed      Status = "FAILED"
)

// Result is one contestant on one workload.
type Result struct {
	Status      Status
	Note        string  // of a status other than OK
	Median, Min float64 // nanoseconds
	Ratio       float64 // to memcpy: the median of the rounds
}

// unsteady reports whether the samples differ more than those of a quiet machine.
func (res *Result) unsteady() bool { return res.Median > 1.25*res.Min }

// Row is one workload.
type Row struct {
	Name, Type, Mode string
	Group            string             // the rows of a group are one line of the first table; empty means those of one name
	Results          map[string]*Result // by contestant
}

func (r *Row) String() string { return r.Name + "/" + r.Type + "/" + r.Mode }

// ratio returns the contestant's ratio to memcpy, 0 where it has none or its output is wrong.
func (r *Row) ratio(contestant string) float64 {
	if res := r.Results[contestant]; res != nil && res.Status == OK {
		return res.Ratio
	}
	return 0
}

// Report is a whole run.
type Report struct {
	Machine     string
	Versions    map[string]string // of the peers that took part
	Contestants []string
	Rows        []*Row
}

// The contestants by name.
const (
	Memcpy       = "memcpy" // the fastest of the rooflines
	MemcpyPieces = "memcpy-64k"
	CMemcpy      = "c-memcpy"
	MemcpyTwo    = "memcpy-2t"
	Padgen       = "padgen"
	PadgenTwo    = "padgen-2t"
	GoRows       = "go-rows"
	CRows        = "c-rows"
	ORT          = "ort-1t"
	ORTTwo       = "ort-2t"
	NumPy        = "numpy"
	OpenCV       = "opencv"
	PyTorch      = "pytorch"
)

// Wrong reports whether an output of padgen is.
func (r *Report) Wrong() bool {
	return slices.ContainsFunc(r.Rows, func(row *Row) bool {
		for _, ours := range []string{Padgen, PadgenTwo} {
			if res := row.Results[ours]; res != nil && res.Status != OK {
				return true
			}
		}
		return false
	})
}

// group is the workloads of one name, or of one group. Means of different workloads do not compare, so it has only
// those that every contestant that it compares can do.
type group struct {
	name string
	rows []*Row
}

// compared are the contestants that groups are made for.
func (r *Report) compared() []string {
	return slices.DeleteFunc([]string{Padgen, CRows, ORT, NumPy, GoRows}, func(c string) bool { return !slices.Contains(r.Contestants, c) })
}

// groups returns the workloads in the order of the table, and all of them as the last group.
func (r *Report) groups() []group {
	var l []group
	all := group{name: "all"}
	for _, row := range r.Rows {
		if slices.ContainsFunc(r.compared(), func(c string) bool { return row.ratio(c) == 0 }) {
			continue
		}
		name := cmp.Or(row.Group, row.Name)
		i := slices.IndexFunc(l, func(g group) bool { return g.name == name })
		if i < 0 {
			i = len(l)
			l = append(l, group{name: name})
		}
		l[i].rows = append(l[i].rows, row)
		if row.Group == "" {
			all.rows = append(all.rows, row)
		}
	}
	if len(l) == 0 {
		return nil
	}
	return append(l, all)
}

// mean is the geometric mean of the ratios to memcpy.
func (g group) mean(contestant string) float64 {
	sum := 0.0
	for _, row := range g.rows {
		sum += math.Log(row.ratio(contestant))
	}
	return math.Exp(sum / float64(len(g.rows)))
}
