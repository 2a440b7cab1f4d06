package spec

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// The second pattern matches the versions of any domain.
//
//go:embed *.json */*-*.json
var files embed.FS

// maxFile is the size of the largest file that is read. The files of the table have a few kilobytes.
const maxFile = 1 << 20

// Default loads and validates the table embedded in this package. Each call returns a new table.
func Default() (*Table, error) {
	t, err := Load(files)
	if err != nil {
		return nil, err
	}
	return t, t.Validate()
}

// Load reads a table from its folder. It checks the form of the files and joins all problems;
// [Table.Validate] checks their meaning.
func Load(fsys fs.FS) (*Table, error) {
	var t Table
	var head tableJSON
	var elems elemTypesJSON
	names, err := fs.Glob(fsys, "*/*-*.json")
	errs := []error{err, readFile(fsys, tableFile, &head), readFile(fsys, elemTypesFile, &elems)}
	if err := readFile(fsys, wordingsFile, &t.Wordings); !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	t.Domains, t.ElemTypes, t.ElemSources = head.Domains, elems.Types, elems.Sources
	for _, name := range names {
		s := new(OpSchema)
		err := readFile(fsys, name, s)
		if err == nil && s.File() != name {
			err = fmt.Errorf("spec: %s: holds %s", name, s.ID())
		}
		t.Schemas, errs = append(t.Schemas, s), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	slices.SortFunc(t.Schemas, CompareSchemas)
	return &t, nil
}

// ParseSchema decodes one schema file as [Load] does. Errors mention name.
func ParseSchema(name string, data []byte) (*OpSchema, error) {
	var s OpSchema
	return &s, decode(name, data, &s)
}

func readFile(fsys fs.FS, name string, v any) error {
	info, err := fs.Stat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("spec: %s: missing file: %w", name, fs.ErrNotExist)
	case err != nil:
		return fmt.Errorf("spec: %w", err) // err names the file
	case info.Size() > maxFile:
		return fmt.Errorf("spec: %s: %d bytes, more than the limit of %d", name, info.Size(), maxFile)
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("spec: %w", err)
	}
	return decode(name, data, v)
}

// decode reads the JSON text of a file into v. Writing v must result in the same text. It therefore also returns an error for
// a key that is missing, repeated or in another case, for a null, for another order or layout, and for data after the end.
func decode(file string, data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		err = fmt.Errorf("%s: expected %v, found %s", wrong.Field, wrong.Type, wrong.Value)
	}
	if err != nil {
		return fmt.Errorf("spec: %s: %w", file, err)
	}
	if s, ok := v.(*OpSchema); ok {
		s.fixEmptyDefaults()
	}
	again, err := marshal(file, v)
	if err != nil || bytes.Equal(data, again) {
		return err
	}
	have, want := strings.Split(string(data), "\n"), strings.Split(string(again), "\n")
	for i := range have {
		if i == len(want) || have[i] != want[i] {
			return fmt.Errorf("spec: %s:%d: expected %s, found %s: each key once, in order",
				file, i+1, clip(want[min(i, len(want)-1)]), clip(have[i]))
		}
	}
	i := len(have)
	return fmt.Errorf("spec: %s:%d: expected %s, found the end of the file", file, i, clip(want[i]))
}

// marshal prints v in the format of the table's files.
func marshal(file string, v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("spec: %s: %w", file, err)
	}
	return nullAtEnd.ReplaceAll(b.Bytes(), []byte(": []$1")), nil
}

// nullAtEnd matches an empty list as package json may print it. Nothing else in a table is null.
var nullAtEnd = regexp.MustCompile(`(?m): null(,?)$`)

// fixEmptyDefaults gives each default that is an empty list the type of its attribute, because the list has no element to
// infer it from.
func (s *OpSchema) fixEmptyDefaults() {
	for _, a := range s.Attributes {
		if a.Default != nil && a.Default.Text == "[]" && strings.HasSuffix(string(a.Type), "s") {
			a.Default.Type = a.Type
		}
	}
}
