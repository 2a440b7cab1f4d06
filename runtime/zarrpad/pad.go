package zarrpad

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Call describes what to pad and how.
type Call struct {
	// Params has pads, axes and modes. Shape, Strides and DstStrides must not be set, because they are the array's, nor Values:
	// the field Value below has them.
	pad.Params[struct{}]
	// Value is the constant_value for mode constant, 0 if it is empty: a number, true or false, nan, inf, -inf, the bits as
	// in 0x7fc00000, [1,2] for a complex number, or fill, which is the fill_value of the array. Several of these, separated
	// by commas, are the values for the indices of axis ValuesAxis, which must not have pads.
	Value string
	// Chunks is the shape of the output's chunks, nil for that of the input's.
	Chunks []int
}

// Job is a call for an array. It is safe for concurrent use.
type Job struct {
	in     *Array
	call   attribute
	params pad.Params[struct{}] // params and everything below use the stored order of axes
	set    kernel.AnySet
	value  kernel.Memory
	chunks struct{ in, out []int }
	shape  []int // of the output
	feeds  *pad.Feeds
	axes   []*pad.Feeds // for each axis, as if it were the only one
	modes  []pad.Mode
	fill   kernel.Memory
}

// NewJob reads the metadata of the input and checks the call. It writes nothing.
func NewJob(ctx context.Context, in Store, call Call) (*Job, error) {
	a, err := Open(ctx, in)
	if err != nil {
		return nil, err
	}
	j := &Job{in: a, set: sets[a.element.size]}
	if call.Shape != nil || call.Strides != nil || call.DstStrides != nil || call.Values != nil {
		return nil, errorf(ErrCall, "", "Shape and strides are those of the array, and Value has the values, expected none of them in Params")
	}
	params := call.Params
	params.Shape = a.Shape
	values, texts, err := j.values(cmp.Or(call.Value, "0"))
	if err != nil {
		return nil, err
	}
	if len(texts) > 1 {
		params.Values = make([]struct{}, len(texts))
	}
	shape, err := params.OutputShape()
	if err != nil {
		return nil, fmt.Errorf("zarrpad: %w: %w", ErrCall, err)
	}
	chunks := call.Chunks
	if chunks == nil {
		chunks = a.Chunks
	}
	if n, ok := pad.Count(chunks); len(chunks) != len(shape) || !ok || n == 0 || n > maxChunk/a.element.size {
		return nil, errorf(ErrCall, "", "chunks %v, expected %d numbers of 1 or more, of at most %d bytes together", chunks, len(shape), maxChunk)
	}
	j.resolve(&params, a.perm)
	j.call.Value = strings.Join(texts, ",")
	j.value = j.memory(values)
	j.shape, j.chunks.in, j.chunks.out = permute(shape, a.perm), permute(a.Chunks, a.perm), permute(chunks, a.perm)
	if j.feeds, err = j.params.Feeds(j.chunks.in, j.chunks.out); err != nil {
		return nil, fmt.Errorf("zarrpad: %w: %w", ErrCall, err)
	}
	for i := range shape {
		p := j.params
		p.Values = nil
		p.Shape, p.Pads = p.Shape[i:i+1], []int{p.Pads[i], p.Pads[i+len(shape)]}
		p.Modes = p.Modes[i : i+1]
		f, err := p.Feeds(j.chunks.in[i:i+1], j.chunks.out[i:i+1])
		if err != nil {
			return nil, fmt.Errorf("zarrpad: %w: %w", ErrCall, err)
		}
		j.axes = append(j.axes, f)
	}
	return j, nil
}

