package zarrpad

import (
	"bytes"
	"context"
	"math"
)

// Check compares an output of [Pad] with its input, without a second copy: it pads each chunk of the share again in memory.
// It uses the call that the output records. It counts each chunk of the output that is missing, damaged or different, and
// reports it, unless report is nil. A damaged chunk of the input is an error.
func Check(ctx context.Context, out, in Store, o Options, report func(error)) (Stats, error) {
	made, err := Open(ctx, out)
	if err != nil {
		return Stats{}, err
	}
	call, err := made.recorded()
	if err != nil {
		return Stats{}, about(nil, "", err)
	}
	r, err := newOutput(ctx, out, in, call, o)
	if err == nil {
		_, err = r.missing(ctx)
	}
	if err != nil {
		return Stats{}, err
	}
	if report == nil {
		report = func(error) {}
	}
	err = r.all(ctx, func(ctx context.Context, index []int) error {
		wrong, err := r.compare(ctx, index)
		if err != nil {
			return err
		}
		r.count(func(s *Stats) {
			if wrong == nil {
				s.Done++
			} else {
				s.Wrong++
				report(wrong)
			}
		})
		return nil
	})
	return r.stats, err
}

// compare describes what is wrong with a chunk of the output.
func (r *Output) compare(ctx context.Context, index []int) (wrong, err error) {
	there, _, wrong := r.out.read(ctx, index)
	if wrong != nil {
		return wrong, ctx.Err() // after an error, reading fails because it was cancelled
	}
	if there == nil {
		return about(r.out.store, r.out.key(index), errorf(ErrChunk, "it is missing")), nil
	}
	want, _ := r.set.Memory(r.set.Make(len(there) / r.out.element.size))
	if err = r.pad(ctx, index, want); err == nil && !bytes.Equal(there, want.Bytes()) {
		wrong = about(r.out.store, r.out.key(index), errorf(ErrChunk, "it has other elements than the input gives"))
	}
	return wrong, err
}

// Estimate describes the work of all shares of a call. Numbers of chunks and bytes are floats, because an array can have any
// number of them.
type Estimate struct {
	In, Out         *Array  // the metadata
	Inputs, Outputs float64 // chunks
	Decodes         float64 // of chunks of the input
	Read, Written   float64 // bytes, without compression
}

// NewEstimate computes the work of a call if it is divided into shares. It reads no chunks and writes nothing.
func NewEstimate(ctx context.Context, in Store, call Call, shares int) (*Estimate, error) {
	r, err := newOutput(ctx, nil, in, call, Options{Shards: shares})
	if err != nil {
		return nil, err
	}
	e := &Estimate{In: r.in, Out: r.out, Inputs: 1, Outputs: 1, Decodes: r.order.reads}
	for _, a := range r.order.axes {
		e.Outputs *= float64(a.grid)
		e.Inputs *= math.Ceil(float64(r.in.Shape[a.number]) / float64(r.in.Chunks[a.number]))
	}
	e.Read, e.Written = e.Decodes*float64(r.in.chunkBytes), e.Outputs*float64(r.out.chunkBytes)
	return e, nil
}
