package specdiff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// ErrArgument is wrapped by the errors about an argument that [Resolve], [ParseFormat] or [ParseLevel] does not understand.
var ErrArgument = errors.New("specdiff: wrong argument")

// Arguments describes what [Resolve] takes, for a usage message.
const Arguments = `OLD and NEW are each one of
  ai.onnx/Pad-24, Pad-24     a version; ai.onnx is the default domain
  opset:22, 22               the version in force at an opset of ai.onnx
  opset:com.microsoft:1      the same for another domain
  embedded                   the table that padgen was built with
  DIR                        a folder with a table
  FILE.json                  a version's file of a table
  FILE                       any other file: a published document
  git:REV, git:REV:DIR       the table at a git revision, in spec or DIR
The last five take a version or an opset after an @: git:HEAD~1@Pad-24, spec@22.`

// Resolver finds sides. Its zero value finds all but documents.
type Resolver struct {
	// ReadDocument reads a published document; base is the embedded table.
	ReadDocument func(file string, base *spec.Table) (*Side, error)
	// Dir is where git is run, "" for the working directory.
	Dir string
}

// Resolve is [Resolver.Resolve] of the zero Resolver.
func Resolve(arg string) (*Side, error) { return (&Resolver{}).Resolve(arg) }

var (
	versionArg = regexp.MustCompile(`^(?:([a-z0-9][a-z0-9._]*)/)?([A-Za-z_][A-Za-z0-9_]*)-([1-9][0-9]{0,8})$`)
	opsetArg   = regexp.MustCompile(`^(?:opset:(?:([a-z0-9][a-z0-9._]*):)?)?([0-9]{1,9})$`)
)

// Resolve finds the side that an argument names. [Arguments] describes the forms. An argument that looks like a version or
// an opset is never taken for a file: write ./Pad-24 to name a file.
func (r *Resolver) Resolve(arg string) (*Side, error) {
	if selects(arg) {
		table, err := spec.Default()
		if err != nil {
			return nil, err
		}
		return pick(&Side{Label: arg, Table: table}, arg)
	}
	source, selector := arg, ""
	if i := strings.LastIndexByte(arg, '@'); i > 0 && selects(arg[i+1:]) {
		source, selector = arg[:i], arg[i+1:]
	}
	side, err := r.source(source)
	if err != nil {
		return nil, err
	}
	side.Label = arg
	if selector != "" {
		return pick(side, selector)
	}
	return side, nil
}

// selects reports whether the text names a version or an opset.
func selects(s string) bool { return versionArg.MatchString(s) || opsetArg.MatchString(s) }

// source finds a side without a selector. It loads the embedded table only where needed: one that import has just written
// may lack what a person must add, and diff is there to show that.
func (r *Resolver) source(arg string) (*Side, error) {
	if arg == "embedded" {
		table, err := spec.Default()
		if err != nil {
			return nil, err
		}
		return &Side{Table: table}, nil
	}
	if rev, ok := strings.CutPrefix(arg, "git:"); ok {
		return r.git(rev)
	}
	info, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %q is no version, opset, folder, file or git revision; padgen diff -h has examples of each", ErrArgument, arg)
	case err != nil:
		return nil, fmt.Errorf("specdiff: %w", err)
	case info.IsDir():
		side, err := readTable(os.DirFS(arg), arg)
		if err != nil {
			return nil, fmt.Errorf("specdiff: table %s: %w", arg, err)
		}
		return side, nil
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is neither a file nor a folder", ErrArgument, arg)
	}
	base, err := spec.Default()
	switch {
	case err != nil:
		return nil, err
	case filepath.Ext(arg) == ".json":
		return readSchema(arg, info.Size(), base)
	case r.ReadDocument == nil:
		return nil, fmt.Errorf("%w: %s: documents cannot be read here", ErrArgument, arg)
	}
	return r.ReadDocument(arg, base)
}

// readTable loads a table and checks what its values mean, except that types may lack storage and modes an emitter: those
// are findings.
func readTable(fsys fs.FS, prefix string) (*Side, error) {
	t, err := spec.Load(fsys)
	if err != nil {
		return nil, err
	}
	if err := serious(t.Validate()); err != nil {
		return nil, err
	}
	return &Side{Table: t, Place: inTable(fsys, prefix)}, nil
}

// maxSchema bounds a version's file.
const maxSchema = 1 << 20

// readSchema reads a version's file by itself.
func readSchema(file string, size int64, base *spec.Table) (*Side, error) {
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
	domain := spec.Domain{Name: s.Domain, NewestOpset: s.SinceVersion}
	t := &spec.Table{Domains: []spec.Domain{domain}, ElemTypes: base.ElemTypes, Schemas: []*spec.OpSchema{s}}
	if err := serious(t.ValidateSchema(s)); err != nil {
		return nil, fmt.Errorf("specdiff: %s: %w", file, err)
	}
	return &Side{Table: t, Version: s, Place: inFile(file, data)}, nil
}

// serious returns the errors of a validation without those that are findings.
func serious(err error) error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var rest []error
		for _, e := range list.Unwrap() {
			rest = append(rest, serious(e))
		}
		return errors.Join(rest...)
	}
	if errors.Is(err, spec.ErrNoStorage) || errors.Is(err, spec.ErrUnknownMode) {
		return nil
	}
	return err
}

// pick narrows the side to the version that the selector names.
func pick(s *Side, selector string) (*Side, error) {
	if m := versionArg.FindStringSubmatch(selector); m != nil {
		domain := spec.CanonicalDomain(m[1])
		n, err := strconv.Atoi(m[3])
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %w", ErrArgument, selector, err)
		}
		want := spec.OpSchema{Domain: domain, Name: m[2], SinceVersion: n}
		if s.Version = s.Table.Schema(want.ID()); s.Version == nil {
			return nil, fmt.Errorf("%w: %s has no version %s, it has %s", ErrArgument, s.where(), want.ID(), s.ids())
		}
		return s, nil
	}
	m := opsetArg.FindStringSubmatch(selector)
	n, err := strconv.Atoi(m[2])
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", ErrArgument, selector, err)
	}
	if s.Partial {
		return nil, fmt.Errorf("%w: %s is a document, which need not describe the version in force at an opset; name one of %s", ErrArgument, s.where(), s.ids())
	}
	if s.Version, err = s.Table.Lookup(m[1], n); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrArgument, s.where(), err)
	}
	return s, nil
}

func (s *Side) where() string {
	if selects(s.Label) {
		return "the table"
	}
	return s.Label
}

func (s *Side) ids() string {
	ids := make([]string, len(s.Table.Schemas))
	for i, v := range s.Table.Schemas {
		ids[i] = v.ID()
	}
	return strings.Join(ids, ", ")
}
