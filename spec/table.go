package spec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	// DefaultDomain is the domain that ONNX models write as "".
	DefaultDomain = "ai.onnx"
	// Microsoft is the domain of ONNX Runtime's own operators.
	Microsoft = "com.microsoft"
	// Own is the domain of this project's own versions, which are in no published document.
	Own = "padgen"
	// Operator is the operator that kernels are generated for.
	Operator = "Pad"

	tableFile     = "table.json"
	elemTypesFile = "elemtypes.json"
	wordingsFile  = "wordings.json"
)

// The errors of [Table.Lookup], for use with errors.Is.
var (
	// ErrUnknownDomain: the table does not contain the domain, or the operator in it.
	ErrUnknownDomain = errors.New("unknown domain or operator")
	// ErrOpsetTooNew: the opset is above the newest one that was checked.
	ErrOpsetTooNew = errors.New("opset is above the newest checked")
	// ErrOpsetTooOld: the operator has no version that old.
	ErrOpsetTooOld = errors.New("opset is below the operator's first version")
)

// UnknownError reports an unknown name, for example of an element type.
type UnknownError struct {
	Kind, Name string
	Known      []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown %s %q, expected one of %s", e.Kind, e.Name, strings.Join(e.Known, ", "))
}

// Table is the opset spec table.
type Table struct {
	// Domains are sorted by name.
	Domains []Domain
	// ElemTypes are sorted by TensorProto number.
	ElemTypes []ElemType
	// ElemSources name the documents from which ElemTypes come.
	ElemSources []string
	// Schemas are sorted by domain, operator and version.
	Schemas []*OpSchema
	// Wordings are the wordings of the versions that documents describe.
	Wordings Wordings
}

// Domain describes the table's content for an operator set domain.
type Domain struct {
	Name string `json:"name"`
	// NewestOpset is the newest opset that the table's documents cover, which may be above the newest version. See
	// [Table.NewestOpset].
	NewestOpset int `json:"newest_opset"`
	// CheckedOpset is set if a person has checked the table beyond the documents, up to this opset.
	CheckedOpset int `json:"checked_opset,omitempty"`
}

// Preview reports whether ONNX uses a domain to try out operators. A version in such a domain changes in place, and
// disappears when the operator graduates to [DefaultDomain].
func Preview(domain string) bool { return strings.Contains(domain+".", ".preview.") }

// CanonicalDomain returns "ai.onnx" for "" and other domains unchanged.
func CanonicalDomain(domain string) string {
	return cmp.Or(domain, DefaultDomain)
}

// Lookup returns the version of Pad in force at an opset of a domain, where "" is ai.onnx: the newest one whose SinceVersion
// is not above the opset. The error matches [ErrUnknownDomain], [ErrOpsetTooNew] or [ErrOpsetTooOld].
func (t *Table) Lookup(domain string, opset int) (*OpSchema, error) {
	domain = CanonicalDomain(domain)
	newest, known := t.NewestOpset(domain)
	isOther := func(s *OpSchema) bool { return s.Domain != domain || s.Name != Operator }
	versions := slices.DeleteFunc(slices.Clone(t.Schemas), isOther)
	switch {
	case !known:
		return nil, fmt.Errorf("spec: %w: %q", ErrUnknownDomain, domain)
	case opset > newest:
		return nil, fmt.Errorf("spec: %s opset %d: %w, %d", domain, opset, ErrOpsetTooNew, newest)
	case len(versions) == 0:
		return nil, fmt.Errorf("spec: %w: %s has no operator %q", ErrUnknownDomain, domain, Operator)
	case opset < versions[0].SinceVersion:
		return nil, fmt.Errorf("spec: %s opset %d: %w, %d", domain, opset, ErrOpsetTooOld, versions[0].SinceVersion)
	}
	inForce := slices.DeleteFunc(versions, func(s *OpSchema) bool { return s.SinceVersion > opset })
	return inForce[len(inForce)-1], nil
}

// NewestOpset returns the newest opset of a domain, where "" is ai.onnx, that the table's documents cover or that a person
// has checked.
func (t *Table) NewestOpset(domain string) (opset int, ok bool) {
	domain = CanonicalDomain(domain)
	d, ok := find(t.Domains, func(d Domain) bool { return d.Name == domain })
	return max(d.NewestOpset, d.CheckedOpset), ok
}

// Schema returns the version with the given [OpSchema.ID], or nil.
func (t *Table) Schema(id string) *OpSchema {
	s, _ := find(t.Schemas, func(s *OpSchema) bool { return s.ID() == id })
	return s
}

// find returns the first element of a list for which is returns true.
func find[T any](list []T, is func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return found, false
}

// The files of a table other than the schemas.
type (
	tableJSON struct {
		Domains []Domain `json:"domains"`
	}
	elemTypesJSON struct {
		Types   []ElemType `json:"types"`
		Sources []string   `json:"sources"`
	}
)

// Files returns the bytes of every file of the table, by path.
func (t *Table) Files() (map[string][]byte, error) {
	values := map[string]any{
		tableFile:     tableJSON{t.Domains},
		elemTypesFile: elemTypesJSON{t.ElemTypes, t.ElemSources},
	}
	if len(t.Wordings) > 0 {
		values[wordingsFile] = t.Wordings
	}
	out := make(map[string][]byte, len(values)+len(t.Schemas))
	var errs []error
	for file, v := range values {
		data, err := marshal(file, v)
		out[file], errs = data, append(errs, err)
	}
	for _, s := range t.Schemas {
		data, err := s.Marshal()
		out[s.File()], errs = data, append(errs, err)
	}
	return out, errors.Join(errs...)
}

// CompareSchemas compares two schemas by the order of the table: by domain, operator and version. It returns 0 for two
// schemas with the same [OpSchema.ID].
func CompareSchemas(a, b *OpSchema) int {
	return cmp.Or(strings.Compare(a.Domain, b.Domain), strings.Compare(a.Name, b.Name),
		cmp.Compare(a.SinceVersion, b.SinceVersion))
}
