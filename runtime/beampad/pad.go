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
	register.DoFn2x2[context.Context, []int, []int, error](&makeFn{})
	register.Emitter1[[]int]()
}

// Pad pads the array in a folder and makes the output in another one, and returns the indexes of its chunks, a PCollection of []int. Folders
// are those of Beam's file systems that all workers see, such as gs://bucket/array; import the package of theirs. An error of the call or of
// the input fails the job.
func Pad(s beam.Scope, in, out string, call zarrpad.Call) beam.PCollection {
	s = s.Scope("beampad.Pad")
	job := job{in, out, call}
	chunks := beam.ParDo(s, &listFn{job}, beam.Impulse(s))
	return beam.ParDo(s, &makeFn{job}, beam.Reshuffle(s, chunks)) // all workers make chunks
}

// job is what the functions get from the program that starts the pipeline.
type job struct {
	In, Out string
	Call    zarrpad.Call
}

// outputs has the output of each job of this process, so that all its goroutines share the decoded chunks of the input.
var outputs struct {
	sync.Mutex
	of map[string]*zarrpad.Output
}

func (j *job) output(ctx context.Context) (*zarrpad.Output, error) {
	key, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	outputs.Lock()
	defer outputs.Unlock()
	if o := outputs.of[string(key)]; o != nil {
		return o, nil
	}
	in, err := openStore(ctx, j.In)
	out, errOut := openStore(ctx, j.Out)
	if err = errors.Join(err, errOut); err != nil {
		return nil, err
	}
	padding, err := zarrpad.NewJob(ctx, in, j.Call)
	if err != nil {
		return nil, err
	}
	o, err := padding.Create(ctx, out, zarrpad.Options{})
	if err == nil {
		outputs.of = map[string]*zarrpad.Output{string(key): o}
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

// makeFn makes a chunk of the output. It returns the index: Prism waits for ever, and busily, for a bundle without output.
type makeFn struct{ Job job }

func (f *makeFn) ProcessElement(ctx context.Context, chunk []int) ([]int, error) {
	o, err := f.Job.output(ctx)
	if err == nil {
		_, err = o.Make(ctx, chunk)
	}
	return chunk, err
}