// resolve sets the call for all axes: in the attribute in the array's order, in params in the stored order.
func (j *Job) resolve(params *pad.Params[struct{}], perm []int) {
	rank := len(params.Shape)
	axes := params.Axes
	if axes == nil {
		axes = sequence(rank)
	}
	begin, end, modes := make([]int, rank), make([]int, rank), slices.Repeat([]pad.Mode{params.Mode}, rank)
	for k, axis := range axes {
		i := (axis + rank) % rank
		begin[i], end[i] = params.Pads[k], params.Pads[k+len(axes)]
		if params.Modes != nil {
			modes[i] = params.Modes[k]
		}
	}
	j.call.Pads, j.call.Modes = append(begin, end...), []string{}
	for _, m := range modes {
		j.call.Modes = append(j.call.Modes, m.String())
	}
	j.params, j.modes = *params, permute(modes, perm)
	if params.Values != nil {
		j.call.ValuesAxis = (params.ValuesAxis + rank) % rank
		j.params.ValuesAxis = slices.Index(perm, j.call.ValuesAxis)
	}
	j.params.Modes = j.modes
	j.params.Shape, j.params.Axes, j.params.Workers = permute(params.Shape, perm), nil, 1
	j.params.Pads = slices.Concat(permute(begin, perm), permute(end, perm))
}

// A value is the text between commas outside brackets. A word of it is the text between commas and brackets.
var aValue, aWord = regexp.MustCompile(`\[[^]]*\]|[^,]*`), regexp.MustCompile(`[^][, ]+`)

// values returns the constant values in stored form, and a text with the bits of each.
func (j *Job) values(list string) (stored []byte, texts []string, err error) {
	named := map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
	for _, text := range aValue.FindAllString(list, -1) {
		value := j.in.fill
		if text != "fill" {
			raw := aWord.ReplaceAllStringFunc(cmp.Or(text, `""`), func(word string) string {
				if word = cmp.Or(named[strings.ToLower(word)], word); json.Valid([]byte(word)) {
					return word
				}
				return strconv.Quote(word)
			})
			value, err = j.in.element.value(json.RawMessage(raw))
		} else if value == nil {
			err = errors.New("fill, but fill_value of the array is null")
		}
		if err != nil {
			return nil, nil, errorf(ErrCall, "", "value %w", err)
		}
		stored, texts = append(stored, value...), append(texts, hexOf(value, j.in.element))
	}
	return stored, texts, nil
}

// hexOf returns a text for a value that does not depend on how it was written: its bits.
func hexOf(value []byte, e element) string {
	part := e.size
	if e.kind() == 'c' {
		part /= 2
	}
	var texts []string
	for p := range slices.Chunk(value, part) {
		p = slices.Clone(p)
		if !e.big {
			slices.Reverse(p)
		}
		texts = append(texts, fmt.Sprintf("0x%x", p))
	}
	if e.kind() == 'c' {
		return "[" + strings.Join(texts, ",") + "]"
	}
	return texts[0]
}

// memory returns the memory of stored elements. It copies them if they are not aligned as kernels need them.
func (j *Job) memory(data []byte) kernel.Memory {
	e := j.set.Element()
	if m, ok := e.Raw(data); ok {
		return m
	}
	m, _ := j.set.Memory(j.set.Make(len(data) / e.Size))
	copy(m.Bytes(), data)
	return m
}

// newOrder returns the order of chunks of the output.
func (j *Job) newOrder(shares int) *order {
	grid := j.feeds.Grid()
	first := make([]int, len(grid))
	for i, n := range grid {
		if j.modes[i] == pad.Wrap {
			first[i] = max(0, n-1)
		}
	}
	t := func(axis, visit int) (list []int) {
		chunks, _ := j.axes[axis].Into([]int{(visit + first[axis]) % grid[axis]}) // the index is in the grid
		for c := range chunks {
			list = append(list, c[0])
		}
		return list
	}
	return newOrder(grid, first, t, tileBytes/j.in.chunkBytes, shares)
}

// inOrder returns the index of a chunk in the array's order of axes.
func (j *Job) inOrder(index []int) []int {
	out := make([]int, len(index))
	for i, p := range j.in.perm {
		out[p] = index[i]
	}
	return out
}
