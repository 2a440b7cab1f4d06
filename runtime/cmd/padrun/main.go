// Padrun runs ONNX Pad on files.
//
//	padrun pad -mode reflect -pads 0,3,3,0,3,3 in.npy out.npy
//	padrun pad -mode edge,wrap -pads 40 photo.jpg out.png
//	padrun modes [-pads PIXELS] [PICTURE] -o SHEET.png
//	padrun run [-print] [-node NAME] [-o OUTPUT]... [flags] MODEL.onnx [INPUT]...
//	padrun run -nodes MODEL.onnx
//	padrun conform [-v] PATH...
//
// Pad pads one file, in one mode or in one mode for each axis of -axes; for a picture, these are rows, then columns. The
// content of the file determines its kind:
//
//   - A NumPy array (.npy) of bool, integers, float16 to float64 or complex numbers. -dtype gives the type that V1, V2 or
//     unsigned integers stand for. -pads lists a begin and an end for each axis of -axes, or of all axes: 1:2,3:4; or all
//     begins, then all ends; or one number for all sides. -to and -multiple compute the pads. The output keeps the byte order
//     and the element order of the input. Writing it takes about 32 MiB of memory, whatever its size; -region limits it to a
//     box.
//   - A PNG or JPEG picture. -pads lists top, right, bottom and left, as in CSS, and -to is width x height. The output is a
//     PNG of the same bit depth, or a .jpg; gray and palettes are kept, unless they do not contain the -color. The picture is
//     turned upright by the orientation in its EXIF, unless -as-stored is given. Everything else in the file is dropped: a
//     line on standard error lists colour profiles, gamma, resolution, further frames and damaged chunks.
//   - With -dtype and -shape, raw bytes in little-endian order, as in the raw_data of a TensorProto. The output is also raw.
//
// Modes draws a picture padded in all modes, side by side. Without a PICTURE it uses a built-in one.
//
// Run runs a model of Pad, Constant and Identity nodes, in any order, on tensors from TensorProto or NumPy files. External
// data is read from the folder of the file that names it. An input file is matched to the graph's input of the same name, or
// otherwise by position, and checked against what the model declares: type, rank, dimensions, and one length for each
// dimension name. Run prints the names, types and shapes of the outputs, and with -print their elements. The first -o
// receives the first output, and so on, as .npy or, in a .pb, as a TensorProto. With -node, Run runs only the Pad node with
// that name or output, which may be in a subgraph or a function; the values that nodes other than Constant compute become
// inputs.
//
// Conform runs conformance cases. A path is a .jsonl file of cases, a model.onnx with data sets beside it, or a folder, which
// is searched for .jsonl files and ONNX backend tests (model.onnx with test_data_set_*). Conform prints every case that fails
// and ends with the line "N passed, M failed". With -v, it also prints the cases that pass, and why Pad refused a case that
// expects an error.
//
// A case is a JSON object on one line of a .jsonl file:
//
//	{"name": "a", "opset": 18, "dtype": "float", "shape": [3], "data": [1, 2, "nan"], "mode": "constant",
//	 "pads": [1, 0], "value": 7, "axes": [0], "want_shape": [4], "want_data": [7, 1, 2, "nan"]}
//
// Instead of want_shape and want_data, a case may contain want_error, which explains in any words why the call is refused. If
// want_kind is present, the kind of the error is also checked: it is the text of an Err value, such as "bad pads" for
// pad.ErrPads. The inputs pads, value and axes are absent if the line does not contain them. Mode may be omitted if omit_mode
// is true. Domain is com.microsoft or padgen for the Pad of these domains. Numbers that JSON lacks are strings ("nan", "inf",
// "-inf"), and complex numbers are pairs. With "encoding": "bits", a number is written as its bits, in the form of an
// unsigned number.
//
// The file "-" is standard input or output. An output file appears only when it is complete. It replaces an existing file
// only with -f, and never a read-only file. Flags may be given before, between and after the files. Each command explains its
// flags with -h.
//
// A command holds at most half of the available memory, which is the lowest of GOMEMLIMIT, the limit of the container and the
// memory of the machine. If none of these is known, the limit is 2 GiB. The flag -max-bytes sets a different limit, which
// also applies to outputs. Sizes that a file states are checked before anything is allocated. The parts of a .pb file other
// than raw_data count more than their bytes, because they are larger in memory: 192 for a field, 512 more for a message such
// as a node, 32 for a number in a list.
//
// The exit code is 0 for success, 1 if cases failed, and 2 for incorrect usage and for files that cannot be read, run or
// written. After a signal, it is 128 plus the number of the signal: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/conform"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
)

