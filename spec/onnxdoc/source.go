package onnxdoc

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Error is a place in a document that could not be read.
type Error struct {
	File     string
	Line     int
	Expected string
	Found    string
}

func (e *Error) Error() string {
	return fmt.Sprintf("onnxdoc: %s:%d: expected %s, found %s", e.File, e.Line, e.Expected, e.Found)
}

// source is a document as lines, without line ends. Line numbers in the code
// count from 0, in messages from 1.
type source struct {
	file  string
	lines []string
	// number has the line in the file, from 1, of each of lines. It is nil
	// unless a page lost its line breaks and was broken into lines again.
	number []int
}

// Bounds that keep the time for a hostile document small. The Changelog of
// ONNX 1.22 has 34 thousand lines, 614 versions, and versions with 30 entries.
const (
	maxLines    = 500_000
	maxVersions = 10_000
	maxEntries  = 1_000
	maxEntry    = 64 << 10
)

func newSource(file string, data []byte) (*source, error) {
	s := &source{file: file}
	if len(data) > MaxSize {
		return nil, s.errorf(0, fmt.Sprintf("at most %d bytes", MaxSize), "more")
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if !utf8.ValidString(text) {
		n := 0
		for line := range strings.Lines(text) {
			if !utf8.ValidString(line) {
				break
			}
			n++
		}
		return nil, s.errorf(n, "UTF-8 text", "other bytes")
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		return nil, s.errorf(strings.Count(text[:i], "\n"), "text", "a zero byte")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	text = strings.ReplaceAll(text, "\u00a0", " ")
	if n := strings.Count(text, "\n"); n > maxLines {
		return nil, s.errorf(maxLines, fmt.Sprintf("at most %d lines", maxLines), "%d", n)
	}
	s.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range s.lines {
		s.lines[i] = strings.TrimRight(line, " \t") // blanks that nobody sees make no difference
	}
	return s, nil
}

// line returns the number of a line, counted from 1.
func (s *source) line(i int) int {
	if s.number != nil && i >= 0 && i < len(s.number) {
		return s.number[i]
	}
	return i + 1
}

func (s *source) errorf(i int, expected, found string, args ...any) error {
	return s.errorAt(s.line(i), expected, found, args...)
}

// errorAt is errorf for a line counted from 1.
func (s *source) errorAt(line int, expected, found string, args ...any) error {
	return &Error{File: s.file, Line: line, Expected: expected, Found: fmt.Sprintf(found, args...)}
}

// end is the error for a document that is cut off.
func (s *source) end(expected string) error {
	return s.errorf(len(s.lines)-1, expected, "the end of the document: it is cut off")
}

// changelogTitle is the first heading of a changelog.
const changelogTitle = "## Operator Changelog"

// kind recognizes the document by marks near its beginning.
func (s *source) kind() (Kind, error) {
	if err := s.checkRaw(); err != nil {
		return "", err
	}
	const beginning = 400
	var first, allVersions, sphinx, since, bullet bool
	for i, line := range s.lines {
		if i == beginning {
			break
		}
		switch strings.TrimSpace(line) {
		case changelogTitle:
			return Changelog, nil
		case "## Operator Schemas":
			return Operators, nil
		case "## Contrib Operator Schemas":
			return Contrib, nil
		}
		first = first || strings.HasPrefix(line, "First introduced in opset ")
		allVersions = allVersions || strings.HasPrefix(line, "All versions:")
		sphinx = sphinx || strings.HasPrefix(strings.TrimSpace(line), ".. _l-onnx-")
		since = since || strings.Contains(line, "**since_version**")
		bullet = bullet || strings.Contains(line, "• since_version:")
	}
	switch {
	case first && allVersions:
		return Summary, nil
	case sphinx && since:
		return RSTPage, nil
	case bullet:
		return TextPage, nil
	}
	return "", s.errorf(0, kinds, "%s: a document of another kind", clip(s.lines[0]))
}

// kinds describes the documents that are recognized, for a message.
const kinds = "a heading \"Operator Changelog\", \"Operator Schemas\" or \"Contrib Operator Schemas\", or an operator page"

// checkRaw reports a web page that shows a document, and may hold its headings.
func (s *source) checkRaw() error {
	i := max(0, slices.IndexFunc(s.lines, func(line string) bool { return strings.TrimSpace(line) != "" }))
	line := strings.ToLower(strings.TrimSpace(s.lines[i]))
	if strings.HasPrefix(line, "<!doctype html") || strings.HasPrefix(line, "<html") {
		return s.errorf(i, kinds, "%s: a web page, save the raw file that it shows", clip(s.lines[i]))
	}
	return nil
}

// clip shortens text that goes into a message.
func clip(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return "an empty line"
	}
	const most = 60
	if r := []rune(s); len(r) > most {
		return fmt.Sprintf("%q…", string(r[:most]))
	}
	return fmt.Sprintf("%q", s)
}
