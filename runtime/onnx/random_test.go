package onnx_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel/stream"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

var (
	nodes = flag.Int("nodes", 2000, "how many random nodes TestRandomNodes runs")
	seed  = flag.Uint64("seed", 1, "what they are drawn from; 0 is another seed in each run")
)

// node is a random call. It is complete, so that its line can be kept in testdata/nodes.jsonl. The data follows from Seed.
type node struct {
	Domain    string
	Opset     int
	Type      string
	Mode      string // "": the node has no such attribute
	Shape     []int
	Pads      []int64
	Axes      []int64 `json:",omitempty"` // nil: absent
	AxesType  string  `json:",omitempty"`
	Value     string  // one of the values of its version
	Form      string  // of the input and the value, and of the output if the caller allocates it
	Way       string  // one of ways
	Strict    bool    `json:",omitempty"`
	Past      bool    `json:",omitempty"` // as if the output did not fit into the caches
	Workers   int
	Seed      uint64
	EmptyName bool `json:",omitempty"` // the last optional inputs have an empty name instead of being left out
}

// TestRandomNodes compares random nodes with the reference, starting with those that failed before. `make random` runs many,
// different ones each time.
func TestRandomNodes(t *testing.T) {
	past, err := os.ReadFile("testdata/nodes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	m := newMemory(t)
	for line := range bytes.Lines(past) {
		var n node
		if err := json.Unmarshal(line, &n); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		restore := stream.ForTest(map[bool]int{true: -1, false: 1 << 30}[n.Past])
		if _, err := n.run(m); err != nil {
			t.Errorf("%s%v", line, err)
		}
		restore()
	}
	count := *nodes
	if testing.Short() && count == 2000 {
		count = 300
	}
	from := *seed
	if from == 0 {
		from = uint64(time.Now().UnixNano()) % 1e9
	}
	wrong, refused := randomNodes(t, count/2, from, false)
	w, r := randomNodes(t, count-count/2, from+1, true)
	t.Logf("%d nodes had to be refused", refused+r)
	fmt.Printf("%d nodes, %d wrong (seed %d)\n", count, wrong+w, from)
}

// randomNodes runs nodes in several goroutines.
func randomNodes(t *testing.T, count int, seed uint64, past bool) (wrong, refused int64) {
	if past {
		defer stream.ForTest(-1)()
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)) {
		m := newMemory(t)
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := next.Add(1); i <= int64(count); i = next.Add(1) {
				n := draw(rand.New(rand.NewPCG(seed, uint64(i))))
				n.Past = past
				no, err := n.run(m)
				if no {
					atomic.AddInt64(&refused, 1)
				}
				if err != nil && atomic.AddInt64(&wrong, 1) <= 10 {
					line, _ := json.Marshal(n)
					t.Errorf("%v, to keep in testdata/nodes.jsonl:\n%s", err, line)
				}
			}
		}()
	}
	workers.Wait()
	return wrong, refused
}

// pick returns a random element of a list.
func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// draw returns a random node.
func draw(rng *rand.Rand) node {
	var n node
	var s onnx.Schema
	for s.Inputs == nil || s.Unsupported != "" {
		s = pick(rng, onnx.Schemas)
	}
	n.Domain, n.Opset, n.Seed = s.Domain, s.SinceVersion, rng.Uint64()
	n.Type = pick(rng, slices.Collect(s.DataTypes.Types())).String()
	mode := pick(rng, s.Modes)
	if n.Mode = mode.String(); mode == pad.Constant && rng.IntN(2) == 0 {
		n.Mode = ""
	}
	n.drawShape(rng, mode)
	if s.AxesTypes != 0 && rng.IntN(2) == 0 {
		n.drawAxes(rng)
		n.AxesType = pick(rng, slices.Collect(s.AxesTypes.Types())).String()
	}
	n.Value = pick(rng, []string{"absent", "scalar", "[1]", "[1 1]"})
	if s.ValueAttribute != "" {
		n.Value = fmt.Sprint(rng.IntN(len(attributeValues)+1) - 1)
	}
	n.EmptyName = rng.IntN(2) == 0
	if n.Form = pick(rng, []string{"typed", "raw", "odd"}); n.dtype() == dtype.TypeString {
		n.Form = "typed"
	}
	n.Way = pick(rng, ways).name
	n.Strict = rng.IntN(8) == 0
	n.Workers = rng.IntN(4)
	return n
}

