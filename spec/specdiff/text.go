package specdiff

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// The colors of a terminal.
const (
	plain  = "\x1b[0m"
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

var colors = map[Severity]string{
	Breaking: red, Changed: yellow, Unsupported: yellow, Additive: green, Widened: green,
}

// text prints the report for a terminal.
func (r *Report) text(style Style) string {
	in := func(color, s string) string {
		if !style.Color || color == "" {
			return s
		}
		return color + s + plain
	}
	var b strings.Builder
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\n%s\n", in(bold, printable(title)))
		}
		for _, l := range lines {
			fmt.Fprintf(&b, "  %s\n", printable(l))
		}
	}
	title := in(bold, printable(r.Old.Label)+" -> "+printable(r.New.Label)) + ": " + printable(r.Verdict)
	remarks := r.remarks(style.Details)
	if r.Empty() {
		separator := map[bool]string{false: "; ", true: "\n  "}[style.Details]
		return strings.Join(append([]string{title}, remarks...), separator) + "\n"
	}
	fmt.Fprintf(&b, "%s\n%s\n  signature: %s\n  Go:        %s\n", title, count(len(r.Changes), "change"),
		countsText(r.Counts.Signature), countsText(r.Counts.Go))
	width := 0
	for _, c := range r.Changes {
		width = max(width, len(c.Rule))
	}
	for _, g := range r.byVersion() {
		fmt.Fprintf(&b, "\n%s\n  %-*s  signature  Go\n", in(bold, printable(g.Title)), width, "rule")
		for _, c := range g.Changes {
			signature, golang := fmt.Sprintf("%-9s", c.Signature), fmt.Sprintf("%-11s", c.Go)
			fmt.Fprintf(&b, "  %-*s  %s  %s  %s\n", width, c.Rule, in(colors[c.Signature], signature),
				in(colors[c.Go], golang), printable(c.Message))
		}
	}
	if r.Impact != nil {
		section(r.packageName(), []string{r.summary()})
		section("kernels added", short(r.Impact.Added))
		section("kernels removed", short(r.Impact.Removed))
	}
	section("remarks", remarks)
	return b.String()
}

// versionChanges are the changes that a version brought.
type versionChanges struct {
	Title   string
	Changes []Change
}

// byVersion groups the changes, which are sorted.
func (r *Report) byVersion() (groups []versionChanges) {
	for _, c := range r.Changes {
		title := cmp.Or(c.Version, "the table")
		if n := len(groups); n == 0 || groups[n-1].Title != title {
			groups = append(groups, versionChanges{Title: title})
		}
		g := &groups[len(groups)-1]
		g.Changes = append(g.Changes, c)
	}
	return groups
}

// printable replaces characters that would move the cursor or reverse text, because the text may come from a document.
func printable(s string) string {
	return strings.ReplaceAll(printableLines(s), "\n", "\uFFFD")
}

// printableLines is printable for text with several lines.
func printableLines(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}
