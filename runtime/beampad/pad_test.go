package beampad_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/beampad"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

func TestMain(m *testing.M) { ptest.Main(m) }

func init() {
	register.Function1x2(pair)
	register.Function2x0(collect)
}

// chunk is a chunk, as an element of a list that becomes a collection.
type chunk struct {
	Name string
	Data []byte
}

func pair(c chunk) (string, []byte) { return c.Name, c.Data }

// collected are the chunks of the output, which the runner makes in this process.
var collected struct {
	sync.Mutex
	list []chunk
}

func collect(name string, data []byte) {
	collected.Lock()
	defer collected.Unlock()
	collected.list = append(collected.list, chunk{name, bytes.Clone(data)})
}

// run pads chunks in a pipeline.
func run(call beampad.Call, chunks []chunk) ([]chunk, error) {
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, collect, beampad.Pad(s, beam.ParDo(s, pair, beam.CreateList(s, chunks)), call))
	collected.list = nil
	err := ptest.Run(p)
	return collected.list, err
}

// array is a tensor of type T, and how a chunk has its elements.
type array[T kernel.Unit] struct {
	set    *kernel.Set[T]
	shape  []int
	data   []T
	encode func([]T) []byte
}

// cut returns the chunks of the array. It is slow and obvious: the elements of a chunk one after the other.
func (a *array[T]) cut(t *testing.T, shape []int) (chunks []chunk) {
	t.Helper()
	var grid func(index []int)
	grid = func(index []int) {
		axis := len(index)
		if axis < len(a.shape) {
			for k := 0; k*shape[axis] < a.shape[axis]; k++ {
				grid(append(index[:axis:axis], k))
			}
			return
		}
		begin, end, name := make([]int, axis), make([]int, axis), []string{}
		for i, k := range index {
			begin[i], end[i] = k*shape[i], min((k+1)*shape[i], a.shape[i])
			name = append(name, fmt.Sprint(k))
		}
		plan, err := pad.NewPlan(a.set, pad.Params[T]{Shape: a.shape, Pads: crops(begin, end, a.shape)})
		if err != nil {
			t.Fatal(err)
		}
		part := make([]T, plan.OutputLen())
		if err := plan.Run(part, a.data); err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, chunk{strings.Join(name, "."), a.encode(part)})
	}
	grid(nil)
	return chunks
}

// crops are the pads that leave a box of a shape.
func crops(begin, end, shape []int) []int {
	pads := make([]int, 2*len(shape))
	for i := range shape {
		pads[i], pads[len(shape)+i] = -begin[i], end[i]-shape[i]
	}
	return pads
}

// check pads the array in a pipeline and on this machine.
func (a *array[T]) check(t *testing.T, call beampad.Call, value T) {
	t.Helper()
	call.Shape, call.Type = a.shape, a.set.Name
	params := pad.Params[T]{Shape: a.shape, Pads: call.Pads, Axes: call.Axes, Mode: call.Mode, Value: value}
	plan, err := pad.NewPlan(a.set, params)
	if err != nil {
		t.Fatal(err)
	}
	whole := array[T]{a.set, plan.OutputShape(), make([]T, plan.OutputLen()), a.encode}
	if err := plan.Run(whole.data, a.data); err != nil {
		t.Fatal(err)
	}
	want := whole.cut(t, call.Out)
	chunks := a.cut(t, call.In)
	rand.Shuffle(len(chunks), func(i, j int) { chunks[i], chunks[j] = chunks[j], chunks[i] })
	got, err := run(call, chunks)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, want)
}

func compare(t *testing.T, got, want []chunk) {
	t.Helper()
	left := map[string][]byte{}
	for _, c := range want {
		left[c.Name] = c.Data
	}
	if len(left) != len(want) {
		t.Fatalf("the test has %d names for %d chunks", len(left), len(want))
	}
	for _, c := range got {
		data, ok := left[c.Name]
		delete(left, c.Name)
		switch {
		case !ok:
			t.Errorf("chunk %q is not in the output, or there twice", c.Name)
		case !bytes.Equal(c.Data, data):
			t.Errorf("chunk %q has %v, expected %v", c.Name, c.Data, data)
		}
	}
	for name := range left {
		t.Errorf("chunk %q is missing", name)
	}
}

