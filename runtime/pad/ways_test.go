package pad_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

var (
	nodes = flag.Int("nodes", 15000, "TestWays makes a tenth of so many calls in every way")
	seed  = flag.Uint64("seed", 1, "what they are drawn from; 0 is another seed in each run")
)

// TestWays compares each way of computing the output of a call with the reference. `make random` draws many calls, which are different
// each time.
func TestWays(t *testing.T) {
	count, from := *nodes/10, *seed
	if from == 0 {
		from = uint64(time.Now().UnixNano()) % 1e9
	}
	if testing.Short() {
		count /= 3
	}
	wrong := randomCalls(t, count, from, func() func(n int) []byte { return plain })
	fmt.Printf("%d nodes, in every way, %d wrong (seed %d)\n", count, wrong, from)
}

func plain(n int) []byte { return make([]byte, n) }

// kinds has one type of each size and kind of storage.
var kinds = []func(c call, rng *rand.Rand, memory func() func(n int) []byte) string{
	ways(generated.Uint8), ways(generated.Float16), ways(generated.Float32), ways(generated.Float64), ways(generated.Complex64),
	ways(generated.Complex128), ways(generated.Uint4), ways(generated.Int2), ways(generated.String),
}

// randomCalls runs count random calls in every way, of all modes, ranks and kinds of storage. Output and input are in memory that alloc
// returns.
func randomCalls(t *testing.T, count int, seed uint64, memory func() (alloc func(n int) []byte)) (wrong int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(6)) // more goroutines than cores
	for i := range count {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		c := drawCall(rng)
		if diff := kinds[rng.IntN(len(kinds))](c, rng, memory); diff != "" {
			wrong++
			t.Errorf("call %d of seed %d, %v: %.600s", i, seed, c, diff)
		}
	}
	return wrong
}

// call is a call with one mode for each axis.
type call struct {
	shape, pads []int
	modes       []pad.Mode
	values      int // the axis of Params.Values, or -1
}

func (c call) String() string {
	return fmt.Sprintf("%v of %v by %v, values of axis %d", c.modes, c.shape, c.pads, c.values)
}

// drawCall returns a random call. Many axes have no pads, many have one element, so that axes merge.
func drawCall(rng *rand.Rand) call {
	rank, total := rng.IntN(5), 1
	if rng.IntN(4) == 0 {
		rank = rng.IntN(13)
	}
	c := call{make([]int, rank), make([]int, 2*rank), make([]pad.Mode, rank), -1}
	for a := range rank {
		n, b, e := rng.IntN(5), 0, 0
		switch rng.IntN(6) {
		case 0, 1:
			n = 1
		case 2:
			n = 1 + rng.IntN(12)
		}
		if n == 0 && rng.IntN(4) > 0 {
			n = 2
		}
		if total > 2000 {
			n = min(n, 1)
		}
		if rng.IntN(2) == 0 && total < 4000 {
			b, e = rng.IntN(9)-3, rng.IntN(9)-3
		}
		if out := n + b + e; out < 0 || out == 0 && rng.IntN(4) > 0 {
			b, e = 0, 0
		}
		c.shape[a], c.pads[a], c.pads[rank+a] = n, b, e
		total *= n + b + e
	}
	switch kind := rng.IntN(40); {
	case kind < 5: // long pads: bounces and turns
		rank = 2
		c.shape, c.pads = []int{1 + rng.IntN(90), 1 + rng.IntN(4)}, []int{rng.IntN(80), rng.IntN(3), rng.IntN(80), rng.IntN(3)}
		c.modes = make([]pad.Mode, rank)
	case kind == 5 && rank > 0: // so large that several goroutines write it
		c.shape[rng.IntN(rank)] += pad.ParallelBytes() / max(8, size(c.outShape()))
		if n := size(c.outShape()); n > 1<<19 || n == 0 {
			c.shape = slices.Repeat([]int{2}, rank)
		}
	}
	one := pad.Mode(rng.IntN(kernel.NumModes))
	several := rng.IntN(2) == 0
	for a, n := range c.shape {
		if c.modes[a] = one; several && rng.IntN(3) > 0 {
			c.modes[a] = pad.Mode(rng.IntN(kernel.NumModes))
		}
		b, e := c.pads[a], c.pads[rank+a]
		if n+b+e < 0 || n-max(0, -b)-max(0, -e) <= 0 && n+b+e > 0 && c.modes[a] != pad.Constant {
			c.pads[a], c.pads[rank+a] = 0, 0
		}
	}
	if rank > 0 && slices.Contains(c.modes, pad.Constant) && rng.IntN(2) == 0 {
		c.values = rng.IntN(rank)
		c.pads[c.values], c.pads[rank+c.values] = 0, 0
	}
	return c
}

