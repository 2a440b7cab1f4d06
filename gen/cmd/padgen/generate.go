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
	"github.com/padgen/padgen/spec"
)

// options are the flags that select what is generated and where.
type options struct {
	config  gen.Config
	ranks   string
	dir     string
	verbose bool
	table   *spec.Table // the table that padgen was built with
	set     []string    // the names of the flags that were given
	args    []string    // what was given beside flags: the folders of check
}

const (
	generateUsage = `Examples:
  padgen generate                             all kernels, in the folder generated
  padgen generate -types float,int8 -o kernels
  padgen generate -opset 18 -modes constant,reflect -ranks 1-4 -o kernels

usage: padgen generate [flags]

Generate writes a package of kernels to a folder. It removes what earlier calls with other flags wrote there.
Padgen check with the same flags says what it would change. A version of Pad that is not implemented is named: package
runtime/onnx refuses it, and all others run.
`
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
	fs := newFlags(name, text)
	fs.IntVar(&o.config.Opset, "opset", 0, "only what opset `N` of ai.onnx allows (default: what any allows)")
	fs.StringVar(&types, "types", "", "`LIST` of element types by ONNX or Go name: float,uint8 (default: all)")
	fs.StringVar(&modes, "modes", "", "`LIST` of modes: constant,reflect,edge,wrap (default: all)")
	fs.StringVar(&o.ranks, "ranks", "", "`LIST` of ranks: 1-4 or 2,4 (default: 1-8); others work, a little slower")
	fs.StringVar(&o.config.Package, "package", "", "`NAME` of the package (default: that of the folder)")
	fs.StringVar(&o.dir, "o", "generated", "`DIR` of the package")
	fs.BoolVar(&o.verbose, "v", false, "name every file")
	rest, err := fs.parse(args, stdout)
	if err != nil {
		return nil, err
	}
	if o.args = rest; len(rest) > 0 && name != "check" {
		return nil, fmt.Errorf("%s takes no argument, got %q", name, rest)
	}
	// An empty value usually comes from an unset variable and would silently mean everything. To ask for everything, leave the
	// flag out.
	var errs []error
	fs.Visit(func(f *flag.Flag) {
		o.set = append(o.set, f.Name)
		if f.Value.String() == "" {
			errs = append(errs, fmt.Errorf("-%s is empty, leave it out for the default", f.Name))
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

// selects reports whether a flag selects kernels or names the package.
func (o *options) selects() bool {
	return slices.ContainsFunc(o.set, func(name string) bool {
		return slices.Contains([]string{"opset", "types", "modes", "ranks", "package"}, name)
	})
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

// render does everything except compare or write files.
func (o *options) render() (*gen.Plan, []gen.Folder, error) {
	if o.config.Package == "" {
		o.config.Package = packageOf(o.dir)
	}
	plan, err := o.plan()
	if err != nil {
		return nil, nil, err
	}
	folders, err := plan.Folders(o.dir)
	return plan, folders, err
}

// packageOf returns the name of the package in dir: that of the folder or, in the working directory, $GOPACKAGE if go generate has
// set it for a file there. A shell that go generate has started may have gone to another folder.
func packageOf(dir string) string {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "generated"
	}
	name := filepath.Base(path)
	if here, err := os.Getwd(); err == nil && path == here {
		if _, err := os.Stat(os.Getenv("GOFILE")); err == nil {
			name = cmp.Or(os.Getenv("GOPACKAGE"), name)
		}
	}
	return name
}

func generate(args []string, stdout io.Writer) error {
	o, err := parse("generate", generateUsage, args, stdout)
	if err != nil {
		return err
	}
	return o.generate(stdout)
}

func (o *options) generate(stdout io.Writer) error {
	start := time.Now()
	plan, folders, err := o.render()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	var changed []gen.Difference
	size, files := 0, 0
	for _, folder := range folders {
		written, err := gen.Write(folder.Dir, folder.Files)
		if err != nil {
			return err
		}
		changed = append(changed, written...)
		for _, f := range folder.Files {
			size, files = size+len(f.Content), files+1
			if o.verbose {
				fmt.Fprintf(&out, "%9d %s\n", len(f.Content), f.Name)
			}
		}
	}
	for _, c := range changed {
		switch {
		case o.verbose:
			fmt.Fprintf(&out, "%9s %s\n", c.State, c.Name)
		case c.State == gen.Orphan:
			fmt.Fprintf(&out, "padgen: removed %s, which other flags had written\n", c.Name)
		}
	}
	fmt.Fprintf(&out, "padgen: %s in %d files, %d bytes, %d changed, %v\n",
		plan.Size(), files, size, len(changed), time.Since(start).Round(time.Millisecond))
	printList(&out, "padgen: not implemented, so that nodes of these versions are refused:", plan.Unsupported())
	_, err = out.WriteTo(stdout)
	return err
}

func list(args []string, stdout io.Writer) error {
	o, err := parse("list", listUsage, args, stdout)
	if err != nil {
		return err
	}
	plan, err := o.plan()
	if err != nil {
		return err
	}
	_, err = io.WriteString(stdout, plan.Manifest())
	return err
}
