package spec

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The second pattern takes the versions of any domain.
//
//go:embed *.json */*-*.json
var files embed.FS

// maxFile bounds a file of the table; the largest is a few kilobytes.
const maxFile = 1 << 20

type tableJSON struct {
	Domains []Domain `json:"domains"`
}

type checkedJSON struct {
	Opsets []CheckedOpset `json:"opsets"`
}

type elemTypesJSON struct {
	Types   []ElemType `json:"types"`
	Sources []string   `json:"sources"`
}

// Default loads and validates the table embedded in this package. Each call returns
// a new table.
func Default() (*Table, error) {
	t, err := Load(files)
	if err != nil {
		return nil, err
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return t, nil
}

// Load reads a table from its folder. It checks the form of the files and joins all
// problems; [Table.Validate] checks their meaning.
func Load(fsys fs.FS) (*Table, error) {
	var (
		t     Table
		head  tableJSON
		seen  checkedJSON
		elems elemTypesJSON
	)
	checked := readFile(fsys, checkedFile, &seen)
	if errors.Is(checked, fs.ErrNotExist) {
		checked = nil // no opset was checked beyond the documents
	}
	if err := errors.Join(readFile(fsys, tableFile, &head), checked, readFile(fsys, elemTypesFile, &elems)); err != nil {
		return nil, err
	}
	t.Domains, t.Checked, t.ElemTypes, t.ElemSources = head.Domains, seen.Opsets, elems.Types, elems.Sources
	errs := []error{checkOrder(&t)}
	listed := make(map[string]bool)
	for _, d := range t.Domains {
		for _, op := range d.Operators {
			for _, v := range op.SinceVersions {
				s := &OpSchema{Domain: d.Name, Name: op.Name, SinceVersion: v}
				if listed[s.File()] {
					continue // checkOrder reported it
				}
				listed[s.File()] = true
				s, err := loadSchema(fsys, s)
				errs = append(errs, err)
				if err == nil {
					t.Schemas = append(t.Schemas, s)
				}
			}
		}
		errs = append(errs, orphans(fsys, d.Name, listed))
	}
	errs = append(errs, unlisted(fsys, t.Domains))
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	SortSchemas(t.Schemas)
	return &t, nil
}

func loadSchema(fsys fs.FS, want *OpSchema) (*OpSchema, error) {
	file := want.File()
	var s OpSchema
	if err := readFile(fsys, file, &s); err != nil {
		return nil, err
	}
	s.fixEmptyDefaults()
	var errs []error
	for _, f := range []struct {
		field     string
		got, want any
	}{
		{"domain", s.Domain, want.Domain},
		{"name", s.Name, want.Name},
		{"since_version", s.SinceVersion, want.SinceVersion},
	} {
		if f.got != f.want {
			errs = append(errs, fmt.Errorf("spec: %s: %s: is %v, but the file's name says %v", file, f.field, f.got, f.want))
		}
	}
	errs = append(errs, s.checkOrder(file))
	return &s, errors.Join(errs...)
}

// ParseSchema decodes one schema file as [Load] does. Errors mention name.
func ParseSchema(name string, data []byte) (*OpSchema, error) {
	var s OpSchema
	if err := decode(name, data, &s); err != nil {
		return nil, err
	}
	s.fixEmptyDefaults()
	return &s, s.checkOrder(name)
}

// ParseDomains decodes a table.json as [Load] does. Errors mention name.
func ParseDomains(name string, data []byte) ([]Domain, error) {
	var head tableJSON
	if err := decode(name, data, &head); err != nil {
		return nil, err
	}
	return head.Domains, checkOrder(&Table{Domains: head.Domains})
}

// ParseElemTypes decodes an elemtypes.json as [Load] does. Errors mention name.
func ParseElemTypes(name string, data []byte) ([]ElemType, error) {
	var elems elemTypesJSON
	if err := decode(name, data, &elems); err != nil {
		return nil, err
	}
	return elems.Types, checkOrder(&Table{ElemTypes: elems.Types, ElemSources: elems.Sources})
}

// fixEmptyDefaults gives each default that is an empty list, which shows no type by
// itself, the type of its attribute.
func (s *OpSchema) fixEmptyDefaults() {
	for _, a := range s.Attributes {
		if a.Default != nil && a.Default.Type == "" && strings.HasSuffix(string(a.Type), "s") {
			a.Default.Type = a.Type
		}
	}
}

func readFile(fsys fs.FS, name string, v any) error {
	info, err := fs.Stat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("spec: %s: missing file: %w", name, fs.ErrNotExist)
	case err != nil:
		return fmt.Errorf("spec: %w", err) // which names the file
	}
	if info.Size() > maxFile {
		return fmt.Errorf("spec: %s: %d bytes, more than the limit of %d", name, info.Size(), maxFile)
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("spec: %s: %w", name, err)
	}
	return decode(name, data, v)
}

