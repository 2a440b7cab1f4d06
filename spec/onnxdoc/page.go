package onnxdoc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

var (
	pageHeading = regexp.MustCompile(`^(\w+) - (\d+)(?: \(([\w.]+)\))?$`)
	pageBullet  = regexp.MustCompile(`^\s*(?:•|\*)\s+(\S.*)$`)
	pageMeta    = regexp.MustCompile(`^(name|domain|since_version|function|support_level|shape inference):\s*(.*)$`)
	pageRange   = regexp.MustCompile(`\bBetween (\d+) and (\d+) inputs\.`)
	pagePart    = regexp.MustCompile(`^(?:\*\*)?(Version|Summary|Attributes|Inputs|Outputs|Type Constraints|Examples|Differences|Notes)(?:\*\*)?$`)
	rstLabel    = regexp.MustCompile(`^\.\. _l-onnx-`)
)

// pageItem is one bullet of a page with the lines that continue it.
type pageItem struct {
	text string
	line int    // index of the bullet
	part string // the heading above, "" if it was lost
	// group numbers the runs of items between headings or wide gaps: a lost
	// heading leaves two or more empty lines.
	group int
}

// pageBlock is the part of a page about one version.
type pageBlock struct {
	name, domain string
	version      int
	start, end   int
}

// readPage reads an operator page of onnx.ai, as text or as RST.
func readPage(src *source, d *Document, op string) error {
	if d.Kind == RSTPage {
		src = rebreak(src)
	}
	blocks, err := pageBlocks(src, d.Kind)
	if err != nil {
		return err
	}
	newest, full := 0, ""
	for _, b := range blocks {
		if op != "" && b.name != op && b.domain+"."+b.name != op {
			continue
		}
		v, err := readBlock(src, d.Kind, b)
		if err != nil {
			return err
		}
		d.Versions = append(d.Versions, v)
		newest = max(newest, b.version)
		full = b.name
		if v.Schema.Domain != spec.DefaultDomain {
			full = v.Schema.Domain + "." + b.name
		}
	}
	form := "text"
	if d.Kind == RSTPage {
		form = "RST"
	}
	d.Source = fmt.Sprintf("onnx.ai operator page %s as %s, newest version %d", full, form, newest)
	return nil
}

// pageBlocks finds the headings like "Pad - 13".
func pageBlocks(src *source, kind Kind) ([]pageBlock, error) {
	var blocks []pageBlock
	for i, line := range src.lines {
		m := pageHeading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if kind == RSTPage && (i+1 >= len(src.lines) || strings.Trim(src.lines[i+1], "=") != "" || src.lines[i+1] == "") {
			continue // no heading without its underline
		}
		n, err := strconv.Atoi(m[2])
		if err != nil || n < 1 {
			return nil, src.errorf(i, "a version number from 1", "%s", clip(m[2]))
		}
		if k := len(blocks); k > 0 {
			blocks[k-1].end = i
		}
		blocks = append(blocks, pageBlock{name: m[1], domain: m[3], version: n, start: i, end: len(src.lines)})
	}
	if len(blocks) == 0 {
		return nil, src.end("a heading as in \"Pad - 13\"")
	}
	return blocks, nil
}

// readBlock reads one version of a page.
func readBlock(src *source, kind Kind, b pageBlock) (*Version, error) {
	p := &pageReader{src: src, kind: kind, block: b,
		v: &Version{Schema: &spec.OpSchema{Name: b.name}, File: src.file, Line: src.line(b.start)}}
	items, err := p.items()
	if err != nil {
		return nil, err
	}
	if err := p.meta(items); err != nil {
		return nil, err
	}
	for i := range items {
		if err := p.item(&items[i]); err != nil {
			return nil, err
		}
	}
	return p.v, p.finish()
}

type pageReader struct {
	src      *source
	kind     Kind
	block    pageBlock
	v        *Version
	headings bool // at least one part still has its heading
	params   []pageItem
	parsed   []spec.Param
	mode     modeProse
	rng      []string
	rngLine  int
	summary  []string
}

// items gathers the bullets of the block up to its examples.
func (p *pageReader) items() ([]pageItem, error) {
	var (
		out    []pageItem
		part   string
		group  int
		blank  int
		closed = true // no bullet is open to continue
		table  = -1
	)
	for i := p.block.start + 1; i < p.block.end; i++ {
		line := p.src.lines[i]
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "<table") {
			table = i
		}
		if strings.HasPrefix(trimmed, "</table>") {
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
			part, closed = m[1], true
			p.headings = p.headings || part == "Attributes" || part == "Inputs" || part == "Outputs"
			group++
			continue
		}
		if m := pageRange.FindStringSubmatch(trimmed); m != nil && p.rng == nil {
			p.rng, p.rngLine, closed = m, i, true
			group++
		}
		if strings.HasPrefix(trimmed, "import ") || trimmed == "::" || rstLabel.MatchString(trimmed) {
			part, closed = "Examples", true // the heading was lost
			continue
		}
		if gap >= 2 {
			group++
			closed = true
		}
		if m := pageBullet.FindStringSubmatch(line); m != nil && (p.kind == RSTPage || strings.Contains(line, "•")) {
			if len(out) == maxEntries {
				return nil, p.src.errorf(i, fmt.Sprintf("at most %d entries of a version", maxEntries), "more")
			}
			out = append(out, pageItem{text: plain(m[1]), line: i, part: part, group: group})
			closed = false
			continue
		}
		indented := strings.HasPrefix(line, " ") || p.kind == RSTPage && len(out) > 0 && strings.HasSuffix(out[len(out)-1].text, ",")
		isEnd := strings.HasPrefix(trimmed, "):") || strings.HasPrefix(trimmed, "tensor(")
		if !closed && (indented || isEnd) {
			if len(out[len(out)-1].text) > maxEntry {
				return nil, p.src.errorf(i, fmt.Sprintf("entries of at most %d bytes", maxEntry), "a longer one")
			}
			out[len(out)-1].text += " " + plain(trimmed)
			continue
		}
		closed = true
		if part != "Version" && len(p.summary) < 200 {
			p.summary = append(p.summary, trimmed)
		}
	}
	if table >= 0 {
		return nil, p.cut(fmt.Sprintf("</table> for the table in line %d", p.src.line(table)))
	}
	return out, nil
}

