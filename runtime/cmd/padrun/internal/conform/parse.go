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

// line is a line of a .jsonl file: its keys, and the first error in the values of those that were read. Other keys tell where a case
// comes from and do not change what it means.
type line struct {
	keys map[string]json.RawMessage
	err  error
}

// ParseCase reads a line of a .jsonl file.
func ParseCase(text []byte) (*Case, error) {
	l := new(line)
	l.decode("the line", text, &l.keys)
	if l.keys["n"] != nil && l.keys["dtype"] == nil {
		l.expand()
	}
	c := l.build()
	if l.err != nil {
		return nil, fmt.Errorf("not a case: %w", l.err)
	}
	return c, nil
}

// get returns the value of a key, zero if there is none.
func get[T any](l *line, key string) (v T) {
	if text, ok := l.keys[key]; ok {
		l.decode(key, text, &v)
	}
	return v
}

func (l *line) decode(key string, text []byte, to any) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err := dec.Decode(to)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		err = fmt.Errorf("%s cannot be a JSON %s", key, wrong.Value)
	} else if _, more := dec.Token(); err == nil && more != io.EOF {
		err = errors.New("more than one JSON value in the line")
	}
	l.err = cmp.Or(l.err, err)
}

// maxGrid bounds the data of a line in the short form, which does not hold the data itself.
const maxGrid = 1 << 20

// expand sets the keys that the short form of grid1d.jsonl stands for: n int64 values 1 to n, pads b and e, the constant -1, opset 25.
func (l *line) expand() {
	n, b, e := get[int](l, "n"), get[int64](l, "b"), get[int64](l, "e")
	want, wrong := get[[]int64](l, "want"), get[*string](l, "err")
	if n < 0 || n > maxGrid {
		l.err = cmp.Or(l.err, fmt.Errorf("n is %d, expected 0 to %d", n, maxGrid))
		return
	} else if (want == nil) == (wrong == nil) {
		l.err = cmp.Or(l.err, errors.New("either want or err is required"))
	}
	data, shape := make([]int, n), []int(nil)
	for i := range data {
		data[i] = i + 1
	}
	if want != nil {
		shape = []int{len(want)}
	}
	for key, v := range map[string]any{
		"name":  fmt.Sprintf("%s n=%d b=%d e=%d", get[string](l, "mode"), n, b, e),
		"opset": 25, "dtype": "int64", "shape": []int{n}, "data": data, "pads": []int64{b, e}, "value": -1,
		"want_shape": shape, "want_data": want, "want_error": wrong,
	} {
		l.keys[key], _ = json.Marshal(v)
	}
}

func (l *line) build() *Case {
	data, shape, opset := get[[]any](l, "data"), get[[]int](l, "shape"), get[*int](l, "opset")
	wantData, wantShape, wantError := get[[]any](l, "want_data"), get[[]int](l, "want_shape"), get[*string](l, "want_error")
	d, encoding := get[string](l, "dtype"), get[string](l, "encoding")
	var err error
	switch n, ok := pad.Count(wantShape); {
	case opset == nil, data == nil, shape == nil:
		err = errors.New("opset, shape and data are required")
	case (wantError != nil) == (wantData != nil), (wantData != nil) != (wantShape != nil):
		err = errors.New("either want_error or want_shape and want_data are required")
	case encoding != "" && encoding != "bits":
		err = fmt.Errorf("encoding %q, expected \"bits\" or none", encoding)
	case wantData != nil && (!ok || n != len(wantData)):
		err = fmt.Errorf("want_data has %d elements, want_shape is %v", len(wantData), wantShape)
	}
	if l.err = cmp.Or(l.err, err); l.err != nil {
		return nil
	}
	c := &Case{Name: get[string](l, "name"), Domain: get[string](l, "domain"), Opset: *opset}
	if !get[bool](l, "omit_mode") {
		c.Attrs.Mode = onnx.Mode(get[string](l, "mode"))
	}
	l.setInputs(c, l.tensor("data", d, shape, data, encoding), d, encoding)
	if wantError != nil {
		c.Reason, c.Kind = *wantError, get[string](l, "want_kind")
		return c
	}
	want := l.tensor("want_data", d, wantShape, wantData, encoding)
	c.Want = &want
	return c
}

// setInputs sets the inputs. Before opset 11, pads and value are attributes; axes is an input even if the version has none.
func (l *line) setInputs(c *Case, data onnx.Tensor, d, encoding string) {
	attributes := (c.Domain == "" || c.Domain == "ai.onnx") && c.Opset < 11
	pads := l.input("pads", "int64", nil, get[[]any](l, "pads"), "")
	axes := l.input("axes", "int64", nil, get[[]any](l, "axes"), "")
	emptyValue, v := get[bool](l, "empty_value_name"), get[any](l, "value")
	elements := []any{v}
	switch {
	case get[bool](l, "value_empty"):
		elements = []any{}
	case v == nil, emptyValue:
		elements = nil
	case get[bool](l, "value_is_list"):
		elements, _ = v.([]any)
	case attributes:
		d, encoding = "float", ""
	}
	value := l.input("value", d, []int{}, elements, encoding)
	if attributes {
		values, _ := pads.Data.([]int64)
		if c.Opset == 1 {
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
	case axes.DType != 0 || get[bool](l, "empty_axes_name"):
	case value.DType != 0 || emptyValue:
		c.Inputs = c.Inputs[:3]
	case pads.DType != 0:
		c.Inputs = c.Inputs[:2]
	default:
		c.Inputs = c.Inputs[:1]
	}
}

// input makes an optional input, whose type and shape may be given by keys of their own.
func (l *line) input(key, d string, shape []int, elements []any, encoding string) onnx.Tensor {
	if given := get[[]int](l, key+"_shape"); given != nil {
		shape = given
	}
	return l.tensor(key, cmp.Or(get[string](l, key+"_dtype"), d), shape, elements, encoding)
}

// tensor makes the tensor that a list of the line holds, which is absent if the list is nil. A nil shape is that of the list.
func (l *line) tensor(key, of string, shape []int, elements []any, encoding string) (t onnx.Tensor) {
	if elements == nil {
		return t
	}
	if shape == nil {
		shape = []int{len(elements)}
	}
	d, err := dtype.Parse(of)
	if err == nil {
		t, err = element.Parse(d, shape, elements, encoding == "bits")
	}
	if err != nil {
		l.err = cmp.Or(l.err, fmt.Errorf("%s: %w", key, err))
	}
	return t
}