func (c call) outShape() []int {
	out := slices.Clone(c.shape)
	for a := range out {
		out[a] += c.pads[a] + c.pads[len(out)+a]
	}
	return out
}

// sources returns, for each element of the output, the element of the input, or -1-i for value i.
func (c call) sources() []int {
	out := c.outShape()
	axes := make([][]int, len(out))
	for a, n := range out {
		for o := range n {
			k, ok := kerneltest.SourceIndex(c.modes[a], c.shape[a], c.pads[a], c.pads[len(out)+a], o)
			if !ok {
				k = -1
			}
			axes[a] = append(axes[a], k)
		}
	}
	all, at := make([]int, size(out)), make([]int, len(out))
	for i := range all {
		from := 0
		for a, o := range at {
			if k := axes[a][o]; k < 0 || from < 0 {
				from = -1
			} else {
				from = from*c.shape[a] + k
			}
		}
		if from < 0 && c.values >= 0 {
			from -= at[c.values]
		}
		all[i] = from
		for a := len(at) - 1; a >= 0; a-- {
			if at[a]++; at[a] < out[a] {
				break
			}
			at[a] = 0
		}
	}
	return all
}

// drawn is a call with an element type and its output.
type drawn[T kernel.Unit] struct {
	call
	ks        *kernel.Set[T]
	params    pad.Params[T]
	untyped   pad.Params[struct{}]
	out       []int
	from      []int // see sources
	src, want []T
	value     []T
	rng       *rand.Rand
	memory    func() func(n int) []byte
	alloc     func(n int) []byte
}

// units returns noise in memory for n elements.
func (d *drawn[T]) units(n int) []T {
	if n = d.ks.Units(n); d.ks.Element().Strings {
		s := make([]T, n)
		for i := range s {
			any(s).([]string)[i] = strconv.Itoa(i)
		}
		return s
	}
	b := d.alloc(n * d.ks.Element().Size)
	noise(b)
	s, _ := kernel.FromBytes[T](b)
	return s
}

// wrong compares an output, by strides, with what it should be. The gaps must be unchanged.
func (d *drawn[T]) wrong(got, before []T, strides []int) string {
	eachPlace(d.out, strides, func(i, at int) { copyElement(d.ks, before, at, d.want, i) })
	if n := size(d.out); d.ks.PerUnit > 1 && n%d.ks.PerUnit > 0 { // the bits after the last element
		copy(before[len(d.want)-1:], d.want[len(d.want)-1:])
	}
	if !same(got, before) {
		return fmt.Sprintf("%.250s, expected\n%.250s", fmt.Sprint(got), fmt.Sprint(before))
	}
	return ""
}

// gaps returns strides of the output, with gaps if its elements can have any, and Params.DstStrides.
func (d *drawn[T]) gaps() (strides, params []int) {
	if s := gapped(d.rng, d.out, d.ks.PerUnit); d.rng.IntN(2) == 0 && inBytes(d.out, s, d.ks.PerUnit) && size(d.out) > 0 {
		return s, s
	}
	return rowMajor(d.out), nil
}

