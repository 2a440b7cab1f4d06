package beampad

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/padgen/padgen/runtime/zarrpad"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(string), error](&listFn{})
	register.DoFn2x2[context.Context, string, string, error](&makeFn{})
}

// Pad pads the array in a folder and makes the output in another one, and returns the names of its chunks, a PCollection of string. Folders
// are those of Beam's file systems that all workers see, such as gs://bucket/array; import the package of theirs. An error of the call or of
// the input fails the job.
func Pad(s beam.Scope, in, out string, call zarrpad.Call) beam.PCollection {
	s = s.Scope("beampad.Pad")
	job := job{in, out, call}
	names := beam.ParDo(s, &listFn{job}, beam.Impulse(s))
	return beam.ParDo(s, &makeFn{job}, beam.Reshuffle(s, names)) // all workers make chunks
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
	if err != nil {
		return nil, err
	}
	out, err := openStore(ctx, j.Out)
	if err != nil {
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

// listFn names the chunks of the output.
type listFn struct{ Job job }

func (f *listFn) ProcessElement(ctx context.Context, _ []byte, emit func(string)) error {
	o, err := f.Job.output(ctx)
	if err != nil {
		return err
	}
	for chunk := range o.Chunks() {
		emit(strings.Trim(strings.ReplaceAll(fmt.Sprint(chunk), " ", "."), "[]"))
	}
	return nil
}

// makeFn makes a chunk of the output. It returns the name: Prism waits for ever, and busily, for a bundle without output.
type makeFn struct{ Job job }

func (f *makeFn) ProcessElement(ctx context.Context, name string) (string, error) {
	o, err := f.Job.output(ctx)
	if err != nil {
		return "", err
	}
	var chunk []int
	for part := range strings.SplitSeq(name, ".") {
		if n, err := strconv.Atoi(part); err == nil { // rank 0 has the name ""
			chunk = append(chunk, n)
		}
	}
	_, err = o.Make(ctx, chunk)
	return name, err
}
