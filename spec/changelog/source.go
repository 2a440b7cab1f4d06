package changelog

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error describes a place in a document that could not be read.
type Error struct {
	File     string
	Line     int
	Expected string
	Found    string
}

func (e *Error) Error() string {
	return fmt.Sprintf("changelog: %s:%d: expected %s, found %s", e.File, e.Line, e.Expected, e.Found)
}

// mismatch returns an error whose place is not known yet, see [source.at].
func mismatch(expected, found string) *Error { return &Error{Expected: expected, Found: found} }

// MaxSize is the size of the largest document that is read. The Changelog of ONNX 1.22 has 1.4 MB.
const MaxSize = 16 << 20

// Limits that keep the time for a hostile document short. The Changelog of ONNX 1.22 has 34 thousand lines,
// 614 versions, and versions with 30 entries.
const (
	maxLines    = 500_000
	maxVersions = 5_000
	maxEntries  = 1_000
)

// source is the lines of a document, without line ends. Line numbers count from 0 in the code and from 1 in messages.
type source struct {
	file  string
	lines []string
	// number holds the number in the file, from 1, of each line. It is nil unless a page had lost its line breaks and was
	// broken into lines again.
	number []int
}

func newSource(file string, data []byte) (*source, error) {
	s := &source{file: file}
	if len(data) > MaxSize {
		return nil, s.errorf(0, fmt.Sprintf("at most %d bytes", MaxSize), "more")
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	text = strings.ReplaceAll(text, "\u00a0", " ")
	if n := strings.Count(text, "\n"); n > maxLines {
		return nil, s.errorf(maxLines, fmt.Sprintf("at most %d lines", maxLines), "%d", n)
	}
	s.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range s.lines {
		if !utf8.ValidString(line) {
			return nil, s.errorf(i, "UTF-8 text", "other bytes")
		}
		if strings.IndexByte(line, 0) >= 0 {
			return nil, s.errorf(i, "text", "a zero byte")
		}
		s.lines[i] = strings.TrimRight(line, " \t") // trailing blanks do not matter
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
	return s.at(s.line(i), mismatch(expected, fmt.Sprintf(found, args...)))
}

// at sets the place of an error. The line counts from 1.
func (s *source) at(line int, err *Error) error {
	err.File, err.Line = s.file, line
	return err
}

// lacks returns the error for something that is missing before line end, which may be the end of the document.
func (s *source) lacks(end int, what string) error {
	if end >= len(s.lines) {
		return s.errorf(len(s.lines)-1, what, "the end of the document: it is cut off")
	}
	return s.errorf(end, what, "%s", clip(s.lines[end]))
}

// clip shortens and quotes a text for a message.
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
