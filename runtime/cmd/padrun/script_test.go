package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/npy"
	"github.com/padgen/padgen/runtime/cmd/scripttest"
	"google.golang.org/protobuf/encoding/protowire"
)

var update = flag.Bool("update", false, "write what the commands of testdata/*.txtar print")

// TestScripts plays the transcripts in testdata. Text after < comes through a pipe, in the form of [source], and so do files
// whose texts begin with <.
func TestScripts(t *testing.T) {
	player := scripttest.Player{Run: runLine, Content: content, Update: *update}
	player.All(t, func(t *testing.T, name string) string {
		if name == "littleendian" && element.BigEndian {
			return ""
		}
		return t.TempDir()
	})
}

func runLine(t *testing.T, command string) (code int, out, errs string) {
	args, in, _ := strings.Cut(command, " < ")
	var stdout, stderr bytes.Buffer
	before, _ := os.ReadDir(".")
	words := strings.Fields(args)
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "''", "") // as in a shell
	}
	code = run(words, streams{bytes.NewReader(content(t, in)), &stdout, &stderr})
	if after, _ := os.ReadDir("."); code != 0 && len(after) != len(before) {
		t.Errorf("%s: exit code %d, and left a file behind: %v", command, code, after)
	}
	return code, shown(stdout.String()), shown(stderr.String())
}

// shown returns a text as it is. Bytes that are not text become one line, quoted as in Go, and a picture becomes its pixels.
func shown(text string) string {
	if img, err := png.Decode(strings.NewReader(text)); err == nil {
		text = fmt.Sprintf("PNG %T%+v", img, img)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r == unicode.ReplacementChar || r < ' ' && r != '\n' }) {
		text = strconv.Quote(text)
	}
	return strings.ReplaceAll(text, "No such", "no such") // for wasm
}

// source is a text that represents bytes:
//
//   - "a" is bytes, quoted as in Go;
//   - -5, 2.5f and 2.5d are a varint, a float and a double, in protobuf encoding;
//   - 3:5 is a field of a protobuf message, 3:{...} one with a message or with packed numbers;
//   - npy "{...}" is the start of a NumPy file with a header;
//   - png is a file with 4x3 black gray pixels.
type source struct {
	*testing.T
	text string
}

func content(t *testing.T, text string) []byte {
	s := source{t, text}
	return s.content("")
}

var token = regexp.MustCompile(`^\s*(\d+:|"(?:[^"\\]|\\.)*"|-?[\d.]+[fd]?|[{}]|npy|png|$)`)

func (s *source) next() string {
	m := token.FindStringSubmatch(s.text)
	if m == nil {
		s.Fatalf("%q begins with no token", s.text)
	}
	s.text = s.text[len(m[0]):]
	return m[1]
}

// content returns the values up to a token.
func (s *source) content(end string) (b []byte) {
	for tok := s.next(); tok != end; tok = s.next() {
		v, _ := s.value(tok)
		b = append(b, v...)
	}
	return b
}

// value returns a value, and its wire type in a protobuf field.
func (s *source) value(tok string) ([]byte, protowire.Type) {
	last := max(0, len(tok)-1)
	v, _ := strconv.ParseFloat(tok[:last], 64)
	switch tok[last:] {
	case "{":
		return s.content("}"), protowire.BytesType
	case `"`:
		text, err := strconv.Unquote(tok)
		if err != nil {
			s.Fatalf("%s: %v", tok, err)
		}
		return []byte(text), protowire.BytesType
	case ":":
		b, typ := s.value(s.next())
		if typ == protowire.BytesType {
			b = protowire.AppendBytes(nil, b)
		}
		return append(protowire.AppendTag(nil, protowire.Number(v), typ), b...), protowire.BytesType
	case "f":
		return protowire.AppendFixed32(nil, math.Float32bits(float32(v))), protowire.Fixed32Type
	case "d":
		return protowire.AppendFixed64(nil, math.Float64bits(v)), protowire.Fixed64Type
	case "y": // npy
		header, _ := s.value(s.next())
		return append(binary.LittleEndian.AppendUint16([]byte(npy.Magic+"\x01\x00"), uint16(len(header))), header...), 0
	case "g": // png
		var b bytes.Buffer
		_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3)))
		return b.Bytes(), 0
	}
	n, err := strconv.ParseInt(tok, 10, 64)
	if err != nil {
		s.Fatalf("%q: %v", tok, err)
	}
	return protowire.AppendVarint(nil, uint64(n)), protowire.VarintType
}
