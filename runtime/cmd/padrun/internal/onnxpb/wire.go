package onnxpb

import (
	"encoding/binary"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// field is one field of a message: a varint or fixed value in n, or bytes in b.
type field struct {
	num protowire.Number
	typ protowire.Type
	n   uint64
	b   []byte
}

// fields calls yield for each field of a message.
func fields(message string, b []byte, yield func(f field) error) error {
	for len(b) > 0 {
		f, n, err := next(b)
		if err == nil {
			err = yield(f)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", message, err)
		}
		b = b[n:]
	}
	return nil
}

func next(b []byte) (f field, n int, err error) {
	num, typ, n := protowire.ConsumeTag(b)
	if n < 0 {
		return f, 0, protowire.ParseError(n)
	}
	f.num, f.typ = num, typ
	m := 0
	switch typ {
	case protowire.VarintType:
		f.n, m = protowire.ConsumeVarint(b[n:])
	case protowire.Fixed32Type:
		var v uint32
		v, m = protowire.ConsumeFixed32(b[n:])
		f.n = uint64(v)
	case protowire.Fixed64Type:
		f.n, m = protowire.ConsumeFixed64(b[n:])
	case protowire.BytesType:
		f.b, m = protowire.ConsumeBytes(b[n:])
	default: // groups, which ONNX does not use
		m = protowire.ConsumeFieldValue(num, typ, b[n:])
	}
	if m < 0 {
		return f, 0, fmt.Errorf("field %d: %w", num, protowire.ParseError(m))
	}
	return f, n + m, nil
}

// want refuses a field of another wire type than typ: read as typ, its value would be lost silently.
func (f field) want(typ protowire.Type) error {
	if f.typ != typ {
		return fmt.Errorf("field %d: wire type %d, expected %d", f.num, f.typ, typ)
	}
	return nil
}

func (f field) bytes(to *[]byte) error {
	*to = f.b
	return f.want(protowire.BytesType)
}

func (f field) text(to *string) error {
	*to = string(f.b)
	return f.want(protowire.BytesType)
}

func (f field) int64(to *int64) error {
	*to = int64(f.n)
	return f.want(protowire.VarintType)
}

func (f field) float32(to *float32) error {
	*to = math.Float32frombits(uint32(f.n))
	return f.want(protowire.Fixed32Type)
}

// varints appends the values of a repeated field, packed or not.
func (f field) varints(to *[]uint64) error {
	if f.typ == protowire.VarintType {
		*to = append(*to, f.n)
		return nil
	}
	for b := f.b; len(b) > 0; {
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			return fmt.Errorf("field %d: %w", f.num, protowire.ParseError(n))
		}
		*to = append(*to, v)
		b = b[n:]
	}
	return f.want(protowire.BytesType)
}

// ints is varints for signed values.
func (f field) ints(to *[]int64) error {
	var u []uint64
	err := f.varints(&u)
	for _, v := range u {
		*to = append(*to, int64(v))
	}
	return err
}

// fixed32 appends the values of a repeated float field, packed or not, as their little-endian bytes.
func (f field) fixed32(to *[]byte) error {
	if f.typ == protowire.Fixed32Type {
		*to = binary.LittleEndian.AppendUint32(*to, uint32(f.n))
		return nil
	}
	return f.fixed(to, 4)
}

// fixed64 is fixed32 for doubles.
func (f field) fixed64(to *[]byte) error {
	if f.typ == protowire.Fixed64Type {
		*to = binary.LittleEndian.AppendUint64(*to, f.n)
		return nil
	}
	return f.fixed(to, 8)
}

func (f field) fixed(to *[]byte, width int) error {
	if len(f.b)%width != 0 {
		return fmt.Errorf("field %d: %d bytes, expected a multiple of %d", f.num, len(f.b), width)
	}
	*to = append(*to, f.b...)
	return f.want(protowire.BytesType)
}