// ways returns a function for each way of running the call, which returns what is wrong, or "".
func ways[T kernel.Unit](all *kernel.Set[T]) func(c call, rng *rand.Rand, memory func() func(n int) []byte) string {
	return func(c call, rng *rand.Rand, memory func() func(n int) []byte) string {
		ks := all
		if rng.IntN(3) == 0 {
			ks = subset(all, [][]int{{1}, {2}, {8}, {4}, {1, 8}, {2, 4}, {3, 5, 7}, {1, 2, 3, 4}}[rng.IntN(8)])
		}
		d := drawn[T]{call: c, ks: ks, out: c.outShape(), from: c.sources(), rng: rng, memory: memory, alloc: plain}
		p := pad.Params[T]{Shape: c.shape, Pads: c.pads, Modes: c.modes, Workers: rng.IntN(6)}
		if modes := slices.Compact(slices.Clone(c.modes)); len(modes) == 1 && rng.IntN(2) == 0 {
			p.Modes, p.Mode = nil, modes[0]
		}
		d.src, d.value = d.units(size(c.shape)), d.units(ks.PerUnit)
		if c.values >= 0 {
			p.ValuesAxis = c.values - len(c.shape)*rng.IntN(2)
			d.value = append([]T{}, d.units(ks.PerUnit*c.shape[c.values])...)
			p.Values = d.value
		} else {
			p.Value = d.value[0]
		}
		d.want = make([]T, ks.Units(len(d.from)))
		for i, from := range d.from {
			if from >= 0 {
				copyElement(ks, d.want, i, d.src, from)
			} else {
				copyElement(ks, d.want, i, d.value, (-1-from)*ks.PerUnit)
			}
		}
		d.params, d.untyped = p, pad.Params[struct{}]{Shape: p.Shape, Pads: p.Pads, Mode: p.Mode, Modes: p.Modes, ValuesAxis: p.ValuesAxis, Workers: p.Workers}
		if p.Values != nil {
			d.untyped.Values = make([]struct{}, len(p.Values))
		}
		for _, way := range []struct {
			name string
			run  func() string
		}{{"run", d.run}, {"value", d.runValue}, {"any", d.any}, {"batches", d.batches}, {"border", d.border}, {"regions", d.regions}, {"stream", d.stream}, {"chunks", d.chunks}} {
			d.alloc = memory()
			if diff := way.run(); diff != "" {
				return fmt.Sprintf("%s: %s: %s", ks.Name, way.name, diff)
			}
		}
		return ""
	}
}

// subset returns the set with the kernels of only some ranks.
func subset[T kernel.Unit](ks *kernel.Set[T], ranks []int) *kernel.Set[T] {
	s := *ks
	for i := range kernel.MaxRank {
		if !slices.Contains(ranks, i+1) {
			s.Constant[i] = nil
			for m := range s.Repeat {
				s.Repeat[m][i] = nil
			}
		}
	}
	return &s
}

// plan returns a plan, new or reset, with strides, and memory for its run. What lies after the last element by strides is not used.
func (d *drawn[T]) plan() (plan *pad.Plan[T], got, src []T, strides []int, err error) {
	p, src := d.params, d.src
	if d.rng.IntN(2) == 0 {
		p.Strides = gapped(d.rng, d.shape, 1)
	}
	strides, p.DstStrides = d.gaps()
	plan = new(pad.Plan[T])
	if d.rng.IntN(2) == 0 {
		plan.Reset(d.ks, pad.Params[T]{Shape: []int{2, 3}, Pads: []int{0, 1, 0, 1}, DstStrides: []int{8, 1}, Values: make([]T, 2)})
	}
	if err := plan.Reset(d.ks, p); err != nil {
		return nil, nil, nil, nil, err
	}
	more := d.rng.IntN(3)
	if p.Strides != nil {
		src = d.units((plan.InputLen() + more) * d.ks.PerUnit)
		eachPlace(d.shape, p.Strides, func(i, at int) { copyElement(d.ks, src, at, d.src, i) })
	}
	if p.DstStrides == nil {
		more = 0
	}
	return plan, d.units((plan.OutputLen() + more) * d.ks.PerUnit), src, strides, nil
}