// drawShape draws the shape and the pads of all axes: many pads of a few elements, crops, axes without pads, some pads with
// several reflections, and some long rows. Few of the calls are invalid.
func (n *node) drawShape(rng *rand.Rand, mode pad.Mode) {
	rank := rng.IntN(11)
	most := pick(rng, []int{30, 300, 1000, 4000, 12000})
	if rng.IntN(3000) == 0 {
		most = 3 << 20 // padded in parts
	}
	n.Shape, n.Pads = make([]int, rank), make([]int64, 2*rank)
	total := 1
	for _, a := range rng.Perm(rank) {
		dim, b, e := 1+rng.IntN(pick(rng, []int{1, 4, 4, 12, 40, max(1, min(1<<20, most/total))})), 0, 0
		switch rng.IntN(8) {
		case 0, 1, 2:
			b, e = rng.IntN(4), rng.IntN(4)
		case 3:
			b, e = rng.IntN(9)-4, rng.IntN(9)-4
		case 4:
			b, e = rng.IntN(3*dim+5), rng.IntN(3*dim+5) // several reflections
		case 5:
			if dim = rng.IntN(3); dim == 0 && mode != pad.Constant && rng.IntN(4) > 0 {
				dim = 1
			}
			b, e = rng.IntN(3), rng.IntN(3)
		}
		if out := dim + b + e; out > 1 && out > most/total || out <= 0 && rng.IntN(4) > 0 {
			dim, b, e = 1, 0, 0
		}
		n.Shape[a], n.Pads[a], n.Pads[rank+a] = dim, int64(b), int64(e)
		total *= max(1, dim+b+e)
	}
}

// drawAxes draws the axes in any order, counted from either end, and leaves out some without pads.
func (n *node) drawAxes(rng *rand.Rand) {
	rank := len(n.Shape)
	var begins, ends []int64
	n.Axes = []int64{}
	for _, a := range rng.Perm(rank) {
		if n.Pads[a] == 0 && n.Pads[rank+a] == 0 && rng.IntN(2) == 0 {
			continue
		}
		n.Axes = append(n.Axes, int64(a-rank*rng.IntN(2)))
		begins, ends = append(begins, n.Pads[a]), append(ends, n.Pads[rank+a])
	}
	n.Pads = append(begins, ends...)
}

func (n *node) dtype() dtype.DType { d, _ := dtype.Parse(n.Type); return d }

// mode returns the meaning of the node's mode in its version.
func (n *node) mode() pad.Mode {
	m, err := pad.ParseMode(cmp.Or(n.Mode, "constant"))
	if err != nil {
		panic(err)
	}
	for _, s := range onnx.Schemas {
		if s.Meanings != nil && s.Domain == n.Domain && s.SinceVersion == n.Opset {
			return s.Meanings[slices.Index(s.Modes, m)]
		}
	}
	return m
}

// axis returns the axis of pads i and i+len/2.
func (n *node) axis(i int) int {
	if n.Axes == nil {
		return i
	}
	return int(n.Axes[i]+int64(len(n.Shape))) % len(n.Shape)
}

// allPads returns the pads of all axes, in order.
func (n *node) allPads() []int {
	rank, given := len(n.Shape), len(n.Pads)/2
	pads := make([]int, 2*rank)
	for i := range given {
		pads[n.axis(i)], pads[rank+n.axis(i)] = int(n.Pads[i]), int(n.Pads[given+i])
	}
	return pads
}

