// Padrun runs ONNX Pad on files.
//
//	padrun conform PATH...
//	padrun run [-o OUTPUT.pb]... [flags] MODEL.onnx [INPUT.pb]...
//
// Conform runs conformance cases. A path is a .jsonl file of cases, a model.onnx with data sets beside it, or a folder, which is searched
// for .jsonl files and ONNX backend tests (model.onnx with test_data_set_*). It prints every case that fails. As VAGUE it prints every
// case that passed although its error is not of the kind that want_error, a free text, seems to state, or although the words of
// want_error are not known. It ends with the line "N passed, M failed".
//
// A case of a .jsonl file is a line with a JSON object:
//
//	{"name": "a", "opset": 18, "dtype": "float", "shape": [3], "data": [1, 2, "nan"], "mode": "constant", "pads": [1, 0],
//	 "value": 7, "axes": [0], "want_shape": [4], "want_data": [7, 1, 2, "nan"]}
//
// Instead of want_shape and want_data, a case may have want_error: why the call is refused. The keys axes and value may be left out, and
// so may mode if omit_mode is true; domain is that of com.microsoft's Pad. Numbers that JSON lacks are strings ("nan", "inf", "-inf"),
// complex numbers are pairs; with "encoding": "bits" an element is written as its bits, one unsigned number.
//
// Run runs a model of Pad and Constant nodes on tensors (TensorProto files). An input is for the graph's input of the same name, or else
// for the one in its place. The outputs' names, types and shapes are printed; the first -o receives the first output, and so on. Outputs
// of more than 2 GiB are refused unless -max-bytes allows them; padrun run -h lists the flags, which come before the model.
//
// The exit code is 0 if all went well, 1 if cases failed, 2 for wrong use and for what cannot be read or run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/conform"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage:
  padrun conform PATH...
  padrun run [-o OUTPUT.pb]... [-strict] [-assume-newest] [-max-bytes N] [-workers N] MODEL.onnx [INPUT.pb]...
`

// errUsage is an error that has already been explained on stderr.
var errUsage = errors.New("wrong use")

func run(args []string, stdout, stderr io.Writer) int {
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	if slices.Contains([]string{"help", "-h", "-help", "--help"}, command) {
		if len(args) == 0 {
			fmt.Fprint(stdout, usage)
			return 0
		}
		command, args = args[0], []string{"-h"} // help COMMAND
	}
	if slices.Equal(args, []string{"-h"}) {
		stderr = stdout // help that was asked for
	}
	var failed bool
	var err error
	switch command {
	case "conform":
		failed, err = runConform(args, stdout, stderr)
	case "run":
		err = runModel(args, stdout, stderr)
	default:
		if command != "" {
			fmt.Fprintf(stderr, "padrun: no command %q\n", command)
		}
		fmt.Fprint(stderr, usage)
		return 2
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		return 2
	case err != nil:
		fmt.Fprintf(stderr, "padrun %s: %v\n", command, err)
		return 2
	case failed:
		return 1
	}
	return 0
}

// newFlags returns an empty set of flags for a command.
func newFlags(command string, stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("padrun "+command, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, usage)
		f.PrintDefaults()
	}
	return f
}

// parse parses the flags. It returns flag.ErrHelp for a call for help and errUsage for wrong use, which the flag package has already
// reported.
func parse(f *flag.FlagSet, args []string) error {
	err := f.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		return errUsage
	}
	return err
}

// wrongValue reports what a flag expects, and returns errUsage.
func wrongValue(f *flag.FlagSet, name, expected string) error {
	fmt.Fprintf(f.Output(), "-%s is %v, expected %s\n", name, f.Lookup(name).Value, expected)
	f.Usage()
	return errUsage
}

func runConform(args []string, stdout, stderr io.Writer) (failed bool, err error) {
	f := newFlags("conform", stderr)
	if err := parse(f, args); err != nil {
		return false, err
	}
	if f.NArg() == 0 {
		f.Usage()
		return false, errUsage
	}
	result, err := conform.Run(stdout, f.Args()...)
	if err != nil {
		return false, err
	}
	fmt.Fprintf(stdout, "%d passed, %d failed\n", result.Passed, result.Failed)
	return result.Failed > 0, nil
}