// schemaName is the name of a schema file in its domain's folder.
var schemaName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*-[0-9]+\.json$`)

// unlisted reports folders with schema files whose domain table.json does not list.
func unlisted(fsys fs.FS, domains []Domain) error {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return fmt.Errorf("spec: %w", err)
	}
	var errs []error
	for _, e := range entries {
		if !e.IsDir() || slices.ContainsFunc(domains, func(d Domain) bool { return d.Name == e.Name() }) {
			continue
		}
		files, err := fs.ReadDir(fsys, e.Name())
		if err != nil {
			return fmt.Errorf("spec: %w", err)
		}
		for _, f := range files {
			if schemaName.MatchString(f.Name()) {
				errs = append(errs, fmt.Errorf("spec: %s: not listed in %s", path.Join(e.Name(), f.Name()), tableFile))
			}
		}
	}
	return errors.Join(errs...)
}

// orphans reports schema files that table.json does not list.
func orphans(fsys fs.FS, domain string, listed map[string]bool) error {
	entries, err := fs.ReadDir(fsys, domain)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // every listed file of it was reported missing
	}
	if err != nil {
		return fmt.Errorf("spec: %s: %w", domain, err)
	}
	var errs []error
	for _, e := range entries {
		name := path.Join(domain, e.Name())
		if !listed[name] && !strings.HasPrefix(e.Name(), ".") { // such as what an import leaves that is killed
			errs = append(errs, fmt.Errorf("spec: %s: not listed in %s", name, tableFile))
		}
	}
	return errors.Join(errs...)
}

// checkOrder reports lists of the table that are out of order or repeat.
func checkOrder(t *Table) error {
	var errs []error
	errs = append(errs, ascending(tableFile, "domains", t.Domains, func(d Domain) string { return d.Name }))
	for i, d := range t.Domains {
		field := fmt.Sprintf("domains[%d].operators", i)
		errs = append(errs, ascending(tableFile, field, d.Operators, func(o OperatorVersions) string { return o.Name }))
		for j, op := range d.Operators {
			errs = append(errs, ascending(tableFile, fmt.Sprintf("%s[%d].since_versions", field, j), op.SinceVersions,
				func(v int) int { return v }))
		}
	}
	errs = append(errs,
		ascending(checkedFile, "opsets", t.Checked, func(c CheckedOpset) string { return c.Domain }),
		ascending(elemTypesFile, "types", t.ElemTypes, func(e ElemType) int { return e.Number }),
		ascending(elemTypesFile, "sources", t.ElemSources, func(s string) string { return s }))
	return errors.Join(errs...)
}

// checkOrder reports lists of the schema that are out of order or repeat.
func (s *OpSchema) checkOrder(file string) error {
	errs := []error{
		ascending(file, "attributes", s.Attributes, func(a Attribute) string { return a.Name }),
		ascending(file, "type_constraints", s.TypeConstraints, func(c TypeConstraint) string { return c.Name }),
		ascending(file, "sources", s.Sources, func(s string) string { return s }),
	}
	for i, c := range s.TypeConstraints {
		errs = append(errs, ascending(file, fmt.Sprintf("type_constraints[%d].types", i), c.Types, func(s string) string { return s }))
	}
	errs = append(errs, repeated(file, "inputs", s.Inputs), repeated(file, "outputs", s.Outputs))
	sorted := slices.Clone(s.Modes)
	SortModes(sorted)
	if !slices.Equal(sorted, s.Modes) {
		errs = append(errs, fmt.Errorf("spec: %s: modes: wrong order, expected %q", file, sorted))
	}
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			errs = append(errs, fmt.Errorf("spec: %s: modes: %q is listed twice", file, sorted[i]))
		}
	}
	return errors.Join(errs...)
}

func ascending[T any, K int | string](file, field string, list []T, key func(T) K) error {
	for i := 1; i < len(list); i++ {
		a, b := key(list[i-1]), key(list[i])
		if a == b {
			return fmt.Errorf("spec: %s: %s[%d]: %v is listed twice", file, field, i, b)
		}
		if a > b {
			return fmt.Errorf("spec: %s: %s[%d]: wrong order, %v after %v", file, field, i, b, a)
		}
	}
	return nil
}

// repeated reports parameters of the same name. They need not be sorted: their
// order has a meaning.
func repeated(file, field string, params []Param) error {
	seen := make(map[string]bool)
	for i, p := range params {
		if seen[p.Name] {
			return fmt.Errorf("spec: %s: %s[%d]: %q is listed twice", file, field, i, p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}
