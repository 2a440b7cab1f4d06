// Command beam pads an array of Zarr through the file systems of Apache Beam.
//
//	go run . -in data.zarr -out padded.zarr -mode reflect -pads 1,2,1,2
//
// Flags of Beam select the runner. The README of beampad lists what was tried.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs" // gs://bucket/array
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/padgen/padgen/runtime/beampad"
	"github.com/padgen/padgen/runtime/zarrpad"
)

func main() {
	var call zarrpad.Call
	in, out := flag.String("in", "data.zarr", "the array"), flag.String("out", "padded.zarr", "the output")
	flag.StringVar(&call.Mode, "mode", "constant", "the mode of Pad")
	flag.Func("pads", "all begins, then all ends: `1,2,1,2`", func(text string) error {
		for part := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(part)
			if err != nil {
				return errors.New("expected whole numbers with commas between them")
			}
			call.Pads = append(call.Pads, n)
		}
		return nil
	})
	flag.Parse()
	beam.Init() // does not return in a worker
	if err := run(*in, *out, call); err != nil {
		log.Fatal(err)
	}
}

func run(in, out string, call zarrpad.Call) error {
	p, s := beam.NewPipelineWithRoot()
	beampad.Pad(s, in, out, call)
	return beamx.Run(context.Background(), p)
}
