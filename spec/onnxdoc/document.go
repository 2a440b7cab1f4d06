package onnxdoc

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// MaxSize is the size of the largest document that is read. The Changelog of
// ONNX 1.22 has 1.4 MB.
const MaxSize = 16 << 20

// Kind is a kind of document.
type Kind string

// The kinds of documents.
const (
	Changelog Kind = "docs/Changelog.md of ONNX"
	Operators Kind = "docs/Operators.md of ONNX"
	Contrib   Kind = "docs/ContribOperators.md of ONNX Runtime"
	TextPage  Kind = "operator page of onnx.ai as text"
	RSTPage   Kind = "operator page of onnx.ai as RST"
	Summary   Kind = "operator summary page in Markdown"
)

// Document is what was read from one document.
type Document struct {
	// File is the name the document was read under.
	File string
	Kind Kind
	// Source identifies the document by its content, whatever its file is
	// called. Table files name their sources in this way.
	Source string
	// Newest is the newest opset of each domain that the document covers,
	// where it says so.
	Newest map[string]int
	// Last names the last section of a document with a section for each
	// operator. No document says what its last section is, so a person must see
	// whether there ought to be more.
	Last string
	// Listed are the versions that the document says exist, by operator as in
	// "ai.onnx/Pad", ascending. It may list more than it describes.
	Listed map[string][]int
	// Versions are sorted by domain, operator and version.
	Versions []*Version
	// Skipped are operators that the document names without stating a
	// version of them, each with the reason.
	Skipped []string
}

// Version is what one or several documents state about a version of an
// operator.
type Version struct {
	// Schema holds what is stated. Fields that are not stated are zero.
	Schema *spec.OpSchema
	// NotStated names the facts that are not stated, sorted, as in
	// "shape_inference" or "attributes.mode.default".
	NotStated []string
	// Types are data types that a document lists without saying which
	// constraint they belong to: the types of all constraints together.
	Types []string
	// Notes are oddities that change no fact.
	Notes []string
	// Deprecated is set for a deprecated version, which states nothing but its
	// number.
	Deprecated bool
	// File and Line say where the version was read; for a merged version, the
	// first document.
	File string
	Line int

	lines  map[string]int    // of facts that are not at Line
	places map[string]string // of facts of a merged version, with their files
	unread string            // why the modes are not stated, "" if there is no description of them
	raw    map[string]string // defaults of attributes whose type is not stated
}

// at returns the place of a fact in the document.
func (v *Version) at(fact string) string {
	for f := fact; ; {
		if place, ok := v.places[f]; ok {
			return place
		}
		if n, ok := v.lines[f]; ok {
			return fmt.Sprintf("%s:%d", v.File, n)
		}
		i := strings.LastIndexByte(f, '.')
		if i < 0 {
			return fmt.Sprintf("%s:%d", v.File, v.Line)
		}
		f = f[:i]
	}
}

func (v *Version) mark(fact string, line int) {
	if v.lines == nil {
		v.lines = make(map[string]int)
	}
	v.lines[fact] = line
}

func (v *Version) miss(facts ...string) {
	v.NotStated = append(v.NotStated, facts...)
	slices.Sort(v.NotStated)
	v.NotStated = slices.Compact(v.NotStated)
}

// states reports whether the fact is stated: neither it nor a list that it is
// part of is in NotStated.
func (v *Version) states(fact string) bool {
	for {
		if _, missing := slices.BinarySearch(v.NotStated, fact); missing {
			return false
		}
		i := strings.LastIndexByte(fact, '.')
		if i < 0 {
			return true
		}
		fact = fact[:i]
	}
}

// ReadFrom is [Read] for a reader. It stops at [MaxSize].
func ReadFrom(file string, r io.Reader, op string) (*Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("onnxdoc: %s: %w", file, err)
	}
	return Read(file, data, op)
}

// Read reads an operator's versions from a document, or every operator's if op
// is "". It reads only the sections of op in full, and checks only that the
// others are complete. Its errors are of type [*Error] and tell the file, the
// line and what was expected there.
func Read(file string, data []byte, op string) (*Document, error) {
	src, err := newSource(file, data)
	if err != nil {
		return nil, err
	}
	d := &Document{File: file, Newest: make(map[string]int), Listed: make(map[string][]int)}
	if d.Kind, err = src.kind(); err != nil {
		return nil, err
	}
	switch d.Kind {
	case Changelog, Operators, Contrib:
		err = readCatalogue(src, d, op)
	case Summary:
		err = readSummary(src, d, op)
	default:
		err = readPage(src, d, op)
	}
	if err != nil {
		return nil, err
	}
	if len(d.Versions) == 0 && (op != "" || len(d.Skipped) == 0) {
		reason := ""
		if len(d.Skipped) > 0 {
			reason = ": " + strings.Join(d.Skipped, "; ")
		}
		return nil, src.errorf(0, fmt.Sprintf("a section of the operator %q", op), "none in this %s%s", d.Kind, reason)
	}
	return d, d.finish(src)
}

// finish sorts the versions and looks for repeated ones.
func (d *Document) finish(src *source) error {
	if len(d.Versions) > maxVersions {
		return src.errorf(0, fmt.Sprintf("at most %d versions", maxVersions), "%d", len(d.Versions))
	}
	slices.SortStableFunc(d.Versions, func(a, b *Version) int { return spec.CompareSchemas(a.Schema, b.Schema) })
	for i, v := range d.Versions {
		if i > 0 && spec.CompareSchemas(d.Versions[i-1].Schema, v.Schema) == 0 {
			return src.errorAt(v.Line, "each version once", "%s, which is also in line %d", v.Schema.ID(), d.Versions[i-1].Line)
		}
		k := v.Schema.Key()
		d.Listed[k] = append(d.Listed[k], v.Schema.SinceVersion)
		v.Schema.Sources = []string{d.Source}
	}
	for k, list := range d.Listed {
		slices.Sort(list)
		d.Listed[k] = slices.Compact(list)
	}
	return nil
}
