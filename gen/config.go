package gen

import (
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// MaxRank is the highest rank that kernels are emitted for.
const MaxRank = spec.MaxRank

// Config is what to generate. The zero value means everything.
type Config struct {
	// Opset restricts types and modes to those of the ai.onnx version in force at an opset; 0 takes every version.
	Opset int
	// Types are element types by their ONNX names (float, tensor(float)) or Go names (Float32), in capitals or not, empty for all.
	Types []string
	// Modes are as ONNX writes them, empty for all.
	Modes []string
	// Ranks are 1 to MaxRank, empty for all. The kernel of a rank serves lower ones too.
	Ranks []int
	// Package is the name of the generated package, "generated" by default.
	Package string
}

// ErrConfig is the kind of every error that a Config can cause.
var ErrConfig = errors.New("gen: wrong configuration")

func configErr(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrConfig, fmt.Sprintf(format, args...))
}

// ParseRanks reads a list of ranks and ranges: "1-8", "2,4", "1-3,8".
func ParseRanks(s string) ([]int, error) {
	var ranks []int
	for part := range strings.SplitSeq(s, ",") {
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			hi = lo
		}
		a, errA := strconv.Atoi(lo)
		b, errB := strconv.Atoi(hi)
		if errA != nil || errB != nil || a < 1 || b > MaxRank || a > b {
			return nil, configErr("rank %q, expected a number or a range within 1-%d", part, MaxRank)
		}
		for r := a; r <= b; r++ {
			ranks = append(ranks, r)
		}
	}
	return ranks, nil
}

// resolve fills in what the zero values mean and checks the rest against the table.
func (c Config) resolve(t *spec.Table) (types []spec.ElemType, modes []string, ranks []int, pkg string, err error) {
	var errs []error
	allowedType := func(spec.ElemType) bool { return true }
	allowedMode := func(string) bool { return true }
	if c.Opset != 0 {
		if s, err := t.Lookup("", c.Opset); err != nil {
			errs = append(errs, fmt.Errorf("%w: %w", ErrConfig, err))
		} else {
			data, err := t.DataTypes(s)
			errs = append(errs, err)
			allowedType = func(e spec.ElemType) bool { return slices.Contains(data, e) }
			allowedMode = s.HasMode
		}
	}
	for _, e := range t.ElemTypes {
		switch named := len(c.Types) > 0; {
		case named && !slices.ContainsFunc(c.Types, func(name string) bool { return isName(e, name) }):
		case allowedType(e):
			types = append(types, e)
		case named:
			errs = append(errs, configErr("element type %s is not allowed at opset %d", e.Name, c.Opset))
		}
	}
	for _, name := range c.Types {
		if !slices.ContainsFunc(t.ElemTypes, func(e spec.ElemType) bool { return isName(e, name) }) {
			var known []string
			for _, e := range t.ElemTypes {
				known = append(known, e.Name)
			}
			errs = append(errs, configErr("unknown element type %q, expected %s", name, strings.Join(known, ", ")))
		}
	}
	for _, m := range spec.KnownModes() {
		switch named := len(c.Modes) > 0; {
		case named && !slices.Contains(c.Modes, m):
		case allowedMode(m):
			modes = append(modes, m)
		case named:
			errs = append(errs, configErr("mode %s is not allowed at opset %d", m, c.Opset))
		}
	}
	for _, m := range c.Modes {
		if !slices.Contains(spec.KnownModes(), m) {
			errs = append(errs, configErr("unknown mode %q, expected %s", m, strings.Join(spec.KnownModes(), ", ")))
		}
	}
	for r := 1; r <= MaxRank; r++ {
		if len(c.Ranks) == 0 || slices.Contains(c.Ranks, r) {
			ranks = append(ranks, r)
		}
	}
	for _, r := range c.Ranks {
		if r < 1 || r > MaxRank {
			errs = append(errs, configErr("rank %d, expected 1 to %d", r, MaxRank))
		}
	}
	if pkg = c.Package; pkg == "" {
		pkg = "generated"
	}
	if !token.IsIdentifier(pkg) || pkg == "_" || pkg == "documentation" { // go build ignores packages of that name
		errs = append(errs, configErr("package name %q, expected a Go identifier but _ and documentation", pkg))
	}
	return types, modes, ranks, pkg, errors.Join(errs...)
}

// isName reports whether an element type is called so: by its ONNX name, as a tensor or by itself, or by its Go name, in capitals
// or not.
func isName(e spec.ElemType, name string) bool {
	return strings.EqualFold(name, e.Name) || strings.EqualFold(name, e.Tensor()) || strings.EqualFold(name, e.GoName)
}