// calls are ways to cut and to pad an array of shape 8, 12, 10 with 64 chunks of data.
var calls = map[string]beampad.Call{
	"near":       {Params: pad.Params[struct{}]{Pads: []int{1, 2, 1, 1, 0, 3}}, In: []int{2, 3, 3}, Out: []int{2, 3, 3}},
	"deep chunk": {Params: pad.Params[struct{}]{Pads: []int{7, 4, 5, 5, 11, 9}}, In: []int{2, 3, 3}, Out: []int{3, 5, 4}},
	"deep array": {Params: pad.Params[struct{}]{Pads: []int{25, -2, 0, 9, 30, -1}}, In: []int{2, 3, 3}, Out: []int{10, 7, 9}},
	"axes":       {Params: pad.Params[struct{}]{Pads: []int{-3, 30, 2, 4}, Axes: []int{-1, 0}}, In: []int{2, 3, 3}, Out: []int{4, 20, 5}},
}

func testType[T kernel.Unit](t *testing.T, a array[T], value T) {
	for name, call := range calls {
		for mode := range pad.Mode(kernel.NumModes) {
			call.Mode, call.Value = mode, a.encode([]T{value})
			t.Run(fmt.Sprint(a.set.Name, " ", mode, " ", name), func(t *testing.T) { a.check(t, call, value) })
		}
	}
}

func bytesOf[T kernel.Unit](s []T) []byte { return bytes.Clone(kernel.Bytes(s)) }

func encodeStrings(list []string) (b []byte) {
	for _, s := range list {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return b
}

// make960 makes 960 elements, no two neighbours alike.
func make960[T any](f func(i int) T) []T {
	s := make([]T, 960)
	for i := range s {
		s[i] = f(i)
	}
	return s
}

// TestPad: the chunks that a pipeline makes of 64 chunks of data are those of the array that one machine makes.
func TestPad(t *testing.T) {
	shape := []int{8, 12, 10}
	testType(t, array[float32]{&generated.Float32, shape, make960(func(i int) float32 { return float32(i) }), bytesOf[float32]}, 0.5)
	testType(t, array[uint8]{&generated.Uint8, shape, make960(func(i int) uint8 { return uint8(i * 7) }), bytesOf[uint8]}, 255)
	testType(t, array[complex128]{
		&generated.Complex128, shape, make960(func(i int) complex128 { return complex(float64(i), 1) }), bytesOf[complex128],
	}, 1i)
	testType(t, array[bool]{&generated.Bool, shape, make960(func(i int) bool { return i*i%7 > 2 }), bytesOf[bool]}, true)
	testType(t, array[dtype.Int4x2]{
		&generated.Int4, shape, dtype.PackInt4(make960(func(i int) int8 { return int8(i*i%15 - 7) })), bytesOf[dtype.Int4x2],
	}, 0x0b)
	testType(t, array[dtype.Uint2x4]{
		&generated.Uint2, shape, dtype.PackUint2(make960(func(i int) uint8 { return uint8(i * i % 11 % 4) })), bytesOf[dtype.Uint2x4],
	}, 0x02)
	testType(t, array[string]{
		&generated.String, shape, make960(func(i int) string { return strings.Repeat("ä", i%70) + fmt.Sprint(i) }), encodeStrings,
	}, "the value")
}

// TestSmall: arrays with no axis, with nothing in them, and in a single chunk.
func TestSmall(t *testing.T) {
	for name, c := range map[string]struct {
		shape, in, out []int
		pads           []int
		data, want     []chunk
	}{
		"scalar":       {nil, nil, nil, nil, []chunk{{"", []byte{5}}}, []chunk{{"", []byte{5}}}},
		"empty":        {[]int{0}, []int{3}, []int{2}, []int{1, 2}, nil, []chunk{{"0", []byte{9, 9}}, {"1", []byte{9}}}},
		"empty output": {[]int{2}, []int{3}, []int{2}, []int{-1, -1}, []chunk{{"0", []byte{1, 2}}}, nil},
		"one chunk":    {[]int{2}, []int{1 << 62}, []int{1 << 62}, []int{1, 0}, []chunk{{"0", []byte{1, 2}}}, []chunk{{"0", []byte{9, 1, 2}}}},
		// Chunks that feed nothing may be left out.
		"crop": {[]int{6}, []int{2}, []int{2}, []int{-2, -2}, []chunk{{"1", []byte{3, 4}}}, []chunk{{"0", []byte{3, 4}}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := run(beampad.Call{
				Params: pad.Params[struct{}]{Shape: c.shape, Pads: c.pads}, Type: "uint8", Value: []byte{9}, In: c.in, Out: c.out,
			}, c.data)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, got, c.want)
		})
	}
}
