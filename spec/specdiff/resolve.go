package specdiff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// ErrArgument is wrapped by the errors about an argument that [Resolve], [ParseFormat] or [ParseThreshold] does not accept.
var ErrArgument = errors.New("specdiff: wrong argument")

// Arguments describes the arguments of [Resolve], for a usage message.
const Arguments = `OLD and NEW are each one of
  ai.onnx/Pad-24, Pad-24     a version; ai.onnx is the default domain
  opset:22, 22               the version in force at an opset of ai.onnx
  opset:com.microsoft:1      the same for another domain
  embedded                   the table that padgen was built with
  DIR                        a folder with a table, itself or in DIR/spec
  FILE.json                  a version's file of a table
  FILE                       any other file: a published document
  git:REV, git:REV:DIR       the table at a git revision, in spec or DIR
The last five take a version or an opset after an @: git:HEAD~1@Pad-24, spec@22, Changelog.md@18.`

var (
	versionArg = regexp.MustCompile(`^(?:([a-z0-9][a-z0-9._]*)/)?([A-Za-z_][A-Za-z0-9_]*)-([1-9][0-9]{0,8})$`)
	opsetArg   = regexp.MustCompile(`^(?:opset:(?:([a-z0-9][a-z0-9._]*):)?)?([0-9]{1,9})$`)
)

// Resolve finds the revision that an argument names. [Arguments] describes the forms. An argument that looks like a version
// or an opset is never taken for a file: write ./Pad-24 to name a file. If readDocument is nil, Resolve cannot read published
// documents.
func Resolve(arg string, readDocument func(file string) (*Revision, error)) (*Revision, error) {
	source, selector := arg, ""
	if selects(arg) {
		source, selector = "embedded", arg
	} else if i := strings.LastIndexByte(arg, '@'); i > 0 && selects(arg[i+1:]) {
		source, selector = arg[:i], arg[i+1:]
	}
	revision, err := find(source, readDocument)
	if err != nil {
		return nil, err
	}
	revision.Label = arg
	if selector == "" {
		return revision, nil
	}
	revision.Version, err = revision.pick(selector)
	return revision, err
}

// selects reports whether the text names a version or an opset.
func selects(s string) bool { return versionArg.MatchString(s) || opsetArg.MatchString(s) }

// find finds a revision without a selector. It loads the embedded table only if it is named: after padgen update, that table
// may lack what a person must add, and diff has to show it.
func find(arg string, readDocument func(file string) (*Revision, error)) (*Revision, error) {
	if arg == "embedded" {
		table, err := spec.Default()
		return &Revision{Table: table}, err
	}
	if rev, ok := strings.CutPrefix(arg, "git:"); ok {
		return gitTable(rev)
	}
	info, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %q is not a version, opset, folder, file or git revision: see padgen diff -h",
			ErrArgument, arg)
	case err != nil:
		return nil, fmt.Errorf("specdiff: %w", err)
	case info.IsDir():
		revision, err := readTable(os.DirFS(arg), arg)
		if err != nil {
			return nil, fmt.Errorf("specdiff: table %s: %w", arg, err)
		}
		return revision, nil
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is neither a file nor a folder", ErrArgument, arg)
	case filepath.Ext(arg) == ".json":
		return readSchema(arg, info.Size())
	case readDocument == nil:
		return nil, fmt.Errorf("%w: %s: documents cannot be read here", ErrArgument, arg)
	}
	revision, err := readDocument(arg)
	if err != nil {
		return nil, err
	}
	embedded, err := spec.Default()
	if err != nil {
		return nil, err
	}
	revision.Table.ElemTypes = embedded.ElemTypes // for a comparison with another document
	return revision, nil
}

// readTable loads a table, or the one in folder spec if there is none here, and checks the meaning of its values.
func readTable(fsys fs.FS, prefix string) (*Revision, error) {
	_, errHere := fs.Stat(fsys, "table.json")
	if _, err := fs.Stat(fsys, "spec/table.json"); err == nil && errHere != nil {
		fsys, _ = fs.Sub(fsys, "spec")
		prefix = path.Join(prefix, "spec")
	}
	t, err := spec.Load(fsys)
	if err != nil {
		return nil, err
	}
	return &Revision{Table: t, Place: inTable(fsys, prefix)}, t.Validate()
}

// maxSchema is the maximum size of a version's file.
const maxSchema = 1 << 20

// readSchema reads a version's file without its table.
func readSchema(file string, size int64) (*Revision, error) {
	if size > maxSchema {
		return nil, fmt.Errorf("specdiff: %s: %d bytes, more than the limit of %d", file, size, maxSchema)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("specdiff: %w", err)
	}
	s, err := spec.ParseSchema(file, data)
	if err != nil {
		return nil, err
	}
	base, err := spec.Default()
	if err != nil {
		return nil, err
	}
	domain := spec.Domain{Name: s.Domain, NewestOpset: s.SinceVersion}
	t := &spec.Table{Domains: []spec.Domain{domain}, ElemTypes: base.ElemTypes, Schemas: []*spec.OpSchema{s}}
	if err := t.ValidateSchema(s); err != nil {
		return nil, fmt.Errorf("specdiff: %s: %w", file, err)
	}
	place := func(_ *spec.OpSchema, fact string) (string, int) { return file, factLine(string(data), fact) }
	return &Revision{Table: t, Version: s, Place: place}, nil
}

// pick returns the version that the selector names.
func (r *Revision) pick(selector string) (*spec.OpSchema, error) {
	var known []string
	for _, s := range r.Table.Schemas {
		known = append(known, s.ID())
	}
	m := versionArg.FindStringSubmatch(selector)
	if m != nil {
		id := spec.CanonicalDomain(m[1]) + "/" + m[2] + "-" + m[3]
		if s := r.Table.Schema(id); s != nil {
			return s, nil
		}
		opset, _ := strconv.Atoi(m[3]) // at most nine digits
		if s, err := r.Table.Lookup(m[1], opset); err == nil && m[2] == spec.Operator {
			return nil, fmt.Errorf("%w: no %s: %s is in force at opset %d, which is written opset:%s:%[4]d", ErrArgument, id, s.ID(),
				opset, s.Domain)
		}
		return nil, fmt.Errorf("%w: %w", ErrArgument, &spec.UnknownError{Kind: "version", Name: id, Known: known})
	}
	m = opsetArg.FindStringSubmatch(selector)
	opset, err := strconv.Atoi(m[2])
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", ErrArgument, selector, err)
	}
	s, err := r.Table.Lookup(m[1], opset)
	switch {
	case err != nil && r.Partial:
		id := fmt.Sprintf("%s/%s-%d", spec.CanonicalDomain(m[1]), spec.Operator, opset)
		if s = r.Table.Schema(id); s == nil { // the version that came with the opset
			return nil, fmt.Errorf("%w: %s does not say which version is in force at opset %d: name one of %s",
				ErrArgument, strings.TrimSuffix(r.Label, "@"+selector), opset, strings.Join(known, ", "))
		}
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrArgument, r.Label, err)
	}
	r.Opset = opset
	return s, nil
}
