// Command padgen generates Go kernels of ONNX Pad from the opset spec table.
//
//	padgen [generate] [-opset N] [-types LIST] [-modes LIST] [-ranks LIST] [-package NAME] [-o DIR] [-v]
//	padgen check [the same flags]
//	padgen check [-v] FOLDER...
//	padgen list [the same flags]
//	padgen import [-o DIR] [-check] [-op NAME] FILE...
//	padgen diff OLD NEW [-format text|markdown|json|html|github] [-fail-on LEVEL] [-o FILE] [-measure]
//	padgen version
//
// Generate writes a package, one to a folder, and removes files that an earlier call with other flags wrote there; the word generate
// may be left out before a flag. Check compares the package with the folder and names every stale, missing and orphaned file; without
// flags that select kernels it uses those that the folder was generated with. It takes several folders, and FOLDER/... for all in a
// folder. List prints a line for each kernel. Without flags, generate and list mean all 26 element types, 4 modes and ranks 1 to 8.
// Import reads an operator's schemas from published documents into table files or, with -check, compares the two. Diff says what
// differs between two versions, opsets, tables, documents or git revisions, and how that affects the kernels.
//
// The exit code is 0 when the work is done or nothing was found, 1 for findings, 2 for wrong use or failure.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
)

// Exit codes.
const (
	done     = 0
	findings = 1
	failure  = 2
)

// errFindings makes the command exit with 1; the findings are printed already.
var errFindings = errors.New("findings")

// errUsage marks wrong use that the flag package has reported already.
var errUsage = errors.New("wrong use")

type command struct {
	name, usage string
	run         func(args []string, stdout, stderr io.Writer) error
}

func commands() []command {
	return []command{
		{"generate", "write a package of kernels (the default where there are flags)", generate},
		{"check", "name generated files that are stale, missing or orphaned", check},
		{"list", "print one line for each kernel", list},
		{"diff", "compare versions, opsets or tables", diff},
		{"import", "read published ONNX documents into the table", importDocs},
		{"version", "print the versions of padgen and of its table", version},
	}
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && slices.Contains([]string{"-h", "-help", "--help", "help"}, args[0]) {
		if len(args) == 1 {
			usage(stdout)
			return done
		}
		if len(args) > 2 {
			fmt.Fprintf(stderr, "padgen: help takes one command, got %q\n", args[1:])
			return failure
		}
		args = []string{args[1], "-h"} // help COMMAND
	}
	if len(args) == 0 {
		usage(stderr)
		return failure
	}
	if len(args) == 1 && slices.Contains([]string{"-v", "-version", "--version"}, args[0]) {
		args = []string{"version"} // nobody expects these flags alone to write files
	}
	cmd := commands()[0]
	if args[0] != "" && args[0][0] != '-' {
		i := slices.IndexFunc(commands(), func(c command) bool { return c.name == args[0] })
		if i < 0 {
			fmt.Fprintf(stderr, "padgen: unknown command %q\n", args[0])
			usage(stderr)
			return failure
		}
		cmd, args = commands()[i], args[1:]
	}
	switch err := cmd.run(args, stdout, stderr); {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return done
	case errors.Is(err, errFindings):
		return findings
	case errors.Is(err, errUsage):
		return failure
	default:
		printErrors(stderr, err)
		return failure
	}
}

// printErrors prints joined errors one by one. Only the first line of each begins with the program's name.
func printErrors(w io.Writer, err error) {
	if all, ok := err.(interface{ Unwrap() []error }); ok && err.Error() == errors.Join(all.Unwrap()...).Error() {
		for _, e := range all.Unwrap() {
			printErrors(w, e)
		}
		return
	}
	fmt.Fprintln(w, "padgen:", err)
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: padgen COMMAND [flags]")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-9s %s\n", c.name, c.usage)
	}
	fmt.Fprintln(w, "padgen help COMMAND lists a command's flags.")
}
