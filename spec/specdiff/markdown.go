package specdiff

import (
	"fmt"
	"strings"
)

// MaxMarkdown is the length of the longest comment that GitHub takes, in
// characters. The report counts bytes, which are never fewer.
const MaxMarkdown = 65_536

// cut ends a report that is too long.
const cut = "\n_Cut here: GitHub takes %d characters. %d of %d parts are not shown; `padgen diff -format json` has them all._\n"

// markdown prints the report for a pull request: a summary and the changes that
// matter most, all the rest folded.
func (r *Report) markdown() string {
	e := &r.Effect
	var parts []string
	add := func(p string) {
		if p != "" {
			parts = append(parts, p)
		}
	}
	proseList := func(title string, lines []string) {
		escaped := make([]string, len(lines))
		for i, l := range lines {
			escaped[i] = prose(l)
		}
		if len(lines) > 0 {
			add(folded(title, bullets(escaped)))
		}
	}
	onnx, golang := r.Counts()
	var head strings.Builder
	fmt.Fprintf(&head, "### Pad: %s to %s\n\n", code(r.Old.Label), code(r.New.Label))
	if r.Empty() {
		head.WriteString("No change.\n")
		add(head.String())
		proseList("Not compared", r.Notes)
		return within(parts, MaxMarkdown)
	}
	fmt.Fprintf(&head, "%s. For ONNX: %s. For users of the Go packages: %s.\n", count(len(r.Changes), "change"), countsText(onnx), countsText(golang))
	for _, l := range r.summary() {
		fmt.Fprintf(&head, "- %s\n", prose(l))
	}
	add(head.String())
	important := func(c Change) bool { return c.Go.rank() >= Blocked.rank() }
	add(r.changeTable("", important))
	add(r.changeTable("Changes", func(c Change) bool { return !important(c) }))
	for _, t := range e.Todo {
		var lines []string
		for _, s := range t.Steps {
			lines = append(lines, code(s.Where)+": "+prose(s.What))
		}
		add(folded("To be added by a person for "+inline(t.Subject), bullets(lines)))
	}
	list := func(title string, names []string) {
		lines := make([]string, len(names))
		for i, n := range names {
			lines[i] = code(n)
		}
		if len(lines) > 0 {
			add(folded(title, bullets(lines)))
		}
	}
	list(fmt.Sprintf("Kernels added: %d", len(e.Added)), families(e.Added))
	list(fmt.Sprintf("Kernels removed: %d", len(e.Removed)), families(e.Removed))
	list("Exported Go API added, besides kernels", otherAPI(e.APIAdded))
	list("Exported Go API removed, besides kernels", otherAPI(e.APIRemoved))
	proseList("Growth", e.Growth.lines())
	var cases []string
	for _, c := range e.Cases {
		cases = append(cases, fmt.Sprintf("%d: %s (%s)", c.Total(), c.Text(), c.Version))
	}
	proseList("Conformance cases that are needed", cases)
	add(r.matrixTable("Types by version", r.Types))
	add(r.matrixTable("Modes by version", r.Modes))
	proseList("Not compared", r.Notes)
	return within(parts, MaxMarkdown)
}

// within joins parts as long as they fit, and says how many did not. A part
// that does not fit by itself is cut at a line.
func within(parts []string, limit int) string {
	reserve := len(cut) + 20
	var b strings.Builder
	for i, p := range parts {
		if b.Len()+len(p)+1 > limit-reserve {
			if i == 0 || strings.HasPrefix(p, "\n|") || strings.HasPrefix(p, "<details>") {
				b.WriteString(cutPart(p, limit-reserve-b.Len()))
			}
			fmt.Fprintf(&b, cut, limit, len(parts)-i, len(parts))
			break
		}
		b.WriteString(p)
	}
	return b.String()
}

// cutPart returns the first lines of a part, closed where it was folded.
func cutPart(p string, room int) string {
	const end = "\n</details>\n"
	if room -= len(end); room < 200 {
		return ""
	}
	p = p[:min(len(p), room)]
	p = p[:strings.LastIndexByte(p, '\n')+1]
	if strings.HasPrefix(p, "<details>") {
		return p + end
	}
	return p
}

// changeTable prints the changes that keep selects, folded if it has a title.
func (r *Report) changeTable(title string, keep func(Change) bool) string {
	var b strings.Builder
	n := 0
	fmt.Fprint(&b, "\n| Version | Change | ONNX | Go | |\n|---|---|---|---|---|\n")
	for _, c := range r.Changes {
		if keep(c) {
			n++
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(c.Version), code(c.Rule), c.ONNX, c.Go, prose(c.Message))
		}
	}
	switch {
	case n == 0:
		return ""
	case title == "":
		return b.String() + "\n"
	}
	return folded(fmt.Sprintf("%s: %d", title, n), b.String())
}

func (r *Report) matrixTable(title string, m Matrix) string {
	if len(m.Rows) == 0 || len(m.Columns) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n| |")
	for _, c := range m.Columns {
		fmt.Fprintf(&b, " %s |", prose(c.ID))
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(m.Columns)) + "\n")
	for _, row := range m.Rows {
		fmt.Fprintf(&b, "| %s |", code(row.Name))
		for _, cell := range row.Cells {
			fmt.Fprintf(&b, " %s |", map[string]string{Allowed: "yes", NotStated: "?"}[cell])
		}
		b.WriteString("\n")
	}
	return folded(title, b.String())
}

func folded(title, body string) string {
	return fmt.Sprintf("<details><summary>%s</summary>\n%s\n</details>\n", title, strings.TrimRight("\n"+strings.TrimPrefix(body, "\n"), "\n")+"\n")
}

func bullets(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "- " + strings.Join(lines, "\n- ") + "\n"
}

// code prints a name as code. It escapes a name with characters that mean
// something in Markdown, as the name may come from a document.
func code(s string) string {
	if s == "" {
		return ""
	}
	for _, r := range s {
		if !plainRune(r) {
			return "<code>" + inline(s) + "</code>"
		}
	}
	return "`" + s + "`"
}

func plainRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(" ()[]{}.,:;/_-+=*\"~^@%#&!?'", r)
}

// inline escapes a name for the inside of a tag.
func inline(s string) string { return escape(s, func(r rune) bool { return r == ' ' }) }

// prose escapes a sentence, so that it has no markup, no link and no mention.
func prose(s string) string {
	s = escape(s, func(r rune) bool { return strings.ContainsRune(" .,:;()-=\"'/?!%+", r) })
	return strings.NewReplacer("://", "&#58;//", "www.", "www&#46;").Replace(s)
}

func escape(s string, keep func(rune) bool) string {
	var b strings.Builder
	list := []rune(printable(s))
	letter := func(i int) bool {
		return i >= 0 && i < len(list) && (list[i] >= '0' && list[i] <= '9' || list[i] >= 'a' && list[i] <= 'z' || list[i] >= 'A' && list[i] <= 'Z')
	}
	for i, r := range list {
		switch {
		case letter(i), r > 0x7f, keep(r), r == '_' && letter(i-1) && letter(i+1):
			b.WriteRune(r)
		case r == '@':
			b.WriteString("@\u200b") // no mention
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}
