// Command beam pads an array of which each chunk is a file: it reads one folder and writes another one.
//
//	go run . -in data -out padded -mode reflect -call '{"Type": "float", "Shape": [8, 6], "Pads": [1, 2, 1, 2], "In": [4, 3], "Out": [5, 5]}'
//
// Files have the names that package beampad gives chunks, 0.1 and so on, and the elements as raw bytes. Flags of Beam say where it runs:
// the README of beampad has those of Flink, Spark and Dataflow.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/padgen/padgen/runtime/beampad"
	"github.com/padgen/padgen/runtime/pad"
)

func init() {
	register.Function2x3(read)
	register.DoFn3x1[context.Context, string, []byte, error](&writeFn{})
}

func main() {
	var call beampad.Call
	in, out := flag.String("in", "data", "folder of data"), flag.String("out", "padded", "folder of output")
	flag.Func("call", "a beampad.Call as `JSON`: Value in base64, the mode by -mode", func(text string) error {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		return d.Decode(&call)
	})
	flag.Func("mode", "the mode of Pad (default constant)", func(name string) (err error) {
		call.Mode, err = pad.ParseMode(name)
		return err
	})
	flag.Parse()
	beam.Init() // does not return in a worker
	if err := run(*in, *out, call); err != nil {
		log.Fatal(err)
	}
}

func run(in, out string, call beampad.Call) error {
	if err := call.Check(); err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	files := beam.Reshuffle(s, fileio.ReadMatches(s, fileio.MatchFiles(s, in+"/*"))) // all workers read
	beam.ParDo0(s, &writeFn{out}, beampad.Pad(s, beam.ParDo(s, read, files), call))
	return beamx.Run(context.Background(), p)
}

func read(ctx context.Context, file fileio.ReadableFile) (string, []byte, error) {
	data, err := file.Read(ctx)
	return filepath.Base(file.Metadata.Path), data, err
}

type writeFn struct{ Folder string }

func (f *writeFn) ProcessElement(ctx context.Context, name string, data []byte) error {
	fs, err := filesystem.New(ctx, f.Folder)
	if err != nil {
		return err
	}
	return errors.Join(filesystem.Write(ctx, fs, f.Folder+"/"+name, data), fs.Close())
}
