package specdiff

import (
	"fmt"
	"slices"

	"github.com/padgen/padgen/spec"
)

// constraints compares the types that data may have, then all other type
// constraints.
func (p *pair) constraints() {
	if !p.stated("type_constraints") {
		return
	}
	oldData, newData := dataConstraint(p.old), dataConstraint(p.new)
	if p.stated("inputs") {
		p.dataTypes(oldData, newData)
	}
	var gone, come []spec.TypeConstraint
	for _, c := range p.old.TypeConstraints {
		d, ok := p.new.Constraint(c.Name)
		switch {
		case c.Name == oldData:
		case ok && d.Name != newData:
			p.constraintTypes(c, d)
		default:
			gone = append(gone, c)
		}
	}
	for _, c := range p.new.TypeConstraints {
		if _, ok := p.old.Constraint(c.Name); c.Name != newData && (!ok || c.Name == oldData) {
			come = append(come, c)
		}
	}
	if oldData != "" && newData != "" && oldData != newData {
		p.renamedConstraint(oldData, newData)
	}
	for _, c := range gone {
		same := func(d spec.TypeConstraint) bool { return slices.Equal(c.Types, d.Types) }
		wider := func(d spec.TypeConstraint) bool { return p.takesPlace(c, d) && includes(d.Types, c.Types) }
		i := slices.IndexFunc(come, same)
		if i < 0 {
			i = slices.IndexFunc(come, wider)
		}
		if i >= 0 {
			p.renamedConstraint(c.Name, come[i].Name)
			p.constraintTypes(c, come[i])
			come = slices.Delete(come, i, i+1)
			continue
		}
		p.add(newChange(ConstraintRemoved, "constraint "+c.Name, typeList(c.Types), "",
			fmt.Sprintf("type constraint %s is gone", c.Name)).at("type_constraints."+c.Name, ""))
	}
	for _, c := range come {
		p.add(newChange(ConstraintAdded, "constraint "+c.Name, "", typeList(c.Types),
			fmt.Sprintf("type constraint %s: %s", c.Name, typeList(c.Types))).at("", "type_constraints."+c.Name))
	}
}

// takesPlace reports whether an input of constraint c is one of constraint d in
// the new version.
func (p *pair) takesPlace(c, d spec.TypeConstraint) bool {
	return slices.ContainsFunc(p.old.Inputs, func(in spec.Param) bool {
		now, _ := p.new.Input(in.Name)
		return in.Type == c.Name && now.Type == d.Name
	})
}

// includes reports whether all types of less are among those of more.
func includes(more, less []string) bool {
	has := setOf(more)
	return !slices.ContainsFunc(less, func(typ string) bool { return !has[typ] })
}

func (p *pair) renamedConstraint(before, after string) {
	p.renamedTypes[before] = after
	p.add(newChange(ConstraintRenamed, "constraint "+after, before, after,
		fmt.Sprintf("type constraint %s is called %s", before, after)).at("type_constraints."+before, "type_constraints."+after))
}

// dataTypes compares the types that data may have.
func (p *pair) dataTypes(oldData, newData string) {
	before, after := p.old.DataTypes(), p.new.DataTypes()
	had, has := setOf(before), setOf(after)
	for _, typ := range after {
		if !had[typ] {
			p.add(newChange(TypeAdded, typ, "", typ, "data may be "+typ).at("", typeFact(newData, typ)))
		}
	}
	for _, typ := range before {
		if !has[typ] {
			p.add(newChange(TypeRemoved, typ, typ, "", "data may no longer be "+typ).at(typeFact(oldData, typ), ""))
		}
	}
}

// constraintTypes compares a constraint that is not that of data.
func (p *pair) constraintTypes(c, d spec.TypeConstraint) {
	had, has := setOf(c.Types), setOf(d.Types)
	for _, typ := range d.Types {
		if !had[typ] {
			p.add(newChange(ConstraintTypeAdded, d.Name+" "+typ, "", typ, fmt.Sprintf("%s allows %s", d.Name, typ)).
				at("", typeFact(d.Name, typ)))
		}
	}
	for _, typ := range c.Types {
		if !has[typ] {
			p.add(newChange(ConstraintTypeRemoved, c.Name+" "+typ, typ, "", fmt.Sprintf("%s no longer allows %s", c.Name, typ)).
				at(typeFact(c.Name, typ), ""))
		}
	}
}

// setOf makes a set, for quick look-ups: a document may list any number of
// types.
func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, e := range list {
		set[e] = true
	}
	return set
}

// typeFact names the line of a type. A type that the input names itself,
// without a constraint, has no line of its own.
func typeFact(constraint, typ string) string {
	if constraint == "" {
		return "inputs"
	}
	return "type_constraints." + constraint + "." + typ
}

// dataConstraint is the name of the constraint of data, "" if data names its
// type itself.
func dataConstraint(s *spec.OpSchema) string {
	data, _ := s.Data()
	c, _ := s.Constraint(data.Type)
	return c.Name
}
