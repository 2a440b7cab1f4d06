package changelog

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// This file turns operator pages into sections like those of a changelog.

var (
	pageHeading = regexp.MustCompile(`^(\w+) - (\d{1,9})(?: \(([\w.]+)\))?$`)
	pagePart    = regexp.MustCompile(`^(?:\*\*)?(Version|Summary|Attributes|Inputs|Outputs|Type Constraints|` +
		`Examples|Differences|Notes)(?:\*\*)?$`)
	pageRange  = regexp.MustCompile(`\bBetween (\d+) and (\d+) inputs\.`)
	pageBullet = regexp.MustCompile(`^\s*(?:•|\*)\s+(\S.*)$`)
	// lostExamples matches the start of the text after the heading Examples, which may be lost.
	lostExamples = regexp.MustCompile(`^(?:import |::$|\.\. _l-onnx-)`)
	pageDefault  = regexp.MustCompile("\\s*Default value is ``([^`]*)``\\.\\s*$")

	itemMeta = regexp.MustCompile(`^(name|domain|since_version|function|support_level|` +
		`shape inference):\s*(.*)`)
	itemTypes = regexp.MustCompile(`^(\w+) in \(\s*(.*?)\s*\)\s*:`)
	itemOpen  = regexp.MustCompile(`^(\w+) in \(`)
	// itemParam matches an input or output. If headings are lost, qualifiers such as (heterogeneous) distinguish it from an
	// attribute.
	itemParam = regexp.MustCompile(`^(\w+) \(([^)]*)\) - ([^:]*?)\s*:`)
	itemAttr  = regexp.MustCompile(`^(\w+)(?: - ([A-Z_]+))?\s*(?:\(([^)]*)\))?\s*:(?:\s+(.*))?$`)
)

// page is the part of a page about one version.
type page struct {
	*source
	rst        bool
	sec        *section
	start, end int
	domain     string // in the heading
	headings   bool   // at least one list has its heading
	meta       map[string]string
	params     []param
}

// item is one bullet with the lines that continue it.
type item struct {
	text []string
	line int
	part string // the heading above, "" if it was lost
	// group numbers the items between headings or wide gaps: a lost heading leaves two or more empty lines.
	group int
}

// param is an input or output.
type param struct {
	entry
	part  string
	group int
}

// pages reads the sections of Pad in an operator page of onnx.ai.
func (s *source) pages(d *Document, rst bool) ([]*section, error) {
	var all []*page
	for i, line := range s.lines {
		m := pageHeading.FindStringSubmatch(line)
		if m == nil || rst && (i+1 == len(s.lines) || !strings.HasPrefix(s.lines[i+1], "===")) {
			continue // in RST, a heading is underlined
		}
		if n := len(all); n > 0 {
			all[n-1].end = i
		}
		version, _ := strconv.Atoi(m[2]) // at most nine digits
		sec := newSection(m[1], version, s.line(i))
		sec.page = true
		all = append(all, &page{source: s, rst: rst, sec: sec, start: i, end: len(s.lines), domain: m[3]})
	}
	if len(all) == 0 {
		return nil, s.lacks(len(s.lines), `a heading as in "Pad - 13"`)
	}
	newest, name := 0, ""
	var out []*section
	for _, p := range all {
		if p.sec.name != spec.Operator {
			continue
		}
		if err := p.read(); err != nil {
			return nil, err
		}
		out = append(out, p.sec)
		newest = max(newest, p.sec.version)
		name = strings.TrimPrefix(p.sec.domain+"."+p.sec.name, spec.DefaultDomain+".")
	}
	d.Source = fmt.Sprintf("onnx.ai operator page %s, newest version %d", name, newest)
	return out, nil
}

// read reads one version of a page.
func (p *page) read() error {
	items, err := p.items()
	if err != nil {
		return err
	}
	p.meta = make(map[string]string)
	for _, it := range items {
		if err := p.item(it); err != nil {
			return err
		}
	}
	if p.meta["since_version"] != strconv.Itoa(p.sec.version) {
		return p.errorf(p.start, fmt.Sprintf("since_version: %d, as in the heading", p.sec.version), "%s",
			clip(p.meta["since_version"]))
	}
	p.sec.domain = p.meta["domain"]
	if p.sec.domain == "main" {
		p.sec.domain = spec.DefaultDomain
	}
	if p.sec.domain == "" || p.domain != "" && p.domain != p.sec.domain {
		return p.errorf(p.start, "a line on the domain, the same as in the heading", "%s", clip(p.sec.domain))
	}
	p.split()
	if len(p.params) == 0 || p.headings && len(p.sec.lists[outputs]) == 0 {
		return p.lacks(p.end, "the inputs and outputs of "+p.sec.id())
	}
	return nil
}

