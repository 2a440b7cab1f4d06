package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
)

// options are the flags that select what is generated and where.
type options struct {
	config       gen.Config
	ranks        string
	dir          string
	dry, verbose bool
	diff         bool        // check prints unified diffs
	selects      bool        // a flag selects kernels or names the package
	table        *spec.Table // the table that padgen was built with
	args         []string    // what was given beside flags: the folders of check
}

const (
	generateUsage = `Examples:
  padgen generate -types float,int8 -o kernels
  padgen generate -opset 18 -modes constant,reflect -ranks 1-4 -o .
  padgen generate -n -types float -o kernels      list the files that this would write
  padgen generate -o generated                    all kernels

usage: padgen generate [flags] -o DIR

Generate writes a package of kernels to a folder. It removes what earlier calls with other flags wrote there. -n and -v
list the files: new, changed, unchanged or removed. A version of Pad that is not implemented is named: package runtime/onnx
refuses it, and all others run.
`
	whichKernels = `-o is missing, the folder of the package. Choose it, and the kernels that you use:
  padgen generate -types float,uint8 -modes constant,reflect -ranks 1-4 -o kernels
  padgen generate -o generated     all types, modes and ranks`
	listUsage = `Examples:
  padgen list
  padgen list -types float -modes wrap

usage: padgen list [flags]

List prints one line for each kernel: name, element type, mode, rank, and the schema versions that allow it.
`
)

// builtIn returns the table that padgen was built with. Tests have another one.
var builtIn = spec.Default

func parse(name, text string, args []string, stdout io.Writer) (*options, error) {
	var o options
	var types, modes string
	fs := flags.New("padgen "+name, text)
	fs.IntVar(&o.config.Opset, "opset", 0, "only what opset `N` of ai.onnx allows (default: what any allows)")
	fs.StringVar(&types, "types", "", "`LIST` of element types by ONNX or Go name: float,uint8 (default: all)")
	fs.StringVar(&modes, "modes", "", "`LIST` of modes: constant,reflect,edge,wrap (default: all)")
	fs.StringVar(&o.ranks, "ranks", "", "`LIST` of ranks: 1-4 or 2,4 (default: 1-8); others work, a little slower")
	if name != "list" { // which has no folder
		fs.StringVar(&o.config.Package, "package", "", "`NAME` of the package (default: that of the folder)")
		fs.StringVar(&o.dir, "o", "", "`DIR` of the package, . for this folder")
		fs.BoolVar(&o.verbose, "v", false, "list every file")
	}
	if name == "check" {
		fs.BoolVar(&o.diff, "diff", false, "print a unified diff of each file, which patch -p0 takes")
	}
	if name == "generate" {
		fs.BoolVar(&o.dry, "n", false, "write nothing, list what would be written")
	}
	rest, err := fs.Parse(args, stdout)
	if err != nil {
		return nil, err
	}
	if o.args = rest; len(rest) > 0 && name != "check" {
		folder := map[string]string{"generate": ": -o names the folder"}[name]
		return nil, fmt.Errorf("%s takes flags alone, got %q%s", name, rest, folder)
	}
	// An empty value usually comes from an unset variable and would silently mean everything.
	var errs []error
	fs.Visit(func(f *flag.Flag) {
		o.selects = o.selects || !slices.Contains([]string{"o", "n", "v", "diff"}, f.Name)
		if f.Value.String() == "" {
			errs = append(errs, fmt.Errorf("-%s is empty: give it a value, or leave it out", f.Name))
		}
	})
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	o.config.Types, o.config.Modes = splitList(types), splitList(modes)
	o.table, err = builtIn()
	return &o, err
}

