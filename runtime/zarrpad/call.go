package zarrpad

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// Call describes what to pad and how. Package pad describes the modes.
type Call struct {
	// Pads are all begins, then all ends: two for each axis. Negative ones crop. One number is for all sides.
	Pads []int `json:"pads"`
	// Axes are those that Pads applies to, -1 for the last one; nil means all.
	Axes []int `json:"axes,omitempty"`
	// Mode is constant, which an empty Mode also means, reflect, edge, wrap or symmetric; or one of these for each of Axes, as
	// in "edge,wrap".
	Mode string `json:"mode"`
	// Value is the constant_value for mode constant, 0 if it is empty: a number, true or false, nan, inf, -inf, the bits as
	// in 0x7fc00000, [1,2] for a complex number, or fill, which is the fill_value of the array. Several of these, separated
	// by commas, are the values for the indices of axis ValuesAxis, which must not have pads.
	Value      string `json:"value"`
	ValuesAxis int    `json:"values_axis,omitempty"`
	// Chunks is the shape of the chunks of the output; nil means that of the input.
	Chunks []int `json:"chunks"`
}

// resolve checks a call for an array. It returns its parameters for all axes and the values in stored form, and rewrites the
// call to the form that is the same for all calls with this output.
func (c *Call) resolve(a *Array) (p pad.Params[struct{}], values []byte, err error) {
	rank := len(a.Shape)
	if c.Axes == nil {
		c.Axes = sequence(rank)
	}
	if len(c.Pads) == 1 {
		c.Pads = pad.AllSides(len(c.Axes), c.Pads[0])
	}
	if c.Chunks == nil {
		c.Chunks = a.Chunks
	}
	if n, ok := pad.Count(c.Chunks); len(c.Chunks) != rank || !ok || n == 0 || n > maxChunk/a.element.size {
		const expected = "chunks %v, expected %d numbers of 1 or more, of at most %d bytes together"
		return p, nil, fmt.Errorf(expected, c.Chunks, rank, maxChunk)
	}
	values, texts, err := a.values(cmp.Or(c.Value, "0"))
	if err != nil {
		return p, nil, err
	}
	p = pad.Params[struct{}]{Shape: a.Shape, Pads: c.Pads, Axes: c.Axes, Workers: 1}
	if len(texts) > 1 {
		p.Values, p.ValuesAxis = make([]struct{}, len(texts)), c.ValuesAxis
	}
	for _, name := range strings.Split(cmp.Or(c.Mode, pad.Constant.String()), ",") {
		if p.Mode, err = pad.ParseMode(name); err != nil {
			return p, nil, err
		}
		p.Modes = append(p.Modes, p.Mode)
	}
	if len(p.Modes) == 1 {
		p.Modes = nil
	}
	if _, err = p.OutputShape(); err != nil {
		if p.Values != nil {
			err = fmt.Errorf("%w (the %d values are for axis %d, ValuesAxis)", err, len(texts), c.ValuesAxis)
		}
		return p, nil, err
	}

	pads, modes := make([]int, 2*rank), slices.Repeat([]pad.Mode{p.Mode}, rank)
	for k, axis := range c.Axes {
		i := (axis + rank) % rank
		pads[i], pads[rank+i] = c.Pads[k], c.Pads[len(c.Axes)+k]
		if p.Modes != nil {
			modes[i] = p.Modes[k]
		}
	}
	p.Pads, p.Axes, p.Modes = pads, sequence(rank), modes
	if p.Values != nil {
		p.ValuesAxis = (p.ValuesAxis + rank) % rank
	}
	var names []string
	for _, m := range modes {
		names = append(names, m.String())
	}
	*c = Call{pads, nil, strings.Join(names, ","), strings.Join(texts, ","), p.ValuesAxis, c.Chunks}
	return p, values, nil
}

// A value is the text between commas outside brackets.
var aValue = regexp.MustCompile(`\[[^]]*\]|[^,]*`)

// values returns constant values in stored form, one after the other, and a text with the bits of each.
func (a *Array) values(list string) (stored []byte, texts []string, err error) {
	for _, text := range aValue.FindAllString(list, -1) {
		value := a.fill
		if text != "fill" {
			value, err = a.element.value(text)
		} else if a.noFill {
			err = errors.New("fill, but fill_value of the array is null")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("value %w", err)
		}
		stored, texts = append(stored, value...), append(texts, a.element.text(value))
	}
	return stored, texts, nil
}
