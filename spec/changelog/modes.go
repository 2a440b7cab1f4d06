package changelog

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

var (
	modesMark = regexp.MustCompile(`(?i)\b(?:(\w+)\s+)?modes:\s*`)
	// modeItem matches a mode and what may follow it: "(default)", and an explanation after a dash.
	modeItem = regexp.MustCompile(`^([a-z][a-z0-9_]*)\s*(?:\(default\))?\s*(?:[-–] .*)?$`)
	lastTwo  = regexp.MustCompile(`^(\w+(?:\s*\(default\))?) and (\w+)$`)
	numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	// quotedWord matches a word in backticks, quotes or tags, which may be a mode.
	quotedWord = regexp.MustCompile("`+([A-Za-z][\\w-]*)`+|\"([A-Za-z][\\w-]*)\"|'([A-Za-z][\\w-]*)'|" +
		"<code>([A-Za-z][\\w-]*)</code>")
)

// modeForms describes what readModes accepts, for errors.
const modeForms = "one list after \"modes:\", " +
	"as in \"Supported modes: `constant` (default), `reflect` - mirrored, `edge`\""

// readModes reads the modes from the description of the attribute "mode", the only place that lists them: after "modes:",
// each in backticks, quotes or neither. Outside the list, a quoted word must be one of its modes or one of names, because any
// other word may be a mode. rest is the text after the list.
func readModes(prose string, names map[string]bool) (modes []string, rest string, err error) {
	prose = straighten.Replace(prose)
	m := modesMark.FindStringSubmatchIndex(prose)
	if m == nil {
		return nil, "", errors.New(`no list after the word "modes:"`)
	}
	text := strings.NewReplacer("`", "", `"`, "", "'", "").Replace(prose[m[1]:])
	text, rest, _ = strings.Cut(text, ". ") // the list ends with its sentence
	text = strings.TrimSuffix(strings.TrimSpace(text), ".")
	listed := make(map[string]bool)
	for _, item := range strings.Split(text, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "and ")
		items := []string{item}
		if two := lastTwo.FindStringSubmatch(item); two != nil {
			items = two[1:]
		}
		for _, item := range items {
			one := modeItem.FindStringSubmatch(item)
			if one == nil || listed[one[1]] {
				return nil, "", fmt.Errorf("%s, which is not a mode or was listed before", clip(item))
			}
			listed[one[1]] = true
			modes = append(modes, one[1])
		}
	}
	for _, word := range quotedWord.FindAllStringSubmatch(prose, -1) {
		if w := word[1] + word[2] + word[3] + word[4]; !listed[w] && !names[w] {
			return nil, "", fmt.Errorf("%q stands outside of the list of modes, and may be one", w)
		}
	}
	if m[2] >= 0 {
		word := strings.ToLower(prose[m[2]:m[3]])
		if n := slices.Index(numerals, word); n >= 0 && n != len(modes) {
			return nil, "", fmt.Errorf("a list of %s modes with %d", word, len(modes))
		}
	}
	spec.SortModes(modes)
	return modes, strings.TrimSpace(rest), nil
}
