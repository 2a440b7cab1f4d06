package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
)

// options are the flags that select what is generated and where.
type options struct {
	config  gen.Config
	dir     string
	verbose bool
}

func parse(name string, args []string, stderr io.Writer) (*options, error) {
	var o options
	var types, modes, ranks string
	fs := flag.NewFlagSet("padgen "+name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.IntVar(&o.config.Opset, "opset", 0, "only the types and modes of the ai.onnx schema in force at opset `N` (0: of all versions)")
	fs.StringVar(&types, "types", "", "element types, a `LIST` such as float,uint8,int64, by ONNX or Go name (all: padgen list names them)")
	fs.StringVar(&modes, "modes", "", "modes, a `LIST` of constant,reflect,edge,wrap (all)")
	fs.StringVar(&ranks, "ranks", "", "ranks, a `LIST` such as 1-4 or 2,4; others run, too, by the next higher kernel or axis by axis (1-8)")
	fs.StringVar(&o.config.Package, "package", "", "`NAME` of the package (generated)")
	fs.StringVar(&o.dir, "o", "generated", "`DIR` of the package")
	fs.BoolVar(&o.verbose, "v", false, "name every file")
	rest, err := parseMixed(fs, args)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%s takes no argument, got %q", name, rest)
	}
	// An empty list, of an unset variable say, would mean all: that is said by leaving the flag out.
	var empty error
	fs.Visit(func(f *flag.Flag) {
		if f.Value.String() == "" {
			empty = fmt.Errorf("-%s is empty, leave it out for the default", f.Name)
		}
	})
	if empty != nil {
		return nil, empty
	}
	o.config.Types, o.config.Modes = splitList(types), splitList(modes)
	if ranks != "" {
		var err error
		if o.config.Ranks, err = gen.ParseRanks(ranks); err != nil {
			return nil, err
		}
	}
	return &o, nil
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

// render does everything up to the disk.
func (o *options) render() (*gen.Plan, []gen.File, error) {
	table, err := spec.Default()
	if err != nil {
		return nil, nil, err
	}
	plan, err := gen.NewPlan(table, o.config)
	if err != nil {
		return nil, nil, err
	}
	if err := plan.Served(); err != nil {
		return nil, nil, err
	}
	files, err := plan.Files()
	return plan, files, err
}

func generate(args []string, stdout, stderr io.Writer) error {
	o, err := parse("generate", args, stderr)
	if err != nil {
		return err
	}
	start := time.Now()
	plan, files, err := o.render()
	if err != nil {
		return err
	}
	changed, err := gen.Write(o.dir, files)
	if err != nil {
		return err
	}
	size := 0
	for _, f := range files {
		size += len(f.Content)
		if o.verbose {
			fmt.Fprintf(stdout, "%9d %s\n", len(f.Content), f.Name)
		}
	}
	for _, c := range changed {
		switch {
		case o.verbose:
			fmt.Fprintf(stdout, "%9s %s\n", c.State, c.Name)
		case c.State == gen.Orphan:
			fmt.Fprintf(stdout, "padgen: removed %s, which other flags had written\n", c.Name)
		}
	}
	fmt.Fprintf(stdout, "padgen: %d types x %d modes x %d ranks: %d kernels in %d files, %d bytes, %d changed, %v\n",
		len(plan.Types), len(plan.Modes), len(plan.Ranks), len(plan.Kernels), len(files), size, len(changed),
		time.Since(start).Round(time.Millisecond))
	return nil
}

func check(args []string, stdout, stderr io.Writer) error {
	o, err := parse("check", args, stderr)
	if err != nil {
		return err
	}
	_, files, err := o.render()
	if err != nil {
		return err
	}
	diffs, err := gen.Check(o.dir, files)
	if err != nil {
		return err
	}
	for _, d := range diffs {
		fmt.Fprintf(stdout, "%s: %s\n", d.State, d.Name)
	}
	for _, f := range files {
		if o.verbose && !slices.ContainsFunc(diffs, func(d gen.Difference) bool { return d.Name == f.Name }) {
			fmt.Fprintf(stdout, "up to date: %s\n", f.Name)
		}
	}
	if len(diffs) > 0 {
		fmt.Fprintf(stdout, "padgen: not as generated: %d, run padgen generate with the same flags\n", len(diffs))
		return errFindings
	}
	return nil
}

func list(args []string, stdout, stderr io.Writer) error {
	o, err := parse("list", args, stderr)
	if err != nil {
		return err
	}
	table, err := spec.Default()
	if err != nil {
		return err
	}
	plan, err := gen.NewPlan(table, o.config)
	if err != nil {
		return err
	}
	_, err = io.WriteString(stdout, plan.Manifest())
	return err
}
