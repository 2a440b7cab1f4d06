package onnxpb

import (
	"errors"
	"fmt"
	"math"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// tensor is a TensorProto as it stands in the message.
type tensor struct {
	name     string
	dtype    int64
	dims     []int64
	raw      []byte
	hasRaw   bool
	floats   []byte // float_data, little-endian
	doubles  []byte // double_data, little-endian
	int32s   []uint64
	int64s   []uint64
	uint64s  []uint64
	strings  []string
	external bool
}

// ReadTensor reads a TensorProto: the content of an input_0.pb. Its Data is raw memory, or a []string for strings.
func ReadTensor(b []byte) (name string, t onnx.Tensor, err error) {
	var p tensor
	if err := fields("TensorProto", b, p.read); err != nil {
		return "", t, err
	}
	t, err = p.value()
	if err != nil {
		return p.name, t, fmt.Errorf("TensorProto %q: %w", p.name, err)
	}
	return p.name, t, nil
}

func (p *tensor) read(f field) error {
	switch f.num {
	case 1:
		return f.ints(&p.dims)
	case 2:
		return f.int64(&p.dtype)
	case 3:
		return errors.New("segments are not supported")
	case 4:
		return f.fixed32(&p.floats)
	case 5:
		return f.varints(&p.int32s)
	case 6:
		var s string
		err := f.text(&s)
		p.strings = append(p.strings, s)
		return err
	case 7:
		return f.varints(&p.int64s)
	case 8:
		return f.text(&p.name)
	case 9:
		p.hasRaw = true
		return f.bytes(&p.raw)
	case 10:
		return f.fixed64(&p.doubles)
	case 11:
		return f.varints(&p.uint64s)
	case 13:
		p.external = true
	case 14:
		var location int64
		err := f.int64(&location)
		p.external = p.external || location != 0
		return err
	}
	return nil
}

// value checks the message and returns what it holds.
func (p *tensor) value() (t onnx.Tensor, err error) {
	if p.dtype < 1 || p.dtype > dtype.NumTypes {
		return t, fmt.Errorf("data_type %d is not an element type", p.dtype)
	}
	if p.external {
		return t, errors.New("external data is not supported")
	}
	t.DType = dtype.DType(p.dtype)
	t.Shape = make([]int, len(p.dims))
	n, err := product(p.dims)
	if err != nil {
		return t, err
	}
	for i, d := range p.dims {
		t.Shape[i] = int(d)
	}
	if t.DType == dtype.TypeString {
		if p.hasRaw || len(p.strings) != n {
			return t, fmt.Errorf("string_data has %d elements, expected %d and no raw_data", len(p.strings), n)
		}
		t.Data = p.strings
		return t, nil
	}
	raw, from := p.bytes(t.DType)
	units := t.DType.Units(n)
	if have := len(raw) / t.DType.Size(); have != units || len(raw)%t.DType.Size() != 0 {
		return t, fmt.Errorf("%s has %d bytes, expected those of %v%v", from, len(raw), t.DType, t.Shape)
	}
	t.Data = native(raw, t.DType)
	return t, nil
}

// product returns the number of elements.
func product(dims []int64) (int, error) {
	shape := make([]int, len(dims))
	for i, d := range dims {
		if d < 0 || d > math.MaxInt {
			return 0, fmt.Errorf("dims %v: %d is not a dimension", dims, d)
		}
		shape[i] = int(d)
	}
	n, ok := pad.Count(shape)
	if !ok {
		return 0, fmt.Errorf("dims %v: too many elements", dims)
	}
	return n, nil
}

// bytes returns the values in little-endian order and the name of the field that holds them.
func (p *tensor) bytes(d dtype.DType) (b []byte, from string) {
	if p.hasRaw {
		return p.raw, "raw_data"
	}
	switch d {
	case dtype.TypeFloat32, dtype.TypeComplex64:
		return p.floats, "float_data"
	case dtype.TypeFloat64, dtype.TypeComplex128:
		return p.doubles, "double_data"
	case dtype.TypeInt64:
		return narrow(p.int64s, 8), "int64_data"
	case dtype.TypeUint32, dtype.TypeUint64:
		return narrow(p.uint64s, d.Size()), "uint64_data"
	}
	// A value of int32_data is a storage unit: one element, or as many packed ones as fit into a byte.
	return narrow(p.int32s, d.Size()), "int32_data"
}

// narrow returns the low bytes of each value.
func narrow(values []uint64, size int) []byte {
	b := make([]byte, 0, len(values)*size)
	for _, v := range values {
		for range size {
			b = append(b, byte(v))
			v >>= 8
		}
	}
	return b
}
