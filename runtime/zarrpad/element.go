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

// element is the data type of an array: a kind, b bool, i integer, u unsigned, f float, c complex or B bfloat16, the bytes of an element,
// and their order. Pad moves elements as they are stored, so only a value has to be put into that order.
type element struct {
	kind byte
	size int
	big  bool
}

// sizes are the bytes of an element that each kind can have.
var sizes = map[byte][]int{'b': {1}, 'i': {1, 2, 4, 8}, 'u': {1, 2, 4, 8}, 'f': {2, 4, 8}, 'c': {8, 16}, 'B': {2}}

// typeNames are the kinds by the names that version 3 gives them, without the number of bits.
var typeNames = map[string]byte{"bool": 'b', "int": 'i', "uint": 'u', "float": 'f', "complex": 'c', "bfloat": 'B'}

// elementV2 reads a data type as version 2 writes it: "<f4", "|u1"; TensorStore adds "bfloat16".
func elementV2(name string) (e element, ok bool) {
	if name == "bfloat16" {
		return element{'B', 2, false}, true
	}
	if len(name) < 3 || !strings.ContainsRune("<>|", rune(name[0])) {
		return e, false
	}
	size, _ := strconv.Atoi(name[2:])
	e = element{name[1], size, name[0] == '>'}
	return e, name[1] != 'B' && slices.Contains(sizes[e.kind], size) && (size == 1 || name[0] != '|')
}

// elementV3 reads a data type as version 3 writes it: "float32".
func elementV3(name string) (e element, ok bool) {
	kind := strings.TrimRight(name, "0123456789")
	bits, _ := strconv.Atoi(name[len(kind):])
	if name == "bool" {
		bits = 8
	}
	e = element{typeNames[kind], bits / 8, false}
	return e, slices.Contains(sizes[e.kind], e.size) && e.String() == name
}

// String returns the name of version 3.
func (e element) String() string {
	for name, kind := range typeNames {
		if kind == e.kind && kind == 'b' {
			return name
		} else if kind == e.kind {
			return name + strconv.Itoa(8*e.size)
		}
	}
	return "none"
}

// set returns kernels that move elements of this size.
func (e element) set() kernel.AnySet {
	switch e.size {
	case 1:
		return generated.Uint8
	case 2:
		return generated.Uint16
	case 4:
		return generated.Uint32
	case 8:
		return generated.Uint64
	}
	return generated.Complex128
}

// value returns an element as it is stored, from JSON as fill_value has it: a number, true or false, "NaN", "Infinity", "-Infinity", the
// bits as "0x7fc00000", a pair of these for a complex number; or the stored bytes in base64.
func (e element) value(raw json.RawMessage) ([]byte, error) {
	expected := fmt.Errorf("%s is no value of type %v", unquoteNaN(raw), e)
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
	if e.kind == 'c' {
		part = element{'f', e.size / 2, e.big}
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
		return map[bool]uint64{true: 1}[v], e.kind == 'b'
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
		return e.float(f), found && (e.kind == 'f' || e.kind == 'B')
	case json.Number:
		f, err := v.Float64()
		switch e.kind {
		case 'f', 'B':
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
		case errInt == nil && e.kind == 'i':
			return uint64(n), true
		case errUint == nil && e.kind == 'u':
			return u, true
		}
		// Version 2 has whole numbers as 0.0, too.
		n = int64(f)
		fits := e.kind == 'i' && n>>(width-1) == n>>63 || e.kind == 'u' && n >= 0 && uint64(n)>>(width-1)>>1 == 0
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
	// Rounded twice, f could be one off. So the first rounding makes the last bit odd unless f is a float32.
	if wide := float64(near); wide != f && f == f && math.Float32bits(near)&1 == 0 {
		toward := math.Inf(1)
		if f < wide {
			toward = math.Inf(-1)
		}
		near = math.Nextafter32(near, float32(toward))
	}
	if e.kind == 'B' {
		return uint64(dtype.ToBFloat16(near))
	}
	return uint64(dtype.ToFloat16(near))
}
