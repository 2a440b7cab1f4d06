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
	domains := make(map[string]spec.Domain)
	for _, domain := range t.Domains {
		domains[domain.Name] = domain
	}
	current := d.Complete && d.Newest[spec.DefaultDomain] >= max(1, domains[spec.DefaultDomain].NewestOpset)
	if current { // versions that graduated or were given up are no longer in a preview
		out.Schemas = slices.DeleteFunc(out.Schemas, func(s *spec.OpSchema) bool {
			stated := func(o *spec.OpSchema) bool { return o.ID() == s.ID() }
			return spec.Preview(s.Domain) && !slices.ContainsFunc(d.Schemas, stated)
		})
		maps.DeleteFunc(domains, func(name string, _ spec.Domain) bool { return spec.Preview(name) })
	}
	for _, s := range d.Schemas {
		domain := domains[s.Domain]
		domain.Name, domain.NewestOpset = s.Domain, max(domain.NewestOpset, s.SinceVersion, d.Newest[s.Domain])
		domains[s.Domain] = domain
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
	for _, name := range slices.Sorted(maps.Keys(domains)) {
		out.Domains = append(out.Domains, domains[name])
	}
	return &out
}
