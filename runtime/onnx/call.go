package onnx

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// call is one call, after the rules of the version have been applied. It has the same form for all versions, whether a
// parameter is an attribute or an input. The Data of data and value has not been checked yet, because that requires the
// kernel set of the element type.
type call struct {
	d          dtype.DType
	mode       pad.Mode
	shape      []int
	data       any
	pads, axes []int              // nil axes means all
	hasValue   bool               // the value is an input
	value      any                // its Data, one storage unit
	attribute  Attribute[float32] // the value as an attribute

	infer   bool // set by InferShape, which accepts pads and axes without Data
	unknown bool // pads or axes have no Data
}

// resolve applies the rules of the version to a call. If infer is true, pads and axes need not have Data.
func (op *Op) resolve(attrs *Attributes, inputs []Tensor, infer bool) (c call, err error) {
	c.infer = infer
	if op == nil || op.schema == nil {
		return c, noVersion.errorf(ErrOpset, "opset", 0, "the Op has none, make it with New")
	}
	if c.mode, err = op.mode(attrs); err != nil {
		return c, err
	}
	s := op.schema
	if n := len(inputs); n > s.MaxInputs {
		if has := op.later(func(s *Schema) bool { return n <= len(s.Inputs) }); has != nil {
			return c, op.errorf(ErrInput, "inputs", int64(n), "%s needs opset %d", has.Inputs[n-1], has.SinceVersion)
		}
		return c, op.errorf(ErrInput, "inputs", int64(n), "%d given, this version has at most %d: %s", n, s.MaxInputs, strings.Join(s.Inputs, ", "))
	}
	data, err := op.input(inputs, 0)
	if err != nil {
		return c, err
	}
	c.d, c.shape, c.data = data.dtype(), data.Shape, data.Data
	if !s.DataTypes.Has(c.d) {
		if has := op.later(func(s *Schema) bool { return s.DataTypes.Has(c.d) }); has != nil {
			return c, op.errorf(ErrType, "data", int64(c.d), "%v needs opset %d", c.d, has.SinceVersion)
		}
		return c, op.errorf(ErrType, "data", int64(c.d), "element type %s, expected one of %v", data.typeText(), s.DataTypes)
	}
	if err = op.setPads(&c, attrs, inputs); err != nil {
		return c, err
	}
	if err = op.setValue(&c, attrs, inputs); err != nil {
		return c, err
	}
	return c, op.setAxes(&c, inputs)
}

func (op *Op) mode(attrs *Attributes) (pad.Mode, error) {
	name, ok := attrs.Mode.Get()
	if !ok {
		return pad.Constant, nil
	}
	m, err := pad.ParseMode(name)
	if err != nil {
		use := ""
		if meant, ok := pad.MeantMode(name); ok {
			use = fmt.Sprintf("it means %v; ", meant)
		}
		e := op.errorf(pad.ErrMode, "mode", 0, "%q is not a mode, %sexpected one of %v", name, use, op.schema.Modes)
		e.Err = err
		return 0, e
	}
	if !slices.Contains(op.schema.Modes, m) {
		if has := op.later(func(s *Schema) bool { return slices.Contains(s.Modes, m) }); has != nil {
			return 0, op.errorf(pad.ErrMode, "mode", int64(m), "%v needs opset %d", m, has.SinceVersion)
		}
		elsewhere := ""
		for _, s := range Schemas {
			if slices.Contains(s.Modes, m) {
				elsewhere = fmt.Sprintf("; domain %s has it", s.Domain)
				break
			}
		}
		return 0, op.errorf(pad.ErrMode, "mode", int64(m), "domain %s has no %v, expected one of %v%s",
			op.schema.Domain, m, op.schema.Modes, elsewhere)
	}
	if op.schema.Meanings != nil {
		m = op.schema.Meanings[slices.Index(op.schema.Modes, m)]
	}
	return m, nil
}

// input returns input i, which must be present.
func (op *Op) input(inputs []Tensor, i int) (*Tensor, error) {
	if i >= len(inputs) || inputs[i].absent() {
		return nil, op.errorf(ErrInput, op.schema.Inputs[i], 0, "required at index %d of the inputs", i)
	}
	return &inputs[i], nil
}

// optional returns input i, or nil if it is absent or the version does not have it.
func optional(inputs []Tensor, i int) *Tensor {
	if i < 0 || i >= len(inputs) || inputs[i].absent() {
		return nil
	}
	return &inputs[i]
}

