package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec/specdiff"
)

// growth renders the generated packages of both sides and compares them.
func growth(r *specdiff.Report, measure bool) (*specdiff.Growth, error) {
	before, after := r.Packages()
	old, err := renderPackage(before)
	if err != nil {
		return nil, err
	}
	new, err := renderPackage(after)
	if err != nil {
		return nil, err
	}
	g := &specdiff.Growth{}
	for _, s := range []struct {
		files           []gen.File
		src, lines, num *int64
	}{
		{old, &g.Source.Before, &g.Lines.Before, &g.Files.Before},
		{new, &g.Source.After, &g.Lines.After, &g.Files.After},
	} {
		for _, f := range s.files {
			if filepath.Ext(f.Name) == ".go" {
				*s.src += int64(len(f.Content))
				*s.lines += int64(bytes.Count(f.Content, []byte("\n")))
				*s.num++
			}
		}
	}
	if !measure {
		g.Note = estimate(before.Kernels, after.Kernels)
		return g, nil
	}
	return g, measured(g, old, new)
}

// renderPackage renders all that can be generated of a side, nothing if that is
// no kernel.
func renderPackage(p specdiff.Package) ([]gen.File, error) {
	if p.Kernels == 0 {
		return nil, nil
	}
	plan, err := gen.NewPlan(p.Table, gen.Config{Types: p.Types, Modes: p.Modes})
	if err != nil {
		return nil, fmt.Errorf("diff: %w", err)
	}
	files, err := plan.Files()
	if err != nil {
		return nil, fmt.Errorf("diff: %w", err)
	}
	return files, nil
}
