package bench

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"unsafe"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Call is a workload with its buffers, which start at 64-byte boundaries and have already been written to.
type Call interface {
	// Plan creates a plan and returns two functions that pad the input into the output, on at most the given number of goroutines: run, and
	// until, which stops when a context is done.
	Plan(workers int) (run func() error, until func(context.Context) error, err error)
	// Copy is the baseline: it copies as much of the input as fits into the output, and fills the rest with the value.
	Copy()
	// CopyPieces is Copy in pieces of 64 KiB, because one large copy of 1 to 8 MB takes up to 1.75 times as long as that of the C library.
	CopyPieces()
	// CopyTwo is Copy on two goroutines.
	CopyTwo()
	// Rows pads the input into the output with [kerneltest.RowByRow]. The type must not be packed.
	Rows()
	// Poison overwrites the output.
	Poison()
	// Check compares the output with the reference, byte by byte.
	Check() error
	// Raw returns the memory of the buffers, or nil for strings.
	Raw() (dst, src []byte)
}

type call[T kernel.Unit] struct {
	w        *Workload
	ks       *kernel.Set[T]
	dst, src []T
	value    T
	zero     bool // the value is the zero T
	block    int  // the number of elements that repeat copies at a time
	want     []T  // computed by the first Check
}

// Open allocates the buffers of a workload and fills the input.
func Open(w *Workload) Call { return all[w.Type-1](w) }

type sets = []func(*Workload) Call

func open[T kernel.Unit](ks *kernel.Set[T]) func(*Workload) Call {
	return func(w *Workload) Call {
		c := &call[T]{w: w, ks: ks}
		c.src = c.buffer(product(w.Shape))
		c.dst = c.buffer(product(w.OutShape()))
		c.value = c.element(w.Value)
		c.zero = c.value == *new(T)
		c.block = max(1, 8<<10/ks.Element().Size)
		c.fill()
		c.Poison()
		return c
	}
}

// isString reports whether elements are strings, whose memory is not raw bytes.
func (c *call[T]) isString() bool { return c.w.Type == dtype.TypeString }

// buffer returns a slice for n elements.
func (c *call[T]) buffer(n int) []T {
	units := c.ks.Units(n)
	if c.isString() {
		return make([]T, units)
	}
	const align = 64
	b := make([]byte, units*c.ks.Element().Size+align)
	off := int(-uintptr(unsafe.Pointer(&b[0])) % align)
	s, ok := kernel.FromBytes[T](b[off : len(b)-align+off])
	if !ok {
		panic("bench: an aligned buffer is not aligned")
	}
	return s
}

func (c *call[T]) element(raw []byte) T {
	v := c.buffer(1)
	if s, ok := any(v).([]string); ok {
		s[0] = string(raw)
	} else {
		copy(kernel.Bytes(v), raw)
	}
	return v[0]
}

// fill writes the input. Floats are ordinary numbers and booleans 0 or 1, because peers may compute with them.
func (c *call[T]) fill() {
	if s, ok := any(c.src).([]string); ok {
		for i := range s {
			s[i] = strconv.Itoa(i % 251)
		}
		return
	}
	_, isBool := any(c.value).(bool)
	raw, size := kernel.Bytes(c.src), c.ks.Element().Size
	for i := range c.src {
		e := raw[i*size:][:size]
		e[0] = byte(i % 251)
		if size > 1 {
			e[size-1] = 0x3C
		}
		if isBool {
			e[0] %= 2
		}
	}
	if n := product(c.w.Shape); n%c.ks.PerUnit != 0 {
		raw[len(raw)-1] &= 1<<(n%c.ks.PerUnit*8/c.ks.PerUnit) - 1
	}
}

func (c *call[T]) Plan(workers int) (run func() error, until func(context.Context) error, err error) {
	w := c.w
	plan, err := pad.NewPlan(c.ks, pad.Params[T]{Shape: w.Shape, Pads: w.Pads, Mode: w.Mode, Value: c.value, Workers: workers})
	if err != nil {
		return nil, nil, fmt.Errorf("%v: %w", w, err)
	}
	run = func() error { return plan.Run(c.dst, c.src) }
	return run, func(ctx context.Context) error { return plan.RunContext(ctx, c.dst, c.src) }, nil
}

func (c *call[T]) Rows() { kerneltest.RowByRow(c.dst, c.src, c.w.Shape, c.w.Pads, c.w.Mode, c.value) }

func (c *call[T]) Poison() {
	if s, ok := any(c.dst).([]string); ok {
		for i := range s {
			s[i] = "poison"
		}
		return
	}
	raw := kernel.Bytes(c.dst)
	for i := range raw {
		raw[i] = 0xA5
	}
}

func (c *call[T]) Raw() (dst, src []byte) {
	if c.isString() {
		return nil, nil
	}
	return kernel.Bytes(c.dst), kernel.Bytes(c.src)
}

func (c *call[T]) Check() error {
	if c.want == nil {
		c.want = c.reference()
	}
	if !c.isString() && bytes.Equal(kernel.Bytes(c.dst), kernel.Bytes(c.want)) {
		return nil
	}
	for i := range c.dst {
		got, want := c.dst[i:i+1], c.want[i:i+1]
		if c.isString() && got[0] != want[0] || !bytes.Equal(kernel.Bytes(got), kernel.Bytes(want)) {
			return fmt.Errorf("%v: unit %d is %v, expected %v", c.w, i, got[0], want[0])
		}
	}
	return nil
}

// reference computes the output by the definition of Pad.
func (c *call[T]) reference() []T {
	want := make([]T, len(c.dst))
	if c.ks.PerUnit == 1 {
		kerneltest.RowByRow(want, c.src, c.w.Shape, c.w.Pads, c.w.Mode, c.value)
		return want
	}
	per := c.ks.PerUnit
	bits := 8 / per
	to, data := kernel.Bytes(want), kernel.Bytes(c.src)
	fill := kernel.Bytes([]T{c.value})[0]
	for o, from := range kerneltest.Source(c.w.Mode, c.w.Shape, c.w.Pads) {
		v := fill
		if from != kerneltest.Value {
			v = data[from/per] >> (from % per * bits)
		}
		to[o/per] |= v & (1<<bits - 1) << (o % per * bits)
	}
	return want
}
