// Package onnxpb reads the parts of ONNX's protobuf messages that a graph of Pad nodes needs, and writes
// tensors.
//
// It reads the wire format itself, with protowire, so that no generated ONNX code is needed. The input may be
// hostile: a length beyond the message, dimensions whose product overflows, and values that do not fit the
// type are errors, and nothing is allocated for values before it is known that the message holds them.
// Unknown fields are skipped; fields that would change the meaning of what is read (segments) are errors. External data is read from
// files in the folder of the message's own file, and from nowhere else.
package onnxpb

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"google.golang.org/protobuf/encoding/protowire"
)

// message reads the fields of one message by their numbers. It keeps the first error and then reads nothing.
type message struct {
	kind    string // "NodeProto"; errors start with it
	content []byte
	at      int // where content is in the file
	room    *memory.Room
	folder  string // of external data; "" if the file has none
	err     error
}

// A message in memory can be many times as large as in its file. These bytes are taken off the room for each part that is read. They are
// more than Go needs while a slice of such parts grows, so that no file can take more than the limit.
const (
	perField   = 192 // a field itself, and the text that it holds
	perMessage = 512 // a node
	perNumber  = 32  // one of a packed field
)

// field is one field of a message.
type field struct {
	typ protowire.Type
	n   uint64 // a varint or fixed value
	b   []byte // or bytes
	at  int    // where the field ends in the file
}

// failf keeps an error, unless there already is one.
func (m *message) failf(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %w", m.kind, fmt.Errorf(format, args...))
	}
}

// take takes memory off the room, and reports whether there still is no error.
func (m *message) take(n int64) bool {
	if err := m.room.Take(n, "the next value in memory"); err != nil {
		m.failf("%w", err)
	}
	return m.err == nil
}

// fields returns the fields of a number. Another wire type than the given ones is an error, if there are any: its value would be lost.
// All other fields are checked, too: damage anywhere is an error.
func (m *message) fields(number protowire.Number, types ...protowire.Type) (all []field) {
	for b := m.content; len(b) > 0 && m.err == nil; {
		at := m.at + len(m.content) - len(b)
		num, typ, tag := protowire.ConsumeTag(b)
		if tag < 0 {
			m.failf("at byte %d: the start of a field is damaged or cut off", at)
			break
		}
		f, size := consume(num, typ, b[tag:])
		if size < 0 {
			m.failf("at byte %d: field %d is damaged or cut off", at, num)
			break
		}
		f.at = at + tag + size
		if num == number && m.take(perField) {
			all = append(all, f)
			if types != nil && !slices.Contains(types, typ) {
				m.failf("field %d: wire type %d, expected %d", num, typ, types[0])
			}
		}
		b = b[tag+size:]
	}
	return all
}

// consume reads the value at the start of b and returns its size, negative if it is damaged.
func consume(num protowire.Number, typ protowire.Type, b []byte) (f field, size int) {
	f.typ = typ
	switch typ {
	case protowire.VarintType:
		f.n, size = protowire.ConsumeVarint(b)
	case protowire.Fixed32Type:
		n, size := protowire.ConsumeFixed32(b)
		return field{typ: typ, n: uint64(n)}, size
	case protowire.Fixed64Type:
		f.n, size = protowire.ConsumeFixed64(b)
	case protowire.BytesType:
		f.b, size = protowire.ConsumeBytes(b)
	default: // groups, which ONNX does not use
		size = protowire.ConsumeFieldValue(num, typ, b)
	}
	return f, size
}

// numbers returns the values of a repeated field, packed or not.
func numbers[T any](m *message, num protowire.Number, typ protowire.Type, of func(uint64) T) []T {
	all := []T{}
	for _, f := range m.fields(num, typ, protowire.BytesType) {
		if f.typ == typ {
			all = append(all, of(f.n))
		}
		for b := f.b; len(b) > 0 && m.take(perNumber); {
			v, size := consume(num, typ, b)
			if size < 0 {
				m.failf("field %d: a packed value is damaged or cut off", num)
				break
			}
			all = append(all, of(v.n))
			b = b[size:]
		}
	}
	return all
}

func (m *message) ints(num protowire.Number) []int64 {
	return numbers(m, num, protowire.VarintType, func(n uint64) int64 { return int64(n) })
}

// last returns the last field of a number, zero if there is none. So protobuf reads a field that is single.
func (m *message) last(num protowire.Number, typ protowire.Type) (last field) {
	for _, last = range m.fields(num, typ) {
	}
	return last
}

func (m *message) has(num protowire.Number) bool { return len(m.fields(num)) > 0 }

func (m *message) int64(num protowire.Number) int64 {
	return int64(m.last(num, protowire.VarintType).n)
}

func (m *message) text(num protowire.Number) string {
	return string(m.last(num, protowire.BytesType).b)
}

func (m *message) texts(num protowire.Number) []string {
	texts := []string{}
	for _, f := range m.fields(num, protowire.BytesType) {
		texts = append(texts, string(f.b))
	}
	return texts
}

// list reads the messages in the fields of a number. Their first error becomes that of m.
func list[T any](m *message, num protowire.Number, kind string, read func(*message) T) (all []T) {
	for _, f := range m.fields(num, protowire.BytesType) {
		if !m.take(perMessage) {
			break
		}
		inner := &message{kind: kind, content: f.b, at: f.at - len(f.b), room: m.room, folder: m.folder}
		all = append(all, read(inner))
		if inner.err != nil {
			m.failf("%w", inner.err)
		}
	}
	return all
}

// one reads the last of these messages.
func one[T any](m *message, num protowire.Number, kind string, read func(*message) T) (last T) {
	for _, last = range list(m, num, kind, read) {
	}
	return last
}

// ReadModelFile reads a file that holds a ModelProto, and keeps its memory in the room.
func ReadModelFile(room *memory.Room, name string) (*Model, error) {
	return readFile(room, name, "ModelProto", readModel)
}

// ReadTensorFile reads a file that holds a TensorProto, and keeps its memory in the room.
func ReadTensorFile(room *memory.Room, name string) (Named, error) {
	return readFile(room, name, "TensorProto", readTensor)
}

func readFile[T any](room *memory.Room, name, kind string, read func(*message) T) (v T, err error) {
	b, err := room.Read(name)
	if err != nil {
		return v, err
	}
	if k := memory.KindOf(bytes.NewReader(b)); k != memory.Unknown {
		return v, fmt.Errorf("%s is %s, expected a %s", name, k, kind)
	}
	m := &message{kind: kind, content: b, room: room}
	if name != "-" {
		m.folder = filepath.Dir(name)
	}
	if v = read(m); m.err != nil {
		err = fmt.Errorf("%s: %w", name, m.err)
	}
	return v, err
}