// cut is the error for a block that ends too early.
func (p *pageReader) cut(expected string) error {
	if p.block.end == len(p.src.lines) {
		return p.src.end(expected)
	}
	return p.src.errorf(p.block.end, expected, "%s", clip(p.src.lines[p.block.end]))
}

// plain removes the bold marks of RST.
func plain(s string) string { return strings.ReplaceAll(s, "**", "") }

// meta reads the bullets about the version itself.
func (p *pageReader) meta(items []pageItem) error {
	s := p.v.Schema
	stated := make(map[string]string)
	for i := range items {
		m := pageMeta.FindStringSubmatch(items[i].text)
		if m == nil {
			continue
		}
		if _, twice := stated[m[1]]; twice {
			continue // an attribute of that name, perhaps
		}
		stated[m[1]] = strings.TrimSpace(m[2])
		p.v.mark(m[1], p.src.line(items[i].line))
		items[i].text = ""
	}
	n, err := strconv.Atoi(stated["since_version"])
	if err != nil || n != p.block.version {
		return p.src.errorf(p.block.start, fmt.Sprintf("since_version: %d, as in the heading", p.block.version), "%s", clip(stated["since_version"]))
	}
	s.SinceVersion = n
	switch domain := stated["domain"]; {
	case domain == "main":
		s.Domain = spec.DefaultDomain
	case domain == "":
		return p.src.errorf(p.block.start, "a line on the domain", "none")
	default:
		s.Domain = domain
	}
	if p.block.domain != "" && p.block.domain != s.Domain {
		return p.src.errorAt(p.v.lines["domain"], "the domain "+p.block.domain+" of the heading", "%s", clip(s.Domain))
	}
	return nil
}

// finish divides the parameters into inputs and outputs and checks what is
// stated.
func (p *pageReader) finish() error {
	v, s := p.v, p.v.Schema
	if len(s.Attributes) == 0 && !p.headings {
		v.miss("attributes")
	}
	if len(p.params) == 0 {
		return p.cut("inputs and outputs of " + s.ID())
	}
	p.split()
	if p.headings && len(s.Outputs) == 0 {
		return p.cut("outputs of " + s.ID())
	}
	sortLists(s)
	if err := checkNames(p.src, v); err != nil {
		return err
	}
	v.setModes(p.mode)
	if note := summaryNote(strings.Join(p.summary, " "), s.Modes); note != "" {
		v.Notes = append(v.Notes, note)
	}
	if len(s.TypeConstraints) == 0 {
		v.miss("type_constraints")
	} else {
		for i, q := range p.parsed {
			if _, ok := s.Constraint(q.Type); !ok && !validType(q.Type) {
				return p.src.errorf(p.params[i].line, "a type constraint for "+q.Type, "none under the heading in line %d", v.Line)
			}
		}
	}
	if !v.states("inputs") {
		return nil
	}
	text := ""
	if p.rng != nil {
		text = p.rng[1] + " - " + p.rng[2]
	}
	least, most, err := inputRange(s.Inputs, text)
	if err != nil {
		return p.src.errorf(p.rngLine, err.expected, "%s", err.found)
	}
	if most == spec.Unbounded || most > len(s.Inputs) && !variadic(s.Inputs) {
		return p.src.errorf(p.rngLine, fmt.Sprintf("at most %d inputs, as many as are listed", len(s.Inputs)), "%d", most)
	}
	s.MinInputs, s.MaxInputs = least, most
	return nil
}

func variadic(ps []spec.Param) bool {
	return len(ps) > 0 && ps[len(ps)-1].Option == spec.Variadic
}

// split divides the parameters into inputs and outputs by the headings, or by
// the gap that a lost heading leaves. If the gaps do not give two runs, neither
// list counts as stated.
func (p *pageReader) split() {
	v, s := p.v, p.v.Schema
	groups := make(map[int]int)
	byHeading := true
	for _, it := range p.params {
		byHeading = byHeading && (it.part == "Inputs" || it.part == "Outputs")
		if _, ok := groups[it.group]; !ok {
			groups[it.group] = len(groups)
		}
	}
	if !byHeading && len(groups) != 2 {
		v.miss("inputs", "outputs", "min_inputs", "max_inputs")
		return
	}
	for i, it := range p.params {
		line := p.src.line(it.line)
		if byHeading && it.part == "Inputs" || !byHeading && groups[it.group] == 0 {
			v.mark("inputs."+p.parsed[i].Name, line)
			s.Inputs = append(s.Inputs, p.parsed[i])
		} else {
			v.mark("outputs."+p.parsed[i].Name, line)
			s.Outputs = append(s.Outputs, p.parsed[i])
		}
	}
}
