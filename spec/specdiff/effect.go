package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Effect is what the changes do to the generated package. If the sides are two versions, the packages are
// those of each version alone; otherwise, those of all versions of each side.
type Effect struct {
	// Before and After count kernels; Added and Removed name them, sorted.
	Before, After  int
	Added, Removed []string
	// APIAdded and APIRemoved are exported declarations, as Go's api files print
	// them.
	APIAdded, APIRemoved []string
	// StorageAdded and StorageRemoved are types of package dtype that the
	// package uses, or no longer does.
	StorageAdded, StorageRemoved []string
	// Waiting counts the kernels that cannot be generated until what Todo lists
	// is done.
	Waiting int
	Todo    []Todo
	// Cases are conformance cases that the new side needs.
	Cases []Case
	// Growth is nil until the caller renders both packages and sets it.
	Growth *Growth
}

// Todo is what a person must add, and where.
type Todo struct {
	Subject string
	Steps   []Step
}

// Step is a file or folder of the project and what to do there.
type Step struct{ Where, What string }

// Growth compares the generated packages of both sides.
type Growth struct {
	Source, Lines, Files Amount
	// Compile is the time to compile the package in milliseconds, Linked the
	// size in bytes of a program with all its kernels. Both are nil unless they
	// were measured.
	Compile, Linked *Amount
	// Note says how the amounts were obtained, or why they are not known.
	Note string
}

// Amount is a number on both sides.
type Amount struct{ Before, After int64 }

// kernel is an element type in a mode: an exported function of the generated package for each rank.
type kernel struct {
	elem spec.ElemType
	mode string
}

// Package is what is generated from a side.
type Package struct {
	// Table has only types and modes that can be generated; the others are removed from its schemas.
	Table *spec.Table
	// Types are the element types with kernels, Modes the modes of the side's version, by ONNX name. Modes is
	// empty if all versions are generated.
	Types, Modes []string
	// Kernels counts the kernels.
	Kernels int
}

// Packages returns what is generated from both sides. A document supplies the versions that it describes, the
// other side all others.
func (r *Report) Packages() (old, new Package) {
	return r.pack(r.Old, r.New), r.pack(r.New, r.Old)
}

func (r *Report) pack(side, other *Side) Package {
	t := &spec.Table{Domains: side.Table.Domains, ElemTypes: side.Table.ElemTypes, ElemSources: side.Table.ElemSources}
	for _, s := range r.versionsOf(side, other) {
		t.Schemas = append(t.Schemas, generatable(t, s))
	}
	if len(t.Domains) == 0 {
		t.Domains = other.Table.Domains
	}
	p := Package{Table: t}
	of := t.Schemas
	if side.Version != nil {
		s := generatable(t, side.Version)
		of, p.Modes = []*spec.OpSchema{s}, s.Modes
		// Other versions are not compared: a table has them, a file by itself does not.
		t.Schemas = slices.DeleteFunc(t.Schemas, func(o *spec.OpSchema) bool { return o.ID() != s.ID() })
		t.Domains = slices.DeleteFunc(slices.Clone(t.Domains), func(d spec.Domain) bool { return d.Name != s.Domain })
	}
	list := kernels(t, of)
	p.Kernels = len(list) * spec.MaxRank
	for _, k := range list {
		if !slices.Contains(p.Types, k.elem.Name) {
			p.Types = append(p.Types, k.elem.Name)
		}
	}
	return p
}

// versionsOf returns the versions behind a side's package: its own and, for a document, those of the other
// side that it does not describe, except new ones.
func (r *Report) versionsOf(side, other *Side) []*spec.OpSchema {
	if !side.Partial {
		return side.Table.Schemas
	}
	var rest []*spec.OpSchema
	for _, s := range other.Table.Schemas {
		if side == r.New || side.covers(s) {
			rest = append(rest, s)
		}
	}
	return union(side.Table.Schemas, rest)
}

// generatable returns the schema without what cannot be generated: types without storage and unknown modes.
// An input of such a type gets a constraint that allows no type, since the generator looks up the types of
// some inputs.
func generatable(t *spec.Table, s *spec.OpSchema) *spec.OpSchema {
	c := *s
	unknown := unknownModes(s)
	c.Modes = slices.DeleteFunc(slices.Clone(s.Modes), func(m string) bool { return slices.Contains(unknown, m) })
	c.TypeConstraints = nil
	for _, tc := range s.TypeConstraints {
		tc.Types = slices.DeleteFunc(slices.Clone(tc.Types), func(typ string) bool { _, err := t.ElemType(typ); return err != nil })
		c.TypeConstraints = append(c.TypeConstraints, tc)
	}
	for _, in := range s.Inputs {
		if _, ok := c.Constraint(in.Type); ok {
			continue
		}
		if _, err := t.ElemType(in.Type); err != nil {
			c.TypeConstraints = append(c.TypeConstraints, spec.TypeConstraint{Name: in.Type})
		}
	}
	return &c
}

