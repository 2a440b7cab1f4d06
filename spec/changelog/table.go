package changelog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/padgen/padgen/spec"
)

// AddTo returns the table with the versions of the document that it lacks. Those that it has stay as they
// are. The newest opset of a domain can only become higher.
func (d *Document) AddTo(t *spec.Table) *spec.Table {
	out := *t
	out.Schemas = slices.Clone(t.Schemas)
	newest := make(map[string]int) // by domain
	for _, domain := range t.Domains {
		newest[domain.Name] = domain.NewestOpset
	}
	for _, s := range d.Schemas {
		newest[s.Domain] = max(newest[s.Domain], s.SinceVersion, d.Newest[s.Domain])
		if t.Schema(s.ID()) == nil {
			out.Schemas = append(out.Schemas, s)
		}
	}
	spec.SortSchemas(out.Schemas)
	out.Domains = nil
	for _, name := range slices.Sorted(maps.Keys(newest)) {
		domain := spec.Domain{Name: name, NewestOpset: newest[name]}
		for _, s := range out.Schemas {
			if s.Domain != name {
				continue
			}
			if n := len(domain.Operators); n == 0 || domain.Operators[n-1].Name != s.Name {
				domain.Operators = append(domain.Operators, spec.OperatorVersions{Name: s.Name})
			}
			op := &domain.Operators[len(domain.Operators)-1]
			op.SinceVersions = append(op.SinceVersions, s.SinceVersion)
		}
		out.Domains = append(out.Domains, domain)
	}
	return &out
}

// Load loads and validates the table of a folder. A folder without table.json gives a table without
// versions; it has the element types of the embedded table, as no document states how a type is stored.
func Load(dir string) (*spec.Table, error) {
	t, err := spec.Default()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, tableFile)); errors.Is(err, fs.ErrNotExist) {
		return &spec.Table{ElemTypes: t.ElemTypes, ElemSources: t.ElemSources}, nil
	}
	if t, err = spec.Load(os.DirFS(dir)); err == nil {
		err = t.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("changelog: table %s: %w", dir, err)
	}
	return t, nil
}

// ErrNotWritten is wrapped by the errors of [Write] after which the folder is as it was before.
var ErrNotWritten = errors.New("nothing was written")

// tableFile lists the others, so it is written last.
const tableFile = "table.json"

// Lacks returns the names of the files that [Write] would write. A file that is there and differs is an error, as a
// published version is never edited.
func Lacks(dir string, t *spec.Table) (names []string, err error) {
	files, err := t.Files()
	if err != nil {
		return nil, err
	}
	table := files[tableFile]
	delete(files, tableFile)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		have, err := os.ReadFile(path)
		if err == nil && !bytes.Equal(have, files[name]) {
			err = fmt.Errorf("%s is there and differs", path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			names = append(names, name)
		} else if err != nil {
			return nil, fmt.Errorf("changelog: %w: %w", ErrNotWritten, err)
		}
	}
	if have, err := os.ReadFile(filepath.Join(dir, tableFile)); err != nil || !bytes.Equal(have, table) {
		names = append(names, tableFile)
	}
	return names, nil
}

// Write writes the files of a table that its folder lacks, and table.json: all or none. It returns their
// names.
func Write(dir string, t *spec.Table) (names []string, err error) {
	if names, err = Lacks(dir, t); err != nil {
		return nil, err
	}
	files, err := t.Files()
	if err != nil {
		return nil, err
	}
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	temps := make([]string, 0, len(names))
	defer func() {
		for _, temp := range temps {
			_ = os.Remove(temp) // those renamed are gone already
		}
	}()
	for _, name := range names {
		temp, err := writeTemp(path(name), files[name])
		if temp != "" {
			temps = append(temps, temp)
		}
		if err != nil {
			return nil, fmt.Errorf("changelog: %w: %w", ErrNotWritten, err)
		}
	}
	for i, name := range names {
		if err := os.Rename(temps[i], path(name)); err != nil {
			for _, done := range names[:i] { // all are new: table.json is the last
				err = errors.Join(err, os.Remove(path(done)))
			}
			return nil, fmt.Errorf("changelog: %w: %w", ErrNotWritten, err)
		}
	}
	return names, nil
}

// writeTemp writes a file beside the one it will become.
func writeTemp(path string, data []byte) (name string, err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, ".padgen-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	return f.Name(), errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
}
