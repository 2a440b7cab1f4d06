package changelog

import (
	"maps"
	"slices"

	"github.com/padgen/padgen/spec"
)

// AddTo returns a table that contains t and the versions and wordings of the document that t lacks. It changes no version
// except those of a preview, and never lowers the newest opset of a domain. A new version keeps the meanings of the previous
// one.
func (d *Document) AddTo(t *spec.Table) *spec.Table {
	out := *t
	out.Schemas, out.Wordings = slices.Clone(t.Schemas), maps.Clone(t.Wordings)
	if out.Wordings == nil {
		out.Wordings = make(spec.Wordings)
	}
	newest := make(map[string]int) // by domain
	for _, domain := range t.Domains {
		newest[domain.Name] = domain.NewestOpset
	}
	current := d.Complete && d.Newest[spec.DefaultDomain] >= max(1, newest[spec.DefaultDomain])
	if current { // versions that graduated or were given up are no longer in a preview
		out.Schemas = slices.DeleteFunc(out.Schemas, func(s *spec.OpSchema) bool {
			stated := func(o *spec.OpSchema) bool { return o.ID() == s.ID() }
			return spec.Preview(s.Domain) && !slices.ContainsFunc(d.Schemas, stated)
		})
		maps.DeleteFunc(newest, func(domain string, _ int) bool { return spec.Preview(domain) })
	}
	for _, s := range d.Schemas {
		newest[s.Domain] = max(newest[s.Domain], s.SinceVersion, d.Newest[s.Domain])
		i := slices.IndexFunc(out.Schemas, func(o *spec.OpSchema) bool { return o.ID() == s.ID() })
		if i < 0 {
			added := *s
			for _, o := range t.Schemas { // sorted
				if o.Key() == s.Key() && o.SinceVersion < s.SinceVersion {
					added.Meanings = o.Meanings
				}
			}
			out.Schemas = append(out.Schemas, &added)
		} else if current && spec.Preview(s.Domain) && !s.SameFacts(out.Schemas[i]) {
			out.Schemas[i] = s
		}
		out.Wordings.Add(s.ID(), d.Prose[s.ID()])
	}
	slices.SortFunc(out.Schemas, spec.CompareSchemas)
	out.Domains = nil
	for _, name := range slices.Sorted(maps.Keys(newest)) {
		domain := spec.Domain{Name: name, NewestOpset: newest[name]}
		for _, s := range out.Schemas {
			if s.Domain != name {
				continue
			}
			if n := len(domain.Operators); n == 0 || domain.Operators[n-1].Name != s.Name {
				domain.Operators = append(domain.Operators, spec.OperatorVersions{Name: s.Name})
			}
			op := &domain.Operators[len(domain.Operators)-1]
			op.SinceVersions = append(op.SinceVersions, s.SinceVersion)
		}
		out.Domains = append(out.Domains, domain)
	}
	return &out
}
