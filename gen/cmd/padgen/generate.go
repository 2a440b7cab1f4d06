package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
)

// options are the flags that select what is generated, and the output folder.
type options struct {
	config gen.Config
	ranks  string
	dir    string
	dry    bool
	table  *spec.Table // the table that padgen was built with
}

const (
	generateUsage = `Examples:
  padgen generate -types float,int8 -o kernels
  padgen generate -opset 18 -modes constant,reflect -ranks 1-4 -o .
  padgen generate -o generated                    all kernels

usage: padgen generate [flags] -o DIR

Generate writes a package of kernels to a folder. It removes files that calls with other flags wrote there.
It prints nothing if all files are up to date, else one line: how many kernels the package has, and how many
files changed. MANIFEST.txt lists the kernels, one on each line, so that git diff shows which came and went.
It names the versions of Pad that are not implemented: runtime/onnx refuses them.
`
	whichKernels = `-o is missing, the folder of the package. For example:
  padgen generate -types float,uint8 -modes constant,reflect -ranks 1-4 -o kernels
  padgen generate -o generated     all types, modes and ranks`
	listUsage = `Examples:
  padgen list
  padgen list -types float -modes wrap

usage: padgen list [flags]

List prints one line for each kernel: name, element type, mode, rank, and the schema versions that allow it.
`
)

// builtIn returns the table that padgen was built with. Tests replace it.
var builtIn = spec.Default

func parse(name, text string, args []string, stdout io.Writer) (*options, error) {
	var o options
	var types, modes string
	fs := flags.New("padgen "+name, text)
	fs.IntVar(&o.config.Opset, "opset", 0, "only what opset `N` of ai.onnx allows (default: what any allows)")
	fs.StringVar(&types, "types", "", "`LIST` of types by ONNX or Go name: float,uint8 (default: all)")
	fs.StringVar(&modes, "modes", "", "`LIST` of modes: constant,reflect (default: all)")
	fs.StringVar(&o.ranks, "ranks", "", "`LIST` of ranks: 1-4 or 2,4 (default: 1 to 8); calls of other ranks work with any package")
	if name == "generate" {
		fs.StringVar(&o.config.Package, "package", "", "`NAME` of the package (default: that of the folder)")
		fs.StringVar(&o.dir, "o", "", "`DIR` of the package, . for this folder")
		fs.BoolVar(&o.dry, "n", false, "write nothing, only list the files of the package")
	}
	rest, err := fs.Parse(args, stdout)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		folder := map[string]string{"generate": ": -o names the folder"}[name]
		return nil, fmt.Errorf("%s takes only flags, got %q%s", name, rest, folder)
	}
	// An empty value usually comes from an unset variable, and would select everything.
	var errs []error
	fs.Visit(func(f *flag.Flag) {
		if strings.Trim(f.Value.String(), ", ") == "" {
			errs = append(errs, fmt.Errorf("-%s is empty: give it a value, or leave it out", f.Name))
		}
	})
	list := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, ",", " ")) }
	o.config.Types, o.config.Modes = list(types), list(modes)
	o.table, err = builtIn()
	return &o, errors.Join(append(errs, err)...)
}

// plan returns the plan that the flags select, or the joined errors of all flags.
func (o *options) plan() (*gen.Plan, error) {
	var errRanks error
	if o.ranks != "" {
		o.config.Ranks, errRanks = gen.ParseRanks(o.ranks)
	}
	plan, err := gen.NewPlan(o.table, o.config)
	return plan, errors.Join(errRanks, err)
}

func generate(args []string, out *bytes.Buffer) error {
	o, err := parse("generate", generateUsage, args, out)
	if err == nil && o.dir == "" {
		err = errors.New(whichKernels)
	}
	if err != nil {
		return err
	}
	return o.generate(out)
}

func (o *options) generate(out io.Writer) error {
	if o.config.Package == "" {
		path, _ := filepath.Abs(o.dir)
		o.config.Package = filepath.Base(path)
	}
	plan, err := o.plan()
	if err != nil {
		return err
	}
	if err := importable(o.dir); err != nil {
		return err
	}
	if o.dry {
		folders, err := plan.Folders(o.dir)
		for _, folder := range folders {
			for _, f := range folder.Files {
				fmt.Fprintln(out, filepath.Join(folder.Dir, f.Name))
			}
		}
		return err
	}
	changed, err := write(plan, o.dir)
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return nil
	}
	fmt.Fprintf(out, "padgen: %s; files changed: %d", plan.Size(), len(changed))
	kept := func(f gen.Difference) bool { return f.State != gen.Orphan }
	if removed := slices.DeleteFunc(changed, kept); len(removed) > 0 {
		fmt.Fprintf(out, ", of these removed: %d", len(removed))
	}
	switch path := gen.ImportPath(o.dir); {
	case path == "":
		fmt.Fprint(out, "; no import path, because no go.mod is in its folder or above")
	case plan.Package != "main":
		fmt.Fprintf(out, "; import %q", path)
	}
	fmt.Fprintln(out)
	printList(out, "padgen: not implemented, nodes of these versions are refused:", plan.Unsupported())
	return nil
}

// unimportable matches path elements that the go command refuses in imports on every system. Elements that begin with a dot
// or _ can be imported.
var unimportable = regexp.MustCompile(`(?i)[^\w.~+-]|\.$|^[^.]*~\d+(\.|$)|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|^vendor$`)

// importable returns an error if no Go file could import the package in a folder.
func importable(dir string) error {
	path := gen.ImportPath(dir)
	for element := range strings.SplitSeq(path, "/") {
		if unimportable.MatchString(element) {
			return fmt.Errorf("%w: Go cannot import %q, because of %q: name another folder with -o", gen.ErrConfig, path, element)
		}
	}
	return nil
}

// write writes a package to its folder and returns the files that it changed.
func write(plan *gen.Plan, dir string) ([]gen.Difference, error) {
	folders, err := plan.Folders(dir)
	if err != nil {
		return nil, err
	}
	return gen.Write(folders...)
}

func list(args []string, out *bytes.Buffer) error {
	o, err := parse("list", listUsage, args, out)
	if err != nil {
		return err
	}
	plan, err := o.plan()
	if err != nil {
		return err
	}
	out.WriteString(plan.List())
	return nil
}