// refusal returns the kind of error that the definition of Pad requires for the node, nil if there is an output.
func (n *node) refusal() error {
	given := len(n.Pads) / 2
	for i := range given {
		b, e := n.Pads[i], n.Pads[given+i]
		dim := int64(n.Shape[n.axis(i)])
		ext := dim - max(0, -b) - max(0, -e)
		most := max(b, e)
		switch n.mode() {
		case pad.Constant, pad.Edge:
		case pad.Reflect:
			most = ext - 1
		default:
			most = ext
		}
		switch {
		case dim+b+e < 0:
			return pad.ErrNegativeDim
		case ext <= 0 && dim+b+e > 0 && n.mode() != pad.Constant:
			return pad.ErrEmptyAxis
		case ext > 0 && n.Strict && max(b, e) > max(0, most):
			return pad.ErrOverrun
		}
	}
	return nil
}

// reference is the definition of Pad: the shape of the output, and for each element its index in the input, or
// [kerneltest.Value]. The call must be valid, and have pads for all axes.
func reference(mode pad.Mode, shape, pads []int) (out, from []int) {
	for i, d := range shape {
		out = append(out, d+pads[i]+pads[len(shape)+i])
	}
	return out, kerneltest.Source(mode, shape, pads)
}

// attributeValues are values of the attribute value, and their bits as a float16.
var attributeValues = []struct {
	value float32
	half  uint16
}{{0, 0}, {1, 0x3C00}, {-2.5, 0xC100}, {65504, 0x7BFF}, {1e6, 0x7C00}, {float32(math.Inf(-1)), 0xFC00}, {1.0 / (1 << 24), 1}}

// call is a node in the form that package onnx takes.
type call struct {
	node   *node
	memory places
	op     *onnx.Op
	attrs  onnx.Attributes
	inputs []onnx.Tensor
	src    any // for a plan
	value  any // its bits or string, one unit
	limit  int64
}

// places provides the memory of inputs and outputs.
type places interface {
	src(n int) []byte
	dst(n int) []byte
}

type heap struct{}

func (heap) src(n int) []byte { return make([]byte, n) }
func (heap) dst(n int) []byte { return make([]byte, n) }

// tensor returns a tensor with random bits, in newly allocated memory or in that of get.
func (n *node) tensor(rng *rand.Rand, get func(int) []byte, shape ...int) onnx.Tensor {
	d := n.dtype()
	count, _ := pad.Count(shape)
	x := onnx.Tensor{DType: d, Shape: shape}
	if d == dtype.TypeString {
		s := make([]string, count)
		for i := range s {
			s[i] = fmt.Sprint("s", rng.IntN(1000))
		}
		x.Data = s
		return x
	}
	x.Data = n.slice(get, d.Units(count))
	b := n.bytes(x.Data)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return x
}

// bytes returns the memory of a tensor's Data, nil for strings.
func (n *node) bytes(data any) []byte {
	b, _ := onnx.Tensor{DType: n.dtype(), Data: data}.Bytes()
	return b
}

// slice returns the given number of units in the node's form.
func (n *node) slice(get func(int) []byte, units int) any {
	d := n.dtype()
	switch n.Form {
	case "raw":
		return get(units * d.Size())
	case "odd":
		return get(units*d.Size() + 1)[1:]
	}
	empty := reflect.TypeOf(d.NewSlice(0))
	if units == 0 {
		return d.NewSlice(0)
	}
	return reflect.SliceAt(empty.Elem(), reflect.ValueOf(get(units*d.Size())).UnsafePointer(), units).Convert(empty).Interface()
}

