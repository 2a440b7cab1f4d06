package spec

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

var (
	identifier   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	goIdentifier = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	domainName   = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9_]+)*$`)
	dtypeName    = regexp.MustCompile(`^dtype\.[A-Z][A-Za-z0-9]*$`)
)

// basicBits has the basic Go types that may be a storage unit, with their size
// in bits.
var basicBits = map[string]int{
	"bool": 8, "int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32, "uint32": 32, "int64": 64, "uint64": 64,
	"float32": 32, "float64": 64, "complex64": 64, "complex128": 128, "string": 0,
}

// ErrUnknownMode is reported for a mode that is none of [KnownModes].
var ErrUnknownMode = errors.New("unknown mode")

// report collects the problems of one file.
type report struct {
	file string
	errs []error
}

func (r *report) addf(field, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("spec: %s: %s: %w", r.file, field, fmt.Errorf(format, args...)))
}

// Validate checks what the values of the table mean, alone and together. It
// returns all problems joined, each naming a file and a field.
func (t *Table) Validate() error {
	errs := []error{t.validateDomains(), t.validateChecked(), t.validateElemTypes()}
	for _, s := range t.Schemas {
		errs = append(errs, t.ValidateSchema(s))
	}
	return errors.Join(errs...)
}

func (t *Table) validateDomains() error {
	r := report{file: tableFile}
	if len(t.Domains) == 0 {
		r.addf("domains", "the table has no domain")
	}
	for i, d := range t.Domains {
		field := fmt.Sprintf("domains[%d]", i)
		if !domainName.MatchString(d.Name) {
			r.addf(field+".name", "%q is no domain", d.Name)
		}
		for j, op := range d.Operators {
			at := fmt.Sprintf("%s.operators[%d]", field, j)
			if !identifier.MatchString(op.Name) {
				r.addf(at+".name", "%q is no operator name", op.Name)
			}
			if len(op.SinceVersions) == 0 {
				r.addf(at+".since_versions", "%s has no version", op.Name)
			}
			for k, v := range op.SinceVersions {
				if v < 1 || v > d.NewestOpset {
					r.addf(fmt.Sprintf("%s.since_versions[%d]", at, k), "%d is not in 1..%d, the newest documented opset of %s",
						v, d.NewestOpset, d.Name)
				}
				id := (&OpSchema{Domain: d.Name, Name: op.Name, SinceVersion: v}).ID()
				if t.Schema(id) == nil {
					r.addf(fmt.Sprintf("%s.since_versions[%d]", at, k), "the table has no schema %s", id)
				}
			}
		}
	}
	return errors.Join(r.errs...)
}

func (t *Table) validateChecked() error {
	r := report{file: checkedFile}
	for i, c := range t.Checked {
		if _, ok := t.NewestOpset(c.Domain); !ok {
			r.addf(fmt.Sprintf("opsets[%d].domain", i), "%q is not in %s", c.Domain, tableFile)
		}
		if c.Opset < 1 {
			r.addf(fmt.Sprintf("opsets[%d].opset", i), "%d, expected 1 or more", c.Opset)
		}
	}
	return errors.Join(r.errs...)
}

func (t *Table) validateElemTypes() error {
	r := report{file: elemTypesFile}
	if len(t.ElemTypes) == 0 {
		r.addf("types", "the table has no element type")
	}
	names, goNames := make(map[string]bool), make(map[string]bool)
	for i, e := range t.ElemTypes {
		at := fmt.Sprintf("types[%d]", i)
		if _, ok := ParseTensor(e.Tensor()); !ok || !identifier.MatchString(e.Name) {
			r.addf(at+".name", "%q is no type name", e.Name)
		}
		if names[e.Name] {
			r.addf(at+".name", "%q is listed twice", e.Name)
		}
		names[e.Name] = true
		if !goIdentifier.MatchString(e.GoName) {
			r.addf(at+".go_name", "%q is no exported Go identifier", e.GoName)
		}
		if goNames[e.GoName] {
			r.addf(at+".go_name", "%q is listed twice", e.GoName)
		}
		goNames[e.GoName] = true
		if e.Number != i+1 {
			r.addf(at+".number", "is %d, expected %d: TensorProto numbers have no gap", e.Number, i+1)
		}
		if bits, basic := basicBits[e.Storage]; basic && bits != e.Bits*e.PerUnit {
			r.addf(at+".storage", "%s has %d bits, not %d elements of %d", e.Storage, bits, e.PerUnit, e.Bits)
		} else if !basic && !dtypeName.MatchString(e.Storage) {
			r.addf(at+".storage", "%q is neither a basic Go type nor a type of package dtype", e.Storage)
		}
		validateBits(&r, at, e)
	}
	return errors.Join(r.errs...)
}

func validateBits(r *report, at string, e ElemType) {
	switch {
	case e.Bits == 0:
		if e.Storage != "string" || e.PerUnit != 1 {
			r.addf(at+".bits", "0 is for strings, one in a unit")
		}
	case e.Bits != 2 && e.Bits != 4 && e.Bits < 8:
		r.addf(at+".bits", "no kernels for %d-bit elements: templates have forms for 2 and 4 bits and for whole bytes", e.Bits)
	case e.Bits < 8:
		if e.PerUnit != 8/e.Bits {
			r.addf(at+".per_unit", "%d elements of %d bits do not fill a byte", e.PerUnit, e.Bits)
		}
	default:
		if !slices.Contains([]int{8, 16, 32, 64, 128}, e.Bits) {
			r.addf(at+".bits", "%d is no size of a Go type", e.Bits)
		}
		if e.PerUnit != 1 {
			r.addf(at+".per_unit", "is %d, expected 1 for %d bits", e.PerUnit, e.Bits)
		}
	}
}

// ValidateSchema checks one schema against the domains and element types of the
// table, which need not hold the schema.
func (t *Table) ValidateSchema(s *OpSchema) error {
	r := report{file: s.File()}
	if newest, ok := t.NewestOpset(s.Domain); !ok {
		r.addf("domain", "%q is not in %s", s.Domain, tableFile)
	} else if s.SinceVersion < 1 || s.SinceVersion > newest {
		r.addf("since_version", "%d is not in 1..%d, the newest checked opset of %s", s.SinceVersion, newest, s.Domain)
	}
	if !identifier.MatchString(s.Name) {
		r.addf("name", "%q is no operator name", s.Name)
	}
	s.validateAttributes(&r)
	s.validateModes(&r)
	s.validateParams(&r, t)
	s.validateTypes(&r, t)
	if len(s.Sources) == 0 {
		r.addf("sources", "no document is named")
	}
	return errors.Join(r.errs...)
}

func (s *OpSchema) validateAttributes(r *report) {
	types := AttrTypes()
	for i, a := range s.Attributes {
		at := fmt.Sprintf("attributes[%d]", i)
		if !identifier.MatchString(a.Name) {
			r.addf(at+".name", "%q is no attribute name", a.Name)
		}
		if !slices.Contains(types, a.Type) {
			r.addf(at+".type", "%q is no attribute type", a.Type)
		}
		if a.Default == nil {
			continue
		}
		if a.Required {
			r.addf(at+".default", "a required attribute has no default")
		}
		if a.Default.Type != a.Type {
			r.addf(at+".default", "%s is of type %q, the attribute of type %q", a.Default.Text(), a.Default.Type, a.Type)
		}
	}
}

func (s *OpSchema) validateModes(r *report) {
	known := KnownModes()
	for i, m := range s.Modes {
		if !slices.Contains(known, m) {
			r.addf(fmt.Sprintf("modes[%d]", i), "%w: %q is not one of the known modes %q", ErrUnknownMode, m, known)
		}
	}
	a, ok := s.Attribute("mode")
	switch {
	case !ok && len(s.Modes) > 0:
		r.addf("modes", "%q without an attribute \"mode\"", s.Modes)
	case ok && len(s.Modes) == 0 && s.Name == Operator:
		r.addf("modes", "none for the attribute \"mode\"")
	case ok && a.Default != nil && a.Default.Type == AttrString && len(s.Modes) > 0 && !s.HasMode(a.Default.String):
		r.addf("modes", "the default %q is not among %q", a.Default.String, s.Modes)
	}
}

func (s *OpSchema) validateParams(r *report, t *Table) {
	if len(s.Outputs) == 0 {
		r.addf("outputs", "the operator has none")
	}
	least, most := 0, len(s.Inputs)
	for _, l := range []struct {
		field  string
		params []Param
	}{{"inputs", s.Inputs}, {"outputs", s.Outputs}} {
		for i, p := range l.params {
			at := fmt.Sprintf("%s[%d]", l.field, i)
			if !identifier.MatchString(p.Name) {
				r.addf(at+".name", "%q is no parameter name", p.Name)
			}
			if _, ok := s.Constraint(p.Type); !ok {
				if _, err := t.ElemType(p.Type); err != nil {
					r.addf(at+".type", "%q is neither a type constraint nor a type with storage: %w", p.Type, ErrNoStorage)
				}
			}
			switch p.Option {
			case Single:
				if l.field == "inputs" {
					least = i + 1
				}
			case Optional:
			case Variadic:
				if i != len(l.params)-1 {
					r.addf(at+".option", "only the last parameter may be variadic")
				}
				if l.field == "inputs" {
					most = Unbounded
				}
			default:
				r.addf(at+".option", "%q is not %s, %s or %s", p.Option, Single, Optional, Variadic)
			}
		}
	}
	if s.MinInputs > s.MaxInputs || s.MinInputs < least || s.MinInputs > most {
		r.addf("min_inputs", "%d does not fit %d required inputs of %d", s.MinInputs, least, len(s.Inputs))
	}
	if s.MaxInputs != most {
		r.addf("max_inputs", "is %d, expected %d", s.MaxInputs, most)
	}
}

func (s *OpSchema) validateTypes(r *report, t *Table) {
	used := make(map[string]bool)
	for _, p := range slices.Concat(s.Inputs, s.Outputs) {
		used[p.Type] = true
	}
	for i, c := range s.TypeConstraints {
		at := fmt.Sprintf("type_constraints[%d]", i)
		if !identifier.MatchString(c.Name) {
			r.addf(at+".name", "%q is no name of a type constraint", c.Name)
		}
		if !used[c.Name] {
			r.addf(at+".name", "no input or output is of type %q", c.Name)
		}
		if len(c.Types) == 0 {
			r.addf(at+".types", "%s allows no type", c.Name)
		}
		for j, typ := range c.Types {
			if _, err := t.ElemType(typ); err != nil {
				r.addf(fmt.Sprintf("%s.types[%d]", at, j), "%w: %s is not in %s", ErrNoStorage, clip(typ), elemTypesFile)
			}
		}
	}
}
