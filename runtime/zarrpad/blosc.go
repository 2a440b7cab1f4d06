package zarrpad

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zlib"
	"github.com/pierrec/lz4/v4"
)

const bloscHeader = 16

// bloscBlocks contains the header of a c-blosc 1 buffer.
type bloscBlocks struct {
	typeSize, blockSize int
	shuffled, bits      bool // the bytes of elements, or their bits, are grouped
	split               bool // each byte of elements is compressed on its own
	decompress          func(dst, src []byte) (int, error)
}

// unblosc decodes a buffer of c-blosc 1: a header, the offset of each block, and blocks of one or more streams, each preceded
// by its length.
func unblosc(data []byte, most int) ([]byte, error) {
	if len(data) < bloscHeader {
		return nil, fmt.Errorf("%d bytes, expected a header of %d", len(data), bloscHeader)
	}
	number := func(at int) int { return int(min(binary.LittleEndian.Uint32(data[at:]), maxChunk)) }
	version, flags := data[0], data[2]
	b := bloscBlocks{
		typeSize: max(1, int(data[3])), blockSize: number(8), shuffled: flags&1 != 0, bits: flags&4 != 0, split: flags&16 == 0,
	}
	n, size := number(4), number(12)
	switch {
	case version != 1 && version != 2:
		return nil, fmt.Errorf("version %d of the format, expected 1 or 2", version)
	case n > most:
		return nil, fmt.Errorf("it holds %d bytes, expected at most %d", n, most)
	case size != len(data):
		return nil, fmt.Errorf("%d bytes, expected %d by its header", len(data), size)
	case flags&2 != 0: // not compressed
		if size != bloscHeader+n {
			return nil, fmt.Errorf("%d bytes hold %d, expected %d", size, size-bloscHeader, n)
		}
		return data[bloscHeader:], nil
	case b.blockSize < 1 && n > 0:
		return nil, fmt.Errorf("blocks of %d bytes, expected 1 or more", b.blockSize)
	}
	switch flags >> 5 {
	case 1:
		b.decompress = func(dst, src []byte) (int, error) { return lz4.UncompressBlock(src, dst) }
	case 3:
		b.decompress = decompressWith(inflate(zlib.NewReader))
	case 4:
		b.decompress = decompressWith(unzstd)
	default:
		names := map[byte]string{0: "blosclz", 2: "snappy"}
		return nil, unsupported("compressor", names[flags>>5], "lz4, lz4hc, zlib or zstd")
	}
	out := make([]byte, n)
	tmp := make([]byte, min(n, b.blockSize))
	for i := 0; i*b.blockSize < n; i++ {
		at := bloscHeader + 4*i
		if at+4 > len(data) || number(at) > len(data) {
			return nil, errors.New("a block begins beyond the end")
		}
		block := out[i*b.blockSize : min(n, (i+1)*b.blockSize)]
		if err := b.block(block, tmp[:len(block)], data[number(at):]); err != nil {
			return nil, fmt.Errorf("block %d: %w", i, err)
		}
	}
	return out, nil
}

func decompressWith(f func(data []byte, most int) ([]byte, error)) func(dst, src []byte) (int, error) {
	return func(dst, src []byte) (int, error) {
		data, err := f(src, len(dst))
		return copy(dst, data), err
	}
}

// block decodes a block into dst by way of tmp, which has the same length.
func (b *bloscBlocks) block(dst, tmp, data []byte) error {
	const mostStreams, leastStream = 16, 128 // larger elements and shorter streams are not split
	streams := 1
	if b.split && len(dst) == b.blockSize && b.typeSize <= mostStreams && b.blockSize/b.typeSize >= leastStream {
		streams = b.typeSize
	}
	part := len(dst) / streams
	for i := range streams {
		if len(data) < 4 {
			return errors.New("it ends too early")
		}
		n := int(min(binary.LittleEndian.Uint32(data), maxChunk))
		if data = data[4:]; n > len(data) {
			return fmt.Errorf("%d bytes are left, expected %d", len(data), n)
		}
		to := tmp[i*part : (i+1)*part]
		if n == part { // not compressed
			copy(to, data)
		} else if made, err := b.decompress(to, data[:n]); err != nil {
			return err
		} else if made != part {
			return fmt.Errorf("%d bytes after decompression, expected %d", made, part)
		}
		data = data[n:]
	}
	switch {
	case b.bits:
		unshuffleBits(dst, tmp, b.typeSize)
	case b.shuffled && b.typeSize > 1:
		unshuffle(dst, tmp, b.typeSize)
	default:
		copy(dst, tmp)
	}
	return nil
}

// unshuffle joins the bytes of elements: src has byte 0 of all elements, then byte 1 of all, and so on. The remaining bytes,
// fewer than an element, stay at the end.
func unshuffle(dst, src []byte, size int) {
	n := len(src) / size
	for i := range size {
		for k, v := range src[i*n : (i+1)*n] {
			dst[k*size+i] = v
		}
	}
	copy(dst[n*size:], src[n*size:])
}

// unshuffleBits does the same with bits: src has bit 0 of byte 0 of all elements, then bit 1. If the number of elements is
// not a multiple of 8, they are not shuffled.
func unshuffleBits(dst, src []byte, size int) {
	n := len(src) / size / 8 // bytes of one bit of all elements
	if n*8 != len(src)/size {
		n = 0
	}
	clear(dst)
	for row := range 8 * size {
		for k, v := range src[row*n : (row+1)*n] {
			for i := range 8 {
				dst[(8*k+i)*size+row/8] |= v >> i & 1 << (row % 8)
			}
		}
	}
	copy(dst[8*n*size:], src[8*n*size:])
}
