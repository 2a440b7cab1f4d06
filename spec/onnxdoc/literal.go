package onnxdoc

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// parseKind reads the kind of an attribute, as in "list of ints" or "INTS".
func parseKind(text string) (spec.AttrType, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	elem, isList := strings.CutPrefix(text, "list of ")
	for _, t := range spec.AttrTypes() {
		if elem == string(t) {
			return t, !isList || strings.HasSuffix(elem, "s")
		}
	}
	return "", false
}

// straighten replaces the typographic quotes that some pages have instead of
// those of the source.
var straighten = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`, "…", "...")

// unquote removes one pair of quotes.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	for _, q := range []string{"'", `"`} {
		if len(s) >= 2 && strings.HasPrefix(s, q) && strings.HasSuffix(s, q) {
			return s[1 : len(s)-1]
		}
	}
	return s
}

// parseDefault reads a default as the documents print it, in Python's syntax.
func parseDefault(t spec.AttrType, text string) (*spec.Value, error) {
	text = strings.TrimSpace(straighten.Replace(text))
	v := &spec.Value{Type: t}
	var err error
	switch t {
	case spec.AttrString:
		v.String = unquote(text)
	case spec.AttrFloat:
		v.Float, err = parseFloat(text)
	case spec.AttrInt:
		v.Int, err = parseInt(text)
	case spec.AttrStrings, spec.AttrFloats, spec.AttrInts:
		inner, ok := strings.CutPrefix(text, "[")
		if ok {
			inner, ok = strings.CutSuffix(inner, "]")
		}
		if !ok {
			return nil, fmt.Errorf("expected a list in [], found %s", clip(text))
		}
		if strings.TrimSpace(inner) == "" {
			return v, nil
		}
		for _, e := range strings.Split(inner, ",") {
			switch t {
			case spec.AttrStrings:
				v.Strings = append(v.Strings, unquote(e))
			case spec.AttrFloats:
				var f float64
				f, err = parseFloat(e)
				v.Floats = append(v.Floats, f)
			case spec.AttrInts:
				var i int64
				i, err = parseInt(e)
				v.Ints = append(v.Ints, i)
			}
			if err != nil {
				return nil, err
			}
		}
	default:
		err = fmt.Errorf("expected no default for an attribute of type %s, found %s", t, clip(text))
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

func parseFloat(text string) (float64, error) {
	text = unquote(text)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, fmt.Errorf("expected a number, found %s", clip(text))
	}
	return f, nil
}

func parseInt(text string) (int64, error) {
	text = unquote(text)
	i, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("expected an integer, found %s", clip(text))
	}
	return i, nil
}

var elemName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// validType reports whether text is a type as ONNX writes it, such as
// "tensor(float)" or "map(int64,seq(tensor(float)))". The element type may be
// unknown: whether it has storage is for the table to say.
func validType(text string) bool {
	const deepest = 8
	return validTypeAt(text, deepest)
}

func validTypeAt(text string, depth int) bool {
	outer, inner, ok := strings.Cut(text, "(")
	if !ok || depth == 0 {
		return false
	}
	inner, ok = strings.CutSuffix(inner, ")")
	if !ok {
		return false
	}
	inner = strings.TrimSpace(inner)
	switch outer {
	case "tensor", "sparse_tensor":
		return elemName.MatchString(inner)
	case "seq", "optional":
		return validTypeAt(inner, depth-1)
	case "map":
		k, v, ok := strings.Cut(inner, ",")
		v = strings.TrimSpace(v)
		return ok && elemName.MatchString(strings.TrimSpace(k)) && (elemName.MatchString(v) || validTypeAt(v, depth-1))
	}
	return false
}

// parseTypes reads a list of types separated by commas. bad is the first entry
// that is no type.
func parseTypes(text string) (types []string, bad string) {
	depth, start := 0, 0
	text = html.UnescapeString(text)
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			switch text[i] {
			case '(':
				depth++
				continue
			case ')':
				depth--
				continue
			case ',':
				if depth > 0 {
					continue
				}
			default:
				continue
			}
		}
		typ := strings.TrimSpace(text[start:i])
		start = i + 1
		if !validType(typ) {
			if typ == "" {
				typ = "nothing"
			}
			return nil, typ
		}
		types = append(types, typ)
	}
	return types, ""
}

var typeName = regexp.MustCompile(`^[A-Z]\w*$`)
