package gen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/templates"
)

// Plan is a resolved configuration: it lists exactly what will be emitted. Kernels are sorted by element type, mode and rank.
type Plan struct {
	Package string
	Types   []spec.ElemType
	Modes   []string
	Ranks   []int
	Kernels []templates.Kernel
	Flags   string // the flags of padgen generate, without -o, that select this plan

	table   *spec.Table
	schemas []*spec.OpSchema // the versions of Pad
}

// NewPlan resolves a configuration. It returns the joined errors of all fields, each of which wraps [ErrConfig].
func NewPlan(t *spec.Table, c Config) (*Plan, error) {
	p, err := c.resolve(t)
	if err != nil {
		return nil, err
	}
	p.Flags = p.flags(c)
	p.schemas = slices.DeleteFunc(slices.Clone(t.Schemas), func(s *spec.OpSchema) bool { return s.Name != spec.Operator })
	supported := slices.DeleteFunc(slices.Clone(p.schemas), func(s *spec.OpSchema) bool { return len(t.Unsupported(s)) > 0 })
	for _, e := range p.Types {
		elem := templates.NewElem(e)
		for _, m := range p.Modes {
			allows := func(s *spec.OpSchema) bool {
				return s.Runs(m) && slices.Contains(s.DataTypes(), e.Tensor())
			}
			allowed := cmp.Or(spec.Since(supported, allows), spec.Since(p.schemas, allows))
			if allowed == "" {
				continue // no version allows both
			}
			for _, r := range p.Ranks {
				p.Kernels = append(p.Kernels, templates.Kernel{Elem: elem, Mode: m, Rank: r, Allowed: allowed})
			}
		}
	}
	if len(p.Kernels) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrConfig, ErrNoKernel)
	}
	return p, nil
}

// Unsupported lists the parts of published versions that are not implemented, one line for each, with the files to change.
// Package runtime/onnx refuses nodes of these versions.
func (p *Plan) Unsupported() (lines []string) {
	for _, s := range p.schemas {
		for _, u := range p.table.Unsupported(s) {
			lines = append(lines, fmt.Sprintf("%s: %s", s.ID(), u))
		}
	}
	return lines
}

// Manifest returns a line for each kernel, sorted: its name, element type, mode and rank. Reviewers can read it instead of
// the emitted code.
func (p *Plan) Manifest() string {
	return p.lines(func(k templates.Kernel) string { return "" })
}

// List returns the manifest with the schema versions that allow each kernel. Emitted files do not contain these versions,
// because a new version that allows the same kernels would make the files stale.
func (p *Plan) List() string {
	return p.lines(func(k templates.Kernel) string { return " " + k.Allowed })
}

func (p *Plan) lines(more func(templates.Kernel) string) string {
	lines := make([]string, len(p.Kernels))
	for i, k := range p.Kernels {
		lines[i] = fmt.Sprintf("%s %s %s %d%s\n", k.Name(), k.Elem.Name, k.Mode, k.Rank, more(k))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// Size returns the numbers of kernels, element types, modes and ranks, as text.
func (p *Plan) Size() string {
	return fmt.Sprintf("kernels: %d (types: %d, modes: %d, ranks: %d)", len(p.Kernels), len(p.Types), len(p.Modes), len(p.Ranks))
}

// doc returns the doc comment of the generated package.
func (p *Plan) doc() string {
	return fmt.Sprintf("Package %s holds kernels of ONNX Pad. Pass the set of an element type to github.com/padgen/padgen/runtime/pad:\n\n"+
		"\tplan, err := pad.NewPlan(%s.%s, params)\n\n"+
		"A program links only the sets it names. The kernels, a function for each element type, mode and rank, take a kernel.Geometry.\n\n"+
		"Element types: %s.\nModes: %s.\nRanks: %s.",
		p.Package, p.Package, p.Types[0].GoName, strings.Join(typeNames(p.Types), ", "), strings.Join(p.Modes, ", "), formatRanks(p.Ranks))
}
