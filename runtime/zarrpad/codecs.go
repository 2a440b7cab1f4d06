package zarrpad

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// codec is a codec from bytes to bytes.
type codec struct {
	name   string
	decode decompressor
	encode func(data []byte) ([]byte, error)
}

// A decompressor decodes data into dst, or returns a part of data. More than len(dst) bytes are an error; there may be fewer.
type decompressor func(dst, data []byte) ([]byte, error)

// newCodec returns a codec by its name, which is the same in both versions.
func newCodec(c named) (codec, error) {
	level, lowest, highest := 1, -1, 9
	if c.Configuration.Level != nil {
		level = *c.Configuration.Level
	}
	k := codec{name: c.Name}
	switch c.Name {
	case "gzip":
		k.decode = inflate(func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) })
		k.encode = deflate(func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, level) })
	case "zlib", "numcodecs.zlib":
		k.decode = inflate(zlib.NewReader)
		k.encode = deflate(func(w io.Writer) (io.WriteCloser, error) { return zlib.NewWriterLevel(w, level) })
	case "zstd":
		lowest, highest = -1<<17, 22
		k.decode, k.encode = unzstd, zstdEncoder(level, c.Configuration.Checksum)
	case "blosc":
		k.decode = unblosc // outputs use zstd instead
	case "crc32c":
		return crc32cCodec, nil
	default:
		const known = "blosc, bytes, crc32c, gzip, sharding_indexed, transpose, zlib or zstd"
		return k, unsupported("codec", c.Name, known)
	}
	if level < lowest || level > highest {
		return k, errorf(ErrMetadata, "%s of level %d, expected %d to %d", c.Name, level, lowest, highest)
	}
	return k, nil
}

// bound returns the maximum number of bytes after encoding n bytes. It holds for all codecs, including blosc with small
// blocks.
func bound(codecs []codec, n int) int {
	for range codecs {
		n += min(n/4+4096, math.MaxInt-n)
	}
	return n
}

// decode returns n bytes from their encoded form. Its errors name the codec.
func decode(codecs []codec, data []byte, n int) (_ []byte, err error) {
	for i, c := range slices.Backward(codecs) {
		if data, err = c.decode(make([]byte, bound(codecs[:i], n)), data); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	if len(data) != n {
		return nil, fmt.Errorf("%d bytes after decoding, expected %d", len(data), n)
	}
	return data, nil
}

// inflate returns the decompressor of a stream.
func inflate(open func(io.Reader) (io.ReadCloser, error)) decompressor {
	return func(dst, data []byte) ([]byte, error) {
		r, err := open(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		n, _ := io.ReadFull(r, dst) // its error comes again
		switch _, err := io.ReadFull(r, make([]byte, 1)); err {
		case io.EOF: // the reader has also checked the sum
			return dst[:n], nil
		case nil:
			return nil, fmt.Errorf("more than the %d bytes expected", len(dst))
		default:
			return nil, err
		}
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
	return zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderConcurrency(0),
		zstd.WithDecoderMaxMemory(maxChunk))
})

func unzstd(dst, data []byte) ([]byte, error) {
	d, err := zstdDecoder()
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(data, dst[:0:len(dst)])
}

func zstdEncoder(level int, checksum bool) func(data []byte) ([]byte, error) {
	if level == 0 {
		level = 3 // as in the Zstandard library
	}
	encoder := sync.OnceValues(func() (*zstd.Encoder, error) {
		// A single segment always states its size, which numcodecs requires.
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)),
			zstd.WithEncoderCRC(checksum), zstd.WithSingleSegment(true))
	})
	return func(data []byte) ([]byte, error) {
		e, err := encoder()
		if err != nil {
			return nil, err
		}
		return e.EncodeAll(data, nil), nil
	}
}

// crc32cCodec appends a checksum of 4 bytes.
var crc32cCodec = codec{
	name: "crc32c",
	decode: func(dst, data []byte) ([]byte, error) {
		n := len(data) - crc32.Size
		if n < 0 || n > len(dst) {
			return nil, fmt.Errorf("%d bytes, expected 4 to %d", len(data), len(dst)+crc32.Size)
		}
		sum, want := crc32.Checksum(data[:n], castagnoli), binary.LittleEndian.Uint32(data[n:])
		if sum != want {
			return nil, fmt.Errorf("the checksum is %08x, expected %08x", sum, want)
		}
		return data[:n], nil
	},
	encode: func(data []byte) ([]byte, error) {
		return binary.LittleEndian.AppendUint32(slices.Clip(data), crc32.Checksum(data, castagnoli)), nil
	},
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)
