package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/padgen/padgen/templates"
)

// flags returns the flags of padgen generate that select this plan, without -o. Lists are in the order of the table.
func (p *Plan) flags(c Config) string {
	var b strings.Builder
	if c.Opset != 0 {
		fmt.Fprintf(&b, "-opset %d ", c.Opset)
	}
	if len(c.Types) > 0 {
		fmt.Fprintf(&b, "-types %s ", strings.Join(typeNames(p.Types), ","))
	}
	if len(c.Modes) > 0 {
		fmt.Fprintf(&b, "-modes %s ", strings.Join(p.Modes, ","))
	}
	if len(c.Ranks) > 0 {
		fmt.Fprintf(&b, "-ranks %s ", formatRanks(p.Ranks))
	}
	return b.String() + "-package " + p.Package
}

// formatRanks formats sorted ranks for ParseRanks.
func formatRanks(ranks []int) string {
	if first, last := ranks[0], ranks[len(ranks)-1]; first < last && last-first == len(ranks)-1 {
		return fmt.Sprintf("%d-%d", first, last)
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ranks), " ", ","), "[]")
}

var flagsLine = regexp.MustCompile(`(?m)^//` + templates.FlagsDirective + ` (.*)$`)

// RecordedFlags returns the flags with which the package in dir was generated, except -o.
func RecordedFlags(dir string) ([]string, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("gen: no such folder: %q", dir)
	}
	src, err := read(filepath.Join(dir, templates.PackageFileName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("gen: %w", err)
	}
	m := flagsLine.FindSubmatch(src)
	if m == nil || !ours(src) {
		return nil, fmt.Errorf("gen: %s has no padgen.go that records flags: generate a package there, or name %[1]s/... for those below it", dir)
	}
	return strings.Fields(string(m[1])), nil
}
