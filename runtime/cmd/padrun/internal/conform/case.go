package conform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// Case is one call of Pad and its expected result: a line of a .jsonl file in decoded form. Other keys of the line describe
// where the case comes from and do not change its meaning.
type Case struct {
	Name, Domain, Mode, DType, Encoding string

	Opset      *int
	OmitMode   bool `json:"omit_mode"`
	Shape      []int
	Data       []any
	Pads, Axes []any
	Value      any

	PadsDType      string `json:"pads_dtype"`
	AxesDType      string `json:"axes_dtype"`
	ValueDType     string `json:"value_dtype"`
	PadsShape      []int  `json:"pads_shape"`
	AxesShape      []int  `json:"axes_shape"`
	ValueShape     []int  `json:"value_shape"`
	ValueIsList    bool   `json:"value_is_list"`
	ValueEmpty     bool   `json:"value_empty"`
	EmptyValueName bool   `json:"empty_value_name"`
	EmptyAxesName  bool   `json:"empty_axes_name"`

	WantShape []int   `json:"want_shape"`
	WantData  []any   `json:"want_data"`
	WantError *string `json:"want_error"` // a free text
	WantKind  string  `json:"want_kind"`  // of the error, "" for any

	// The short form: n int64 values 1 to n, pads b and e, the constant -1, opset 25.
	N    *int
	B, E any
	Want []any
	Err  *string

	attrs  onnx.Attributes
	inputs []onnx.Tensor
	want   onnx.Tensor // absent if an error is expected
}

// ParseCase reads a line of a .jsonl file.
func ParseCase(text []byte) (*Case, error) {
	c := new(Case)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err := dec.Decode(c)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		err = fmt.Errorf("%s cannot be a JSON %s", cmp.Or(strings.ToLower(wrong.Field), "it"), wrong.Value)
	} else if _, more := dec.Token(); err == nil && more != io.EOF {
		err = errors.New("more than one JSON value in the line")
	}
	if err == nil && c.N != nil && c.DType == "" {
		err = c.expand()
	}
	if err == nil {
		err = c.build()
	}
	if err != nil {
		return nil, fmt.Errorf("not a case: %w", err)
	}
	return c, nil
}

// maxGrid bounds the number of elements in the short form, whose line does not hold them.
const maxGrid = 1 << 20

// expand sets the fields that the short form implies.
func (c *Case) expand() error {
	if *c.N < 0 || *c.N > maxGrid {
		return fmt.Errorf("n is %d, expected 0 to %d", *c.N, maxGrid)
	}
	opset := 25
	c.Opset, c.DType, c.Shape, c.Data = &opset, "int64", []int{*c.N}, []any{}
	for i := range *c.N {
		c.Data = append(c.Data, json.Number(fmt.Sprint(i+1)))
	}
	c.Name = fmt.Sprintf("%s n=%d b=%v e=%v", c.Mode, *c.N, c.B, c.E)
	c.Pads, c.Value = []any{c.B, c.E}, json.Number("-1")
	if c.WantData, c.WantError = c.Want, c.Err; c.Want != nil {
		c.WantShape = []int{len(c.Want)}
	}
	return nil
}

// build builds the call. Before opset 11, pads and value are attributes. Axes is an input even if the version does not have
// it.
func (c *Case) build() error {
	n, ok := pad.Count(c.WantShape)
	switch hasData := c.WantData != nil; {
	case c.Opset == nil, c.Data == nil, c.Shape == nil:
		return errors.New("opset, shape and data are required")
	case (c.WantError != nil) == hasData, hasData != (c.WantShape != nil):
		return errors.New("either want_error or want_shape and want_data are required")
	case c.Encoding != "" && c.Encoding != "bits":
		return fmt.Errorf("encoding %q, expected \"bits\" or none", c.Encoding)
	case hasData && (!ok || n != len(c.WantData)):
		return fmt.Errorf("want_data has %d elements, want_shape is %v", len(c.WantData), c.WantShape)
	}
	attributes := (c.Domain == "" || c.Domain == "ai.onnx") && *c.Opset < 11
	if !c.OmitMode {
		c.attrs.Mode = onnx.Mode(c.Mode)
	}
	valueType, encoding, elements := c.DType, c.Encoding, []any{c.Value}
	switch {
	case c.ValueEmpty:
		elements = []any{}
	case c.Value == nil, c.EmptyValueName:
		elements = nil
	case c.ValueIsList:
		elements, _ = c.Value.([]any)
	case attributes:
		valueType, encoding = "float", ""
	}
	data, err := tensor("data", c.DType, c.Shape, c.Data, c.Encoding)
	pads, errPads := tensor("pads", cmp.Or(c.PadsDType, "int64"), c.PadsShape, c.Pads, "")
	axes, errAxes := tensor("axes", cmp.Or(c.AxesDType, "int64"), c.AxesShape, c.Axes, "")
	value, errValue := tensor("value", cmp.Or(c.ValueDType, valueType), append([]int{}, c.ValueShape...), elements, encoding)
	want, errWant := tensor("want_data", c.DType, c.WantShape, c.WantData, c.Encoding)
	c.want = want
	if attributes {
		values, _ := pads.Data.([]int64)
		if *c.Opset == 1 {
			c.attrs.Paddings = values
		} else {
			c.attrs.Pads = values
		}
		if v, _ := value.Data.([]float32); len(v) > 0 {
			c.attrs.Value = onnx.Value(v[0])
		}
		pads, value = onnx.Tensor{}, onnx.Tensor{}
	}
	c.inputs = []onnx.Tensor{data, pads, value, axes}
	given := []bool{true, pads.DType != 0, value.DType != 0 || c.EmptyValueName, axes.DType != 0 || c.EmptyAxesName}
	for n := len(given) - 1; !given[n]; n-- {
		c.inputs = c.inputs[:n]
	}
	return cmp.Or(err, errPads, errAxes, errValue, errWant)
}

