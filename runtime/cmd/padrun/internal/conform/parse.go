package conform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// jsonCase is a line of a .jsonl file, in either of its two forms. Other keys tell where a case comes from
// and do not change what it means.
type jsonCase struct {
	Name     string `json:"name"`
	Domain   string `json:"domain"`
	Opset    *int   `json:"opset"`
	Mode     string `json:"mode"`
	OmitMode bool   `json:"omit_mode"`
	Encoding string `json:"encoding"`

	DType string `json:"dtype"`
	Shape []int  `json:"shape"`
	Data  []any  `json:"data"`

	Pads      []any  `json:"pads"`
	PadsShape []int  `json:"pads_shape"`
	PadsDType string `json:"pads_dtype"`

	Value          any    `json:"value"`
	ValueIsList    bool   `json:"value_is_list"`
	ValueEmpty     bool   `json:"value_empty"`
	ValueShape     []int  `json:"value_shape"`
	ValueDType     string `json:"value_dtype"`
	EmptyValueName bool   `json:"empty_value_name"`

	Axes          []any  `json:"axes"`
	AxesShape     []int  `json:"axes_shape"`
	AxesDType     string `json:"axes_dtype"`
	EmptyAxesName bool   `json:"empty_axes_name"`

	WantShape []int   `json:"want_shape"`
	WantData  []any   `json:"want_data"`
	WantError *string `json:"want_error"`
	WantKind  string  `json:"want_kind"`

	// The short form, of grid1d.jsonl.
	N    *int64  `json:"n"`
	B    int64   `json:"b"`
	E    int64   `json:"e"`
	Want []any   `json:"want"`
	Err  *string `json:"err"`

	err error // the first one found while the case is made
}

// ParseCase reads a line of a .jsonl file.
func ParseCase(line []byte) (*Case, error) {
	j, err := decode(line)
	if err == nil && j.N != nil && j.DType == "" {
		err = j.widen()
	}
	var c *Case
	if err == nil {
		c, err = j.build()
	}
	if err != nil {
		return nil, fmt.Errorf("not a case: %w", err)
	}
	return c, nil
}

func decode(line []byte) (*jsonCase, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	j := new(jsonCase)
	err := dec.Decode(j)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		return nil, fmt.Errorf("%s cannot be a JSON %s", cmp.Or(wrong.Field, "the line"), wrong.Value)
	}
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value in the line")
	}
	return j, nil
}

func (j *jsonCase) build() (*Case, error) {
	switch {
	case j.Opset == nil, j.Data == nil, j.Shape == nil:
		return nil, errors.New("opset, shape and data are required")
	case (j.WantError != nil) == (j.WantData != nil), (j.WantData != nil) != (j.WantShape != nil):
		return nil, errors.New("either want_error or want_shape and want_data are required")
	case j.Encoding != "" && j.Encoding != "bits":
		return nil, fmt.Errorf("encoding %q, expected \"bits\" or none", j.Encoding)
	}
	c := &Case{Name: j.Name, Domain: j.Domain, Opset: *j.Opset}
	if !j.OmitMode {
		c.Attrs.Mode = onnx.Mode(j.Mode)
	}
	c.setInput(0, j.tensor("data", j.DType, j.Shape, j.Data, j.Encoding))
	j.setPads(c)
	j.setValue(c)
	j.setAxes(c)
	j.setWant(c)
	return c, j.err
}

// attributes reports whether pads and value are attributes, as opsets before 11 have them.
func (j *jsonCase) attributes() bool {
	return (j.Domain == "" || j.Domain == "ai.onnx") && *j.Opset < 11
}

// setInput sets an input: data is 0, pads 1, value 2, axes 3. Those before it that are not set are absent.
func (c *Case) setInput(place int, t onnx.Tensor) {
	for len(c.Inputs) <= place {
		c.Inputs = append(c.Inputs, onnx.Tensor{})
	}
	c.Inputs[place] = t
}

func (j *jsonCase) setPads(c *Case) {
	if j.Pads == nil {
		return // absent
	}
	pads := j.tensor("pads", cmp.Or(j.PadsDType, "int64"), j.PadsShape, j.Pads, "")
	values, _ := pads.Data.([]int64)
	switch {
	case !j.attributes():
		c.setInput(1, pads)
	case *j.Opset == 1:
		c.Attrs.Paddings = values
	default:
		c.Attrs.Pads = values
	}
}

func (j *jsonCase) setValue(c *Case) {
	elements, shape := []any{j.Value}, j.ValueShape
	if shape == nil {
		shape = []int{}
	}
	if j.attributes() {
		if j.Value != nil {
			t := j.tensor("value", "float", shape, elements, "")
			c.Attrs.Value = onnx.Value(t.Data.([]float32)[0])
		}
		return
	}
	switch {
	case j.EmptyValueName:
		c.setInput(2, onnx.Tensor{})
		return
	case j.ValueEmpty:
		elements = nil
	case j.Value == nil:
		return
	case j.ValueIsList:
		elements, _ = j.Value.([]any)
	}
	c.setInput(2, j.tensor("value", cmp.Or(j.ValueDType, j.DType), shape, elements, j.Encoding))
}

// setAxes sets axes, whether or not the version has them.
func (j *jsonCase) setAxes(c *Case) {
	switch {
	case j.EmptyAxesName:
		c.setInput(3, onnx.Tensor{})
	case j.Axes != nil:
		c.setInput(3, j.tensor("axes", cmp.Or(j.AxesDType, "int64"), j.AxesShape, j.Axes, ""))
	}
}

func (j *jsonCase) setWant(c *Case) {
	if j.WantError != nil {
		c.Reason, c.Kind = *j.WantError, j.WantKind
		return
	}
	want := j.tensor("want_data", j.DType, j.WantShape, j.WantData, j.Encoding)
	if n, ok := pad.Count(j.WantShape); j.err == nil && (!ok || n != len(j.WantData)) {
		j.err = fmt.Errorf("want_data has %d elements, want_shape is %v", len(j.WantData), j.WantShape)
	}
	c.Want = &want
}

// tensor makes the tensor that a list of the line holds. A nil shape is that of the list.
func (j *jsonCase) tensor(key, dt string, shape []int, elements []any, encoding string) onnx.Tensor {
	if shape == nil {
		shape = []int{len(elements)}
	}
	var t onnx.Tensor
	d, err := dtype.Parse(dt)
	if err == nil {
		t, err = element.Parse(d, shape, elements, encoding == "bits")
	}
	if err != nil && j.err == nil {
		j.err = fmt.Errorf("%s: %w", key, err)
	}
	return t
}
