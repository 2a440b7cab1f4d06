package onnxpb

import (
	"fmt"
	"iter"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"google.golang.org/protobuf/encoding/protowire"
)

// message reads the fields of one message by their numbers. It keeps the first error and then reads nothing.
type message struct {
	kind    string // "NodeProto"; errors start with it
	content []byte
	at      int          // where content is in the file
	room    *memory.Room // for values that are not in content as they are
	err     error
}

// mostPerMessage is more than what is kept of a message without values, such as a node, takes.
const mostPerMessage = 512

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

// fields iterates over the fields of a number. It checks all others, too: damage anywhere is an error.
func (m *message) fields(number protowire.Number) iter.Seq[field] {
	return func(yield func(field) bool) {
		for b := m.content; len(b) > 0 && m.err == nil; {
			at := m.at + len(m.content) - len(b)
			num, typ, tag := protowire.ConsumeTag(b)
			if tag < 0 {
				m.failf("at byte %d: the start of a field is damaged or cut off", at)
				return
			}
			f, size := consume(num, typ, b[tag:])
			if size < 0 {
				m.failf("at byte %d: field %d is damaged or cut off", at, num)
				return
			}
			f.at = at + tag + size
			if num == number && !yield(f) {
				return
			}
			b = b[tag+size:]
		}
	}
}

// consume reads the value at the start of b and returns its size, negative if it is damaged.
func consume(num protowire.Number, typ protowire.Type, b []byte) (f field, size int) {
	f.typ = typ
	switch typ {
	case protowire.VarintType:
		f.n, size = protowire.ConsumeVarint(b)
	case protowire.Fixed32Type:
		var n uint32
		n, size = protowire.ConsumeFixed32(b)
		f.n = uint64(n)
	case protowire.Fixed64Type:
		f.n, size = protowire.ConsumeFixed64(b)
	case protowire.BytesType:
		f.b, size = protowire.ConsumeBytes(b)
	default: // groups, which ONNX does not use
		size = protowire.ConsumeFieldValue(num, typ, b)
	}
	return f, size
}

// values iterates over the fields of a number. Another wire type is an error: its value would be lost.
func (m *message) values(num protowire.Number, typ protowire.Type) iter.Seq[field] {
	return func(yield func(field) bool) {
		for f := range m.fields(num) {
			if f.typ != typ {
				m.failf("field %d: wire type %d, expected %d", num, f.typ, typ)
			} else if !yield(f) {
				return
			}
		}
	}
}

// take takes memory off the room for values that are larger than in the file.
func (m *message) take(n int64) bool {
	err := m.room.Take(n, "the next value in memory")
	if err != nil {
		m.failf("%w", err)
	}
	return err == nil
}

// numbers iterates over the values of a repeated field, packed or not, which are taken off the room.
func (m *message) numbers(num protowire.Number, typ protowire.Type) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for f := range m.fields(num) {
			switch f.typ {
			case typ:
				if !m.take(8) || !yield(f.n) {
					return
				}
			case protowire.BytesType:
				for b := f.b; len(b) > 0; {
					v, size := consume(num, typ, b)
					if size < 0 {
						m.failf("field %d: a packed value is damaged or cut off", num)
						return
					}
					if !m.take(8) || !yield(v.n) {
						return
					}
					b = b[size:]
				}
			default:
				m.failf("field %d: wire type %d, expected %d", num, f.typ, typ)
			}
		}
	}
}

// last returns the last field of a number, zero if there is none. So protobuf reads a field that is single.
func (m *message) last(num protowire.Number, typ protowire.Type) (last field) {
	for f := range m.values(num, typ) {
		last = f
	}
	return last
}

func (m *message) has(num protowire.Number) bool {
	for range m.fields(num) {
		return true
	}
	return false
}

func (m *message) int64(num protowire.Number) int64 {
	return int64(m.last(num, protowire.VarintType).n)
}

func (m *message) text(num protowire.Number) string {
	return string(m.last(num, protowire.BytesType).b)
}

// domain returns the name of a domain, "" for ai.onnx.
func (m *message) domain(num protowire.Number) string {
	if d := m.text(num); d != "ai.onnx" {
		return d
	}
	return ""
}

func (m *message) texts(num protowire.Number) []string {
	texts := []string{}
	for f := range m.values(num, protowire.BytesType) {
		if m.take(16 + int64(len(f.b))) {
			texts = append(texts, string(f.b))
		}
	}
	return texts
}

// messages iterates over the messages in the fields of a number. Their first error becomes that of m.
func (m *message) messages(num protowire.Number, kind string) iter.Seq[*message] {
	return func(yield func(*message) bool) {
		for f := range m.values(num, protowire.BytesType) {
			if !m.take(mostPerMessage) {
				return
			}
			inner := &message{kind: kind, content: f.b, at: f.at - len(f.b), room: m.room}
			more := yield(inner)
			if inner.err != nil {
				m.failf("%w", inner.err)
			}
			if !more {
				return
			}
		}
	}
}
