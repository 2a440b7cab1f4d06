package specdiff

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Package describes what is generated from a table.
type Package struct {
	// Kernels are the names of the kernels.
	Kernels []string

	// Name is set for a package without all kernels, as in "./kernels". HasType and HasMode report which tensors, as in
	// "tensor(float)", and which modes its flags select. Changes of other types and modes are omitted.
	Name             string
	HasType, HasMode func(name string) bool

	left bool // something was omitted
}

// leavesOut reports whether a change is about a type or a mode that the package does not have, and records this.
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

// Generate returns what is generated from a table, without the parts that are not supported.
type Generate func(*spec.Table) (Package, error)

// Impact lists the kernels that the generated package gains and loses. If the revisions are two versions, each package is
// generated from one version; otherwise it is generated from a whole table.
type Impact struct {
	Before  int      `json:"before"`
	After   int      `json:"after"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// impact compares what is generated from both revisions, and returns the resulting changes.
func (r *Report) impact(generate Generate) ([]Change, error) {
	old, errOld := generate(r.Old.generated())
	new, errNew := generate(r.New.generated())
	if err := errors.Join(errOld, errNew); err != nil {
		return nil, err
	}
	r.subset = new
	r.Impact = &Impact{len(old.Kernels), len(new.Kernels), list(minus(new.Kernels, old.Kernels)),
		list(minus(old.Kernels, new.Kernels))}
	lost := len(r.Impact.Removed)
	if lost == 0 || r.New.Version != nil { // a package of all versions has the kernels of both
		return nil, nil
	}
	message := fmt.Sprintf("%s loses %s", r.packageName(), count(lost, "kernel"))
	return []Change{newChange(ruleOf(KernelRemoved), "generated", "", "", message)}, nil
}

// packageName returns the name of the package that the impact is about.
func (r *Report) packageName() string { return cmp.Or(r.subset.Name, "the generated package") }

// generated returns the table from which the package of a revision is generated.
func (r *Revision) generated() *spec.Table {
	if r.Version == nil {
		return r.Table
	}
	t := *r.Table
	t.Schemas = []*spec.OpSchema{r.Version}
	return &t
}

// summary returns the impact in one line.
func (r *Report) summary() string {
	if r.Impact == nil {
		return ""
	}
	i, of, after := r.Impact, "", ""
	if r.New.Version != nil {
		of = " of each version"
		if len(i.Removed) > 0 {
			after = "; a package of all versions keeps them"
		}
	}
	return fmt.Sprintf("kernels%s: %d (before: %d), %d added, %d removed%s", of, i.After, i.Before,
		len(i.Added), len(i.Removed), after)
}