func (d *drawn[T]) run() string {
	plan, got, src, strides, err := d.plan()
	if err != nil {
		return err.Error()
	}
	before := slices.Clone(got)
	if err := plan.Run(got, src); err != nil {
		return err.Error()
	}
	return d.wrong(got, before, strides)
}

// runValue tests a run with another value than that of the plan.
func (d *drawn[T]) runValue() string {
	if d.params.Values != nil {
		return ""
	}
	d.params.Value = *new(T)
	defer func() { d.params.Value = d.value[0] }()
	plan, got, src, strides, err := d.plan()
	if err != nil {
		return err.Error()
	}
	before := slices.Clone(got)
	if err := plan.RunValue(got, src, d.value[0]); err != nil {
		return err.Error()
	}
	return d.wrong(got, before, strides)
}

// any tests a plan of memory, with a value in dst.
func (d *drawn[T]) any() string {
	plan, err := pad.NewAnyPlan(d.ks, d.untyped)
	if err != nil {
		return err.Error()
	}
	got := d.units(len(d.from))
	value := d.value
	if n := len(value); n <= len(got) && d.rng.IntN(2) == 0 {
		copy(got, value)
		value = got[:n]
	}
	src := d.units(size(d.shape))
	copy(src, d.src)
	if err := plan.Run(kernel.MemoryOf(got), kernel.MemoryOf(src), kernel.MemoryOf(value)); err != nil {
		return err.Error()
	}
	return d.wrong(got, slices.Clone(got), rowMajor(d.out))
}

// batches tests batches of slabs of any axis, divided anywhere.
func (d *drawn[T]) batches() string {
	plan, got, src, strides, err := d.plan()
	if err != nil {
		return err.Error()
	}
	before := slices.Clone(got)
	for axis := 0; plan.Slabs(axis) > 0; axis++ {
		at := cuts(d.rng, plan.Slabs(axis))
		for i := range at[1 : len(at)-1] {
			at[i+1] -= at[i+1] % d.ks.PerUnit
		}
		copy(got, before)
		plan.RunBatches(axis, at, got, src)
		if diff := d.wrong(got, slices.Clone(before), strides); diff != "" {
			return fmt.Sprintf("axis %d at %v: %s", axis, at, diff)
		}
	}
	return ""
}

