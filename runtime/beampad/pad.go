package beampad

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/padgen/padgen/runtime/zarrpad"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func([]int), error](&listFn{})
	register.DoFn2x2[context.Context, []int, []int, error](&padFn{})
	register.Emitter1[[]int]()
}

// Pad pads the array in one folder and writes the output to another one. It returns the indexes of the chunks of the output,
// a PCollection of []int. Folders are those of Beam's file systems that all workers can access, such as gs://bucket/array;
// import the package of that file system. An error in the call or in the input fails the job.
func Pad(s beam.Scope, in, out string, call zarrpad.Call) beam.PCollection {
	s = s.Scope("beampad.Pad")
	job := job{in, out, call}
	chunks := beam.ParDo(s, &listFn{job}, beam.Impulse(s))
	return beam.ParDo(s, &padFn{job}, beam.Reshuffle(s, chunks)) // divides the chunks among all workers
}

// job is what the functions get from the program that starts the pipeline.
type job struct {
	In, Out string
	Call    zarrpad.Call
}

// last is the output of the last job of this process. All goroutines share it, because it keeps decoded chunks of the input.
var last struct {
	sync.Mutex
	job    string
	output *zarrpad.Output
}

func (j *job) output(ctx context.Context) (*zarrpad.Output, error) {
	text, _ := json.Marshal(j) // integers and strings
	last.Lock()
	defer last.Unlock()
	if last.job == string(text) {
		return last.output, nil
	}
	in, err := openStore(ctx, j.In)
	out, errOut := openStore(ctx, j.Out)
	if err = errors.Join(err, errOut); err != nil {
		return nil, err
	}
	o, err := zarrpad.Create(ctx, out, in, j.Call, zarrpad.Options{})
	if err == nil {
		last.job, last.output = string(text), o
	}
	return o, err
}

// listFn lists the chunks of the output.
type listFn struct{ Job job }

func (f *listFn) ProcessElement(ctx context.Context, _ []byte, emit func([]int)) error {
	o, err := f.Job.output(ctx)
	if err != nil {
		return err
	}
	for chunk := range o.Chunks() {
		emit(slices.Clone(chunk))
	}
	return nil
}

// padFn pads a chunk of the output. It returns the index, because Prism waits forever, and busily, for a bundle without
// output.
type padFn struct{ Job job }

func (f *padFn) ProcessElement(ctx context.Context, chunk []int) ([]int, error) {
	o, err := f.Job.output(ctx)
	if err == nil {
		err = o.PadChunk(ctx, chunk)
	}
	return chunk, err
}
