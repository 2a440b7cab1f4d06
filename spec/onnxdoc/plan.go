package onnxdoc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

const (
	tableFile     = "table.json"
	elemTypesFile = "elemtypes.json"
)

// Write is a file that a plan writes.
type Write struct {
	// Path is relative to the table's folder, with slashes.
	Path string
	Data []byte
	// Old is what the file held, nil for a new file.
	Old []byte
	// Why says what is new in the file.
	Why string
}

// Plan is what must be written so that a table's folder holds what documents
// state.
type Plan struct {
	Dir string
	// Writes are in the order in which they take effect: table.json, which
	// lists the others, is the last.
	Writes []Write
	// Same are versions that the folder already holds as they are stated.
	Same []string
	// Refused are findings that forbid writing anything.
	Refused []Finding
	// Notices are findings that the new files bring with them: types without
	// storage and unknown modes, which a person must add to the project.
	Notices []Finding
}

// NewPlan compares the folder of a table with merged versions and plans what to
// write: a file for each new version, the facts that a file lacks and that are
// now stated, and table.json. newest is the newest opset that the documents
// cover, by domain: it may raise the one in table.json, but does not lower it.
//
// The folder may be empty or missing; then table.json begins with what the
// documents cover. No document of the kinds read here states how a type is
// stored: an elemtypes.json is kept as it is, and a missing one becomes that of
// the embedded table.
func NewPlan(dir string, versions []*Version, newest map[string]int) (*Plan, error) {
	p := &Plan{Dir: dir}
	domains, oldTable, err := readDomains(dir)
	if err != nil {
		return nil, err
	}
	types, missing, err := elemTypes(dir)
	if err != nil {
		return nil, err
	}
	touched := make(map[string]bool)
	for _, v := range versions {
		touched[v.Schema.Domain] = true
		domains = listVersion(domains, v.Schema)
	}
	table := &spec.Table{Domains: domains, ElemTypes: types}
	for _, v := range versions {
		if err := p.version(v, table); err != nil {
			return nil, err
		}
	}
	for i := range domains {
		d := &domains[i]
		if touched[d.Name] {
			d.NewestOpset = max(d.NewestOpset, newest[d.Name])
		}
	}
	if missing != nil && len(versions) > 0 {
		p.Writes = append(p.Writes, Write{Path: elemTypesFile, Data: missing, Why: "how types are stored, as in the embedded table"})
	}
	data, err := spec.MarshalDomains(domains)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(data, oldTable) && len(versions) > 0 {
		p.Writes = append(p.Writes, Write{Path: tableFile, Data: data, Old: oldTable, Why: "lists the versions and the newest opset"})
	}
	if len(p.Refused) > 0 {
		p.Writes = nil
	}
	return p, nil
}

