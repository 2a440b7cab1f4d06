package model

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"google.golang.org/protobuf/encoding/protowire"
)

// message is a protobuf message: its fields by number.
type message struct {
	*file
	kind   string // "x.onnx: ModelProto: GraphProto"; errors start with it
	fields map[protowire.Number][]field
}

// file holds what the messages of a file share.
type file struct {
	room   *memory.Room
	folder string // where external data is; "" if there is none
	err    error  // the first error; nothing is read after it
}

// field is one field of a message.
type field struct {
	typ  protowire.Type
	data []byte // bytes, or a number as encoded in the file
	end  int    // where the field ends in the file
}

// A message in memory can be many times as large as in its file. For each part that is read, these bytes are subtracted from
// the room. They exceed what Go needs while a slice of such parts grows, so that no file can exceed the limit.
const (
	perField   = 192 // a field itself
	perMessage = 512 // a node
	perNumber  = 32  // a number of a repeated field
)

// open reads a file that holds one message, and subtracts its size from the room.
func open(room *memory.Room, in *io.SectionReader, name, kind string) (*message, error) {
	k := memory.KindOf(in)
	if k != memory.Unknown && k != memory.Text {
		return nil, fmt.Errorf("%s is %s, expected a %s", name, k, kind)
	}
	b, err := room.ReadAll(in, name)
	if err != nil {
		return nil, err
	}
	f := &file{room: room}
	if name != "-" {
		f.folder = filepath.Dir(name)
	}
	m := f.message(name+": "+kind, b, 0)
	if f.err != nil && k == memory.Text {
		return nil, fmt.Errorf("%s is text, expected a %s", name, kind)
	}
	return m, f.err
}

// message reads the fields of a message that begins at byte at of the file. It checks all of them: damage anywhere is an
// error.
func (f *file) message(kind string, b []byte, at int) *message {
	m := &message{f, kind, make(map[protowire.Number][]field)}
	for len(b) > 0 && m.take(perField) {
		number, typ, tag := protowire.ConsumeTag(b)
		if tag < 0 {
			m.failf("at byte %d: the start of a field is damaged or cut off", at)
			break
		}
		size := protowire.ConsumeFieldValue(number, typ, b[tag:])
		if size < 0 {
			m.failf("at byte %d: field %d is damaged or cut off", at, number)
			break
		}
		data := b[tag : tag+size]
		if typ == protowire.BytesType {
			data, _ = protowire.ConsumeBytes(data)
		}
		b, at = b[tag+size:], at+tag+size
		m.fields[number] = append(m.fields[number], field{typ, data, at})
	}
	return m
}

// failf records an error, unless there already is one.
func (m *message) failf(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %w", m.kind, fmt.Errorf(format, args...))
	}
}

// take subtracts memory from the room, and reports whether there is still no error.
func (m *message) take(n int64) bool {
	if err := m.room.Take(n, "the next value in memory"); err != nil {
		m.failf("%w", err)
	}
	return m.err == nil
}

func (m *message) has(number protowire.Number) bool { return m.fields[number] != nil }

// all returns the fields of a number. A wire type other than the given ones is an error, because its value would be lost.
func (m *message) all(number protowire.Number, types ...protowire.Type) []field {
	for _, f := range m.fields[number] {
		if !slices.Contains(types, f.typ) {
			m.failf("field %d: wire type %d, expected %d", number, f.typ, types[0])
		}
	}
	return m.fields[number]
}

// last returns the last field of a number, or the zero field if there is none. This is how protobuf reads a field that is
// not repeated.
func (m *message) last(number protowire.Number, typ protowire.Type) (last field) {
	for _, last = range m.all(number, typ) {
	}
	return last
}

func (m *message) text(number protowire.Number) string {
	return m.textOf(m.last(number, protowire.BytesType))
}

func (m *message) texts(number protowire.Number) []string {
	texts := []string{}
	for _, f := range m.all(number, protowire.BytesType) {
		texts = append(texts, m.textOf(f))
	}
	return texts
}

func (m *message) textOf(f field) string {
	if !m.take(int64(len(f.data))) {
		return ""
	}
	return string(f.data)
}

// word returns a text that is only compared or shown, shortened if it is long.
func (m *message) word(number protowire.Number) string {
	return memory.Cut(m.last(number, protowire.BytesType).data)
}

// number returns the last number in a field, or 0 if there is none.
func (m *message) number(number protowire.Number, typ protowire.Type) uint64 {
	v, _ := consume(typ, m.last(number, typ).data)
	return v
}

func (m *message) int64(number protowire.Number) int64 {
	return int64(m.number(number, protowire.VarintType))
}

func (m *message) ints(number protowire.Number) []int64 {
	return numbers(m, number, protowire.VarintType, func(v uint64) int64 { return int64(v) })
}

// numbers returns the values of a repeated field, packed or not.
func numbers[T any](m *message, number protowire.Number, typ protowire.Type, of func(uint64) T) []T {
	all := []T{}
	for _, f := range m.all(number, typ, protowire.BytesType) {
		n := count(typ, f.data)
		if !m.take(int64(n) * perNumber) {
			break
		}
		all = slices.Grow(all, n)
		for b := f.data; len(b) > 0; {
			v, size := consume(typ, b)
			if size < 0 {
				m.failf("field %d: a packed value is damaged or cut off", number)
				break
			}
			all, b = append(all, of(v)), b[size:]
		}
	}
	return all
}

// count returns how many numbers there are in b, if it is not damaged.
func count(typ protowire.Type, b []byte) (n int) {
	switch typ {
	case protowire.Fixed32Type:
		return len(b) / 4
	case protowire.Fixed64Type:
		return len(b) / 8
	}
	for _, c := range b {
		if c < 0x80 { // the last byte of a number
			n++
		}
	}
	return n
}

// consume reads the number at the start of b and returns its size, which is negative if the number is damaged.
func consume(typ protowire.Type, b []byte) (v uint64, size int) {
	switch typ {
	case protowire.Fixed32Type:
		v, size := protowire.ConsumeFixed32(b)
		return uint64(v), size
	case protowire.Fixed64Type:
		return protowire.ConsumeFixed64(b)
	}
	return protowire.ConsumeVarint(b)
}

// list yields the messages in the fields of a number.
func (m *message) list(number protowire.Number, kind string) iter.Seq[*message] {
	kind = m.kind + ": " + kind
	return func(yield func(*message) bool) {
		for _, f := range m.all(number, protowire.BytesType) {
			if !m.take(perMessage) || !yield(m.message(kind, f.data, f.end-len(f.data))) {
				return
			}
		}
	}
}

// one returns the last of these messages, or an empty one.
func (m *message) one(number protowire.Number, kind string) *message {
	last := &message{file: m.file, kind: m.kind + ": " + kind}
	for last = range m.list(number, kind) {
	}
	return last
}