// tensor builds a tensor from a list in the line; it is absent if the list is nil. A nil shape stands for the length of the
// list.
func tensor(key, of string, shape []int, elements []any, encoding string) (t onnx.Tensor, err error) {
	if elements == nil {
		return t, nil
	}
	if shape == nil {
		shape = []int{len(elements)}
	}
	d, err := dtype.Parse(of)
	if err == nil {
		t, err = element.Parse(d, shape, elements, encoding == "bits")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", key, err)
	}
	return t, err
}

// maxCaseBytes is larger than any output that a line can hold, and small enough to allocate.
var maxCaseBytes = min(1<<29, memory.Limit())

// Check runs the case. Its error describes how the result differs from the expected one. If the case expects an error,
// refusal is the one that Pad returned.
func (c *Case) Check() (refusal string, err error) {
	op, err := onnx.Options{MaxBytes: maxCaseBytes}.New(c.Domain, *c.Opset, all.Sets()...)
	var got onnx.Tensor
	if err == nil {
		got, err = op.Run(c.attrs, c.inputs...)
	}
	if err == nil && c.WantError != nil {
		return "", fmt.Errorf("an output of shape %v, want an error: %s", got.Shape, memory.Quote(*c.WantError))
	}
	if err == nil {
		return "", Diff(got, c.want)
	}
	refusal = strings.TrimPrefix(err.Error(), "onnx: ")
	var e *onnx.Error
	switch {
	case c.WantError == nil:
		return "", fmt.Errorf("error %q, want an output of shape %v", refusal, c.want.Shape)
	case c.WantKind != "" && !(errors.As(err, &e) && e.Kind.Error() == c.WantKind):
		return "", fmt.Errorf("error %q, want one of kind %q", refusal, c.WantKind)
	}
	return refusal, nil
}

// Diff returns an error that describes where got first differs from want, bit for bit, or nil if they are equal.
func Diff(got, want onnx.Tensor) error {
	if got.DType != want.DType {
		return fmt.Errorf("element type %v, want %v", got.DType, want.DType)
	}
	if !slices.Equal(got.Shape, want.Shape) {
		return fmt.Errorf("shape %v, want %v", got.Shape, want.Shape)
	}
	gs, _ := got.Data.([]string)
	ws, _ := want.Data.([]string)
	g, _ := got.Bytes()
	w, _ := want.Bytes()
	switch {
	case slices.Equal(gs, ws) && bytes.Equal(g, w):
		return nil
	case len(gs) != len(ws) || len(g) != len(w):
		return fmt.Errorf("%d strings and %d bytes, want %d and %d", len(gs), len(g), len(ws), len(w))
	}
	n, _ := pad.Count(want.Shape)
	for i := range n {
		if a, b := element.Format(got, i, true), element.Format(want, i, true); a != b {
			return fmt.Errorf("at %v (element %d): %s, want %s", position(want.Shape, i), i, a, b)
		}
	}
	return fmt.Errorf("unused bits of the last byte: %#02x, want %#02x", g[len(g)-1], w[len(w)-1])
}

// position returns the indices of element i.
func position(shape []int, i int) []int {
	p := make([]int, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		p[a] = i % shape[a]
		i /= shape[a]
	}
	return p
}