func (op *Op) setPads(c *call, attrs *Attributes, inputs []Tensor) (err error) {
	name, given := op.schema.PadsAttribute, attrs.Pads
	if name == "paddings" {
		given = attrs.Paddings
	}
	switch {
	case attrs.Pads != nil && name != "pads":
		return op.noAttribute("pads", name, op.padsInput)
	case attrs.Paddings != nil && name != "paddings":
		return op.noAttribute("paddings", name, op.padsInput)
	case name != "" && given == nil:
		return op.errorf(ErrAttribute, name, 0, "required attribute is missing")
	case name != "":
		c.pads, err = toInts(op, given, name)
		return err
	}
	t, err := op.input(inputs, op.padsInput)
	if err != nil {
		return err
	}
	if d := t.dtype(); d != dtype.TypeInt64 {
		return op.errorf(ErrType, "pads", int64(d), "element type %s, expected int64", t.typeText())
	}
	flat, forms := len(t.Shape) == 1, "one dimension"
	if op.schema.Domain == microsoftDomain {
		flat, forms = flat || len(t.Shape) == 2 && c.dims(t.Shape)[0] == 1, "[2r] or [1 2r], r being the rank of data"
	}
	if !flat {
		return op.errorf(pad.ErrPads, "pads", int64(len(t.Shape)), "shape %v, expected %s", t.Shape, forms)
	}
	c.pads, err = ints(op, c, &int64s, t, "pads")
	return err
}

// noAttribute returns the error for an attribute that the version does not have. The error names the attribute or input to
// use instead.
func (op *Op) noAttribute(given, attribute string, input int) error {
	if attribute == "" {
		attribute = fmt.Sprintf("input %d, %s", input, op.schema.Inputs[input])
	}
	return op.errorf(ErrAttribute, given, 0, "not an attribute of this version, use %s", attribute)
}

// setValue checks the value in every mode, although only mode constant uses it.
func (op *Op) setValue(c *call, attrs *Attributes, inputs []Tensor) error {
	if _, ok := attrs.Value.Get(); ok && op.schema.ValueAttribute == "" {
		return op.noAttribute("value", "", op.valueInput)
	}
	c.attribute = attrs.Value
	t := optional(inputs, op.valueInput)
	if t == nil {
		return nil
	}
	name := op.schema.Inputs[op.valueInput]
	if d := t.dtype(); d != c.d {
		return op.errorf(ErrType, name, int64(d), "element type %s, expected that of data, %v", t.typeText(), c.d)
	}
	if n, ok := pad.Count(c.dims(t.Shape)); n != 1 || !ok {
		return op.errorf(ErrValue, name, int64(n), "shape %v, expected exactly one element", t.Shape)
	}
	c.hasValue, c.value = true, t.Data
	return nil
}

func (op *Op) setAxes(c *call, inputs []Tensor) (err error) {
	t := optional(inputs, op.axesInput)
	if t == nil {
		return nil
	}
	d := t.dtype()
	if !op.schema.AxesTypes.Has(d) {
		return op.errorf(ErrType, "axes", int64(d), "element type %s, expected %v", t.typeText(), op.schema.AxesTypes)
	}
	if len(t.Shape) != 1 {
		return op.errorf(pad.ErrAxes, "axes", int64(len(t.Shape)), "shape %v, expected one dimension", t.Shape)
	}
	if d == dtype.TypeInt64 {
		c.axes, err = ints(op, c, &int64s, t, "axes")
	} else {
		c.axes, err = ints(op, c, &int32s, t, "axes")
	}
	return err
}

// int64s and int32s are used to read pads and axes. They have no kernels.
var (
	int64s = kernel.Set[int64]{Name: "int64", PerUnit: 1}
	int32s = kernel.Set[int32]{Name: "int32", PerUnit: 1}
)

// ints returns the values of pads or axes. Only InferShape accepts an input without Data.
func ints[T int32 | int64](op *Op, c *call, set *kernel.Set[T], t *Tensor, name string) ([]int, error) {
	n, ok := pad.Count(c.dims(t.Shape))
	if !ok {
		return nil, op.shapeError(name, t.Shape)
	}
	if t.Data == nil && n > 0 {
		if c.infer {
			c.unknown = true
			return nil, nil
		}
		return nil, op.errorf(ErrData, name, int64(n), "no data, but the output's shape depends on its %d values", n)
	}
	m, _, err := op.view(op.budget(context.Background()), set, t.Data, n, name)
	if err != nil {
		return nil, err
	}
	return toInts(op, kernel.SliceOf[T](m), name)
}

// toInts converts values. A value that does not fit in an int of 32 bits cannot be an axis, and as a pad it would lead to a
// dimension that does not fit either. The result is never nil, which would mean all axes.
func toInts[T int32 | int64](op *Op, values []T, name string) ([]int, error) {
	converted := make([]int, len(values))
	for i, v := range values {
		if T(int(v)) != v {
			kind := pad.ErrOverflow
			switch {
			case name == "axes":
				kind = pad.ErrAxes
			case v < 0:
				kind = pad.ErrNegativeDim
			}
			return nil, op.errorf(kind, name, int64(v), "value %d is %d, which an int of this platform cannot hold", i, v)
		}
		converted[i] = int(v)
	}
	return converted, nil
}

// dims returns the shape of an input. For InferShape, an unknown dimension counts as 1.
func (c *call) dims(shape []int) []int {
	if c.infer {
		shape = slices.Clone(shape)
		for i, d := range shape {
			if d == unknown {
				shape[i] = 1
			}
		}
	}
	return shape
}