// kernels returns the pairs of types and modes that versions of Pad allow, in the order of type numbers, then
// of modes.
func kernels(t *spec.Table, schemas []*spec.OpSchema) []kernel {
	var out []kernel
	for _, e := range t.ElemTypes {
		for _, m := range spec.KnownModes() {
			if slices.ContainsFunc(schemas, func(s *spec.OpSchema) bool {
				return s.Name == spec.Operator && s.HasMode(m) && slices.Contains(s.DataTypes(), e.Tensor())
			}) {
				out = append(out, kernel{e, m})
			}
		}
	}
	return out
}

// effect computes the effect, except for its growth.
func (r *Report) effect() {
	e := &r.Effect
	of := func(side, other *Side) []kernel {
		if side.Version != nil {
			return kernels(side.Table, []*spec.OpSchema{side.Version})
		}
		return kernels(side.Table, r.versionsOf(side, other))
	}
	before, after := of(r.Old, r.New), of(r.New, r.Old)
	e.Before, e.After = len(before)*spec.MaxRank, len(after)*spec.MaxRank
	e.Added, e.APIAdded, e.StorageAdded = surplus(after, before)
	e.Removed, e.APIRemoved, e.StorageRemoved = surplus(before, after)
	e.APIAdded = append(e.APIAdded, dtypeAPI(r.New.Table, r.Old.Table)...)
	e.APIRemoved = append(e.APIRemoved, dtypeAPI(r.Old.Table, r.New.Table)...)
	slices.Sort(e.APIAdded)
	slices.Sort(e.APIRemoved)
	e.Todo = r.todo()
	e.Waiting = r.waiting()
	e.Cases = r.cases()
}

// surplus names what one list of kernels has and the other lacks.
func surplus(list, other []kernel) (names, api, storage []string) {
	for _, k := range list {
		if !slices.ContainsFunc(other, func(o kernel) bool { return o.mode == k.mode && sameType(o, k) }) {
			for rank := 1; rank <= spec.MaxRank; rank++ {
				names = append(names, k.name(rank))
				api = append(api, fmt.Sprintf("pkg generated, func %s(%s)", k.name(rank), k.params()))
			}
		}
		if slices.ContainsFunc(other, func(o kernel) bool { return sameType(o, k) }) {
			continue
		}
		line := fmt.Sprintf("pkg generated, var %s pad.KernelSet[%s]", k.elem.GoName, k.elem.Storage)
		if !slices.Contains(api, line) {
			api = append(api, line)
		}
		sameStorage := func(o kernel) bool { return o.elem.Storage == k.elem.Storage }
		if strings.HasPrefix(k.elem.Storage, "dtype.") && !slices.ContainsFunc(other, sameStorage) && !slices.Contains(storage, k.elem.Storage) {
			storage = append(storage, k.elem.Storage)
		}
	}
	slices.Sort(names)
	slices.Sort(storage)
	return names, api, storage
}

// sameType reports whether two kernels are of one type as Go sees it.
func sameType(a, b kernel) bool {
	return a.elem.GoName == b.elem.GoName && a.elem.Storage == b.elem.Storage
}

// name is that of the exported function, as in ReflectFloat32Rank4.
func (k kernel) name(rank int) string {
	return spec.KernelName(k.mode, k.elem, rank)
}

func (k kernel) params() string {
	slice := "[]" + k.elem.Storage
	if k.mode == spec.Constant {
		return slice + ", " + slice + ", " + k.elem.Storage + ", *pad.Geometry"
	}
	return slice + ", " + slice + ", *pad.Geometry"
}

// dtypeAPI lists what package dtype declares for the element types that one
// table stores and the other does not.
func dtypeAPI(t, other *spec.Table) []string {
	var out []string
	for _, e := range t.ElemTypes {
		if o, err := other.ElemType(e.Tensor()); err != nil || o.GoName != e.GoName || o.Number != e.Number {
			out = append(out, fmt.Sprintf("pkg dtype, const Type%s DType = %d", e.GoName, e.Number))
		}
		name, ok := strings.CutPrefix(e.Storage, "dtype.")
		if !ok || slices.ContainsFunc(other.ElemTypes, func(o spec.ElemType) bool { return o.Storage == e.Storage }) {
			continue
		}
		out = append(out, fmt.Sprintf("pkg dtype, type %s uint%d", name, max(8, e.Bits)))
		if e.Packed() {
			out = append(out, "pkg dtype, func Pack"+e.GoName, "pkg dtype, func Unpack"+e.GoName)
		}
	}
	return out
}

// waiting counts the kernels of the new side that need a type or mode which the
// project lacks.
func (r *Report) waiting() int {
	pairs := map[[2]string]bool{}
	schemas := []*spec.OpSchema{r.New.Version}
	if r.New.Version == nil {
		schemas = r.versionsOf(r.New, r.Old)
	}
	for _, s := range schemas {
		if s.Name != spec.Operator {
			continue
		}
		unknown := unknownModes(s)
		for _, typ := range s.DataTypes() {
			_, err := r.New.Table.ElemType(typ)
			for _, m := range s.Modes {
				if err != nil || slices.Contains(unknown, m) {
					pairs[[2]string{typ, m}] = true
				}
			}
		}
	}
	return len(pairs) * spec.MaxRank
}
