package zarrpad

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
)

// element is the data type of an array, and the byte order of its elements. Pad moves elements as they are stored, so only a
// value has to be converted to that order.
type element struct {
	v3, v2 string // the names in both versions, in version 2 without the byte order
	size   int    // in bytes
	big    bool
}

// types are the data types. Version 2 does not define bfloat16, but TensorStore writes it under this name.
var types = []element{
	{"bool", "b1", 1, false},
	{"int8", "i1", 1, false}, {"int16", "i2", 2, false}, {"int32", "i4", 4, false}, {"int64", "i8", 8, false},
	{"uint8", "u1", 1, false}, {"uint16", "u2", 2, false}, {"uint32", "u4", 4, false}, {"uint64", "u8", 8, false},
	{"float16", "f2", 2, false}, {"float32", "f4", 4, false}, {"float64", "f8", 8, false}, {"bfloat16", "bfloat16", 2, false},
	{"complex64", "c8", 8, false}, {"complex128", "c16", 16, false},
}

// kind returns the letter of version 2 for bool, integers, floats and complex numbers: b, i, u, f or c. It is f for bfloat16.
func (e element) kind() byte {
	if e.v3 == "bfloat16" {
		return 'f'
	}
	return e.v2[0]
}

// elementOf returns the data type with the given name. In version 2 the byte order precedes the name: "<f4", "|u1", but
// "bfloat16".
func elementOf(version int, name string) (element, bool) {
	order := ""
	if version == 2 && name != "bfloat16" && name != "" {
		order, name = name[:1], name[1:]
	}
	for _, e := range types {
		if version == 3 && name == e.v3 {
			return e, true
		}
		if version == 2 && name == e.v2 && (order == "" || order == "<" || order == ">" || order == "|" && e.size == 1) {
			e.big = order == ">"
			return e, true
		}
	}
	return element{}, false
}

// sets are kernels that move elements of each size.
var sets = map[int]kernel.AnySet{
	1: generated.Uint8, 2: generated.Uint16, 4: generated.Uint32, 8: generated.Uint64, 16: generated.Complex128,
}

// value returns an element in stored form, from JSON in the form of fill_value: a number, true or false, "NaN", "Infinity",
// "-Infinity", the bits as in "0x7fc00000", a pair of these for a complex number; or the stored bytes in base64.
func (e element) value(raw json.RawMessage) ([]byte, error) {
	expected := fmt.Errorf("%s is no value of type %s", unquoteNaN(raw), e.v3)
	var v any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, expected
	}
	if s, ok := v.(string); ok {
		if b, err := base64.StdEncoding.DecodeString(s); err == nil && len(b) == e.size && !strings.HasPrefix(s, "0x") {
			return b, nil
		}
	}
	parts, part := []any{v}, e
	if e.kind() == 'c' {
		part = element{v2: "f", size: e.size / 2, big: e.big}
		if pair, ok := v.([]any); ok {
			parts = pair
		} else {
			parts = append(parts, json.Number("0"))
		}
		if len(parts) != 2 {
			return nil, expected
		}
	}
	var b []byte
	for _, p := range parts {
		bits, ok := part.bits(p)
		if !ok {
			return nil, expected
		}
		b = binary.BigEndian.AppendUint64(b, bits)
		b = append(b[:len(b)-8], b[len(b)-part.size:]...)
		if !part.big {
			slices.Reverse(b[len(b)-part.size:])
		}
	}
	return b, nil
}

// bits returns the bits of a value that is not complex.
func (e element) bits(v any) (bits uint64, ok bool) {
	width := 8 * e.size
	switch v := v.(type) {
	case bool:
		return map[bool]uint64{true: 1}[v], e.kind() == 'b'
	case string:
		if hex, found := strings.CutPrefix(v, "0x"); found && len(hex) == 2*e.size {
			bits, err := strconv.ParseUint(hex, 16, width)
			return bits, err == nil
		}
		special := map[string]float64{
			"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1), mark + "NaN": math.NaN(),
			mark + "Infinity": math.Inf(1), mark + "-Infinity": math.Inf(-1),
		}
		f, found := special[v]
		return e.float(f), found && e.kind() == 'f'
	case json.Number:
		f, err := v.Float64()
		switch e.kind() {
		case 'f':
			if e.size == 4 {
				f32, _ := strconv.ParseFloat(v.String(), 32)
				return e.float(f32), err == nil
			}
			return e.float(f), err == nil
		case 'b':
			return uint64(f), f == 0 || f == 1
		}
		n, errInt := strconv.ParseInt(v.String(), 10, width)
		u, errUint := strconv.ParseUint(v.String(), 10, width)
		switch {
		case errInt == nil && e.kind() == 'i':
			return uint64(n), true
		case errUint == nil && e.kind() == 'u':
			return u, true
		}
		// Version 2 also writes whole numbers as 0.0.
		n = int64(f)
		fits := e.kind() == 'i' && n>>(width-1) == n>>63 || e.kind() == 'u' && n >= 0 && uint64(n)>>(width-1)>>1 == 0
		return uint64(n), err == nil && math.Abs(f) < 1<<53 && f == math.Trunc(f) && fits
	}
	return 0, false
}

// float returns the bits of the float of this type that is nearest to f. NaN is the quiet one without a payload.
func (e element) float(f float64) uint64 {
	if f != f {
		f = math.Float64frombits(0x7ff8 << 48)
	}
	if e.size == 8 {
		return math.Float64bits(f)
	}
	near := float32(f)
	if e.size == 4 {
		return uint64(math.Float32bits(near))
	}
	// Rounded twice, f could be one off. The first rounding therefore makes the last bit odd, unless f is a float32.
	if wide := float64(near); wide != f && f == f && math.Float32bits(near)&1 == 0 {
		toward := math.Inf(1)
		if f < wide {
			toward = math.Inf(-1)
		}
		near = math.Nextafter32(near, float32(toward))
	}
	if e.v3 == "bfloat16" {
		return uint64(dtype.ToBFloat16(near))
	}
	return uint64(dtype.ToFloat16(near))
}