// border tests what is added around an input that is in place.
func (d *drawn[T]) border() string {
	p := d.params
	for _, n := range p.Pads {
		if n < 0 {
			return ""
		}
	}
	strides, dstStrides := d.gaps()
	p.DstStrides = dstStrides
	plan, err := pad.NewPlan(d.ks, p)
	if err != nil {
		return err.Error()
	}
	got := d.units(plan.OutputLen() * d.ks.PerUnit)
	units := make([]int, len(got)) // bit 0: has elements of the input, 1: of the border
	interior := call{shape: d.shape, pads: d.pads, modes: make([]pad.Mode, len(d.shape)), values: -1}.sources()
	eachPlace(d.out, strides, func(i, at int) {
		if kind := 2; interior[i] < 0 {
			units[at/d.ks.PerUnit] |= kind
			return
		}
		copyElement(d.ks, got, at, d.want, i)
		units[at/d.ks.PerUnit] |= 1
	})
	before := slices.Clone(got)
	if err = plan.FillBorder(got); slices.Contains(units, 3) {
		if err == nil || !same(got, before) {
			return fmt.Sprintf("elements of the input and of the border share a byte: %v", err)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if n := size(d.out) % d.ks.PerUnit; n > 0 { // the bits after the last element stay
		kernel.Bytes(got)[len(got)-1] &= 1<<(n*8/d.ks.PerUnit) - 1
	}
	return d.wrong(got, before, strides)
}

// regions tests the regions of any tiling of the output, computed from any blocks of the input.
func (d *drawn[T]) regions() string {
	d.alloc = plain
	got := d.units(size(d.out))
	boxes := tiles(d.rng, d.out)
	for _, at := range d.rng.Perm(len(boxes)) {
		b, p, ks := boxes[at], d.params, d.ks
		d.alloc = d.memory()
		// A tile is written straight to its place, or has its own memory, with gaps or without.
		shape, offset, straight := b.Shape(), 0, rowMajor(d.out)
		for a, begin := range b.Begin {
			offset += begin * straight[a]
		}
		strides := rowMajor(shape)
		way, bytes := d.rng.IntN(3), size(shape)%ks.PerUnit == 0
		if gaps := gapped(d.rng, shape, ks.PerUnit); way == 0 && bytes && inBytes(shape, gaps, ks.PerUnit) {
			p.DstStrides, strides = gaps, gaps
		}
		inPlace := way == 1 && bytes && offset%ks.PerUnit == 0 && inBytes(shape, straight, ks.PerUnit) && size(shape) > 0
		if inPlace {
			p.DstStrides = straight
		}
		r, err := pad.NewRegion(ks, p, b)
		if err != nil {
			return fmt.Sprintf("%v: %v", b, err)
		}
		read := 0
		for _, s := range r.Needs() {
			read += size(s.Shape())
		}
		if read > size(shape) || !slices.Equal(r.OutputShape(), shape) {
			return fmt.Sprintf("%v: shape %v, reads %v", b, r.OutputShape(), r.Needs())
		}
		from := blocksOf(ks, r.Needs(), d.src, d.shape, d.rng, d.units)
		if inPlace {
			if err := r.Run(got[offset/ks.PerUnit:], from...); err != nil {
				return fmt.Sprintf("%v in place from %d blocks: %v", b, len(from), err)
			}
			continue
		}
		part := d.units(r.OutputLen() * ks.PerUnit)
		canaries := slices.Clone(part)
		if err := r.Run(part, from...); err != nil {
			return fmt.Sprintf("%v by %v from %d blocks: %v", b, strides, len(from), err)
		}
		places := make([]int, size(shape))
		eachPlace(shape, straight, func(i, at int) { places[i] = offset + at })
		eachPlace(shape, strides, func(i, at int) {
			copyElement(ks, got, places[i], part, at)
			copyElement(ks, canaries, at, part, at)
		})
		if p.DstStrides != nil && !same(part, canaries) {
			return fmt.Sprintf("%v by %v from %d blocks: a gap was written", b, strides, len(from))
		}
	}
	if n := size(d.out); d.ks.PerUnit > 1 && n%d.ks.PerUnit > 0 { // no region has the bits after the last element
		kernel.Bytes(got)[len(got)-1] &= 1<<(n%d.ks.PerUnit*8/d.ks.PerUnit) - 1
	}
	return d.wrong(got, slices.Clone(got), rowMajor(d.out))
}

// stream tests reading the input and writing the output, or a box of it, in parts.
func (d *drawn[T]) stream() string {
	if d.ks.Element().Strings {
		return ""
	}
	box, progress, told := pad.Box{Begin: make([]int, len(d.out)), End: d.out}, "", int64(0)
	o := pad.StreamOptions{Memory: int64(1 + d.rng.IntN(1+d.rng.IntN(9000))), InOrder: d.rng.IntN(2) == 0}
	if len(d.from) > 20000 {
		o.Memory = 0
	}
	if d.rng.IntN(2) == 0 {
		boxes := tiles(d.rng, d.out)
		box = boxes[d.rng.IntN(len(boxes))]
		o.Box = &box
	}
	want, got := make([]T, d.ks.Units(size(box.Shape()))), d.units(size(box.Shape()))
	eachOf(d.out, box, func(w, at int) { copyElement(d.ks, want, at, d.want, w) })
	o.Progress = func(done, total int64) {
		if all := int64(len(kernel.Bytes(got))); total != all || done <= told || done > all {
			progress = fmt.Sprintf("progress %d of %d after %d, expected up to %d", done, total, told, all)
		}
		told = done
	}
	// At the end of the input, a bytes.Reader returns io.EOF with less than it was asked for, never with all.
	err := pad.Stream(d.ks, d.params, fileOf(kernel.Bytes(got)), bytes.NewReader(kernel.Bytes(d.src)), o)
	switch {
	case err != nil:
		return err.Error()
	case progress != "" || told != int64(len(kernel.Bytes(got))):
		return fmt.Sprintf("%v: progress ended at %d bytes; %s", box, told, progress)
	case !same(got, want):
		return fmt.Sprintf("%v: %.250s, expected\n%.250s", box, fmt.Sprint(got), fmt.Sprint(want))
	}
	return ""
}

// chunks tests chunks of the output, computed from what the chunks of the input send them, which must be what they ask for.
func (d *drawn[T]) chunks() string {
	if len(d.from) > 3000 || len(d.out) > 5 {
		return ""
	}
	in, out := make([]int, len(d.shape)), make([]int, len(d.shape))
	for a := range in {
		in[a], out[a] = 1+d.rng.IntN(6), 1+d.rng.IntN(6)
	}
	feeds, err := d.params.Feeds(in, out)
	if err != nil {
		return err.Error()
	}
	sent, asked := map[string][]pad.Block[T]{}, map[string]int{}
	indices, boxes := chunksOf(d.shape, in)
	for i, from := range indices {
		chunks, err := feeds.Outputs(from)
		if err != nil {
			return err.Error()
		}
		for to, box := range chunks {
			for a := range to {
				if box.Begin[a] < boxes[i].Begin[a] || box.End[a] > boxes[i].End[a] {
					return fmt.Sprintf("chunk %v sends %v, it has %v", from, box, boxes[i])
				}
			}
			part := make([]T, d.ks.Units(size(box.Shape())))
			eachOf(d.shape, box, func(w, at int) { copyElement(d.ks, part, at, d.src, w) })
			block := pad.Block[T]{Box: pad.Box{Begin: slices.Clone(box.Begin), End: slices.Clone(box.End)}, Data: part}
			sent[fmt.Sprint(to)] = append(sent[fmt.Sprint(to)], block)
			asked[fmt.Sprint(from, to, box)]++
		}
	}
	got := make([]T, len(d.want))
	indices, boxes = chunksOf(d.out, out)
	grid, count := feeds.Grid(), 1
	for _, n := range grid {
		count *= n
	}
	if count != len(indices) {
		return fmt.Sprintf("grid %v, expected the chunks %v", grid, indices)
	}
	for i, to := range indices {
		if box, err := feeds.Box(to); err != nil || !cmp.Equal(box, boxes[i]) {
			return fmt.Sprintf("chunk %v is %v, %v, expected %v", to, box, err, boxes[i])
		}
		r, err := pad.NewRegion(d.ks, d.params, boxes[i])
		if err != nil {
			return err.Error()
		}
		part := make([]T, r.OutputLen())
		if err := r.Run(part, sent[fmt.Sprint(to)]...); err != nil {
			return fmt.Sprintf("%v to %v, chunk %v: %v", in, out, to, err)
		}
		eachOf(d.out, boxes[i], func(w, at int) { copyElement(d.ks, got, w, part, at) })
		chunks, err := feeds.Inputs(to)
		if err != nil {
			return err.Error()
		}
		listed, needed := 0, 0
		for from, box := range chunks {
			asked[fmt.Sprint(from, to, box)]--
			listed += size(box.Shape())
		}
		for _, box := range r.Needs() {
			needed += size(box.Shape())
		}
		if listed != needed {
			return fmt.Sprintf("chunk %v is fed by %d elements, the region needs %d", to, listed, needed)
		}
	}
	for piece, n := range asked {
		if n != 0 {
			return fmt.Sprintf("From and Into differ by %d for %s", n, piece)
		}
	}
	return d.wrong(got, slices.Clone(got), rowMajor(d.out))
}

// TestModesAndValuesRefusals tests modes and values that do not fit the axes.
func TestModesAndValuesRefusals(t *testing.T) {
	type modes = []pad.Mode
	constant := *generated.Uint8
	clear(constant.Repeat[:])
	three := []uint8{1, 2, 3}
	for _, c := range []struct {
		params pad.Params[uint8]
		want   refusal
	}{
		{pad.Params[uint8]{Modes: modes{pad.Edge}}, refusal{pad.ErrMode, "modes", -1, 1}},
		{pad.Params[uint8]{Modes: modes{}}, refusal{pad.ErrMode, "modes", -1, 0}},
		{pad.Params[uint8]{Modes: modes{pad.Edge, 9}}, refusal{pad.ErrMode, "modes", 1, 9}},
		{pad.Params[uint8]{Modes: modes{pad.Constant, pad.Wrap}, Pads: []int{0, 1, 0, 0}}, refusal{pad.ErrNoKernel, "modes", 1, int64(pad.Wrap)}},
		{pad.Params[uint8]{Modes: modes{pad.Constant, pad.Edge}, Pads: []int{1, -3, 0, 1}}, refusal{pad.ErrEmptyAxis, "pads", 1, 3}},
		{pad.Params[uint8]{Modes: modes{pad.Constant, pad.Wrap}, Pads: []int{9, 4, 0, 0}, Strict: true}, refusal{pad.ErrOverrun, "pads", 1, 4}},
		{pad.Params[uint8]{Values: three, ValuesAxis: 2}, refusal{pad.ErrAxes, "values axis", -1, 2}},
		{pad.Params[uint8]{Values: three, ValuesAxis: -3}, refusal{pad.ErrAxes, "values axis", -1, -3}},
		{pad.Params[uint8]{Values: three[:2], ValuesAxis: 1}, refusal{pad.ErrShape, "values", 1, 2}},
		{pad.Params[uint8]{Values: three, ValuesAxis: 1, Pads: []int{0, 1, 0, -1}}, refusal{pad.ErrPads, "values axis", 1, 0}},
		{pad.Params[uint8]{Values: three, ValuesAxis: 1, Pads: []int{0, 0, 0, -1}}, refusal{pad.ErrPads, "values axis", 1, 0}},
		{pad.Params[uint8]{Values: three, ValuesAxis: 1, Mode: pad.Edge}, refusal{pad.ErrMode, "values", -1, 0}},
		{pad.Params[uint8]{Values: three, ValuesAxis: 1, Modes: modes{pad.Edge, pad.Wrap}}, refusal{pad.ErrMode, "values", -1, 0}},
	} {
		if c.params.Shape = []int{2, 3}; c.params.Pads == nil {
			c.params.Pads = make([]int, 4)
		}
		_, err := pad.NewPlan(&constant, c.params)
		c.want.check(t, fmt.Sprint(c.params), err)
	}
	_, err := pad.NewPlan(&constant, pad.Params[uint8]{Pads: []int{}, Values: three})
	refusal{pad.ErrAxes, "values axis", -1, 0}.check(t, "a scalar", err)
	plan := mustPlan(t, &constant, pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 0, 0}, Values: three, ValuesAxis: 1})
	refusal{pad.ErrBuffer, "value", -1, 1}.check(t, "RunValue", plan.RunValue(make([]uint8, 9), make([]uint8, 6), 1))
	// Without pads, an axis needs no kernels of its mode.
	mustPlan(t, &constant, pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 0, 0}, Modes: modes{pad.Constant, pad.Wrap}})
}

// TestBatchOfTwoValues: a batch that starts inside the elements of one value and ends inside those of another gets the pads of both.
func TestBatchOfTwoValues(t *testing.T) {
	p := pad.Params[uint8]{Shape: []int{2, 4, 1}, Pads: []int{0, 0, 1, 0, 0, 1}, Values: []uint8{8, 9}}
	plan := mustPlan(t, generated.Uint8, p)
	dst := make([]uint8, plan.OutputLen())
	plan.RunBatches(1, []int{0, 2, 7, 8}, dst, []uint8{1, 1, 1, 1, 2, 2, 2, 2})
	if got, want := digits(dst), "818818818818929929929929"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}
