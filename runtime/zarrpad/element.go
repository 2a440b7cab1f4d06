package zarrpad

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
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
	name, v2 string // the names in both versions, in version 2 without the byte order
	kind     byte   // of the numbers: bool, integer, unsigned, float
	size     int    // in bytes
	part     int    // the size of a number: a complex one has two
	big      bool
}

// elements are the data types. Version 2 does not define bfloat16, but TensorStore writes it under this name.
var elements = []element{
	{"bool", "b1", 'b', 1, 1, false},
	{"int8", "i1", 'i', 1, 1, false}, {"int16", "i2", 'i', 2, 2, false},
	{"int32", "i4", 'i', 4, 4, false}, {"int64", "i8", 'i', 8, 8, false},
	{"uint8", "u1", 'u', 1, 1, false}, {"uint16", "u2", 'u', 2, 2, false},
	{"uint32", "u4", 'u', 4, 4, false}, {"uint64", "u8", 'u', 8, 8, false},
	{"float16", "f2", 'f', 2, 2, false}, {"bfloat16", "bfloat16", 'f', 2, 2, false},
	{"float32", "f4", 'f', 4, 4, false}, {"float64", "f8", 'f', 8, 8, false},
	{"complex64", "c8", 'f', 8, 4, false}, {"complex128", "c16", 'f', 16, 8, false},
}

// sets are kernels that move elements of each size.
var sets = map[int]kernel.AnySet{
	1: generated.Uint8, 2: generated.Uint16, 4: generated.Uint32,
	8: generated.Uint64, 16: generated.Complex128,
}

const elementNames = "bool, an integer, a float or a complex number"

// elementV3 returns the data type with a name of version 3.
func elementV3(name string) (element, bool) {
	i := slices.IndexFunc(elements, func(e element) bool { return e.name == name })
	return elements[max(0, i)], i >= 0
}

// elementV2 returns the data type with a name of version 2, which starts with the byte order: "<f4", "|u1", but "bfloat16".
func elementV2(name string) (element, bool) {
	for _, e := range elements {
		order, found := strings.CutSuffix(name, e.v2)
		e.big = order == ">"
		if found && (e.big || order == "<" || order == "|" && e.size == 1 || name == "bfloat16") {
			return e, true
		}
	}
	return element{}, false
}

// swap converts an element from the stored byte order to big-endian, or back.
func (e element) swap(stored []byte) []byte {
	b := slices.Clone(stored)
	for number := range slices.Chunk(b, e.part) {
		if !e.big {
			slices.Reverse(number)
		}
	}
	return b
}

// text returns the bits of an element, a text that does not depend on how the value was written.
func (e element) text(stored []byte) string {
	var numbers []string
	for number := range slices.Chunk(e.swap(stored), e.part) {
		numbers = append(numbers, fmt.Sprintf("0x%x", number))
	}
	if len(numbers) == 1 {
		return numbers[0]
	}
	return "[" + strings.Join(numbers, ",") + "]"
}

// value returns an element in stored form, from a text as in fill_value or in Call: a number, true or false, NaN, Infinity or
// -Infinity, bits as in 0x7fc00000, or for a complex number a pair of these in brackets; or the stored bytes in base64. Words
// may be in quotes.
func (e element) value(text string) ([]byte, error) {
	text = strings.NewReplacer(`"`, "", mark, "").Replace(text)
	if b, err := base64.StdEncoding.DecodeString(text); err == nil && len(b) == e.size {
		return b, nil
	}
	words := []string{text}
	if pair, found := strings.CutPrefix(text, "["); e.part < e.size && found {
		words = strings.Split(strings.TrimSuffix(pair, "]"), ",")
	} else if e.part < e.size {
		words = append(words, "0")
	}
	var b []byte
	for _, word := range words {
		number, err := e.number(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("%q is not a value of type %s", text, e.name)
		}
		b = append(b, number...)
	}
	if len(b) != e.size {
		return nil, fmt.Errorf("%q has %d numbers, expected 2", text, len(words))
	}
	return e.swap(b), nil
}

// number returns a number in big-endian form.
func (e element) number(word string) ([]byte, error) {
	if bits, found := strings.CutPrefix(word, "0x"); found && len(bits) == 2*e.part {
		return hex.DecodeString(bits)
	}
	f, err := strconv.ParseFloat(word, 64)
	if e.kind != 'f' && err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 { // version 2 also writes 0.0
		word = strconv.FormatFloat(f, 'f', 0, 64)
	}
	var bits uint64
	switch width := 8 * e.part; e.kind {
	case 'b':
		var set bool
		if set, err = strconv.ParseBool(word); set {
			bits = 1
		}
	case 'i':
		var n int64
		n, err = strconv.ParseInt(word, 10, width)
		bits = uint64(n)
	case 'u':
		bits, err = strconv.ParseUint(word, 10, width)
	case 'f':
		bits = e.float(f, word)
	}
	return binary.BigEndian.AppendUint64(nil, bits)[8-e.part:], err
}

// float returns the bits of the float that is nearest to f, which word states. NaN is the quiet one without a payload.
func (e element) float(f float64, word string) uint64 {
	bits := math.Float64bits(f)
	if f != f {
		bits = 0x7ff8 << 48
	}
	const lost = 1<<29 - 1 // what a float32 does not hold
	switch {
	case e.part == 8:
		return bits
	case e.part == 4:
		near, _ := strconv.ParseFloat(word, 32)
		return uint64(math.Float32bits(float32(near)))
	}
	if bits&lost != 0 { // rounded twice, f could be one off: make the first result odd instead
		bits |= lost + 1
	}
	near := float32(math.Float64frombits(bits &^ lost))
	if e.name == "bfloat16" {
		return uint64(dtype.ToBFloat16(near))
	}
	return uint64(dtype.ToFloat16(near))
}