// call builds the call.
func (n *node) call(m places) (*call, error) {
	c := &call{node: n, memory: m}
	rng := rand.New(rand.NewPCG(n.Seed, 1))
	x := n.tensor(rng, m.src, n.Shape...)
	c.src = x.Data
	one := n.tensor(rng, heap{}.src)
	c.value = one.Data
	if err := c.setOp(); err != nil {
		return nil, err
	}
	s := c.op.Schema()
	c.inputs = []onnx.Tensor{x}
	if n.Mode != "" {
		c.attrs.Mode = onnx.Mode(n.Mode)
	}
	switch s.PadsAttribute {
	case "pads":
		c.attrs.Pads = append([]int64{}, n.Pads...)
	case "paddings":
		c.attrs.Paddings = append([]int64{}, n.Pads...)
	default:
		c.inputs = append(c.inputs, onnx.Int64s(n.Pads...))
	}
	if s.ValueAttribute != "" {
		c.value = n.attribute(&c.attrs)
		return c, nil
	}
	switch n.Value {
	case "absent":
		one, c.value = onnx.Tensor{}, n.dtype().NewSlice(1)
	case "[1]":
		one.Shape = []int{1}
	case "[1 1]":
		one.Shape = []int{1, 1}
	}
	axes := onnx.Int64s(n.Axes...)
	if n.AxesType == "int32" {
		narrow := []int32{}
		for _, a := range n.Axes {
			narrow = append(narrow, int32(a))
		}
		axes = onnx.Tensor{DType: dtype.TypeInt32, Shape: []int{len(narrow)}, Data: narrow}
	}
	switch {
	case n.Axes != nil:
		c.inputs = append(c.inputs, one, axes)
	case n.Value != "absent" || n.EmptyName:
		c.inputs = append(c.inputs, one)
	}
	return c, nil
}

// attribute sets the attribute value, and returns it as an element of the type.
func (n *node) attribute(attrs *onnx.Attributes) any {
	v := attributeValues[0]
	if i := strings.Index("0123456789", n.Value); i >= 0 {
		v = attributeValues[i]
		attrs.Value = onnx.Value(v.value)
	}
	switch n.dtype() {
	case dtype.TypeFloat32:
		return []float32{v.value}
	case dtype.TypeFloat64:
		return []float64{float64(v.value)}
	case dtype.TypeFloat16:
		return []dtype.Float16{dtype.Float16(v.half)}
	}
	panic("no other type has a value as an attribute")
}

func (c *call) setOp() (err error) {
	n := c.node
	c.op, err = onnx.Options{Strict: n.Strict, Workers: n.Workers, MaxBytes: c.limit}.New(n.Domain, n.Opset, all.Sets()...)
	return err
}

// output allocates an output in the node's form. No byte of it is correct yet.
func (c *call) output(units int) any {
	if c.node.dtype() == dtype.TypeString {
		return slices.Repeat([]string{"unset"}, units)
	}
	data := c.node.slice(c.memory.dst, units)
	b := c.node.bytes(data)
	for i := range b {
		b[i] = 0xA5
	}
	return data
}

// way is one of the ways to run a node. It returns the Data of the output and its shape.
type way struct {
	name string
	run  func(c *call) (any, []int, error)
}

var ways = []way{
	{"run", func(c *call) (any, []int, error) {
		y, err := c.op.Run(c.attrs, c.inputs...)
		return y.Data, y.Shape, err
	}},
	{"plan", planned(func(c *call, p *onnx.Plan, dst any) error { return p.Run(dst, c.src) })},
	{"value", planned(func(c *call, p *onnx.Plan, dst any) error { // the plan has a different value
		return p.RunValue(dst, c.src, c.value)
	})},
	{"together", planned((*call).together)},
}

// planned creates a plan without data.
func planned(run func(c *call, p *onnx.Plan, dst any) error) func(c *call) (any, []int, error) {
	return func(c *call) (any, []int, error) {
		inputs := slices.Clone(c.inputs)
		inputs[0].Data = nil
		p, err := c.op.Plan(c.attrs, inputs...)
		if err != nil {
			return nil, nil, err
		}
		dst := c.output(p.OutputLen())
		return dst, p.OutputShape(), run(c, p, dst)
	}
}

