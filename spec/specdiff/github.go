package specdiff

import (
	"fmt"
	"strings"
)

// maxAnnotations is how many annotations of each kind GitHub shows for a step.
const maxAnnotations = 10

// github prints workflow commands that make annotations: an error for what breaks Go programs, a warning for what
// is unsupported, a notice for the verdict and for the rest. As GitHub shows only ten of each kind, the tenth lists all that remain if
// there are more.
func (r *Report) github() string {
	if r.Empty() {
		return ""
	}
	var b strings.Builder
	verdict := fmt.Sprintf("%s -> %s: %s; %s", r.Old.Label, r.New.Label, r.Verdict, scope)
	for _, kind := range []string{"error", "warning", "notice"} {
		most := maxAnnotations
		if kind == "notice" {
			annotate(&b, kind, Change{Rule: "padgen diff"}, verdict)
			most--
		}
		var list []Change
		for _, c := range r.Changes {
			if annotation(c) == kind {
				list = append(list, c)
			}
		}
		for i, c := range list {
			text := annotationText(c)
			if i < most-1 || i == len(list)-1 {
				annotate(&b, kind, c, text)
				continue
			}
			text += fmt.Sprintf(", and %s:", count(len(list)-1-i, "more change"))
			for _, c := range list[i+1:] {
				text += "\n" + c.Rule + " " + annotationText(c)
			}
			annotate(&b, kind, c, text)
			break
		}
	}
	return b.String()
}

func annotation(c Change) string {
	switch c.Go {
	case Breaking:
		return "error"
	case Unsupported:
		return "warning"
	}
	return "notice"
}

func annotationText(c Change) string {
	text := c.Message
	if c.Version != "" {
		text = c.Version + ": " + text
	}
	return fmt.Sprintf("%s (signature: %s; Go: %s)", text, c.Signature, c.Go)
}

func annotate(b *strings.Builder, kind string, c Change, message string) {
	fmt.Fprintf(b, "::%s ", kind)
	if c.File != "" {
		fmt.Fprintf(b, "file=%s,line=%d,", property(c.File), max(1, c.Line))
	}
	fmt.Fprintf(b, "title=%s::%s\n", property(c.Rule), data(message))
}

// data escapes the message of a workflow command, property a value before it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
