package specdiff

import (
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

// paint colors text for a terminal, or leaves it as it is.
type paint bool

func (p paint) in(color, s string) string {
	if !p || s == "" {
		return s
	}
	return color + s + plain
}

func (p paint) class(c Class, width int) string {
	color := map[Class]string{Breaking: red, Blocked: yellow, Additive: green}[c]
	s := fmt.Sprintf("%-*s", width, c)
	if color == "" {
		return s
	}
	return p.in(color, s)
}

// text prints the report for a terminal.
func (r *Report) text(color bool) string {
	p := paint(color)
	var b strings.Builder
	section := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s\n", p.in(bold, title))
		for _, l := range lines {
			fmt.Fprintf(&b, "  %s\n", printable(l))
		}
	}
	onnx, golang := r.Counts()
	fmt.Fprintf(&b, "%s\n", p.in(bold, printable(r.Old.Label)+" -> "+printable(r.New.Label)))
	if r.Empty() {
		b.WriteString("no change\n")
		section("not compared", r.Notes)
		return b.String()
	}
	fmt.Fprintf(&b, "%s\n  for ONNX: %s\n  for Go:   %s\n", count(len(r.Changes), "change"), countsText(onnx), countsText(golang))
	width := 0
	for _, c := range r.Changes {
		width = max(width, len(c.Rule))
	}
	version := "-"
	for _, c := range r.Changes {
		if c.Version != version {
			version = c.Version
			title := version
			if title == "" {
				title = "the table"
			}
			fmt.Fprintf(&b, "\n%s\n  %-*s  ONNX      Go\n", p.in(bold, title), width, "rule")
		}
		fmt.Fprintf(&b, "  %-*s  %s  %s  %s\n", width, c.Rule, p.class(c.ONNX, 8), p.class(c.Go, 8), printable(c.Message))
	}
	section("the generated package", r.summary())
	e := &r.Effect
	section("kernels added", families(e.Added))
	section("kernels removed", families(e.Removed))
	section("exported Go API added, besides kernels", otherAPI(e.APIAdded))
	section("exported Go API removed, besides kernels", otherAPI(e.APIRemoved))
	section("growth", e.Growth.lines())
	for _, t := range e.Todo {
		lines := make([]string, len(t.Steps))
		for i, s := range t.Steps {
			lines[i] = s.Where + ": " + s.What
		}
		section("to be added by a person for "+printable(t.Subject), lines)
	}
	section("conformance cases that are needed", caseLines(e.Cases))
	section("not compared", r.Notes)
	return b.String()
}

// summary describes the effect in a few lines.
func (r *Report) summary() []string {
	e := &r.Effect
	of := "all versions"
	if r.New.Version != nil {
		of = "that version alone"
	}
	out := []string{fmt.Sprintf("a package of %s has %s, formerly %d: %d added, %d removed", of, count(e.After, "kernel"), e.Before, len(e.Added), len(e.Removed))}
	if len(e.Removed) > 0 && r.New.Version != nil {
		out = append(out, "a package of all versions keeps what any version allows")
	}
	if e.Waiting > 0 {
		out = append(out, fmt.Sprintf("%d more kernels wait for what a person must add", e.Waiting))
	}
	if len(e.StorageAdded) > 0 {
		out = append(out, "storage types it newly uses: "+strings.Join(e.StorageAdded, ", "))
	}
	if len(e.StorageRemoved) > 0 {
		out = append(out, "storage types it no longer uses: "+strings.Join(e.StorageRemoved, ", "))
	}
	return out
}

func caseLines(cases []Case) []string {
	out := make([]string, len(cases))
	for i, c := range cases {
		out[i] = fmt.Sprintf("%4d  %s (%s)", c.Total(), c.Text(), c.Version)
	}
	return out
}

// printable replaces characters that would move the cursor or reverse text, in
// text that may come from a document.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}

// printableLines is printable for text of several lines.
func printableLines(s string) string {
	list := strings.Split(s, "\n")
	for i, l := range list {
		list[i] = printable(l)
	}
	return strings.Join(list, "\n")
}
