package onnxdoc

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

var (
	modesMark = regexp.MustCompile(`(?i)\b(?:(\w+)\s+)?modes:\s*`)
	// modeItem matches a mode and what may follow it: "(default)", and an
	// explanation after a dash.
	modeItem = regexp.MustCompile(`^([a-z][a-z0-9_]*)\s*(?:\(default\))?\s*(?:[-–] .*)?$`)
	modeLast = regexp.MustCompile(`^([a-z][a-z0-9_]*)(?:\s*\(default\))? and ([a-z][a-z0-9_]*)$`)
	numerals = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
)

// quotedWord matches a word in backticks, quotes or tags, which may be a mode.
var quotedWord = regexp.MustCompile("`+([A-Za-z][\\w-]*)`+|\"([A-Za-z][\\w-]*)\"|'([A-Za-z][\\w-]*)'|<code>([A-Za-z][\\w-]*)</code>")

// modeForms describes what readModes reads, for a message.
const modeForms = "one list after \"modes:\", as in \"Supported modes: `constant` (default), `reflect` - mirrored, and `edge`\""

// readModes reads the modes from the description of the attribute "mode": a
// list after "modes:", each in backticks, quotes or neither. The rest of the
// description may quote a word only if it is a mode of the list or one of names,
// as any other word may be a mode too. rest is what follows the list, and note is
// set if the prose gives a wrong number of modes.
func readModes(prose string, names map[string]bool) (modes []string, rest, note string, err error) {
	prose = straighten.Replace(prose)
	m := modesMark.FindStringSubmatchIndex(prose)
	if m == nil {
		return nil, "", "", errors.New("no list after the word \"modes:\"")
	}
	text := strings.NewReplacer("`", "", `"`, "", "'", "").Replace(prose[m[1]:])
	text, rest, more := strings.Cut(text, ". ") // the list ends with its sentence
	text = strings.TrimSuffix(strings.TrimSpace(text), ".")
	for _, item := range strings.Split(text, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "and ")
		if two := modeLast.FindStringSubmatch(item); two != nil {
			modes = append(modes, two[1], two[2])
			continue
		}
		one := modeItem.FindStringSubmatch(item)
		if one == nil {
			return nil, "", "", fmt.Errorf("%s is no mode of a list", clip(item))
		}
		modes = append(modes, one[1])
	}
	spec.SortModes(modes)
	if len(slices.Compact(slices.Clone(modes))) < len(modes) {
		return nil, "", "", fmt.Errorf("a mode twice in %s", clip(text))
	}
	listed := make(map[string]bool)
	for _, m := range modes {
		listed[m] = true
	}
	for _, word := range quotedWord.FindAllStringSubmatch(prose, -1) {
		if w := word[1] + word[2] + word[3] + word[4]; !listed[w] && !names[w] {
			return nil, "", "", fmt.Errorf("%q stands outside of the list of modes, and may be one", w)
		}
	}
	if m[2] >= 0 {
		word := strings.ToLower(prose[m[2]:m[3]])
		if n, isNumber := numerals[word]; isNumber && n != len(modes) {
			if more {
				return nil, "", "", fmt.Errorf("%d modes in a list of %s, which may go on after its sentence", len(modes), word)
			}
			note = fmt.Sprintf("the attribute mode speaks of %s modes and lists %d", word, len(modes))
		}
	}
	return modes, strings.TrimSpace(rest), note, nil
}

var summaryCount = regexp.MustCompile("(?i)\\bthe (\\w+) supported `?modes`?\\b")

// summaryNote returns a note if a summary gives another number of modes than
// the attribute lists. The summary is not read for facts.
func summaryNote(prose string, modes []string) string {
	m := summaryCount.FindStringSubmatch(prose)
	if m == nil || len(modes) == 0 {
		return ""
	}
	if n, ok := numerals[strings.ToLower(m[1])]; ok && n != len(modes) {
		return fmt.Sprintf("the summary speaks of %s modes, the attribute mode lists %d", strings.ToLower(m[1]), len(modes))
	}
	return ""
}

// modeProse is the description of the attribute "mode", the only place where
// the modes of an operator are listed. line is 0 if there is no such attribute.
type modeProse struct {
	text string
	line int // from 1
}

// setModes sets the modes of a version from that description.
func (v *Version) setModes(prose modeProse) {
	if prose.line == 0 {
		if !v.states("attributes") {
			v.miss("modes")
		}
		return
	}
	v.mark("modes", prose.line)
	modes, rest, note, err := readModes(prose.text, names(v.Schema))
	if err != nil {
		v.miss("modes")
		v.unread = err.Error()
		v.Notes = append(v.Notes, "modes are not stated: "+v.unread)
		return
	}
	v.Schema.Modes = modes
	if note != "" {
		v.Notes = append(v.Notes, note)
	}
	if rest != "" && v.Schema.Name == spec.Operator { // without quotes, a mode looks like any other word
		v.Notes = append(v.Notes, "the attribute mode goes on after its list, see whether it speaks of another mode: "+strconv.Quote(rest))
	}
}

// names has the words that the description of an attribute may quote without
// speaking of a mode: the names in the schema, and its element types.
func names(s *spec.OpSchema) map[string]bool {
	out := map[string]bool{s.Name: true}
	for _, a := range s.Attributes {
		out[a.Name] = true
	}
	for _, p := range slices.Concat(s.Inputs, s.Outputs) {
		out[p.Name] = true
	}
	for _, c := range s.TypeConstraints {
		out[c.Name] = true
		for _, typ := range c.Types {
			if elem, ok := spec.ParseTensor(typ); ok {
				out[elem] = true
			}
		}
	}
	return out
}
