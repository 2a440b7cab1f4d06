package conform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// jsonCase is a line of a .jsonl file, in either of its two forms. Other keys tell where a case comes from
// and do not change what it means.
type jsonCase struct {
	Name, Domain, Mode, Encoding, DType string

	Opset            *int
	OmitMode         bool `json:"omit_mode"`
	Shape            []int
	Data, Pads, Axes []any
	Value            any

	PadsShape  []int  `json:"pads_shape"`
	PadsDType  string `json:"pads_dtype"`
	ValueShape []int  `json:"value_shape"`
	ValueDType string `json:"value_dtype"`
	AxesShape  []int  `json:"axes_shape"`
	AxesDType  string `json:"axes_dtype"`

	ValueIsList    bool `json:"value_is_list"`
	ValueEmpty     bool `json:"value_empty"`
	EmptyValueName bool `json:"empty_value_name"`
	EmptyAxesName  bool `json:"empty_axes_name"`

	WantShape []int   `json:"want_shape"`
	WantData  []any   `json:"want_data"`
	WantError *string `json:"want_error"`
	WantKind  string  `json:"want_kind"`

	// The short form, of grid1d.jsonl.
	N    *int64
	B, E int64
	Want []int64
	Err  *string

	err error // the first one found while the case is made
}

// ParseCase reads a line of a .jsonl file.
func ParseCase(line []byte) (c *Case, err error) {
	j, err := decode(line)
	switch {
	case err != nil:
	case j.N != nil && j.DType == "":
		c, err = j.short()
	default:
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
		key := cmp.Or(strings.ToLower(wrong.Field), "the line")
		return nil, fmt.Errorf("%s cannot be a JSON %s", key, wrong.Value)
	}
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value in the line")
	}
	return j, nil
}

// maxGrid bounds the data of a line in the short form, which does not hold the data itself.
const maxGrid = 1 << 20

// short makes the case of the short form: n int64 values 1 to n, pads b and e, the constant -1, opset 25.
func (j *jsonCase) short() (*Case, error) {
	if *j.N < 0 || *j.N > maxGrid {
		return nil, fmt.Errorf("n is %d, expected 0 to %d", *j.N, maxGrid)
	}
	data := make([]int64, *j.N)
	for i := range data {
		data[i] = int64(i) + 1
	}
	constant := onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{}, Data: []int64{-1}}
	c := &Case{
		Name:   fmt.Sprintf("%s n=%d b=%d e=%d", j.Mode, *j.N, j.B, j.E),
		Opset:  25,
		Attrs:  onnx.Attributes{Mode: onnx.Mode(j.Mode)},
		Inputs: []onnx.Tensor{onnx.Int64s(data...), onnx.Int64s(j.B, j.E), constant},
	}
	switch {
	case (j.Want != nil) == (j.Err != nil):
		return nil, errors.New("either want or err is required")
	case j.Err != nil:
		c.Reason = *j.Err
	default:
		want := onnx.Int64s(j.Want...)
		c.Want = &want
	}
	return c, nil
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
	j.setInputs(c)
	if j.WantError != nil {
		c.Reason, c.Kind = *j.WantError, j.WantKind
		return c, j.err
	}
	want := j.tensor("want_data", j.DType, j.WantShape, j.WantData, j.Encoding)
	if n, ok := pad.Count(j.WantShape); j.err == nil && (!ok || n != len(j.WantData)) {
		j.err = fmt.Errorf("want_data has %d elements, want_shape is %v", len(j.WantData), j.WantShape)
	}
	c.Want = &want
	return c, j.err
}

// setInputs sets the inputs. Before opset 11, pads and value are attributes; axes is an input even if the version has none.
func (j *jsonCase) setInputs(c *Case) {
	attributes := (j.Domain == "" || j.Domain == "ai.onnx") && *j.Opset < 11
	data := j.tensor("data", j.DType, j.Shape, j.Data, j.Encoding)
	pads := j.tensor("pads", cmp.Or(j.PadsDType, "int64"), j.PadsShape, j.Pads, "")
	axes := j.tensor("axes", cmp.Or(j.AxesDType, "int64"), j.AxesShape, j.Axes, "")
	value := j.value(attributes)
	if attributes {
		values, _ := pads.Data.([]int64)
		if *j.Opset == 1 {
			c.Attrs.Paddings = values
		} else {
			c.Attrs.Pads = values
		}
		if v, _ := value.Data.([]float32); len(v) > 0 {
			c.Attrs.Value = onnx.Value(v[0])
		}
		pads, value = onnx.Tensor{}, onnx.Tensor{}
	}
	c.Inputs = []onnx.Tensor{data, pads, value, axes}
	switch {
	case j.Axes != nil || j.EmptyAxesName:
	case value.DType != 0 || j.EmptyValueName:
		c.Inputs = c.Inputs[:3]
	case pads.DType != 0:
		c.Inputs = c.Inputs[:2]
	default:
		c.Inputs = c.Inputs[:1]
	}
}

func (j *jsonCase) value(attribute bool) onnx.Tensor {
	elements, shape := []any{j.Value}, j.ValueShape
	if shape == nil {
		shape = []int{}
	}
	switch {
	case j.ValueEmpty:
		elements = []any{}
	case j.Value == nil, j.EmptyValueName:
		elements = nil
	case j.ValueIsList:
		elements, _ = j.Value.([]any)
	case attribute:
		return j.tensor("value", "float", shape, elements, "")
	}
	return j.tensor("value", cmp.Or(j.ValueDType, j.DType), shape, elements, j.Encoding)
}

// tensor makes the tensor that a list of the line holds, which is absent if the list is nil. A nil shape is that of the list.
func (j *jsonCase) tensor(key, dt string, shape []int, elements []any, encoding string) (t onnx.Tensor) {
	if elements == nil {
		return t
	}
	if shape == nil {
		shape = []int{len(elements)}
	}
	d, err := dtype.Parse(dt)
	if err == nil {
		t, err = element.Parse(d, shape, elements, encoding == "bits")
	}
	if err != nil && j.err == nil {
		j.err = fmt.Errorf("%s: %w", key, err)
	}
	return t
}
