package changelog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// parseAttribute reads "list of ints", "string (default is constant)" or "INTS (required)". A page may omit the type.
func parseAttribute(name, text string) (spec.Attribute, *Error) {
	a := spec.Attribute{Name: name}
	kind, quals, hasQuals := strings.Cut(text, "(")
	kind = strings.TrimSpace(kind)
	elem, isList := strings.CutPrefix(strings.ToLower(kind), "list of ")
	if a.Type = spec.AttrType(elem); kind != "" {
		if !slices.Contains(spec.AttrTypes(), a.Type) || isList && !strings.HasSuffix(elem, "s") {
			return a, mismatch(`a kind of attribute as in "list of ints"`, clip(kind))
		}
	}
	quals, closed := strings.CutSuffix(quals, ")")
	if hasQuals && !closed {
		return a, mismatch("a ) at the end", clip(text))
	}
	def, hasDefault := strings.CutPrefix(quals, "default is ")
	switch {
	case hasDefault:
		v, err := parseDefault(a.Type, straighten.Replace(def))
		if err != nil {
			return a, mismatch(fmt.Sprintf("a default of kind %q", kind), clip(def))
		}
		a.Default = &v
	case quals == "required":
		a.Required = true
	case quals != "" && quals != spec.Optional:
		return a, mismatch("(required) or (default is …)", clip(quals))
	}
	return a, nil
}

// straighten replaces typographic quotes, which some pages have instead of those of the source.
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

// parseDefault reads a default in Python's syntax, as the documents print it. Without a type, it has the type of the literal.
func parseDefault(t spec.AttrType, text string) (spec.Value, error) {
	if t == "" {
		return spec.ParseValue(t, []byte(strings.ReplaceAll(text, "'", `"`)))
	}
	elem, isList := strings.CutSuffix(string(t), "s")
	if !isList {
		return spec.ParseValue(t, literal(elem, text))
	}
	inner, opened := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return spec.Value{}, fmt.Errorf("no list in []")
	}
	var items [][]byte
	if strings.TrimSpace(inner) != "" {
		for item := range strings.SplitSeq(inner, ",") {
			items = append(items, literal(elem, item))
		}
	}
	return spec.ParseValue(t, slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]")))
}

// literal turns a value in Python's syntax into JSON. Numbers may be in quotes, and floats in parentheses.
func literal(typ, text string) []byte {
	text = unquote(text)
	switch spec.AttrType(typ) {
	case spec.AttrString:
		b, _ := json.Marshal(text)
		return b
	case spec.AttrFloat:
		text = strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
	}
	return []byte(text)
}

var typeName = regexp.MustCompile(`^[A-Z]\w*$`)

// parseParam reads an input or output. Only the qualifiers that state the option are part of the schema. An unknown qualifier
// is an error, because it may change the meaning of the others.
func parseParam(name, quals, typ string) (spec.Param, *Error) {
	p := spec.Param{Name: name, Type: typ, Option: spec.Single}
	if !typeName.MatchString(typ) && !validType(typ) {
		return p, mismatch("a type or the name of a type constraint", clip(typ))
	}
	if quals == "" {
		return p, nil
	}
	for _, q := range strings.Split(quals, ",") {
		switch q = strings.TrimSpace(q); q {
		case spec.Optional, spec.Variadic:
			p.Option = q
		case "heterogeneous", "differentiable", "non-differentiable":
		default:
			const expected = "optional, variadic, heterogeneous, differentiable or non-differentiable"
			return p, mismatch(expected, clip(q))
		}
	}
	return p, nil
}

// parseTypes reads a list of types separated by commas, which map types also contain. It sorts them.
func parseTypes(text string) (types []string, err *Error) {
	depth, start := 0, 0
	text = html.UnescapeString(text) + ","
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth <= 0:
			typ := strings.TrimSpace(text[start:i])
			if !validType(typ) {
				return nil, mismatch("a type as in tensor(float)", clip(typ))
			}
			types = append(types, typ)
			start = i + 1
		}
	}
	if depth > 0 {
		return nil, mismatch("a type as in tensor(float)", clip(text[start:len(text)-1]))
	}
	slices.Sort(types)
	return slices.Compact(types), nil
}

var elemName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// validType reports whether text is a type in ONNX's syntax, such as "tensor(float)" or "map(int64,seq(tensor(float)))". The
// element type may be unknown: the table decides whether it has storage.
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
		ok = ok && elemName.MatchString(strings.TrimSpace(k))
		return ok && (elemName.MatchString(v) || validTypeAt(v, depth-1))
	}
	return false
}
