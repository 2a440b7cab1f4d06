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
	Kind string `json:"kind"`
	// Old and New are nil where a side has no such line.
	Old *Cell `json:"old"`
	New *Cell `json:"new"`
	// Changes are the indices in [Report.Changes] of the changes that are about the row.
	Changes []int `json:"changes"`
}

// Cell is one side of a row.
type Cell struct {
	// N is the number of the line, from 1.
	N        int
	Fact     string
	Segments []Segment
}

// MarshalText returns the whole line.
func (c *Cell) MarshalText() ([]byte, error) {
	var b strings.Builder
	for _, s := range c.Segments {
		b.WriteString(s.Text)
	}
	return []byte(b.String()), nil
}

// Segment is a part of a line. Changed is set where the other side has other words.
type Segment struct {
	Text    string
	Changed bool
}

// align puts the lines of a pair side by side.
func (r *Report) align(pair int) []Row {
	p := r.Pairs[pair]
	sources := false
	facts := map[string]string{}   // of new, by those of old that they take the place of
	about := map[[2]string][]int{} // changes, by the side and the fact
	for i, c := range r.Changes {
		if c.Pair != pair {
			continue
		}
		sources = sources || c.Rule == DocOnly
		about[[2]string{"old", c.OldFact}] = append(about[[2]string{"old", c.OldFact}], i)
		about[[2]string{"new", c.NewFact}] = append(about[[2]string{"new", c.NewFact}], i)
		if c.OldFact != "" && c.NewFact != "" {
			facts[c.OldFact] = c.NewFact
		}
	}
	a, b := lines(p.old, sources), lines(p.new, sources)
	var rows []Row
	add := func(kind string, i, j int) {
		row := Row{Kind: kind, Changes: []int{}}
		if i >= 0 {
			row.Old = &Cell{i + 1, a[i].Fact, []Segment{{Text: a[i].Text}}}
			row.Changes = append(row.Changes, about[[2]string{"old", a[i].Fact}]...)
		}
		if j >= 0 {
			row.New = &Cell{j + 1, b[j].Fact, []Segment{{Text: b[j].Text}}}
			row.Changes = append(row.Changes, about[[2]string{"new", b[j].Fact}]...)
		}
		if kind == RowChanged {
			row.Old.Segments, row.New.Segments = words(a[i].Text, b[j].Text)
		}
		slices.Sort(row.Changes)
		row.Changes = slices.Compact(row.Changes)
		rows = append(rows, row)
	}
	walk(len(a), len(b), func(i, j int) int {
		switch {
		case newFact(facts, a[i].Fact) != b[j].Fact:
			return 0
		case a[i].Text != b[j].Text:
			return 2
		}
		return 3
	}, func(i, j int) {
		switch {
		case j < 0:
			add(RowRemoved, i, j)
		case i < 0:
			add(RowAdded, i, j)
		case a[i].Text != b[j].Text:
			add(RowChanged, i, j)
		default:
			add(RowSame, i, j)
		}
	})
	return rows
}

// newFact is what a fact of the old version is called in the new one.
func newFact(facts map[string]string, fact string) string {
	for f := fact; f != ""; f = f[:max(0, strings.LastIndexByte(f, '.'))] {
		if g, ok := facts[f]; ok {
			return g + fact[len(f):]
		}
	}
	return fact
}

// words marks the words that two lines do not share.
func words(a, b string) (old, new []Segment) {
	x, y := tokens(a), tokens(b)
	walk(len(x), len(y), func(i, j int) int {
		if x[i] == y[j] {
			return 1
		}
		return 0
	}, func(i, j int) {
		if i >= 0 {
			old = segment(old, x[i], j < 0)
		}
		if j >= 0 {
			new = segment(new, y[j], i < 0)
		}
	})
	return old, new
}

// maxCells bounds the work of an alignment; two versions of Pad have 60 x 60.
const maxCells = 4 << 20

// walk pairs the elements of two lists of n and m elements, in order and for the highest sum of scores, and calls
// visit for each pair and for each element without one, whose other index is -1. Elements with score 0 are no pair.
func walk(n, m int, score func(i, j int) int, visit func(i, j int)) {
	best := make([][]int, n+1)
	if n*m <= maxCells {
		for i := range best {
			best[i] = make([]int, m+1)
		}
		for i := n - 1; i >= 0; i-- {
			for j := m - 1; j >= 0; j-- {
				best[i][j] = max(best[i+1][j], best[i][j+1])
				if s := score(i, j); s > 0 {
					best[i][j] = max(best[i][j], s+best[i+1][j+1])
				}
			}
		}
	}
	i, j := 0, 0
	for i < n && j < m && n*m <= maxCells {
		switch s := score(i, j); {
		case s > 0 && best[i][j] == s+best[i+1][j+1]:
			visit(i, j)
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			visit(i, -1)
			i++
		default:
			visit(-1, j)
			j++
		}
	}
	for ; i < n; i++ {
		visit(i, -1)
	}
	for ; j < m; j++ {
		visit(-1, j)
	}
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
