package zarrpad

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zlib"
	"github.com/pierrec/lz4/v4"
)

// blosc is the header of a buffer of c-blosc 1. Of the libraries for Go, one needs C and the other does not read blocks.
type blosc struct {
	Version, _, Flags, TypeSize uint8
	Bytes, BlockBytes, Size     uint32 // of the decoded buffer, of a block, of the encoded buffer
}

// The bits of blosc.Flags. The upper three are the compressor.
const (
	bloscShuffle  = 1 << iota // the bytes of elements are grouped
	bloscStored               // not compressed
	bloscBits                 // the bits of elements are grouped
	_                         //
	bloscNotSplit             // the bytes of elements are compressed together
)

// unblosc decodes a buffer: a header, the offset of each block, and blocks of one or more streams, each preceded by its
// length.
func unblosc(dst, data []byte) ([]byte, error) {
	var h blosc
	start, err := binary.Decode(data, binary.LittleEndian, &h)
	if err != nil {
		return nil, fmt.Errorf("%d bytes, expected a header of %d", len(data), binary.Size(h))
	}
	n, block := int64(h.Bytes), int64(h.BlockBytes)
	switch {
	case h.Version != 1 && h.Version != 2:
		return nil, fmt.Errorf("version %d of the format, expected 1 or 2", h.Version)
	case n > int64(len(dst)):
		return nil, fmt.Errorf("it holds %d bytes, expected at most %d", n, len(dst))
	case int64(h.Size) != int64(len(data)):
		return nil, fmt.Errorf("%d bytes, expected %d by its header", len(data), h.Size)
	case h.Flags&bloscStored != 0:
		return data[start:], nil
	case block < 1 && n > 0:
		return nil, errors.New("blocks of 0 bytes, expected 1 or more")
	}
	decompress := map[byte]decompressor{1: unlz4, 3: inflate(zlib.NewReader), 4: unzstd}[h.Flags>>5]
	if decompress == nil {
		names := map[byte]string{0: "blosclz", 2: "snappy"}
		return nil, unsupported("compressor", names[h.Flags>>5], "lz4, lz4hc, zlib or zstd")
	}
	shuffled := make([]byte, min(n, block))
	for at := int64(0); at < n; at += block {
		to := dst[at:min(n, at+block)]
		from := shuffled[:len(to)]
		var offset uint32
		_, err := binary.Decode(data[start:], binary.LittleEndian, &offset)
		if err != nil || int64(offset) > int64(len(data)) {
			return nil, errors.New("a block begins beyond the end")
		}
		start += binary.Size(offset)
		if err := h.streams(from, data[offset:], decompress); err != nil {
			return nil, fmt.Errorf("block %d: %w", at/block, err)
		}
		h.unshuffle(to, from)
	}
	return dst[:n], nil
}

// streams decompresses the streams of a block.
func (h *blosc) streams(dst, data []byte, decompress decompressor) error {
	streams, size := 1, max(1, int(h.TypeSize))
	whole := uint32(len(dst)) == h.BlockBytes
	if whole && h.Flags&bloscNotSplit == 0 && size <= 16 && len(dst)/size >= 128 { // as c-blosc decides
		streams = size
	}
	for part := range slices.Chunk(dst, len(dst)/streams) {
		var n uint32
		start, err := binary.Decode(data, binary.LittleEndian, &n)
		if err != nil {
			return errors.New("it ends too early")
		}
		if data = data[start:]; int64(n) > int64(len(data)) {
			return fmt.Errorf("%d bytes are left, expected %d", len(data), n)
		}
		if int64(n) == int64(len(part)) { // not compressed
			copy(part, data)
		} else if made, err := decompress(part, data[:n]); err != nil {
			return err
		} else if len(made) != len(part) {
			return fmt.Errorf("%d bytes after decompression, expected %d", len(made), len(part))
		}
		data = data[n:]
	}
	return nil
}

func unlz4(dst, data []byte) ([]byte, error) {
	n, err := lz4.UncompressBlock(data, dst)
	return dst[:max(0, n)], err
}

// unshuffle puts the bytes of elements together. Bytes that are fewer than an element stay at the end.
func (h *blosc) unshuffle(dst, src []byte) {
	size := max(1, int(h.TypeSize))
	elements := len(src) / size
	switch {
	case h.Flags&bloscBits != 0 && elements%8 == 0: // src has bit 0 of byte 0 of all elements, then bit 1
		n := elements / 8
		clear(dst)
		for row := range 8 * size {
			for k, v := range src[row*n : (row+1)*n] {
				for i := range 8 {
					dst[(8*k+i)*size+row/8] |= v >> i & 1 << (row % 8)
				}
			}
		}
	case h.Flags&bloscShuffle != 0: // src has byte 0 of all elements, then byte 1
		for row := range size {
			for k, v := range src[row*elements : (row+1)*elements] {
				dst[k*size+row] = v
			}
		}
	default:
		elements = 0
	}
	copy(dst[elements*size:], src[elements*size:])
}
