package zarrpad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/padgen/padgen/runtime/pad"
)

// Check compares an output of [Pad] with its input, without a second copy: it pads each chunk of the share again in memory.
// It uses the call that the output records. It reports and counts each chunk that is missing, damaged or different.
func Check(ctx context.Context, out, in Store, o Options, report func(error)) (Stats, int, error) {
	made, err := Open(ctx, out)
	if err != nil {
		return Stats{}, 0, err
	}
	var a attribute
	if raw := made.attrs["padgen"]; raw == nil || json.Unmarshal(raw, &a) != nil {
		return Stats{}, 0, errorf(ErrOtherCall, "", "padgen did not make it")
	}
	call := Call{Value: a.Value, Chunks: made.Chunks}
	call.Pads, call.ValuesAxis = a.Pads, a.ValuesAxis
	for _, name := range a.Modes {
		mode, err := pad.ParseMode(name)
		if err != nil {
			return Stats{}, 0, fmt.Errorf("zarrpad: %w: %w", ErrOtherCall, err)
		}
		call.Modes = append(call.Modes, mode)
	}
	j, err := NewJob(ctx, in, call)
	if err != nil {
		return Stats{}, 0, err
	}
	r, err := j.newOutput(out, o)
	if err != nil {
		return Stats{}, 0, err
	}
	for _, doc := range r.docs {
		if _, err := same(ctx, out, doc); err != nil {
			return Stats{}, 0, err
		}
	}
	found, lock := 0, sync.Mutex{}
	err = r.all(ctx, func(ctx context.Context, index []int) error {
		wrong, err := r.compare(ctx, index)
		if wrong != nil && err == nil {
			lock.Lock()
			defer lock.Unlock()
			found++
			report(wrong)
		}
		return err
	})
	return r.stats, found, err
}

// compare describes what is wrong with a chunk of the output.
func (r *Output) compare(ctx context.Context, index []int) (wrong, err error) {
	there, _, wrong := r.array.read(ctx, index)
	if wrong == nil && there == nil {
		wrong = errorf(ErrChunk, r.array.key(index), "it is missing")
	}
	if wrong == nil {
		want, _ := r.set.Memory(r.set.Make(len(there) / r.array.element.size))
		copy(want.Bytes(), there) // elements beyond the array are not compared
		if err := r.pad(ctx, index, want); err != nil {
			return nil, err
		}
		if !bytes.Equal(there, want.Bytes()) {
			wrong = errorf(ErrChunk, r.array.key(index), "it has other elements than the input gives")
		}
	}
	r.count(func(s *Stats) { s.Made++ })
	return wrong, nil
}

// Estimate describes the work of all shares of a job. Numbers of chunks and bytes are floats, because an array can have any
// number of them.
type Estimate struct {
	In, Out         *Array  // the metadata
	Inputs, Outputs float64 // chunks
	Decodes         float64 // of chunks of the input
	Read, Written   float64 // bytes, without compression
}

// Estimate computes the work of the job if it is divided into shares. It reads no chunks.
func (j *Job) Estimate(shares int) (Estimate, error) {
	out, err := j.newOutput(nil, Options{Shards: shares})
	if err != nil {
		return Estimate{}, err
	}
	e := Estimate{In: j.in, Out: out.array, Inputs: 1, Outputs: 1, Decodes: out.order.reads}
	for i, n := range out.order.grid {
		e.Outputs *= float64(n)
		e.Inputs *= float64((j.params.Shape[i] + j.chunks.in[i] - 1) / j.chunks.in[i])
	}
	e.Read, e.Written = e.Decodes*float64(j.in.chunkBytes), e.Outputs*float64(out.array.chunkBytes)
	return e, nil
}
