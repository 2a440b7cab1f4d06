package onnxdoc

import (
	"regexp"
	"strings"
)

var (
	brokenLabel   = regexp.MustCompile(` (\.\. (?:_l-|contents::))`)
	brokenHeading = regexp.MustCompile(` (\w+ - \d+(?: \([\w.]+\))?) (={3,}) `)
	brokenPart    = regexp.MustCompile(` (\*\*(?:Version|Summary|Attributes|Inputs|Outputs|Type Constraints|Examples|Differences)\*\*) `)
	brokenBullet  = regexp.MustCompile(` (\* \*\*)`)
)

// longLine is the length from which a line shows that the page lost its line
// breaks. HTML tables of differences have such lines as well, but they begin
// with a tag.
const longLine = 1000

// rebreak restores the line breaks of a page that lost them, in front of
// labels, headings and bullets. Every new line keeps the number of the line
// that it comes from.
func rebreak(src *source) *source {
	out := &source{file: src.file}
	for i, line := range src.lines {
		if len(line) >= longLine && !strings.HasPrefix(strings.TrimSpace(line), "<") {
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
