package zarrpad

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// codec is a codec from bytes to bytes.
type codec struct {
	name string
	// bound returns the maximum number of bytes after encoding n bytes.
	bound func(n int) int
	// decode returns an error if there are more than most bytes, and decodes no more than these. It may return fewer.
	decode func(data []byte, most int) ([]byte, error)
	encode func(data []byte) ([]byte, error)
}

// anyBound holds for all compressors here, including blosc with small blocks.
func anyBound(n int) int { return n + n/4 + 4096 }

// options are the fields of codec configurations in both versions.
type options struct {
	ID       string `json:"id"`
	Level    *int   `json:"level"`
	Checksum bool   `json:"checksum"`
}

func codecV2(raw json.RawMessage) (codec, error) {
	var o options
	if err := json.Unmarshal(raw, &o); err != nil {
		return codec{}, bad("compressor: %w", err)
	}
	return newCodec(o.ID, o)
}

// newCodec returns a compressor by its name, which is the same in both versions.
func newCodec(name string, o options) (codec, error) {
	level, lowest := 1, -1
	if o.Level != nil {
		level = *o.Level
	}
	c := codec{name: name, bound: anyBound}
	switch name {
	case "gzip":
		c.decode = inflate(func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) })
		c.encode = deflate(func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, level) })
	case "zlib", "numcodecs.zlib":
		c.decode = inflate(zlib.NewReader)
		c.encode = deflate(func(w io.Writer) (io.WriteCloser, error) { return zlib.NewWriterLevel(w, level) })
	case "zstd":
		lowest = -1 << 17
		c.decode, c.encode = unzstd, zstdEncoder(level, o.Checksum)
	case "blosc":
		c.decode = unblosc // outputs use zstd instead
	default:
		return c, unsupported("codec", name, "one of blosc, gzip, zlib, zstd; version 3 has bytes, crc32c, sharding_indexed, transpose, too")
	}
	if highest := map[bool]int{true: 22, false: 9}[name == "zstd"]; level < lowest || level > highest {
		return c, bad("codec %s of level %d, expected %d to %d", name, level, lowest, highest)
	}
	return c, nil
}

// crc32cCodec appends a checksum of 4 bytes.
var crc32cCodec = codec{
	name:  "crc32c",
	bound: func(n int) int { return n + 4 },
	decode: func(data []byte, most int) ([]byte, error) {
		n := len(data) - 4
		if n < 0 || n > most {
			return nil, fmt.Errorf("crc32c of %d bytes, expected 4 to %d", len(data), most+4)
		}
		sum, want := crc32.Checksum(data[:n], crc32.MakeTable(crc32.Castagnoli)), binary.LittleEndian.Uint32(data[n:])
		if sum != want {
			return nil, fmt.Errorf("crc32c is %08x, expected %08x", sum, want)
		}
		return data[:n], nil
	},
	encode: func(data []byte) ([]byte, error) {
		sum := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
		return binary.LittleEndian.AppendUint32(slices.Clip(data), sum), nil
	},
}

// inflate returns the decoder of a stream.
func inflate(open func(io.Reader) (io.ReadCloser, error)) func(data []byte, most int) ([]byte, error) {
	return func(data []byte, most int) ([]byte, error) {
		r, err := open(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		out, end := make([]byte, most), [1]byte{}
		n, err := io.ReadFull(r, out)
		if err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			var more int
			if more, err = io.ReadFull(r, end[:]); more > 0 { // also checks the sum
				return nil, fmt.Errorf("more than the %d bytes expected", most)
			}
		}
		if err != io.EOF {
			return nil, err
		}
		return out[:n], nil
	}
}

func deflate(open func(io.Writer) (io.WriteCloser, error)) func(data []byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		var b bytes.Buffer
		w, err := open(&b)
		if err != nil {
			return nil, err
		}
		_, err = w.Write(data)
		err = errors.Join(err, w.Close())
		return b.Bytes(), err
	}
}

var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxChunk))
})

func unzstd(data []byte, most int) ([]byte, error) {
	d, err := zstdDecoder()
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(data, make([]byte, 0, most))
}

func zstdEncoder(level int, checksum bool) func(data []byte) ([]byte, error) {
	if level == 0 {
		level = 3 // as in the Zstandard library
	}
	encoder := sync.OnceValues(func() (*zstd.Encoder, error) {
		// A single segment always states its size, which numcodecs requires.
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderCRC(checksum),
			zstd.WithSingleSegment(true))
	})
	return func(data []byte) ([]byte, error) {
		e, err := encoder()
		if err != nil {
			return nil, err
		}
		return e.EncodeAll(data, nil), nil
	}
}

// decode returns n bytes from their encoded form. Its errors name the codec.
func decode(codecs []codec, data []byte, n int) (_ []byte, err error) {
	most := make([]int, len(codecs)) // the maximum number of bytes before each codec
	for i := range codecs {
		most[i] = encodedBound(codecs[:i], n)
	}
	if len(codecs) == 0 && len(data) != n {
		return nil, fmt.Errorf("it has %d bytes, expected %d", len(data), n)
	}
	for i, c := range slices.Backward(codecs) {
		if data, err = c.decode(data, most[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	if len(data) != n {
		return nil, fmt.Errorf("it has %d bytes after decompression, expected %d", len(data), n)
	}
	return data, nil
}

// encodedBound returns the maximum number of bytes after encoding n bytes.
func encodedBound(codecs []codec, n int) int {
	for _, c := range codecs {
		n = c.bound(n)
	}
	return n
}

// encode is the inverse of decode.
func encode(codecs []codec, data []byte) (_ []byte, err error) {
	for _, c := range codecs {
		if data, err = c.encode(data); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return data, nil
}

// readCodecs reads the codecs of version 3: some from array to array, one from array to bytes, some from bytes to bytes.
func (a *Array) readCodecs(codecs []named) error {
	a.perm = sequence(len(a.Shape))
	toBytes := ""
	for i, c := range codecs {
		var o struct {
			options
			Order  []int  `json:"order"`
			Endian string `json:"endian"`
		}
		if err := c.configure(&o); err != nil {
			return bad("codec %s: %w", c.Name, err)
		}
		switch kind := c.Name; {
		case kind == "transpose" && toBytes == "":
			if sorted := slices.Sorted(slices.Values(o.Order)); !slices.Equal(sorted, sequence(len(a.Shape))) {
				return bad("codec transpose of order %v, expected the numbers of %d dimensions", o.Order, len(a.Shape))
			}
			a.perm = permute(a.perm, o.Order)
		case kind == "bytes" && toBytes == "":
			toBytes = kind
			if a.element.big = o.Endian == "big"; o.Endian != "little" && o.Endian != "big" && (o.Endian != "" || a.element.size > 1) {
				return bad("codec bytes of endian %q, expected little or big", o.Endian)
			}
		case kind == "sharding_indexed" && i == 0:
			if len(codecs) > 1 {
				return unsupported("codec", codecs[1].Name, "none after sharding_indexed")
			}
			return a.readShard(c)
		case toBytes == "" || kind == "bytes" || kind == "transpose" || kind == "sharding_indexed":
			return unsupported("order of codecs, with", kind, "transpose, bytes or sharding_indexed, then others")
		case kind == "crc32c":
			a.codecs = append(a.codecs, crc32cCodec)
		default:
			c, err := newCodec(kind, o.options)
			if err != nil {
				return err
			}
			a.codecs = append(a.codecs, c)
		}
	}
	if toBytes == "" {
		return bad("codecs without bytes")
	}
	return nil
}

func sequence(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}
