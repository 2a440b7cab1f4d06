package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// decode reads the JSON text of a file into v. Unlike encoding/json, it matches
// keys exactly, takes each only once, and lets only those marked omitempty be
// missing. Errors name the file and the field.
func decode(file string, data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	c := checker{file: file, dec: dec}
	if err := c.value("", reflect.TypeOf(v).Elem()); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("spec: %s: data after the end of the JSON value", file)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("spec: %s: %w", file, err)
	}
	return nil
}

// checker walks the tokens of a JSON text along the Go type that the text is
// decoded into.
type checker struct {
	file string
	dec  *json.Decoder
}

var valueType = reflect.TypeFor[Value]()

func (c *checker) errorf(field, format string, args ...any) error {
	if field != "" {
		field += ": "
	}
	return fmt.Errorf("spec: %s: %s%s", c.file, field, fmt.Sprintf(format, args...))
}

func (c *checker) token(field string) (json.Token, error) {
	tok, err := c.dec.Token()
	if errors.Is(err, io.EOF) {
		return nil, c.errorf(field, "unexpected end of the file")
	}
	if err != nil {
		return nil, c.errorf(field, "%v", err)
	}
	return tok, nil
}

func (c *checker) value(field string, typ reflect.Type) error {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ == valueType {
		var v Value
		if err := c.dec.Decode(&v); err != nil {
			return c.errorf(field, "%v", err)
		}
		return nil
	}
	tok, err := c.token(field)
	if err != nil {
		return err
	}
	want := ""
	switch typ.Kind() {
	case reflect.Struct:
		if tok == json.Delim('{') {
			return c.object(field, typ)
		}
		want = "an object"
	case reflect.Slice:
		if tok == json.Delim('[') {
			return c.array(field, typ.Elem())
		}
		want = "an array"
	case reflect.String:
		if _, ok := tok.(string); ok {
			return nil
		}
		want = "a string"
	case reflect.Bool:
		if _, ok := tok.(bool); ok {
			return nil
		}
		want = "true or false"
	case reflect.Int:
		if n, ok := tok.(json.Number); ok {
			if _, err := n.Int64(); err == nil {
				return nil
			}
		}
		want = "an integer"
	default:
		return c.errorf(field, "no decoding for %v", typ)
	}
	found := "null"
	if tok != nil {
		found = clip(fmt.Sprint(tok))
	}
	return c.errorf(field, "expected %s, found %s", want, found)
}

func (c *checker) array(field string, elem reflect.Type) error {
	for i := 0; c.dec.More(); i++ {
		if err := c.value(fmt.Sprintf("%s[%d]", field, i), elem); err != nil {
			return err
		}
	}
	_, err := c.token(field)
	return err
}

func (c *checker) object(field string, typ reflect.Type) error {
	fields, optional := keys(typ)
	seen := make(map[string]bool)
	for c.dec.More() {
		tok, err := c.token(field)
		if err != nil {
			return err
		}
		key, _ := tok.(string)
		at := key
		if field != "" {
			at = field + "." + key
		}
		ft, ok := fields[key]
		if !ok {
			return c.errorf(at, "unknown key")
		}
		if seen[key] {
			return c.errorf(at, "key is listed twice")
		}
		seen[key] = true
		if err := c.value(at, ft); err != nil {
			return err
		}
	}
	if _, err := c.token(field); err != nil {
		return err
	}
	for i := range typ.NumField() {
		key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if !seen[key] && !optional[key] {
			return c.errorf(field, "missing key %q", key)
		}
	}
	return nil
}

// keys returns the JSON keys of a struct type with their types, and which of
// them may be absent.
func keys(typ reflect.Type) (fields map[string]reflect.Type, optional map[string]bool) {
	fields, optional = make(map[string]reflect.Type), make(map[string]bool)
	for i := range typ.NumField() {
		f := typ.Field(i)
		key, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[key] = f.Type
		optional[key] = opts == "omitempty"
	}
	return fields, optional
}