// version plans the file of one version.
func (p *Plan) version(v *Version, table *spec.Table) error {
	s := v.Schema
	file := s.File()
	old, err := readOptional(filepath.Join(p.Dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	if old == nil {
		if lacking := v.lacking(); len(lacking) > 0 {
			p.Refused = append(p.Refused, Finding{RuleIncomplete, s.ID(), v.at(lacking[0]),
				"the table lacks this version and no document states " + strings.Join(lacking, ", ") + v.unreadModes()})
			return nil
		}
		data, err := s.Marshal()
		if err != nil {
			return err
		}
		p.Writes = append(p.Writes, Write{Path: file, Data: data, Why: "a new version"})
		p.examine(v, table)
		return nil
	}
	have, err := spec.ParseSchema(file, old)
	if err != nil {
		return err
	}
	if have.ID() != s.ID() {
		return fmt.Errorf("onnxdoc: %s: holds %s", file, have.ID())
	}
	diffs := differences(have, v)
	for _, d := range diffs {
		p.Refused = append(p.Refused, Finding{RuleRetroactiveEdit, s.ID(), d.at, d.message + "; a published version is never edited"})
	}
	if len(diffs) > 0 {
		return nil
	}
	p.Same = append(p.Same, s.ID())
	return nil
}

// lacking lists the facts without which no file can be written.
func (v *Version) lacking() []string {
	var out []string
	for _, f := range v.NotStated {
		switch {
		case f == "domain": // the default one, or other documents would differ
		case f == "modes" && v.Schema.Name != spec.Operator && v.states("attributes"):
		default:
			out = append(out, f)
		}
	}
	return out
}

// unreadModes says why the modes could not be read and what can be, or nothing
// if there is no description of them.
func (v *Version) unreadModes() string {
	if v.states("modes") || v.unread == "" {
		return ""
	}
	return fmt.Sprintf("; modes: expected %s, found %s", modeForms, v.unread)
}

// factOf is the fact that an error of a validation is about, as in "inputs" for
// "inputs[0].type: …".
func factOf(message string) string {
	fact := message[:strings.IndexAny(message+":", "[:")]
	if fact == "min_inputs" || fact == "max_inputs" {
		return "inputs" // whose heading states them
	}
	return fact
}

// examine validates a new version of Pad; nothing is generated for other
// operators, and some of their schemas have oddities of their own. A type
// without storage and an unknown mode are no reason to refuse the version: the
// table must be able to hold what is published before the project supports it.
// Any other problem is.
func (p *Plan) examine(v *Version, table *spec.Table) {
	s := v.Schema
	if s.Name != spec.Operator {
		return
	}
	for _, f := range v.problems(table) {
		if f.Rule == RuleInvalid {
			p.Refused = append(p.Refused, f)
		} else {
			p.Notices = append(p.Notices, f)
		}
	}
	for _, u := range table.Unsupported(s) {
		p.Notices = append(p.Notices, Finding{"PAD_UNSUPPORTED", s.ID(), v.at(factOf(u.Fact)), u.Reason + "; nothing is generated until a person adds it"})
	}
	storage := func(fact, typ string) {
		if _, isTensor := spec.ParseTensor(typ); !isTensor {
			p.Notices = append(p.Notices, Finding{RuleNotServed, s.ID(), v.at(fact), "package onnx takes tensors, not " + typ})
			return
		}
		if _, err := table.ElemType(typ); err != nil {
			p.Notices = append(p.Notices, Finding{RuleNoStorage, s.ID(), v.at(fact), fmt.Sprintf(
				"expected a type listed in %s, found %s; nothing is generated until its storage is added there and to runtime/dtype",
				elemTypesFile, typ)})
		}
	}
	for _, c := range s.TypeConstraints {
		for _, typ := range c.Types {
			storage("type_constraints."+c.Name, typ)
		}
	}
	for _, in := range s.Inputs {
		if _, ok := s.Constraint(in.Type); !ok {
			storage("inputs."+in.Name, in.Type)
		}
	}
	for _, out := range s.Outputs {
		if _, ok := s.Constraint(out.Type); !ok {
			storage("outputs."+out.Name, out.Type)
		}
	}
}

// problems lists what a validation finds in a version, but for types without
// storage.
func (v *Version) problems(table *spec.Table) (out []Finding) {
	s := v.Schema
	for _, err := range flatten(table.ValidateSchema(s)) {
		message := strings.TrimPrefix(err.Error(), "spec: "+s.File()+": ") // the file is not written
		f := Finding{RuleInvalid, s.ID(), v.at(factOf(message)), message}
		switch {
		case errors.Is(err, spec.ErrNoStorage):
			continue
		case errors.Is(err, spec.ErrUnknownMode):
			f.Rule = RuleUnknownMode
			f.Message += "; nothing is generated until templates and runtime/pad know it"
		}
		out = append(out, f)
	}
	return out
}

// Invalid lists what is inconsistent in a version of Pad, for which [Import]
// refuses it where the table lacks it. A version of which not all is stated is
// not examined.
func (v *Version) Invalid(types []spec.ElemType) []Finding {
	s := v.Schema
	if s.Name != spec.Operator || len(v.lacking()) > 0 {
		return nil
	}
	table := &spec.Table{Domains: []spec.Domain{{Name: s.Domain, NewestOpset: s.SinceVersion}}, ElemTypes: types}
	return slices.DeleteFunc(v.problems(table), func(f Finding) bool { return f.Rule != RuleInvalid })
}

// readDomains reads table.json, if there is one.
func readDomains(dir string) ([]spec.Domain, []byte, error) {
	name := filepath.Join(dir, tableFile)
	data, err := readOptional(name)
	if err != nil || data == nil {
		return nil, nil, err
	}
	domains, err := spec.ParseDomains(name, data)
	return domains, data, err
}

// elemTypes returns the element types with storage: those of the folder or, if
// it has no elemtypes.json, those of the embedded table and the content of the
// missing file.
func elemTypes(dir string) (types []spec.ElemType, missing []byte, err error) {
	name := filepath.Join(dir, elemTypesFile)
	data, err := readOptional(name)
	if err != nil {
		return nil, nil, err
	}
	if data != nil {
		types, err = spec.ParseElemTypes(name, data)
		return types, nil, err
	}
	t, err := spec.Default()
	if err != nil {
		return nil, nil, err
	}
	files, err := t.Files()
	return t.ElemTypes, files[elemTypesFile], err
}

// listVersion adds a version to the lists of table.json, if it is not there.
func listVersion(domains []spec.Domain, s *spec.OpSchema) []spec.Domain {
	i, found := slices.BinarySearchFunc(domains, s.Domain, func(d spec.Domain, n string) int { return strings.Compare(d.Name, n) })
	if !found {
		domains = slices.Insert(domains, i, spec.Domain{Name: s.Domain})
	}
	d := &domains[i]
	d.NewestOpset = max(d.NewestOpset, s.SinceVersion)
	j, found := slices.BinarySearchFunc(d.Operators, s.Name, func(o spec.OperatorVersions, n string) int { return strings.Compare(o.Name, n) })
	if !found {
		d.Operators = slices.Insert(d.Operators, j, spec.OperatorVersions{Name: s.Name})
	}
	list := &d.Operators[j].SinceVersions
	if k, found := slices.BinarySearch(*list, s.SinceVersion); !found {
		*list = slices.Insert(*list, k, s.SinceVersion)
	}
	return domains
}

// readOptional reads a small file. It returns nil if there is none.
func readOptional(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("onnxdoc: %w", err)
	}
	if info.Size() > MaxSize {
		return nil, fmt.Errorf("onnxdoc: %s: larger than %d bytes", name, MaxSize)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("onnxdoc: %w", err)
	}
	return data, nil
}
