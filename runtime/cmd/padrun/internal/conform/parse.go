package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// jsonCase is a line of a .jsonl file, in either of its two forms. Other keys tell where a case comes from and do not
// change what it means.
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

	// The short form, of grid1d.jsonl.
	N    *int64  `json:"n"`
	B    int64   `json:"b"`
	E    int64   `json:"e"`
	Want []any   `json:"want"`
	Err  *string `json:"err"`
}

// ParseCase reads a line of a .jsonl file.
func ParseCase(line []byte) (*Case, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	var j jsonCase
	if err := dec.Decode(&j); err != nil {
		return nil, fmt.Errorf("not a case: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("not a case: more than one JSON value in the line")
	}
	if j.N != nil && j.DType == "" {
		if err := j.widen(); err != nil {
			return nil, fmt.Errorf("not a case: %w", err)
		}
	}
	c, err := j.build()
	if err != nil {
		return nil, fmt.Errorf("not a case: %w", err)
	}
	return c, nil
}

func (j *jsonCase) build() (*Case, error) {
	switch {
	case j.Opset == nil, j.Data == nil, j.Shape == nil, j.Pads == nil:
		return nil, errors.New("opset, shape, data and pads are required")
	case (j.WantError != nil) == (j.WantData != nil), (j.WantData != nil) != (j.WantShape != nil):
		return nil, errors.New("either want_error or want_shape and want_data are required")
	case j.Encoding != "" && j.Encoding != "bits":
		return nil, fmt.Errorf("encoding %q", j.Encoding)
	}
	d, err := dtype.Parse(j.DType)
	if err != nil {
		return nil, err
	}
	c := &Case{Name: j.Name, Domain: j.Domain, Opset: *j.Opset}
	if j.WantError != nil {
		c.Reason = *j.WantError
	}
	if !j.OmitMode {
		c.Attrs.Mode = &j.Mode
	}
	data, err := tensor(d, j.Shape, j.Data, j.Encoding == "bits")
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	c.Inputs = []onnx.Tensor{data}
	if (j.Domain == "" || j.Domain == "ai.onnx") && *j.Opset < 11 {
		err = j.setAttributes(c)
	} else {
		err = j.addInputs(c, d)
	}
	if err != nil {
		return nil, err
	}
	if err := j.addAxes(c); err != nil {
		return nil, err
	}
	if j.WantData != nil {
		want, err := tensor(d, j.WantShape, j.WantData, j.Encoding == "bits")
		if err != nil {
			return nil, fmt.Errorf("want_data: %w", err)
		}
		if !holds(j.WantShape, len(j.WantData)) {
			return nil, fmt.Errorf("want_data has %d elements, want_shape is %v", len(j.WantData), j.WantShape)
		}
		c.Want = &want
	}
	return c, nil
}

// setAttributes sets pads and value as attributes, as opsets before 11 take them.
func (j *jsonCase) setAttributes(c *Case) error {
	pads := make([]int64, len(j.Pads))
	for i, e := range j.Pads {
		var err error
		if pads[i], err = integer(e, 64); err != nil {
			return fmt.Errorf("pads: element %d: %w", i, err)
		}
	}
	if *j.Opset == 1 {
		c.Attrs.Paddings = pads
	} else {
		c.Attrs.Pads = pads
	}
	if j.Value == nil {
		return nil
	}
	t, err := tensor(dtype.TypeFloat32, []int{}, []any{j.Value}, false)
	if err != nil {
		return fmt.Errorf("value: %w", err)
	}
	c.Attrs.Value = &t.Data.([]float32)[0]
	return nil
}

// addInputs adds pads and value as inputs, as opsets from 11 on and com.microsoft take them.
func (j *jsonCase) addInputs(c *Case, d dtype.DType) error {
	pads, err := small("pads", j.PadsDType, j.PadsShape, j.Pads)
	if err != nil {
		return err
	}
	c.Inputs = append(c.Inputs, pads)
	switch {
	case j.EmptyValueName:
		c.Inputs = append(c.Inputs, onnx.Tensor{})
		return nil
	case j.Value == nil && !j.ValueEmpty:
		return nil
	}
	list := []any{j.Value}
	if j.ValueIsList {
		list, _ = j.Value.([]any)
	}
	if j.ValueEmpty {
		list = nil
	}
	if j.ValueDType != "" {
		if d, err = dtype.Parse(j.ValueDType); err != nil {
			return err
		}
	}
	shape := j.ValueShape
	if shape == nil {
		shape = []int{}
	}
	value, err := tensor(d, shape, list, j.Encoding == "bits")
	if err != nil {
		return fmt.Errorf("value: %w", err)
	}
	c.Inputs = append(c.Inputs, value)
	return nil
}

// addAxes adds axes, whether or not the version has them.
func (j *jsonCase) addAxes(c *Case) error {
	const place = 3
	if j.Axes == nil && !j.EmptyAxesName {
		return nil
	}
	for len(c.Inputs) < place {
		c.Inputs = append(c.Inputs, onnx.Tensor{})
	}
	if j.EmptyAxesName {
		c.Inputs = append(c.Inputs, onnx.Tensor{})
		return nil
	}
	axes, err := small("axes", j.AxesDType, j.AxesShape, j.Axes)
	if err != nil {
		return err
	}
	c.Inputs = append(c.Inputs, axes)
	return nil
}

// small makes the tensor of pads or axes. Their elements are written as values, whatever the encoding of the data.
func small(name, dt string, shape []int, list []any) (onnx.Tensor, error) {
	d := dtype.TypeInt64
	if dt != "" {
		var err error
		if d, err = dtype.Parse(dt); err != nil {
			return onnx.Tensor{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	if shape == nil {
		shape = []int{len(list)}
	}
	t, err := tensor(d, shape, list, false)
	if err != nil {
		return t, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// holds reports whether a tensor of the shape has n elements.
func holds(shape []int, n int) bool {
	count, ok := pad.Count(shape)
	return ok && count == n
}
