package onnxpb

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/padgen/padgen/runtime/onnx"
)

// The numbers of AttributeProto.AttributeType that are read.
const (
	typeFloat   = 1
	typeInt     = 2
	typeString  = 3
	typeTensor  = 4
	typeFloats  = 6
	typeInts    = 7
	typeStrings = 8
)

// attribute is an AttributeProto as it stands in the message.
type attribute struct {
	name    string
	typ     int64
	f       float32
	i       int64
	s       string
	t       onnx.Tensor
	floats  []byte
	ints    []int64
	strings []string
	seen    int64 // the type that the field with the value implies
}

func readAttribute(b []byte) (Attribute, error) {
	a := attribute{ints: []int64{}, strings: []string{}}
	if err := fields("AttributeProto", b, a.read); err != nil {
		return Attribute{}, err
	}
	// The oldest models have no type; for an empty list, only the type tells what it is.
	if a.typ == 0 {
		a.typ = a.seen
	}
	if a.seen != 0 && a.seen != a.typ {
		return Attribute{}, fmt.Errorf("AttributeProto %q: type %d, but the value is of type %d", a.name, a.typ, a.seen)
	}
	return Attribute{a.name, a.value()}, nil
}

func (a *attribute) value() any {
	switch a.typ {
	case typeFloat:
		return a.f
	case typeInt:
		return a.i
	case typeString:
		return a.s
	case typeTensor:
		return a.t
	case typeFloats:
		v := make([]float32, 0, len(a.floats)/4)
		for b := a.floats; len(b) >= 4; b = b[4:] {
			v = append(v, math.Float32frombits(binary.LittleEndian.Uint32(b)))
		}
		return v
	case typeInts:
		return a.ints
	case typeStrings:
		return a.strings
	}
	return nil
}

func (a *attribute) read(f field) error {
	switch f.num {
	case 1:
		return f.text(&a.name)
	case 2:
		a.seen = typeFloat
		return f.float32(&a.f)
	case 3:
		a.seen = typeInt
		return f.int64(&a.i)
	case 4:
		a.seen = typeString
		return f.text(&a.s)
	case 5:
		a.seen = typeTensor
		var b []byte
		err := f.bytes(&b)
		if err == nil {
			_, a.t, err = ReadTensor(b)
		}
		return err
	case 7:
		a.seen = typeFloats
		return f.fixed32(&a.floats)
	case 8:
		a.seen = typeInts
		return f.ints(&a.ints)
	case 9:
		a.seen = typeStrings
		var s string
		err := f.text(&s)
		a.strings = append(a.strings, s)
		return err
	case 20:
		return f.int64(&a.typ)
	case 21:
		return fmt.Errorf("attribute %q refers to one of a function, which is not supported", f.b)
	}
	return nil
}
