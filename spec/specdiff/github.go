package specdiff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxAnnotations is how many annotations of each kind GitHub shows for a step.
const maxAnnotations = 10

// github returns workflow commands that create annotations: an error for what breaks Go programs, a warning for what is
// unsupported, and a notice for the verdict and for the rest. GitHub shows only ten of each kind, so the tenth lists all that
// remain.
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
		other := func(c Change) bool { return cmp.Or(annotations[c.Go], "notice") != kind }
		list := slices.DeleteFunc(slices.Clone(r.Changes), other)
		for i, c := range list[:min(most, len(list))] {
			text := annotationText(c)
			if rest := list[i+1:]; i == most-1 && len(rest) > 0 {
				text += fmt.Sprintf(", and %s:", count(len(rest), "more change"))
				for _, c := range rest {
					text += "\n" + c.Rule + " " + annotationText(c)
				}
			}
			annotate(&b, kind, c, text)
		}
	}
	return b.String()
}

// annotations maps severities in Go to kinds of annotations. The others are notices.
var annotations = map[Severity]string{Breaking: "error", Unsupported: "warning"}

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

// data escapes the message of a workflow command, and property a value before it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
