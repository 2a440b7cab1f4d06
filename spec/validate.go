package spec

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

var (
	identifier   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	goIdentifier = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	domainName   = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9_]+)*$`)
	dtypeName    = regexp.MustCompile(`^dtype\.[A-Z][A-Za-z0-9]*$`)
)

// basicBits maps the basic Go types that may be a storage unit to their size in bits.
var basicBits = map[string]int{
	"bool": 8, "int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32,
	"int64": 64, "uint64": 64,
	"float32": 32, "float64": 64, "complex64": 64, "complex128": 128, "string": 0,
}

// report collects the problems of one file.
type report struct {
	file string
	errs []error
}

// check adds a problem of a field unless ok.
func (r *report) check(ok bool, field, format string, args ...any) {
	if !ok {
		r.errs = append(r.errs, fmt.Errorf("spec: %s: %s: %s", r.file, field, fmt.Sprintf(format, args...)))
	}
}

// ascending checks that a list is sorted and has no duplicates.
func ascending[T any, K int | string](r *report, field string, list []T, key func(T) K) {
	for i := 1; i < len(list); i++ {
		a, b := key(list[i-1]), key(list[i])
		r.check(a < b, fmt.Sprintf("%s[%d]", field, i), "%v after %v, expected each once and in order", b, a)
	}
}

// itself is the key function of a list that consists of its keys.
func itself[K int | string](k K) K { return k }

// Validate checks the meaning of the table's values, individually and together. It returns the joined errors, each of which
// names a file and a field. [Table.Unsupported] lists what has been published but is not implemented yet.
func (t *Table) Validate() error {
	errs := []error{t.validateDomains(), t.validateElemTypes(), t.validateWordings()}
	for _, s := range t.Schemas {
		errs = append(errs, t.ValidateSchema(s))
	}
	return errors.Join(errs...)
}

func (t *Table) validateDomains() error {
	r := report{file: tableFile}
	r.check(len(t.Domains) > 0, "domains", "the table has no domain")
	ascending(&r, "domains", t.Domains, func(d Domain) string { return d.Name })
	for i, d := range t.Domains {
		field := fmt.Sprintf("domains[%d]", i)
		r.check(domainName.MatchString(d.Name), field+".name", "%q is not a domain", d.Name)
		isIn := func(s *OpSchema) bool { return s.Domain == d.Name }
		r.check(slices.ContainsFunc(t.Schemas, isIn), field, "%s has no version", d.Name)
	}
	return errors.Join(r.errs...)
}

func (t *Table) validateElemTypes() error {
	r := report{file: elemTypesFile}
	r.check(len(t.ElemTypes) > 0, "types", "the table has no element type")
	ascending(&r, "sources", t.ElemSources, itself)
	names, goNames, storages := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for i, e := range t.ElemTypes {
		at := fmt.Sprintf("types[%d]", i)
		r.check(identifier.MatchString(e.Name), at+".name", "%q is not a type name", e.Name)
		r.check(!names[e.Name], at+".name", "%q is listed twice", e.Name)
		r.check(goIdentifier.MatchString(e.GoName), at+".go_name", "%q is not an exported Go name", e.GoName)
		r.check(!goNames[e.GoName], at+".go_name", "%q is listed twice", e.GoName)
		names[e.Name], goNames[e.GoName] = true, true
		r.check(e.Number == i+1, at+".number", "is %d, expected %d: TensorProto numbers have no gap",
			e.Number, i+1)
		if bits, basic := basicBits[e.Storage]; basic {
			r.check(bits == e.Bits*e.PerUnit, at+".storage", "%s has %d bits, not %d elements of %d",
				e.Storage, bits, e.PerUnit, e.Bits)
		} else {
			r.check(dtypeName.MatchString(e.Storage), at+".storage",
				"%q is neither a basic Go type nor a type of package dtype", e.Storage)
		}
		r.check(!storages[e.Storage], at+".storage", "%q is listed twice", e.Storage)
		storages[e.Storage] = true
		validateBits(&r, at, e)
	}
	return errors.Join(r.errs...)
}

func validateBits(r *report, at string, e ElemType) {
	switch e.Bits {
	case 0:
		r.check(e.Storage == "string" && e.PerUnit == 1, at+".bits", "0 is for strings, one in a unit")
	case 2, 4:
		r.check(e.PerUnit == 8/e.Bits, at+".per_unit", "%d elements of %d bits do not fill a byte",
			e.PerUnit, e.Bits)
	case 8, 16, 32, 64, 128:
		r.check(e.PerUnit == 1, at+".per_unit", "is %d, expected 1 for %d bits", e.PerUnit, e.Bits)
	default:
		r.check(false, at+".bits",
			"no kernels for %d-bit elements: templates have 2, 4, 8, 16, 32, 64 and 128 bits", e.Bits)
	}
}

// ValidateSchema checks one schema against the domains of the table, which need not contain the schema.
func (t *Table) ValidateSchema(s *OpSchema) error {
	r := report{file: s.File()}
	newest, known := t.NewestOpset(s.Domain)
	r.check(known, "domain", "%q is not in %s", s.Domain, tableFile)
	r.check(!known || s.SinceVersion >= 1 && s.SinceVersion <= newest, "since_version",
		"%d is not in 1..%d, the newest checked opset of %s", s.SinceVersion, newest, s.Domain)
	r.check(identifier.MatchString(s.Name), "name", "%q is not an operator name", s.Name)
	s.validateAttributes(&r)
	s.validateModes(&r)
	s.validateParams(&r, "inputs", s.Inputs)
	s.validateParams(&r, "outputs", s.Outputs)
	s.validateArity(&r)
	s.validateTypes(&r)
	r.check(len(s.Sources) > 0, "sources", "no document is named")
	ascending(&r, "sources", s.Sources, itself)
	return errors.Join(r.errs...)
}

func (s *OpSchema) validateAttributes(r *report) {
	ascending(r, "attributes", s.Attributes, func(a Attribute) string { return a.Name })
	for i, a := range s.Attributes {
		at := fmt.Sprintf("attributes[%d]", i)
		r.check(identifier.MatchString(a.Name), at+".name", "%q is not an attribute name", a.Name)
		r.check(slices.Contains(AttrTypes(), a.Type), at+".type", "%q is not an attribute type", a.Type)
		if d := a.Default; d != nil {
			r.check(!a.Required, at+".default", "a required attribute has no default")
			r.check(d.Type == a.Type, at+".default", "%s is of type %q, the attribute of type %q",
				d.Text, d.Type, a.Type)
		}
	}
}

func (s *OpSchema) validateModes(r *report) {
	sorted := slices.Clone(s.Modes)
	SortModes(sorted)
	sorted = slices.Compact(sorted)
	r.check(slices.Equal(sorted, s.Modes), "modes", "%q, expected %q: each once and in order",
		s.Modes, sorted)
	for name, means := range s.Meanings {
		r.check(s.HasMode(name) && slices.Contains(KnownModes(), means), "meanings",
			"%q as %q: expected one of the version's modes as a known one", name, means)
	}
	a, ok := s.Attribute("mode")
	r.check(ok || len(s.Modes) == 0, "modes", `%q without an attribute "mode"`, s.Modes)
	r.check(!ok || len(s.Modes) > 0 || s.Name != Operator, "modes", `none for the attribute "mode"`)
	if ok && a.Default != nil && a.Default.Type == AttrString && len(s.Modes) > 0 {
		mode, _ := strconv.Unquote(a.Default.Text)
		r.check(s.HasMode(mode), "modes", "the default %q is not among %q", mode, s.Modes)
	}
}

func (s *OpSchema) validateParams(r *report, field string, params []Param) {
	seen := make(map[string]bool)
	for i, p := range params {
		at := fmt.Sprintf("%s[%d]", field, i)
		r.check(identifier.MatchString(p.Name), at+".name", "%q is not a parameter name", p.Name)
		r.check(!seen[p.Name], at+".name", "%q is listed twice", p.Name)
		seen[p.Name] = true
		_, ok := s.Constraint(p.Type)
		r.check(ok || !identifier.MatchString(p.Type), at+".type",
			"%q is neither a type constraint nor a type", p.Type)
		r.check(slices.Contains([]string{Single, Optional, Variadic}, p.Option), at+".option",
			"%q is not %s, %s or %s", p.Option, Single, Optional, Variadic)
		r.check(p.Option != Variadic || i == len(params)-1, at+".option",
			"only the last parameter may be variadic")
	}
}

func (s *OpSchema) validateArity(r *report) {
	r.check(len(s.Outputs) > 0, "outputs", "the operator has none")
	least, most := s.required(), len(s.Inputs)
	if most > 0 && s.Inputs[most-1].Option == Variadic {
		most = Unbounded
	}
	r.check(s.MinInputs >= least && s.MinInputs <= min(most, s.MaxInputs), "min_inputs",
		"%d does not fit %d required inputs of %d", s.MinInputs, least, len(s.Inputs))
	r.check(s.MaxInputs == most, "max_inputs", "is %d, expected %d", s.MaxInputs, most)
}

func (s *OpSchema) validateTypes(r *report) {
	used := make(map[string]bool)
	for _, p := range slices.Concat(s.Inputs, s.Outputs) {
		used[p.Type] = true
	}
	ascending(r, "type_constraints", s.TypeConstraints, func(c TypeConstraint) string { return c.Name })
	for i, c := range s.TypeConstraints {
		at := fmt.Sprintf("type_constraints[%d]", i)
		r.check(identifier.MatchString(c.Name), at+".name", "%q is not a name of a type constraint", c.Name)
		r.check(used[c.Name], at+".name", "no input or output is of type %q", c.Name)
		r.check(len(c.Types) > 0, at+".types", "%s allows no type", c.Name)
		ascending(r, at+".types", c.Types, itself)
	}
}