// items gathers the bullets up to the examples.
func (p *page) items() (out []item, err error) {
	part, group, blank, table := "", 0, 0, -1
	open := false // the last bullet may continue
	for i := p.start + 1; i < p.end; i++ {
		line := p.lines[i]
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "<table") {
			table = i
		} else if strings.HasPrefix(trimmed, "</table>") {
			table = -1
		}
		if part == "Examples" || part == "Differences" {
			continue
		}
		if trimmed == "" {
			blank++
			continue
		}
		gap := blank
		blank = 0
		if m := pagePart.FindStringSubmatch(trimmed); m != nil {
			part, open = m[1], false
			p.headings = p.headings || part == attributes || part == inputs || part == outputs
			group++
			continue
		}
		if lostExamples.MatchString(trimmed) {
			part = "Examples" // the heading was lost
			continue
		}
		if m := pageRange.FindStringSubmatch(trimmed); m != nil && p.sec.inputs == "" {
			p.sec.inputs, p.sec.inputsLine = m[1]+" - "+m[2], p.line(i)
			group++
			open = false
		}
		if gap >= 2 {
			group++
			open = false
		}
		goesOn := strings.HasPrefix(line, " ") || strings.HasPrefix(trimmed, "):") ||
			strings.HasPrefix(trimmed, "tensor(")
		if m := pageBullet.FindStringSubmatch(line); m != nil && (p.rst || strings.Contains(line, "•")) {
			out = append(out, item{text: []string{m[1]}, line: i, part: part, group: group})
			open = true
		} else if open && (goesOn || p.rst && strings.HasSuffix(out[len(out)-1].last(), ",")) {
			out[len(out)-1].text = append(out[len(out)-1].text, trimmed)
		} else {
			open = false
		}
	}
	if table >= 0 {
		return nil, p.lacks(p.end, fmt.Sprintf("</table> for the table in line %d", p.line(table)))
	}
	return out, nil
}

func (it *item) last() string { return it.text[len(it.text)-1] }

// item reads one bullet according to its form.
func (p *page) item(it item) error {
	text := strings.ReplaceAll(strings.Join(it.text, " "), "**", "") // without the marks for bold
	e := entry{line: p.line(it.line)}
	if m := itemMeta.FindStringSubmatch(text); m != nil {
		if _, twice := p.meta[m[1]]; !twice { // otherwise an attribute of that name
			p.meta[m[1]] = m[2]
			return nil
		}
	}
	add := func(list string) { p.sec.lists[list] = append(p.sec.lists[list], e) }
	if it.part == "Version" || it.part == "Summary" || it.part == "Notes" {
		return nil
	}
	if m := itemTypes.FindStringSubmatch(text); m != nil {
		e.name, e.typ = m[1], m[2]
		add(typeConstraints)
		return nil
	}
	if itemOpen.MatchString(text) {
		return p.lacks(p.end, fmt.Sprintf(`"):" for the list of types in line %d`, e.line))
	}
	if m := itemParam.FindStringSubmatch(text); m != nil {
		e.name, e.quals, e.typ = m[1], m[2], m[3]
		p.params = append(p.params, param{e, it.part, it.group})
		return nil
	}
	m := itemAttr.FindStringSubmatch(text)
	if m == nil || it.part != "" && it.part != attributes {
		return p.errorf(it.line, "an attribute, an input, an output or a type constraint", "%s", clip(text))
	}
	e.name, e.typ, e.prose = m[1], m[2], m[4]
	if m[3] != "" {
		e.typ += " (" + m[3] + ")"
	}
	// RST pages print every default after the text, or "?" if they do not know it.
	if d := pageDefault.FindStringSubmatch(e.prose); d != nil {
		e.prose = strings.TrimSuffix(e.prose, d[0])
		if m[3] == "" && d[1] != "?" {
			e.typ += " (default is " + d[1] + ")"
		}
	}
	add(attributes)
	return nil
}

// split divides the parameters into inputs and outputs by the headings, or by the gap that a lost heading leaves. If the gaps
// do not result in two groups, both lists stay empty.
func (p *page) split() {
	groups := make(map[int]bool)
	byHeading := true
	for _, q := range p.params {
		byHeading = byHeading && (q.part == inputs || q.part == outputs)
		groups[q.group] = true
	}
	if !byHeading && len(groups) != 2 {
		return
	}
	for _, q := range p.params {
		list := outputs
		if q.part == inputs || !byHeading && q.group == p.params[0].group {
			list = inputs
		}
		p.sec.lists[list] = append(p.sec.lists[list], q.entry)
	}
}

var (
	brokenLabel   = regexp.MustCompile(` (\.\. (?:_l-|contents::))`)
	brokenHeading = regexp.MustCompile(` (\w+ - \d+(?: \([\w.]+\))?) (={3,}) `)
	brokenPart    = regexp.MustCompile(` (\*\*(?:Version|Summary|Attributes|Inputs|Outputs|Type Constraints|` +
		`Examples|Differences)\*\*) `)
	brokenBullet = regexp.MustCompile(` (\* \*\*)`)
)

