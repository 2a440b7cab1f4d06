package specdiff

import (
	"fmt"
	"slices"
	"strings"
)

// maxMarkdown is the length of the longest comment that GitHub takes, in characters. The report counts bytes, which
// are never fewer.
const maxMarkdown = 65_536

// cut ends a report that is too long.
const cut = "\n_Cut here: GitHub takes %d characters. %d of %d parts are not shown; `padgen diff -format json` has them all._\n"

// markdown prints the report for a pull request: a summary and the changes that a reviewer must decide on, all the
// rest folded.
func (r *Report) markdown() string {
	var head strings.Builder
	fmt.Fprintf(&head, "### Pad: %s to %s\n\n%s; %s.\n", code(r.Old.Label), code(r.New.Label),
		prose(strings.ToUpper(r.Verdict[:1])+r.Verdict[1:]), scope)
	if !r.Empty() {
		fmt.Fprintf(&head, "\n%s. Signature: %s. Go: %s.\n", count(len(r.Changes), "change"),
			countsText(r.Counts.Signature), countsText(r.Counts.Go))
	}
	if s := r.summary(); s != "" {
		fmt.Fprintf(&head, "\n%s\n", prose(s))
	}
	parts := []string{
		head.String(),
		r.changeTable("", Change.NeedsReview),
		r.changeTable("Changes", func(c Change) bool { return !c.NeedsReview() }),
	}
	list := func(title string, lines []string, escape func(string) string) {
		var b strings.Builder
		for _, l := range lines {
			fmt.Fprintf(&b, "- %s\n", escape(l))
		}
		if len(lines) > 0 {
			parts = append(parts, folded(title, b.String()))
		}
	}
	for _, l := range r.Impact.lists() {
		list(fmt.Sprintf("Added %s: %d", l.Title, len(l.Added)), short(l.Added), code)
		list(fmt.Sprintf("Removed %s: %d", l.Title, len(l.Removed)), short(l.Removed), code)
	}
	parts = append(parts, matrixTable("Types by version", r.Types), matrixTable("Modes by version", r.Modes))
	list("Remarks", r.remarks(false)[1:], prose) // the first is in the head
	return within(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), maxMarkdown)
}

// within joins parts as long as they fit, and says how many did not. A part
// that does not fit by itself is cut at a line.
func within(parts []string, limit int) string {
	reserve := len(cut) + 20
	var b strings.Builder
	for i, p := range parts {
		if b.Len()+len(p)+1 > limit-reserve {
			if i == 0 || strings.HasPrefix(p, "\n|") || strings.HasPrefix(p, "\n<details>") {
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
	if strings.HasPrefix(p, "\n<details>") {
		return p + end
	}
	return p
}

// changeTable prints the changes that keep selects, folded if it has a title.
func (r *Report) changeTable(title string, keep func(Change) bool) string {
	var b strings.Builder
	n := 0
	fmt.Fprint(&b, "\n| Version | Change | Signature | Go | |\n|---|---|---|---|---|\n")
	for _, c := range r.Changes {
		if keep(c) {
			n++
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(c.Version), code(c.Rule), c.Signature, c.Go, prose(c.Message))
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

func matrixTable(title string, m Matrix) string {
	if len(m.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n| |")
	for _, c := range m.Versions {
		fmt.Fprintf(&b, " %s |", prose(c.ID))
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(m.Versions)) + "\n")
	for _, row := range m.Rows {
		fmt.Fprintf(&b, "| %s |", code(row.Name))
		for _, allowed := range row.Allowed {
			fmt.Fprintf(&b, " %s |", map[bool]string{true: "yes"}[allowed])
		}
		b.WriteString("\n")
	}
	return folded(title, b.String())
}

func folded(title, body string) string {
	return fmt.Sprintf("\n<details><summary>%s</summary>\n\n%s\n\n</details>\n", title, strings.Trim(body, "\n"))
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
