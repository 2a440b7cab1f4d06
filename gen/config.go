package gen

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// MaxRank is the highest rank for which kernels are emitted.
const MaxRank = spec.MaxRank

// Config selects what to generate. The zero value selects everything.
type Config struct {
	// Opset restricts types and modes to those of the ai.onnx version in force at this opset. 0 means no restriction.
	Opset int
	// Types lists element types by ONNX name (float, tensor(float)) or Go name (Float32), in any letter case; empty means all.
	Types []string
	// Modes lists modes by ONNX name, in any letter case; empty means all.
	Modes []string
	// Ranks lists ranks from 1 to MaxRank, see [ParseRanks]; empty means all. The kernel of a rank also serves lower ranks.
	Ranks []int
	// Package is the name of the generated package, "generated" by default.
	Package string
}

// ErrConfig is wrapped by every error about a [Config].
var ErrConfig = errors.New("gen: wrong configuration")

// ErrNoKernel means that a [Config] selects no kernel. It is joined with [ErrConfig].
var ErrNoKernel = errors.New("no kernel is selected")

func configErr(format string, args ...any) error { return wrap(ErrConfig, format, args...) }

func wrap(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: %s", kind, fmt.Sprintf(format, args...))
}

// ParseRanks reads a list of ranks and ranges: "1-8", "2,4", "1-3,8".
func ParseRanks(s string) ([]int, error) {
	var ranks []int
	for part := range strings.SplitSeq(s, ",") {
		lo, hi, isRange := strings.Cut(part, "-")
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

// resolve replaces zero values with their defaults, checks the rest against the table, and returns a plan without kernels. It
// returns the joined errors of all fields.
func (c Config) resolve(t *spec.Table) (*Plan, error) {
	p := &Plan{Package: cmp.Or(c.Package, "generated"), table: t}
	var errs []error
	types, modes := typeNames(t.ElemTypes), t.Modes() // those that the opset allows
	if c.Opset != 0 {
		s, err := t.Lookup("", c.Opset)
		if err != nil {
			errs = append(errs, fmt.Errorf("%w: %w", ErrConfig, err))
		} else {
			modes = slices.DeleteFunc(modes, func(m string) bool { return !s.Runs(m) })
			types = slices.DeleteFunc(types, func(e string) bool { return !slices.Contains(s.DataTypes(), "tensor("+e+")") })
		}
	}
	isType := func(known, name string) bool {
		e, _ := t.ElemType("tensor(" + known + ")")
		same := func(a string) bool { return strings.EqualFold(name, a) }
		return same(e.Name) || same(e.Tensor()) || same(e.GoName)
	}
	names, err := c.choose("type", typeNames(t.ElemTypes), types, c.Types, isType)
	errs = append(errs, err)
	isOther := func(e spec.ElemType) bool { return !slices.Contains(names, e.Name) }
	p.Types = slices.DeleteFunc(slices.Clone(t.ElemTypes), isOther)
	names, err = c.choose("mode", t.Modes(), modes, c.Modes, strings.EqualFold)
	errs = append(errs, err)
	p.Modes = slices.DeleteFunc(t.Modes(), func(m string) bool { return !slices.Contains(names, m) })
	for r := 1; r <= MaxRank; r++ {
		if len(c.Ranks) == 0 || slices.Contains(c.Ranks, r) {
			p.Ranks = append(p.Ranks, r)
		}
	}
	if !token.IsIdentifier(p.Package) || strings.HasSuffix(p.Package, "_test") || slices.Contains(noPackages, p.Package) {
		errs = append(errs, configErr("package name %q, expected a Go identifier that does not end in _test and is not %s: set another -package",
			p.Package, strings.Join(noPackages, ", ")))
	}
	return p, errors.Join(errs...)
}

// noPackages are identifiers that cannot name a package: it could not be imported, or go build would ignore it.
var noPackages = []string{"_", "init", "documentation"}

// choose returns the named types or modes, or all that the opset allows if none are named. It refuses names that are unknown
// or that the opset does not allow.
func (c Config) choose(kind string, all, allowed, named []string, isName func(known, name string) bool) (
	chosen []string, err error) {
	if len(named) == 0 {
		return allowed, nil
	}
	var errs []error
	for _, name := range named {
		switch i := slices.IndexFunc(all, func(a string) bool { return isName(a, name) }); {
		case i < 0:
			errs = append(errs, fmt.Errorf("%w: %w", ErrConfig, &spec.UnknownError{Kind: kind, Name: name, Known: all}))
		case !slices.Contains(allowed, all[i]):
			errs = append(errs, configErr("%s %s is not allowed at opset %d", kind, all[i], c.Opset))
		default:
			chosen = append(chosen, all[i])
		}
	}
	return chosen, errors.Join(errs...)
}

func typeNames(types []spec.ElemType) []string {
	names := make([]string, len(types))
	for i, e := range types {
		names[i] = e.Name
	}
	return names
}