func splitList(s string) []string {
	if s == "" {
		return nil
	}
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// plan returns the plan that the flags select. It joins the errors of all flags.
func (o *options) plan() (*gen.Plan, error) {
	var errRanks error
	if o.ranks != "" {
		o.config.Ranks, errRanks = gen.ParseRanks(o.ranks)
	}
	plan, err := gen.NewPlan(o.table, o.config)
	return plan, errors.Join(errRanks, err)
}

// packagePlan is plan for a package in the folder that -o names, which has a name of its own.
func (o *options) packagePlan() (*gen.Plan, error) {
	o.config.Package = cmp.Or(o.config.Package, packageOf(o.dir))
	return o.plan()
}

// packageOf returns the name of the package in dir: that of the folder or, in the working directory, $GOPACKAGE if go generate has
// set it for a file there. A shell that go generate has started may have gone to another folder.
func packageOf(dir string) string {
	path, _ := filepath.Abs(dir)
	name := filepath.Base(path)
	if here, err := os.Getwd(); err == nil && path == here {
		if _, err := os.Stat(os.Getenv("GOFILE")); err == nil {
			name = cmp.Or(os.Getenv("GOPACKAGE"), name)
		}
	}
	return name
}

func generate(args []string, out *output) error {
	o, err := parse("generate", generateUsage, args, out)
	if err == nil && o.dir == "" {
		err = errors.New(whichKernels)
	}
	if err != nil {
		return err
	}
	return o.generate(out)
}

// words say what generate does to a file.
var words = map[gen.State]string{gen.Missing: "new", gen.Stale: "changed", gen.Orphan: "removed", current: "unchanged"}

func (o *options) generate(out io.Writer) error {
	start := time.Now()
	plan, err := o.packagePlan()
	if err != nil {
		return err
	}
	r, err := apply(plan, o.dir, o.dry)
	if err != nil {
		return err
	}
	for _, f := range r.files {
		switch {
		case o.verbose || o.dry:
			fmt.Fprintf(out, "%9s %s\n", words[f.State], f.Path)
		case f.State == gen.Orphan:
			fmt.Fprintf(out, "padgen: removed %s, which other flags had written\n", f.Path)
		}
	}
	did := map[bool]string{false: "changed", true: "to change"}[o.dry]
	fmt.Fprintf(out, "padgen: %s, %d lines; files %s: %d, %v\n", plan.Size(), r.lines, did, r.changed,
		time.Since(start).Round(time.Millisecond))
	switch path := gen.ImportPath(o.dir); {
	case path == "":
		fmt.Fprintf(out, "padgen: package %s has no import path: no go.mod is in its folder or above\n", plan.Package)
	case plan.Package != "main":
		fmt.Fprintf(out, "padgen: import %q\n", path)
	}
	printList(out, "padgen: not implemented, so that nodes of these versions are refused:", plan.Unsupported())
	return nil
}

// current is the state of a file that is as it should be.
const current gen.State = "up to date"

// result is what happened to the files of a package, or would happen.
type result struct {
	files          []gen.Difference // all, and those that are removed, by path
	changed, lines int
}

// apply writes a package to its folder or, if dry, compares it.
func apply(plan *gen.Plan, dir string, dry bool) (r result, err error) {
	folders, err := plan.Folders(dir)
	if err != nil {
		return r, err
	}
	do := gen.Write
	if dry {
		do = gen.Check
	}
	r.files, err = do(folders...)
	if err != nil {
		return r, err
	}
	r.changed = len(r.files)
	for _, folder := range folders {
		for _, f := range folder.Files {
			r.lines += bytes.Count(f.Content, []byte("\n"))
			path := filepath.Join(folder.Dir, f.Name)
			if !slices.ContainsFunc(r.files, func(d gen.Difference) bool { return d.Path == path }) {
				r.files = append(r.files, gen.Difference{Path: path, State: current})
			}
		}
	}
	slices.SortFunc(r.files, func(a, b gen.Difference) int { return strings.Compare(a.Path, b.Path) })
	return r, nil
}

func list(args []string, out *output) error {
	o, err := parse("list", listUsage, args, out)
	if err != nil {
		return err
	}
	plan, err := o.plan()
	if err != nil {
		return err
	}
	out.WriteString(plan.Manifest())
	return nil
}