// together runs a plan in several goroutines.
func (c *call) together(p *onnx.Plan, dst any) error {
	var others sync.WaitGroup
	same := [2]any{}
	errs := [2]error{}
	for i := range same {
		same[i] = c.node.dtype().NewSlice(p.OutputLen())
		others.Add(1)
		go func() {
			defer others.Done()
			errs[i] = guarded(func() error { return p.Run(same[i], c.src) })
		}()
	}
	err := p.Run(dst, c.src)
	others.Wait()
	for i := range same {
		if d := c.node.difference(same[i], dst); err == nil && (errs[i] != nil || d != "") {
			return fmt.Errorf("another goroutine of the same plan: %v%s", errs[i], d)
		}
	}
	return err
}

// guarded converts a panic, and a fault in a guard page, into an error.
func guarded(run func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return run()
}

// setElement copies element j of src to element i of dst.
func (n *node) setElement(dst any, i int, src any, j int) {
	if to, ok := dst.([]string); ok {
		to[i] = src.([]string)[j]
		return
	}
	to, from, d := n.bytes(dst), n.bytes(src), n.dtype()
	per, size, bits := d.PerUnit(), d.Size(), d.Bits()
	if per == 1 {
		copy(to[i*size:][:size], from[j*size:][:size])
		return
	}
	mask := byte(1)<<bits - 1
	v := from[j/per] >> (j % per * bits) & mask
	to[i/per] = to[i/per]&^(mask<<(i%per*bits)) | v<<(i%per*bits)
}

// difference describes where got differs from want.
func (n *node) difference(got, want any) string {
	if g, ok := got.([]string); ok {
		return different(g, want.([]string))
	}
	return different(n.bytes(got), n.bytes(want))
}

func different[T comparable](got, want []T) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d bytes or strings, expected %d", len(got), len(want))
	}
	for i, v := range got {
		if v != want[i] {
			return fmt.Sprintf("byte or string %d of %d is %v, expected %v", i, len(got), v, want[i])
		}
	}
	return ""
}

// run runs the node and describes what is wrong. It reports whether the node was refused.
func (n *node) run(m places) (refused bool, err error) {
	err = guarded(func() (err error) { refused, err = n.unguarded(m); return err })
	return refused, err
}

func (n *node) unguarded(m places) (refused bool, err error) {
	c, err := n.call(m)
	if err != nil {
		return false, err
	}
	texts, _ := c.src.([]string)
	texts, before := slices.Clone(texts), bytes.Clone(n.bytes(c.src))
	got, shape, err := ways[slices.IndexFunc(ways, func(w way) bool { return w.name == n.Way })].run(c)
	after, _ := c.src.([]string)
	if !slices.Equal(after, texts) || !bytes.Equal(n.bytes(c.src), before) {
		return false, errors.New("data was changed")
	}
	if kind := n.refusal(); kind != nil {
		var e *onnx.Error
		if !errors.Is(err, kind) || !errors.As(err, &e) {
			return true, fmt.Errorf("error %v, expected one of kind %q", err, kind)
		}
		return true, nil
	}
	if err != nil {
		return false, err
	}
	wantShape, from := reference(n.mode(), n.Shape, n.allPads())
	if inferred, err := c.op.InferShape(c.attrs, c.inputs...); err != nil || !slices.Equal(inferred, wantShape) || !slices.Equal(shape, wantShape) {
		return false, fmt.Errorf("shape %v, inferred %v (%v), expected %v", shape, inferred, err, wantShape)
	}
	want := n.dtype().NewSlice(n.dtype().Units(len(from)))
	for i, j := range from {
		if j < 0 {
			n.setElement(want, i, c.value, 0)
		} else {
			n.setElement(want, i, c.src, j)
		}
	}
	if d := n.difference(got, want); d != "" {
		return false, errors.New(d)
	}
	return false, nil
}