func main() { os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})) }

// streams are the standard streams of a process.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

const help = `examples:
  padrun modes -o sheet.png                               see what the modes do
  padrun pad -mode reflect -pads 0:0,3:3 in.npy out.npy   pad an array
  padrun pad -mode wrap -pads 40 photo.jpg out.png        pad a picture
  padrun run model.onnx x.pb pads.pb                      run a model on two inputs
  padrun conform testdata/                                run all conformance cases below a folder
  padrun pad -h                                           explain a command

commands:
  pad      pad an array, a picture or raw bytes
  modes    draw a picture padded in all modes
  run      run a model of Pad, Constant and Identity nodes
  conform  run conformance cases of Pad: lines of JSON and ONNX backend tests
  version  print the version of padrun and of Go
`

// run runs the command that args name and returns the exit code.
func run(args []string, s streams) int {
	out := bufio.NewWriter(s.out) // keeps its first error
	s.out = out
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // restores the limit after a command
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	if name == "help" && len(args) == 1 {
		name, args = args[0], []string{"-h"}
	}
	commands := map[string]func([]string, streams) error{"pad": runPad, "modes": runModes, "run": runModel, "conform": runConform}
	var err error
	switch do, known := commands[name]; {
	case len(args) > 0 && slices.Contains([]string{"version", "help", "-h", "-help", "--help"}, name):
		err = fmt.Errorf("too many arguments: %q", args)
	case known:
		err = do(args, s)
	case name == "version":
		fmt.Fprintln(s.out, "padrun", flags.Version(), runtime.Version())
	case slices.Contains([]string{"help", "-h", "-help", "--help"}, name):
		fmt.Fprint(s.out, help)
	case name == "":
		fmt.Fprint(s.err, help)
		return 2
	default:
		err = flags.Unknown("command", name, []string{"pad", "modes", "run", "conform", "version", "help"})
		name = ""
	}
	switch errOut := out.Flush(); {
	case errOut != nil:
		err = fmt.Errorf("standard output: %w", errOut)
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errFailed):
		return 1
	}
	fmt.Fprintln(s.err, memory.Line(fmt.Sprintf("%s: %v", strings.TrimSpace("padrun "+name), err)))
	return 2
}

const conformHelp = `examples:
  padrun conform cases.jsonl           run the cases of a file, one a line
  padrun conform -v test_edge_pad/     run an ONNX backend test, and print passed cases too
  padrun conform testdata/ model.onnx  run all cases below a folder, and the data sets beside a model

usage: padrun conform [-v] PATH...
`

var errFailed = errors.New("cases failed")

func runConform(args []string, s streams) error {
	c := newCommand("conform", conformHelp, s)
	verbose := c.Bool("v", false, "print passed cases too, with the error of those that want one")
	paths, err := c.parse(args, 1, math.MaxInt, "PATH")
	if err != nil {
		return err
	}
	r := conform.Runner{Out: c.out, Verbose: *verbose}
	for _, path := range paths {
		if err := r.Run(path); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "%d passed, %d failed\n", r.Passed, r.Failed)
	if r.Failed > 0 {
		return errFailed
	}
	return nil
}
