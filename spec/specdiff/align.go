package specdiff

import (
	"slices"
	"strings"
)

// The kinds of rows.
const (
	RowSame    = "same"
	RowChanged = "changed"
	RowRemoved = "removed"
	RowAdded   = "added"
)

// Row is a line of two versions side by side.
type Row struct {
	Kind string
	// Old and New are nil where a side has no such line.
	Old, New *Cell
	// Changes are the indices in [Report.Changes] of the changes that are about
	// the row.
	Changes []int
}

// Cell is one side of a row.
type Cell struct {
	// N is the number of the line, from 1.
	N        int
	Fact     string
	Segments []Segment
}

// Text is the whole line.
func (c *Cell) Text() string {
	var b strings.Builder
	for _, s := range c.Segments {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Segment is a part of a line. Changed is set where the other side has other
// words.
type Segment struct {
	Text    string
	Changed bool
}

// maxCells bounds the work of an alignment; two versions of Pad are at 60 x 60.
const maxCells = 4 << 20

// align puts the lines of a pair side by side. changes starts with those of the
// pair.
func align(p Pair, changes []Change) []Row {
	sources := false
	facts := map[string]string{}
	for _, c := range changes {
		if c.Pair != changes[0].Pair {
			break
		}
		sources = sources || c.Rule == DocOnly
		if c.OldFact != "" && c.NewFact != "" {
			facts[c.OldFact] = c.NewFact
		}
	}
	a, b := lines(p.Old, sources), lines(p.New, sources)
	var rows []Row
	i, j := 0, 0
	cell := func(l Line, n int, segments []Segment) *Cell {
		return &Cell{N: n + 1, Fact: l.Fact, Segments: segments}
	}
	whole := func(l Line) []Segment { return []Segment{{Text: l.Text}} }
	skip := func(m, n int) {
		for ; i < m; i++ {
			rows = append(rows, Row{Kind: RowRemoved, Old: cell(a[i], i, whole(a[i]))})
		}
		for ; j < n; j++ {
			rows = append(rows, Row{Kind: RowAdded, New: cell(b[j], j, whole(b[j]))})
		}
	}
	for _, m := range matches(a, b, facts) {
		skip(m[0], m[1])
		row := Row{Kind: RowSame, Old: cell(a[i], i, whole(a[i])), New: cell(b[j], j, whole(b[j]))}
		if a[i].Text != b[j].Text {
			row.Kind = RowChanged
			row.Old.Segments, row.New.Segments = words(a[i].Text, b[j].Text)
		}
		rows = append(rows, row)
		i, j = i+1, j+1
	}
	skip(len(a), len(b))
	return rows
}

// matches pairs lines that state the same fact, in order and for the highest
// score: 3 for two equal lines, 2 for two that differ.
func matches(a, b []Line, facts map[string]string) [][2]int {
	if len(a)*len(b) > maxCells {
		return nil
	}
	score := func(x, y Line) int {
		fact := x.Fact
		for f := fact; f != ""; f = f[:max(0, strings.LastIndexByte(f, '.'))] {
			if g, ok := facts[f]; ok {
				fact = g + x.Fact[len(f):]
				break
			}
		}
		switch {
		case fact != y.Fact:
			return 0
		case x.Text == y.Text:
			return 3
		}
		return 2
	}
	best := make([][]int, len(a)+1)
	for i := range best {
		best[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if s := score(a[i], b[j]); s > 0 {
				best[i][j] = max(best[i][j], s+best[i+1][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch s := score(a[i], b[j]); {
		case s > 0 && best[i][j] == s+best[i+1][j+1]:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return out
}

// words marks the words that two lines do not share.
func words(a, b string) (old, new []Segment) {
	x, y := tokens(a), tokens(b)
	if len(x)*len(y) > maxCells {
		return []Segment{{a, true}}, []Segment{{b, true}}
	}
	best := make([][]int, len(x)+1)
	for i := range best {
		best[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		switch {
		case x[i] == y[j]:
			old, new = segment(old, x[i], false), segment(new, y[j], false)
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			old = segment(old, x[i], true)
			i++
		default:
			new = segment(new, y[j], true)
			j++
		}
	}
	for ; i < len(x); i++ {
		old = segment(old, x[i], true)
	}
	for ; j < len(y); j++ {
		new = segment(new, y[j], true)
	}
	return old, new
}

// segment appends a token, to the last segment if it is marked alike.
func segment(list []Segment, text string, changed bool) []Segment {
	if n := len(list); n > 0 && list[n-1].Changed == changed {
		list[n-1].Text += text
		return list
	}
	return append(list, Segment{text, changed})
}

// tokens cuts a line into words and the single characters between them.
func tokens(s string) []string {
	isWord := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
	}
	var out []string
	inWord := false
	for _, r := range s {
		if isWord(r) && inWord {
			out[len(out)-1] += string(r)
		} else {
			out = append(out, string(r))
		}
		inWord = isWord(r)
	}
	return out
}

// linkRows notes in each row which changes are about it.
func (r *Report) linkRows() {
	type side struct {
		pair int
		new  bool
		fact string
	}
	about := map[side][]int{}
	for i, c := range r.Changes {
		if c.Pair >= 0 {
			old, new := side{c.Pair, false, c.OldFact}, side{c.Pair, true, c.NewFact}
			about[old], about[new] = append(about[old], i), append(about[new], i)
		}
	}
	for p := range r.Pairs {
		for j := range r.Pairs[p].Rows {
			row := &r.Pairs[p].Rows[j]
			if row.Old != nil {
				row.Changes = append(row.Changes, about[side{p, false, row.Old.Fact}]...)
			}
			if row.New != nil {
				row.Changes = append(row.Changes, about[side{p, true, row.New.Fact}]...)
			}
			slices.Sort(row.Changes)
			row.Changes = slices.Compact(row.Changes)
		}
	}
}
