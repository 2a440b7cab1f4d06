package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec/specdiff"
)

// rendered is the generated package of a side.
type rendered struct {
	files []gen.File
	sets  []string // the names of its kernel sets
}

// growth renders the generated packages of both sides and compares them.
func growth(r *specdiff.Report, measure bool) (*specdiff.Growth, error) {
	oldPackage, newPackage := r.Packages()
	before, err := renderPackage(oldPackage)
	if err != nil {
		return nil, err
	}
	after, err := renderPackage(newPackage)
	if err != nil {
		return nil, err
	}
	g := &specdiff.Growth{}
	g.Source.Before, g.Lines.Before, g.Files.Before = before.amounts()
	g.Source.After, g.Lines.After, g.Files.After = after.amounts()
	if !measure {
		g.Note = estimate(oldPackage.Kernels, newPackage.Kernels)
		return g, nil
	}
	return g, measured(g, before, after)
}

// renderPackage renders everything that can be generated for a side, or nothing if it has
// no kernels.
func renderPackage(p specdiff.Package) (rendered, error) {
	if p.Kernels == 0 {
		return rendered{}, nil
	}
	plan, err := gen.NewPlan(p.Table, gen.Config{Types: p.Types, Modes: p.Modes})
	if err != nil {
		return rendered{}, fmt.Errorf("diff: %w", err)
	}
	var r rendered
	for _, e := range plan.Types {
		r.sets = append(r.sets, e.GoName)
	}
	if r.files, err = plan.Files(); err != nil {
		return rendered{}, fmt.Errorf("diff: %w", err)
	}
	return r, nil
}

// amounts counts the bytes, lines and files of Go source.
func (r rendered) amounts() (source, lines, files int64) {
	for _, f := range r.files {
		if filepath.Ext(f.Name) == ".go" {
			source += int64(len(f.Content))
			lines += int64(bytes.Count(f.Content, []byte("\n")))
			files++
		}
	}
	return source, lines, files
}
