package changelog

import (
	"regexp"
	"strings"

	"github.com/padgen/padgen/spec"
)

// paragraphs returns the paragraphs of a section before its first part. A line that ends with a colon ends a paragraph,
// because not all versions have an empty line before an example.
func (s *source) paragraphs(sp span) (out []string) {
	var text []string
	for _, line := range s.lines[sp.start+1 : sp.end] {
		line = strings.TrimSpace(line)
		part, mark := partHead.MatchString(line), strings.HasPrefix(line, "```")
		if line != "" && !part && !mark {
			text = append(text, line)
		}
		if len(text) > 0 && (line == "" || part || mark || strings.HasSuffix(line, ":")) {
			out, text = append(out, strings.Join(text, " ")), nil
		}
		if part {
			break
		}
	}
	return out
}

var sentenceEnd = regexp.MustCompile("[.!?] [A-Z(`]")

// sentences returns the sentences of the section's prose.
func (sec *section) sentences() (out []spec.Sentence) {
	add := func(part, text string) {
		for text = strings.TrimSpace(text); text != ""; {
			end := len(text)
			if m := sentenceEnd.FindStringIndex(text); m != nil {
				end = m[0] + 1
			}
			out = append(out, spec.NewSentence(part, text[:end]))
			text = strings.TrimSpace(text[end:])
		}
	}
	for _, text := range sec.description {
		add("", text)
	}
	for _, list := range lists {
		for _, e := range sec.lists[list] {
			add(factOf(list)+"."+e.name, e.prose)
		}
	}
	return out
}
