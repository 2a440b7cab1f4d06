package specdiff

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Format is an output format of a report.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	JSON     Format = "json"
	HTML     Format = "html"
	GitHub   Format = "github"
)

// ParseFormat returns the format with the given name. Its error matches [ErrArgument].
func ParseFormat(s string) (Format, error) {
	return parseName("format", s, []Format{Text, Markdown, JSON, HTML, GitHub})
}

// Write writes the report. JSON is always a complete object, HTML a complete page and Markdown a complete comment. Without
// changes, text is one line, and nothing is written for GitHub. With details, text lists everything that was not compared;
// otherwise it only states how much that is.
func (r *Report) Write(w io.Writer, f Format, details bool) error {
	var out string
	var err error
	switch f {
	case Text:
		out = r.text(details)
	case Markdown:
		out = r.markdown()
	case JSON:
		out, err = r.json()
	case HTML:
		out, err = r.html()
	case GitHub:
		out = r.github()
	default:
		_, err = ParseFormat(string(f))
	}
	if err != nil {
		return err
	}
	if _, err = io.WriteString(w, out); err != nil {
		return fmt.Errorf("specdiff: %w", err)
	}
	return nil
}

// countsText returns counts as in "2 changed, 1 none".
func countsText(counts []Count) string {
	parts := make([]string, len(counts))
	for i, c := range counts {
		parts[i] = fmt.Sprintf("%d %s", c.N, c.Severity)
	}
	return strings.Join(parts, ", ")
}

// kernelName splits the name of a kernel into mode, element type and rank.
var kernelName = regexp.MustCompile(`^([A-Z][a-z0-9_]*)(\w+Rank)(\d)$`)

// short shortens a list of names: it combines the kernels of an element type, as in
// {Constant,Wrap}Int2Rank{1..8}, if all modes have the same ranks.
func short(names []string) []string {
	var out []string
	ranks := map[[2]string]string{} // by mode and element type
	for _, n := range slices.Sorted(slices.Values(names)) {
		if m := kernelName.FindStringSubmatch(n); m != nil {
			ranks[[2]string{m[1], m[2]}] += m[3]
		} else {
			out = append(out, n)
		}
	}
	modes := map[[2]string][]string{} // by element type and ranks
	for k, list := range ranks {
		key := [2]string{k[1], list}
		modes[key] = append(modes[key], k[0])
	}
	for key, list := range modes {
		mode, rank := list[0], key[1]
		if slices.Sort(list); len(list) > 1 {
			mode = "{" + strings.Join(list, ",") + "}"
		}
		if len(rank) > 1 {
			rank = fmt.Sprintf("{%c..%c}", rank[0], rank[len(rank)-1])
		}
		out = append(out, mode+key[0]+rank)
	}
	slices.Sort(out)
	return out
}
