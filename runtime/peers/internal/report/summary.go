package report

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// Mean is a geometric mean of ratios to memcpy, over the N workloads that have one.
type Mean struct {
	Value float64
	N     int
}

// rows are those of -extra, or the others.
func (r *Report) rows(extra bool) []*Row {
	return slices.DeleteFunc(slices.Clone(r.Rows), func(row *Row) bool { return row.Extra != extra })
}

// mean leaves out where ratio is 0.
func mean(rows []*Row, ratio func(*Row) float64) Mean {
	sum, n := 0.0, 0
	for _, row := range rows {
		if v := ratio(row); v > 0 {
			sum += math.Log(v)
			n++
		}
	}
	if n == 0 {
		return Mean{}
	}
	return Mean{math.Exp(sum / float64(n)), n}
}

// peers are the contestants that padgen may not be behind, and which of its columns each is held against: what a peer
// does with two threads padgen may do with two.
var peers = []struct{ peer, ours string }{
	{ORT, Padgen},
	{NumPy, Padgen},
	{GoRows, Padgen},
	{ORTTwo, PadgenTwo},
}

// Behind is a workload on which padgen is slower than a peer.
type Behind struct {
	Row         *Row
	Ours, Peer  string
	Ratio, Than float64
}

// Behind returns them in the order of the table.
func (r *Report) Behind() []Behind {
	var l []Behind
	for _, row := range r.Rows {
		for _, p := range peers {
			ours := p.ours
			if row.Results[ours] == nil {
				ours = Padgen // there is no second thread in small workloads
			}
			a, b := row.ratio(ours), row.ratio(p.peer)
			if a > 0 && b > 0 && a > b {
				l = append(l, Behind{row, ours, p.peer, a, b})
			}
		}
	}
	return l
}

// noise is what two runs of one contestant may differ by.
const noise = 1.02

// spread counts the results whose samples differ much.
func (r *Report) spread() (n, all int) {
	for _, row := range r.Rows {
		for _, res := range row.Results {
			if res.Median > 0 {
				all++
			}
			if res.unsteady() {
				n++
			}
		}
	}
	return n, all
}

// Summary prints what follows from the table.
func (r *Report) Summary(w io.Writer) {
	fmt.Fprintf(w, "%s\nload average before %s, after %s\n", r.machine(), r.LoadBefore, r.LoadAfter)
	if spread, all := r.spread(); spread > 0 {
		fmt.Fprintf(w, "marked ~: %d of %d medians are above 1.25 x the least sample; if there are many, the machine was busy\n", spread, all)
	}
	r.meanSummary(w, "the main workloads", r.rows(false))
	r.meanSummary(w, "those of -extra", r.rows(true))
	r.behindSummary(w)
	if faults := r.Faults(); len(faults) > 0 {
		fmt.Fprintf(w, "\nwrong or failed: %d\n", len(faults))
		for _, f := range faults {
			fmt.Fprintln(w, " ", f)
		}
	}
}

func (r *Report) meanSummary(w io.Writer, which string, rows []*Row) {
	head := fmt.Sprintf("\ngeometric mean of the ratios to memcpy, %s:\n", which)
	say := func(name string, g Mean, more string) {
		if g.N > 0 {
			fmt.Fprintf(w, "%s  %-28s %6.2f (%d)%s\n", head, name, g.Value, g.N, more)
			head = ""
		}
	}
	for _, c := range r.Contestants {
		if c != Memcpy {
			least := mean(rows, func(row *Row) float64 { return row.least(c) })
			say(c, mean(rows, func(row *Row) float64 { return row.ratio(c) }), fmt.Sprintf("  least samples %.2f", least.Value))
		}
	}
	say("the best peer of each", mean(rows, func(row *Row) float64 {
		least := 0.0
		for _, p := range peers {
			if v := row.ratio(p.peer); v > 0 && (least == 0 || v < least) {
				least = v
			}
		}
		return least
	}), "")
}

func (r *Report) behindSummary(w io.Writer) {
	behind := r.Behind()
	if len(behind) == 0 {
		fmt.Fprintln(w, "\nlines where padgen is behind a peer: none")
		return
	}
	near := 0
	for _, b := range behind {
		if b.Ratio < b.Than*noise {
			near++
		}
	}
	fmt.Fprintf(w, "\nlines where padgen is behind a peer: %d, %d of them by less than 2%%, which is noise\n", len(behind), near)
	for _, b := range behind {
		fmt.Fprintf(w, "  %-44s %s %.2f, %s %.2f (%+.0f%%)\n", b.Row.Name, b.Ours, b.Ratio, b.Peer, b.Than, 100*(b.Ratio/b.Than-1))
	}
}
