package zarrpad

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// Call describes what to pad and how, with the fields of [pad.Params].
type Call struct {
	Pads  []int // all begins, then all ends: two for each axis, or one number for all sides; negative ones crop
	Axes  []int // the axes that Pads applies to; nil means all of them
	Mode  pad.Mode
	Modes []pad.Mode // if not nil, a mode for each of Axes, instead of Mode
	// Value is the constant_value for mode constant, 0 if it is empty: a number, true or false, nan, inf, -inf, the bits as
	// in 0x7fc00000, [1,2] for a complex number, or fill, which is the fill_value of the array. Several of these, separated
	// by commas, are the values for the indices of axis ValuesAxis, which must not have pads.
	Value      string
	ValuesAxis int
	Strict     bool  // refuse pads that are longer than the axis
	Chunks     []int // the shape of the output's chunks; nil means that of the input's
}

// attribute is the attribute padgen of an output: the call, and the input that it was for. Other pads can result in the same
// metadata, so a run continues only an output of its own call.
type attribute struct {
	Pads       []int    `json:"pads"` // of all axes
	Modes      []string `json:"modes"`
	Value      string   `json:"value"` // the bits of one value or of the values of an axis
	ValuesAxis int      `json:"values_axis,omitempty"`
	Input      struct {
		Shape  []int           `json:"shape"`
		Chunks []int           `json:"chunks"`
		Type   string          `json:"data_type"`
		Fill   json.RawMessage `json:"fill_value"`
		Codecs []string        `json:"codecs"`
	} `json:"input"`
}

// call returns the call of an attribute.
func (a attribute) call() (c Call, err error) {
	c = Call{Pads: a.Pads, Modes: []pad.Mode{}, Value: a.Value, ValuesAxis: a.ValuesAxis}
	for _, name := range a.Modes {
		mode, err := pad.ParseMode(name)
		if err != nil {
			return c, err
		}
		c.Modes = append(c.Modes, mode)
	}
	return c, nil
}

// A value is the text between commas outside brackets.
var aValue = regexp.MustCompile(`\[[^]]*\]|[^,]*`)

// values returns constant values in stored form, one after the other, and a text with the bits of each.
func (a *Array) values(list string) (stored []byte, texts []string, err error) {
	for _, text := range aValue.FindAllString(cmp.Or(list, "0"), -1) {
		value := a.fill
		if text != "fill" {
			value, err = a.element.value(text)
		} else if value == nil {
			err = errors.New("fill, but fill_value of the array is null")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("value %w", err)
		}
		stored, texts = append(stored, value...), append(texts, a.element.text(value))
	}
	return stored, texts, nil
}

// resolve sets what follows from the call.
func (r *Output) resolve(c Call) error {
	a, rank := r.in, len(r.in.Shape)
	if c.Axes == nil {
		c.Axes = sequence(rank)
	}
	if len(c.Pads) == 1 {
		c.Pads = pad.AllSides(len(c.Axes), c.Pads[0])
	}
	if c.Chunks == nil {
		c.Chunks = a.Chunks
	}
	values, texts, err := a.values(c.Value)
	if err != nil {
		return err
	}
	p := pad.Params[struct{}]{Shape: a.Shape, Pads: c.Pads, Axes: c.Axes, Mode: c.Mode, Modes: c.Modes, Strict: c.Strict, Workers: 1}
	if len(texts) > 1 {
		p.Values, p.ValuesAxis = make([]struct{}, len(texts)), c.ValuesAxis
	}
	shape, err := p.OutputShape()
	if err != nil {
		return err
	}
	if n, ok := pad.Count(c.Chunks); len(c.Chunks) != rank || !ok || n == 0 || n > maxChunk/a.element.size {
		return fmt.Errorf("chunks %v, expected %d numbers of 1 or more, of at most %d bytes together", c.Chunks, rank, maxChunk)
	}
	pads, modes := make([]int, 2*rank), slices.Repeat([]pad.Mode{c.Mode}, rank) // of all axes
	for k, axis := range c.Axes {
		i := (axis + rank) % rank
		pads[i], pads[rank+i] = c.Pads[k], c.Pads[len(c.Axes)+k]
		if c.Modes != nil {
			modes[i] = c.Modes[k]
		}
	}
	call := attribute{Pads: pads, Modes: []string{}, Value: strings.Join(texts, ",")}
	r.axes = make([]int, rank)
	for i, axis := range a.perm {
		r.axes[axis] = i
	}
	if p.Values != nil {
		call.ValuesAxis = (c.ValuesAxis + rank) % rank
		p.ValuesAxis = r.axes[call.ValuesAxis]
	}
	var axes []axis
	for i, mode := range modes {
		call.Modes = append(call.Modes, mode.String())
		one := pad.Params[struct{}]{Shape: a.Shape[i : i+1], Pads: []int{pads[i], pads[rank+i]}, Mode: mode}
		feeds, err := one.Feeds(a.Chunks[i:i+1], c.Chunks[i:i+1])
		if err != nil {
			return err
		}
		axes = append(axes, newAxis(i, feeds, mode))
	}
	r.order = newOrder(axes, tileBytes/a.chunkBytes, r.o.Shards)
	p.Shape, p.Pads, p.Axes, p.Modes = permute(a.Shape, a.perm), pads, r.axes, modes
	r.params, r.value = p, r.memory(values)
	r.chunks.in, r.chunks.out = permute(a.Chunks, a.perm), permute(c.Chunks, a.perm)
	if r.feeds, err = p.Feeds(r.chunks.in, r.chunks.out); err != nil {
		return err
	}
	r.describe(shape, c.Chunks, call)
	return nil
}