// rebreak restores the line breaks of a page that lost them, before labels, headings and bullets. Every new line keeps the
// number of its original line.
func rebreak(s *source) *source {
	const long = 1000 // only lines of HTML tables, which begin with a tag, are longer
	out := &source{file: s.file}
	for i, line := range s.lines {
		if len(line) >= long && !strings.HasPrefix(strings.TrimSpace(line), "<") {
			line += " "
			line = brokenLabel.ReplaceAllString(line, "\n$1")
			line = brokenHeading.ReplaceAllString(line, "\n$1\n$2\n ")
			line = brokenPart.ReplaceAllString(line, "\n$1\n ")
			line = brokenBullet.ReplaceAllString(line, "\n$1")
		}
		for _, part := range strings.Split(line, "\n") {
			out.lines = append(out.lines, strings.TrimRight(part, " "))
			out.number = append(out.number, i+1)
		}
	}
	return out
}

var (
	sumTitle    = regexp.MustCompile(`^# (\w+)$`)
	sumVersions = regexp.MustCompile(`^All versions: (\d{1,9}(?:, \d{1,9})*)$`)
	sumPart     = regexp.MustCompile(`^## ([\w ]+?)(?: \((.*)\))?$`)
	sumParam    = regexp.MustCompile(`^- \*\*(\w+)\*\* \(([^:]*)\): ?(.*)$`)
	sumTypes    = regexp.MustCompile(`^- \*\*(\w+)\*\*: (.*)$`)
	sumHistory  = regexp.MustCompile(`^- \*\*Opset (\d{1,9})\*\*: Types: (.*)$`)
)

// summary reads a summary page: the newest version in full, and only the data types of the others. The page names opsets
// without a domain, which in ONNX means ai.onnx.
func (s *source) summary(d *Document) ([]*section, error) {
	newest := newSection("", 0, 0)
	newest.domain, newest.page = spec.DefaultDomain, true
	out := []*section{newest}
	described, part := make(map[string]bool), ""
	var again entry // the types of the newest version in the history
	var versions []string
	for i, line := range s.lines {
		if m := sumPart.FindStringSubmatch(line); m != nil {
			if part = m[1]; part == inputs {
				newest.inputs, newest.inputsLine = html.UnescapeString(m[2]), s.line(i)
			}
		} else if m := sumTitle.FindStringSubmatch(line); m != nil && part == "" {
			newest.name, newest.line = m[1], s.line(i)
		} else if m := sumVersions.FindStringSubmatch(line); m != nil && part == "" {
			versions = strings.Split(m[1], ", ")
			newest.version, _ = strconv.Atoi(versions[len(versions)-1]) // at most nine digits
		} else if !strings.HasPrefix(line, "- ") {
			continue
		} else if m := sumHistory.FindStringSubmatch(line); m != nil && part == "Version History" {
			described[m[1]] = true
			version, _ := strconv.Atoi(m[1])
			sec := newSection(newest.name, version, s.line(i))
			sec.domain, sec.page = newest.domain, true
			types := entry{name: "T", typ: html.UnescapeString(m[2]), line: sec.line} // T is the type of data
			sec.lists[typeConstraints] = []entry{types}
			if sec.version == newest.version { // stated in full elsewhere
				again = types
			} else {
				out = append(out, sec)
			}
		} else if err := s.summaryEntry(i, part, newest); err != nil {
			return nil, err
		}
	}
	if newest.name == "" || newest.version == 0 {
		return nil, s.errorf(0, `a title as in "# Pad" and a line "All versions: …"`, "none")
	}
	for _, v := range versions {
		if !described[v] {
			return nil, s.lacks(len(s.lines), fmt.Sprintf("opset %s in the version history", v))
		}
	}
	if len(newest.lists[inputs]) == 0 || len(newest.lists[outputs]) == 0 {
		return nil, s.lacks(len(s.lines), "the inputs and outputs of "+newest.id())
	}
	for _, c := range newest.lists[typeConstraints] {
		if c.name == again.name && c.typ != again.typ {
			const expected = "the types of T as in the part Type Constraints"
			return nil, s.at(again.line, mismatch(expected, clip(again.typ)))
		}
	}
	d.Source = fmt.Sprintf("operator summary page %s, newest version %d", newest.name, newest.version)
	if newest.name != spec.Operator {
		return nil, nil
	}
	return out, nil
}

// summaryEntry reads an element of a list.
func (s *source) summaryEntry(i int, part string, sec *section) error {
	e := entry{line: s.line(i)}
	line := html.UnescapeString(s.lines[i])
	param, types := sumParam.FindStringSubmatch(line), sumTypes.FindStringSubmatch(line)
	switch {
	case param != nil && part == attributes: // as in (STRING, optional)
		kind, quals, _ := strings.Cut(param[2], ", ")
		e.name, e.typ, e.prose = param[1], kind+" ("+quals+")", param[3]
	case param != nil && (part == inputs || part == outputs): // as in (T, optional)
		e.name, e.prose = param[1], param[3]
		e.typ, e.quals, _ = strings.Cut(param[2], ", ")
	case types != nil && part == typeConstraints:
		e.name, e.typ = types[1], types[2]
	case part == "Description":
		return nil
	default:
		return s.errorf(i, `an entry as in "- **data** (T): …"`, "%s", clip(line))
	}
	sec.lists[part] = append(sec.lists[part], e)
	return nil
}
