package specdiff

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Format is a way to print a report.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	JSON     Format = "json"
	HTML     Format = "html"
	GitHub   Format = "github"
)

// Formats returns all formats.
func Formats() []Format { return []Format{Text, Markdown, JSON, HTML, GitHub} }

// ParseFormat returns the format of a name. Its error matches [ErrArgument].
func ParseFormat(s string) (Format, error) {
	if f := Format(s); slices.Contains(Formats(), f) {
		return f, nil
	}
	return "", fmt.Errorf("%w: format %q, expected one of %q", ErrArgument, s, Formats())
}

// Write prints the report. JSON is always a whole object and HTML a whole page; in
// any other format, a report without a change prints its notes, and nothing if there
// are none. color applies only to text.
func (r *Report) Write(w io.Writer, f Format, color bool) error {
	if r.Empty() && len(r.Notes) == 0 && f != JSON && f != HTML {
		_, err := ParseFormat(string(f))
		return err
	}
	var out string
	var err error
	switch f {
	case Text:
		out = r.text(color)
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

// countsText prints counts as in "2 breaking, 1 none".
func countsText(counts []Count) string {
	parts := make([]string, len(counts))
	for i, c := range counts {
		parts[i] = fmt.Sprintf("%d %s", c.N, c.Class)
	}
	return strings.Join(parts, ", ")
}

// families shortens a sorted list of kernels: it combines the modes of one element
// type that have the same ranks, as in {Constant,Wrap}Int2Rank{1..8}.
func families(names []string) []string {
	type family struct {
		elem  string
		ranks []string
	}
	var byMode []family // in the order of names
	modes := map[string][]string{}
	for _, n := range names {
		i := strings.LastIndex(n, "Rank") + len("Rank")
		if k := len(byMode) - 1; k >= 0 && byMode[k].elem == n[:i] {
			byMode[k].ranks = append(byMode[k].ranks, n[i:])
			continue
		}
		byMode = append(byMode, family{n[:i], []string{n[i:]}})
	}
	for _, f := range byMode {
		mode, elem := splitMode(f.elem)
		key := elem + "{" + f.ranks[0] + ".." + f.ranks[len(f.ranks)-1] + "}"
		modes[key] = append(modes[key], mode)
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(modes)) {
		list := strings.Join(modes[key], ",")
		if len(modes[key]) > 1 {
			list = "{" + list + "}"
		}
		out = append(out, list+key)
	}
	return out
}

// splitMode cuts the mode off a kernel's name.
func splitMode(name string) (mode, rest string) {
	for _, m := range spec.KnownModes() {
		m = spec.ModeGoName(m)
		if rest, ok := strings.CutPrefix(name, m); ok {
			return m, rest
		}
	}
	return "", name
}

// isKernel tells the declarations of kernels from the others.
func isKernel(decl string) bool { return strings.HasPrefix(decl, "pkg generated, func ") }

// otherAPI leaves the kernels out.
func otherAPI(decls []string) []string { return slices.DeleteFunc(slices.Clone(decls), isKernel) }

// lines returns the known amounts as text, followed by the note.
func (g *Growth) lines() []string {
	if g == nil {
		return nil
	}
	line := func(name string, a Amount, unit func(int64) string) string {
		sign := "+"
		if a.After < a.Before {
			sign = "-"
		}
		return fmt.Sprintf("%s: %s to %s, %s%s", name, unit(a.Before), unit(a.After), sign, unit(max(a.After-a.Before, a.Before-a.After)))
	}
	plain := func(n int64) string { return fmt.Sprint(n) }
	out := []string{line("source", g.Source, size), line("lines", g.Lines, plain), line("files", g.Files, plain)}
	if g.Compile != nil {
		out = append(out, line("compile time", *g.Compile, func(n int64) string { return fmt.Sprintf("%.1f s", float64(n)/1000) }))
	}
	if g.Linked != nil {
		out = append(out, line("linked size", *g.Linked, size))
	}
	if g.Note != "" {
		out = append(out, g.Note)
	}
	return out
}

// size prints bytes.
func size(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%.0f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
