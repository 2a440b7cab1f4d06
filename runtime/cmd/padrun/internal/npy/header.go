package npy

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// token is the next part of a Python literal, with the space before it.
var token = regexp.MustCompile(`^\s*(?:u?'([^'"\\]*)'|u?"([^'"\\]*)"|(-?\d+)[lL]?|(True|False)|([{}\[\](),:]))`)

// parse reads the text of a header, a Python literal of a dictionary, with the JSON decoder: the two differ in quotes, in True and False,
// in tuples, in commas before the end of a list and in L behind the integers of Python 2.
func (h *Header) parse(text []byte) error {
	var parts []string
	rest := strings.TrimSpace(string(text))
	for rest != "" {
		m := token.FindStringSubmatch(rest)
		if m == nil {
			return fmt.Errorf("%.20q is no part of a Python literal", rest)
		}
		rest = rest[len(m[0]):]
		part, n := m[3]+strings.ToLower(m[4])+m[5], len(parts)
		switch {
		case part == "":
			part = strconv.Quote(m[1] + m[2]) // as JSON does it
		case strings.Contains("]})", part) && n > 1 && parts[n-1] == "," && !strings.Contains("[{(,", parts[n-2]):
			parts = parts[:n-1]
		case part == ")" && n > 1 && parts[n-2] == "(":
			return fmt.Errorf("(%s) is no tuple, which has a comma", parts[n-1])
		}
		parts = append(parts, part)
	}
	var entries map[string]json.RawMessage
	literal := strings.NewReplacer("(", "[", ")", "]").Replace(strings.Join(parts, ""))
	if err := json.Unmarshal([]byte(literal), &entries); err != nil {
		return fmt.Errorf("no literal of a Python dictionary: %w", err)
	}
	var descr string
	var fortran *bool
	switch {
	case len(entries) != 3 || entries["descr"] == nil || entries["shape"] == nil ||
		json.Unmarshal(entries["fortran_order"], &fortran) != nil || fortran == nil:
		return errors.New("expected {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }")
	case json.Unmarshal(entries["descr"], &descr) != nil:
		return fmt.Errorf("dtype %.100s is unsupported, expected one element type", entries["descr"])
	case json.Unmarshal(entries["shape"], &h.Shape) != nil || h.Shape == nil || len(h.Shape) > maxRank:
		return fmt.Errorf("shape %.100s, expected a tuple of at most %d dimensions", entries["shape"], maxRank)
	}
	for _, n := range h.Shape {
		if n < 0 {
			return fmt.Errorf("shape %v: %d is not a dimension", h.Shape, n)
		}
	}
	h.Fortran = *fortran
	return h.setType(descr)
}
