// Package crows pads as a careful C programmer does: axes merged, memcpy for each row, finished slabs copied.
package crows

/*
#cgo CFLAGS: -O3 -march=native
#include "rows.h"
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// Contestants are the rows, and the C library's memcpy as a roofline.
func Contestants() []contest.Contestant {
	return []contest.Contestant{
		{Name: report.CMemcpy, Roofline: true, Prepare: prepare(func(j *C.job) { C.copy_all(j) })},
		{Name: report.CRows, Prepare: prepare(func(j *C.job) { C.pad_rows(j) })},
	}
}

func prepare(run func(*C.job)) func(*bench.Workload, bench.Call) (contest.Timed, error) {
	return func(w *bench.Workload, c bench.Call) (contest.Timed, error) {
		dst, src := c.Raw()
		if w.Type.PerUnit() > 1 || dst == nil || len(w.Shape) > C.MAX_RANK {
			return contest.Timed{}, fmt.Errorf("%w: %v", contest.ErrUnsupported, w.Type)
		}
		var memory runtime.Pinner // C keeps the addresses between calls
		memory.Pin(unsafe.SliceData(dst))
		memory.Pin(unsafe.SliceData(src))
		j := newJob(w)
		C.start(j, (*C.char)(unsafe.Pointer(unsafe.SliceData(dst))), (*C.char)(unsafe.Pointer(unsafe.SliceData(src))))
		return contest.Timed{
			Run:   func() error { run(j); return nil },
			Close: func() { memory.Unpin(); C.free(unsafe.Pointer(j)) },
		}, nil
	}
}

// newJob merges each axis that has no pads with the padded one outside it, and the innermost ones with the element.
func newJob(w *bench.Workload) *C.job {
	j := (*C.job)(C.calloc(1, C.sizeof_job))
	j.mode, j.unit, j.in, j.out = C.int(w.Mode), C.long(w.Type.Size()), C.long(w.Type.Size()), C.long(w.OutBytes())
	n, inner := 0, C.long(1)
	for i := len(w.Shape) - 1; i >= 0; i-- {
		dim, begin, end := C.long(w.Shape[i]), C.long(w.Pads[i]), C.long(w.Pads[len(w.Shape)+i])
		j.in *= dim
		if begin == 0 && end == 0 && i > 0 {
			inner *= dim
			continue
		}
		j.axes[n] = C.axis{dim: dim * inner, begin: begin * inner, end: end * inner, block: inner}
		n, inner = n+1, 1
	}
	j.rank = C.int(n)
	value := unsafe.Slice((*byte)(unsafe.Pointer(&j.value[0])), len(j.value))
	for i := 0; i < len(value); i += w.Type.Size() {
		copy(value[i:], w.Value)
	}
	return j
}
