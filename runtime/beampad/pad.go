package beampad

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// Call says what to pad, and how data and the output are cut into chunks.
type Call struct {
	// Params are those of the whole array, as if one machine padded it. Strides and DstStrides must be nil. MaxBytes bounds a chunk of
	// the output and a copy of its data, Workers the goroutines that make one: 1 unless it says otherwise, because workers of Beam make several at a time.
	pad.Params[struct{}]

	Type    string // the ONNX name of the element type: "float", "uint8", "string"
	Value   []byte // constant_value: one element, as a chunk has it; none means 0, false or ""
	In, Out []int  // the shapes of the chunks of data and of the output
}

// Check returns the error of a call with which [Pad] would panic.
func (c Call) Check() error { return (&padder{Call: c}).Setup() }

func init() {
	register.DoFn3x1[string, []byte, func(string, piece), error](&sendFn{})
	register.DoFn3x0[string, piece, func(string, piece)](&axisFn{})
	register.DoFn2x3[string, func(*piece) bool, string, []byte, error](&padFn{})
	register.Function1x2(nothing)
	register.Emitter2[string, piece]()
	register.Iter1[piece]()
}

// Pad pads an array whose chunks are the elements of a collection: of type KV<string, []byte>, the name of a chunk and what it holds. It
// returns the chunks of the output in the same form.
//
// Like the transforms of Beam it panics if it cannot be part of a pipeline: if [Call.Check] has an error, or if the collection is of another
// type. A wrong chunk fails the pipeline when it runs, with an error that names it.
func Pad(s beam.Scope, chunks beam.PCollection, call Call) beam.PCollection {
	p := padder{Call: call}
	if err := p.Setup(); err != nil {
		panic(err)
	}
	s = s.Scope("beampad.Pad")
	pieces := beam.ParDo(s, nothing, beam.Create(s, ""))
	for i := range p.out.shape {
		pieces = beam.ParDo(s, &axisFn{p.out.along(i)}, beam.Reshuffle(s, pieces))
	}
	pieces = beam.Flatten(s, pieces, beam.ParDo(s, &sendFn{p}, chunks))
	return beam.ParDo(s, &padFn{p}, beam.GroupByKey(s, pieces))
}

// padder is a call as the DoFns need it. Beam brings the Call to its workers, and Setup makes the rest there.
type padder struct {
	Call      Call
	set       kernel.AnySet
	value     pad.AnyBlock
	feeds     *pad.Feeds
	data, out grid
}

// Setup checks the call. Beam calls it before the first element.
func (p *padder) Setup() (err error) {
	c := &p.Call
	d, err := dtype.Parse(c.Type)
	if err != nil {
		return fmt.Errorf("beampad: Type: %q is %w, expected one of %v", c.Type, dtype.ErrName, dtype.All())
	}
	if c.DstStrides != nil {
		return fmt.Errorf("beampad: DstStrides: chunks have no gaps, expected none")
	}
	p.set, c.Workers = all.Set(d), max(1, c.Workers)
	if p.feeds, err = c.Feeds(c.In, c.Out); err != nil {
		return err
	}
	shape, _ := c.OutputShape() // which Feeds has checked
	p.data, p.out = grid{c.Shape, c.In}, grid{shape, c.Out}
	if p.value.Data, _ = p.set.Memory(p.set.Make(1)); len(c.Value) > 0 {
		if p.value, err = p.decode(pad.Box{}, c.Value); err != nil {
			return fmt.Errorf("beampad: Value: %w", err)
		}
	}
	_, largest, _ := p.out.find(nameOf(make([]int, len(shape))))
	_, err = pad.NewAnyRegion(p.set, c.Params, largest)
	return err
}

// piece is a box of data that a chunk of the output needs, and the name of the chunk of data that it is from.
type piece struct {
	Chunk      string
	Begin, End []int
	Data       []byte
}

// nothing is sent to each chunk of the output, because GroupByKey does not know those that get no data.
func nothing(name string) (string, piece) { return name, piece{} }

// axisFn makes the names of chunks longer by an axis.
type axisFn struct{ Chunks int }

func (f *axisFn) ProcessElement(outer string, p piece, emit func(string, piece)) {
	for k := range f.Chunks {
		emit(strings.TrimPrefix(fmt.Sprintf("%s.%d", outer, k), "."), p)
	}
}

// sendFn sends each chunk of the output what it needs of a chunk of data.
type sendFn struct{ padder }

func (f *sendFn) ProcessElement(name string, data []byte, emit func(string, piece)) error {
	index, box, err := f.data.find(name)
	if err != nil {
		return err
	}
	whole, err := f.decode(box, data)
	if err != nil {
		return fmt.Errorf("beampad: chunk %q of data: %w", name, err)
	}
	// Regions of a Pad of nothing are parts of data.
	part := pad.Params[struct{}]{Shape: f.data.shape, Axes: []int{}, Workers: f.Call.Workers}
	chunks, err := f.feeds.From(index)
	if err != nil {
		return err
	}
	for to, box := range chunks {
		elements, err := f.run(part, box, whole)
		if err != nil {
			return err
		}
		emit(nameOf(to), piece{name, slices.Clone(box.Begin), slices.Clone(box.End), elements})
	}
	return nil
}

// padFn makes a chunk of the output from what it gets.
type padFn struct{ padder }

func (f *padFn) ProcessElement(to string, next func(*piece) bool) (string, []byte, error) {
	index, box, _ := f.out.find(to) // axisFn made the name
	var from []pad.AnyBlock
	came := map[string]int{} // each piece
	for p := (piece{}); next(&p); p = (piece{}) {
		if len(p.Data) > 0 {
			b, _ := f.decode(pad.Box{Begin: p.Begin, End: p.End}, p.Data) // run checks it again
			from = append(from, b)
			came[fmt.Sprint(p.Chunk, p.Begin, p.End)]++
		}
	}
	chunks, err := f.feeds.Into(index)
	if err != nil {
		return "", nil, err
	}
	for chunk, box := range chunks {
		c := nameOf(chunk)
		if n := came[fmt.Sprint(c, box.Begin, box.End)]; n != 1 {
			return "", nil, fmt.Errorf("beampad: chunk %q of data came %d times, not once", c, n)
		}
	}
	data, err := f.run(f.Call.Params, box, from...)
	return to, data, err
}

// run makes a region.
func (p *padder) run(params pad.Params[struct{}], box pad.Box, from ...pad.AnyBlock) ([]byte, error) {
	r, err := pad.NewAnyRegion(p.set, params, box)
	if err != nil {
		return nil, err
	}
	dst, _ := p.set.Memory(p.set.Make(r.OutputLen()))
	err = r.Run(context.Background(), dst, p.value.Data, from...)
	return p.encode(dst), err
}
