package specdiff

import (
	"slices"

	"github.com/padgen/padgen/spec"
)

// constraints compares the types that data may have, then all other type constraints.
func (p *pair) constraints() {
	oldData, newData := dataConstraint(p.old), dataConstraint(p.new)
	p.dataTypes(oldData, newData)
	var removed, added []spec.TypeConstraint
	for _, c := range p.old.TypeConstraints {
		d, ok := p.new.Constraint(c.Name)
		switch {
		case c.Name == oldData:
		case ok && d.Name != newData:
			p.constraintTypes(c, d)
		default:
			removed = append(removed, c)
		}
	}
	for _, d := range p.new.TypeConstraints {
		if _, ok := p.old.Constraint(d.Name); d.Name != newData && (!ok || d.Name == oldData) {
			added = append(added, d)
		}
	}
	if oldData != "" && newData != "" && oldData != newData {
		p.renamedConstraint(oldData, newData)
	}
	for _, c := range removed {
		i := slices.IndexFunc(added, func(d spec.TypeConstraint) bool { return slices.Equal(c.Types, d.Types) })
		if i < 0 {
			i = slices.IndexFunc(added, func(d spec.TypeConstraint) bool { return p.takesPlace(c, d) })
		}
		if i >= 0 {
			p.renamedConstraint(c.Name, added[i].Name)
			p.constraintTypes(c, added[i])
			added = slices.Delete(added, i, i+1)
			continue
		}
		p.add(newChange(ConstraintRemoved, "constraint "+c.Name, typeList(c.Types), "",
			"type constraint %s is removed", c.Name).at("type_constraints."+c.Name, ""))
	}
	for _, d := range added {
		p.add(newChange(ConstraintAdded, "constraint "+d.Name, "", typeList(d.Types),
			"type constraint %s: %s", d.Name, typeList(d.Types)).at("", "type_constraints."+d.Name))
	}
}

// takesPlace reports whether d has all types of c, and is that of an input in the new version which was of c.
func (p *pair) takesPlace(c, d spec.TypeConstraint) bool {
	return len(minus(c.Types, d.Types)) == 0 && slices.ContainsFunc(p.old.Inputs, func(in spec.Param) bool {
		now, _ := p.new.Input(in.Name)
		return in.Type == c.Name && now.Type == d.Name
	})
}

func (p *pair) renamedConstraint(before, after string) {
	p.renamedTypes[before] = after
	p.add(newChange(ConstraintRenamed, "constraint "+after, before, after, "type constraint %s is now called %s",
		before, after).at("type_constraints."+before, "type_constraints."+after))
}

// dataTypes compares the types that data may have.
func (p *pair) dataTypes(oldData, newData string) {
	before, after := p.old.DataTypes(), p.new.DataTypes()
	for _, typ := range minus(after, before) {
		p.add(newChange(TypeAdded, typ, "", typ, "data may be %s", typ).at("", typeFact(newData, typ)))
	}
	for _, typ := range minus(before, after) {
		p.add(newChange(TypeRemoved, typ, typ, "", "data may not be %s any more", typ).at(typeFact(oldData, typ), ""))
	}
}

// constraintTypes compares a constraint that is not that of data.
func (p *pair) constraintTypes(c, d spec.TypeConstraint) {
	for _, typ := range minus(d.Types, c.Types) {
		p.add(newChange(ConstraintTypeAdded, d.Name+" "+typ, "", typ, "%s allows %s", d.Name, typ).
			at("", typeFact(d.Name, typ)))
	}
	for _, typ := range minus(c.Types, d.Types) {
		p.add(newChange(ConstraintTypeRemoved, c.Name+" "+typ, typ, "", "%s does not allow %s any more", c.Name, typ).
			at(typeFact(c.Name, typ), ""))
	}
}

// typeFact names the line of a type. A type that the input names itself, without a constraint, has no line of its
// own.
func typeFact(constraint, typ string) string {
	if constraint == "" {
		return "inputs"
	}
	return "type_constraints." + constraint + "." + typ
}

// dataConstraint is the name of the constraint of data, "" if data names its type itself.
func dataConstraint(s *spec.OpSchema) string {
	data, _ := s.Data()
	c, _ := s.Constraint(data.Type)
	return c.Name
}
