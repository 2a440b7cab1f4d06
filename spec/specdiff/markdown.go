package specdiff

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// maxMarkdown is the length of the longest comment that GitHub accepts, in characters. The report counts bytes, which are
// never fewer.
const maxMarkdown = 65_536

// markdown returns the report for a pull request: a summary and the changes that a reviewer must decide on. Everything else
// is folded.
func (r *Report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### Pad: %s to %s\n\n%s; %s.\n", code(r.Old.Label), code(r.New.Label),
		prose(strings.ToUpper(r.Verdict[:1])+r.Verdict[1:]), scope)
	if !r.Empty() {
		fmt.Fprintf(&b, "\n%s. Signature: %s. Go: %s.\n", count(len(r.Changes), "change"),
			countsText(r.Counts.Signature), countsText(r.Counts.Go))
	}
	if s := r.summary(); s != "" {
		fmt.Fprintf(&b, "\n%s\n", prose(s))
	}
	var review, rest []Change
	for _, c := range r.Changes {
		if c.NeedsReview() {
			review = append(review, c)
		} else {
			rest = append(rest, c)
		}
	}
	if len(review) > 0 {
		b.WriteString(changeTable(review))
	}
	if len(rest) > 0 {
		b.WriteString(folded(fmt.Sprintf("Changes: %d", len(rest)), changeTable(rest)))
	}
	list := func(title string, lines []string, escape func(string) string) {
		var text string
		for _, l := range lines {
			text += "- " + escape(l) + "\n"
		}
		if text != "" {
			b.WriteString(folded(title, text))
		}
	}
	if i := r.Impact; i != nil {
		list(fmt.Sprintf("Added kernels: %d", len(i.Added)), short(i.Added), code)
		list(fmt.Sprintf("Removed kernels: %d", len(i.Removed)), short(i.Removed), code)
	}
	b.WriteString(matrixTable("Types by version", r.Types) + matrixTable("Modes by version", r.Modes))
	list("Remarks", r.remarks(false)[1:], prose) // the first is in the head
	return shorten(b.String(), maxMarkdown)
}

// shorten cuts a report that is too long after a line.
func shorten(text string, limit int) string {
	const end = "\n</details>\n"
	cut := fmt.Sprintf("\n_Cut here: GitHub takes %d characters. `padgen diff -format json` has all._\n", limit)
	if len(text) <= limit {
		return text
	}
	text = text[:limit-len(end)-len(cut)]
	text = text[:strings.LastIndexByte(text, '\n')+1]
	if strings.Count(text, "<details>") > strings.Count(text, "</details>") {
		text += end
	}
	return text + cut
}

func changeTable(changes []Change) string {
	var b strings.Builder
	b.WriteString("\n| Version | Change | Signature | Go | |\n|---|---|---|---|---|\n")
	for _, c := range changes {
		version := code(c.Version)
		if url := section(c.Version); url != "" && plainCode.MatchString(c.Version) {
			version = "[" + version + "](" + url + ")"
		}
		cells := []string{version, code(c.Rule), string(c.Signature), string(c.Go), prose(c.Message)}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	return b.String()
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
	body = strings.Trim(body, "\n")
	return fmt.Sprintf("\n<details><summary>%s</summary>\n\n%s\n\n</details>\n", title, body)
}

// code formats a name as code. It escapes characters with a meaning in Markdown, because the name may come from a document.
func code(s string) string {
	switch {
	case s == "":
		return ""
	case plainCode.MatchString(s):
		return "`" + s + "`"
	}
	return "<code>" + escape(s, " ") + "</code>"
}

var plainCode = regexp.MustCompile("^[0-9A-Za-z ()\\[\\]{}.,:;/_+=*\"~^@%#&!?'-]*$")

// prose escapes a sentence, so that it contains no markup, link or mention.
func prose(s string) string {
	s = escape(s, " .,:;()-=\"'/?!%+")
	return strings.NewReplacer("://", "&#58;//", "www.", "www&#46;").Replace(s)
}

// escape writes ASCII characters as entities, except letters, digits, those to keep, and underscores inside a word.
func escape(s, keep string) string {
	var b strings.Builder
	list := []rune(printable(s))
	letter := func(i int) bool {
		return i >= 0 && i < len(list) && list[i] <= 0x7f && (unicode.IsLetter(list[i]) || unicode.IsDigit(list[i]))
	}
	for i, r := range list {
		switch {
		case letter(i), r > 0x7f, strings.ContainsRune(keep, r), r == '_' && letter(i-1) && letter(i+1):
			b.WriteRune(r)
		case r == '@':
			b.WriteString("@\u200b") // no mention
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}
