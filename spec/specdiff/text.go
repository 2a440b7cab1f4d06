package specdiff

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// text returns the report in columns.
func (r *Report) text(details bool) string {
	var b strings.Builder
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\n%s\n", printable(title))
		}
		for _, l := range lines {
			fmt.Fprintf(&b, "  %s\n", printable(l))
		}
	}
	title := printable(r.Old.Label + " -> " + r.New.Label + ": " + r.Verdict)
	remarks := r.remarks(details)
	if r.Empty() {
		separator := map[bool]string{false: "; ", true: "\n  "}[details]
		return strings.Join(append([]string{title}, remarks...), separator) + "\n"
	}
	fmt.Fprintf(&b, "%s\n%s\n  signature: %s\n  Go:        %s\n", title, count(len(r.Changes), "change"),
		countsText(r.Counts.Signature), countsText(r.Counts.Go))
	width := 0
	for _, c := range r.Changes {
		width = max(width, len(c.Rule))
	}
	for _, g := range r.byVersion() {
		fmt.Fprintf(&b, "\n%s\n  %-*s  signature  Go\n", printable(g.Title), width, "rule")
		for _, c := range g.Changes {
			fmt.Fprintf(&b, "  %-*s  %-9s  %-11s  %s\n", width, c.Rule, c.Signature, c.Go, printable(c.Message))
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
