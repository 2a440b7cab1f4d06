package onnxdoc

import (
	"fmt"
	"regexp"
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

// readModes reads the modes from the description of the attribute "mode": a
// list after "modes:", each in backticks, quotes or neither. ok is false if the
// prose is not of that form. note is set if the prose gives a wrong number of
// modes.
func readModes(prose string) (modes []string, note string, ok bool) {
	prose = straighten.Replace(prose)
	m := modesMark.FindStringSubmatchIndex(prose)
	if m == nil {
		return nil, "", false
	}
	text := strings.NewReplacer("`", "", `"`, "", "'", "").Replace(prose[m[1]:])
	text, _, more := strings.Cut(text, ". ") // the list ends with its sentence
	text = strings.TrimSuffix(strings.TrimSpace(text), ".")
	seen := make(map[string]bool)
	add := func(mode string) {
		if seen[mode] {
			ok = false
		}
		seen[mode] = true
		modes = append(modes, mode)
	}
	ok = true
	for _, item := range strings.Split(text, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "and ")
		if two := modeLast.FindStringSubmatch(item); two != nil {
			add(two[1])
			add(two[2])
			continue
		}
		one := modeItem.FindStringSubmatch(item)
		if one == nil {
			return nil, "", false
		}
		add(one[1])
	}
	if !ok {
		return nil, "", false
	}
	if m[2] >= 0 {
		word := strings.ToLower(prose[m[2]:m[3]])
		if n, isNumber := numerals[word]; isNumber && n != len(modes) {
			if more {
				return nil, "", false // the list may go on after the sentence
			}
			note = fmt.Sprintf("the attribute mode speaks of %s modes and lists %d", word, len(modes))
		}
	}
	spec.SortModes(modes)
	return modes, note, true
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
	modes, note, ok := readModes(prose.text)
	if !ok {
		v.miss("modes")
		return
	}
	v.Schema.Modes = modes
	if note != "" {
		v.Notes = append(v.Notes, note)
	}
}
