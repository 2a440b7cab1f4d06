package specdiff

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Package is what is generated from a table.
type Package struct {
	// Kernels are the names of the kernels, Types the element types with their storage, as in "int2 (dtype.Int2x4)".
	Kernels, Types []string

	// Name is set for a package that does not have all kernels, as in "./kernels". It has Size kernels today. HasType and
	// HasMode say which tensors, as in "tensor(float)", and which modes its flags select; changes of others are left out.
	Name             string
	Size             int
	HasType, HasMode func(name string) bool

	left bool // something was left out
}

// leavesOut reports whether a change is about a type or a mode that the package does not have, and notes it.
func (p *Package) leavesOut(c Change) bool {
	if p.Name == "" {
		return false
	}
	leaves := false
	switch f := c.fact(); f.kind {
	case kindMode:
		leaves = !p.HasMode(f.value)
	case kindType:
		leaves = !p.HasType(f.value)
	case kindStorage:
		leaves = !p.HasType("tensor(" + strings.TrimPrefix(f.path, "elemtypes.") + ")")
	}
	p.left = p.left || leaves
	return leaves
}

// Generate returns what is generated from a table. It leaves out what is not supported.
type Generate func(*spec.Table) (Package, error)

// Impact is what the generated package gains and loses. If the revisions are two versions, the packages are those
// of each version alone; otherwise, those of whole tables.
type Impact struct {
	Kernels Difference `json:"kernels"`
	Types   Difference `json:"types"`
}

// Difference is what one list has and another lacks.
type Difference struct {
	Before  int      `json:"before"`
	After   int      `json:"after"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

func compareLists(old, new []string) Difference {
	return Difference{len(old), len(new), list(minus(new, old)), list(minus(old, new))}
}

// impact compares what is generated from both revisions. It returns the changes that this makes.
func (r *Report) impact(generate Generate) ([]Change, error) {
	old, errOld := generate(r.Old.generated())
	new, errNew := generate(r.New.generated())
	if err := errors.Join(errOld, errNew); err != nil {
		return nil, err
	}
	r.subset = new
	r.Impact = &Impact{compareLists(old.Kernels, new.Kernels), compareLists(old.Types, new.Types)}
	lost := r.Impact.lost()
	if lost == "" || r.New.Version != nil { // a package of all versions has the kernels of both
		return nil, nil
	}
	return []Change{newChange(ruleOf(KernelRemoved), "generated", "", "", r.packageName()+" loses "+lost)}, nil
}

// packageName is what the impact is about.
func (r *Report) packageName() string { return cmp.Or(r.subset.Name, "the generated package") }

// lost counts what the new package lacks.
func (i *Impact) lost() string {
	var parts []string
	for _, l := range i.lists() {
		if n := len(l.Removed); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, l.Title))
		}
	}
	return strings.Join(parts, ", ")
}

// generated is the table that the package of a revision is generated from.
func (r *Revision) generated() *spec.Table {
	if r.Version == nil {
		return r.Table
	}
	t := *r.Table
	t.Schemas = []*spec.OpSchema{r.Version}
	return &t
}

// impactList is a difference as it is shown to a person.
type impactList struct {
	Title string
	Difference
}

// lists returns the differences that are not empty.
func (i *Impact) lists() []impactList {
	if i == nil {
		return nil
	}
	all := []impactList{{"kernels", i.Kernels}, {"element types", i.Types}}
	return slices.DeleteFunc(all, func(l impactList) bool { return len(l.Added)+len(l.Removed) == 0 })
}

// summary describes the impact in a line.
func (r *Report) summary() string {
	if r.Impact == nil {
		return ""
	}
	k, of, after := r.Impact.Kernels, "", ""
	if r.New.Version != nil {
		of = " of each version alone"
		if len(k.Removed) > 0 {
			after = "; a package of all versions keeps them"
		}
	}
	return fmt.Sprintf("kernels%s: %d (before: %d), %d added, %d removed%s", of, k.After, k.Before,
		len(k.Added), len(k.Removed), after)
}
