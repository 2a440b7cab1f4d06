#!/usr/bin/env python3
"""Makes the fixtures of this folder byte by byte, as the specifications say: make.py. Only the standard library is used.

Z2 is the storage specification of Zarr, version 2; Z3 its core specification, version 3; SH the codec sharding_indexed; BL the chunk format
of c-blosc 1 (README_CHUNK_FORMAT); LZ the block format of LZ4; ZS RFC 8878. The metadata is as zarr-python 2 and 3 write it by default.
"""

import json
import os
import struct

HERE = os.path.dirname(os.path.abspath(__file__))


def write(path, data):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data if isinstance(data, bytes) else json.dumps(data, indent=4).encode())


def crc32c(data):
    """Z3, codec crc32c: the checksum of RFC 3720, little-endian."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return struct.pack("<I", crc ^ 0xFFFFFFFF)


def lz4(data):
    """LZ, sequences: a token whose upper half is the number of literals, 15 and more in further bytes, then the literals. Runs of one byte
    are a match at offset 1 (LZ, offset): a literal, a match whose length is the lower half and 4, and the last 5 literals."""
    run = len(data) - 6
    if run >= 4 + 15 and len(set(data[: run + 1])) == 1:
        more = run - 4 - 15
        return bytes([1 << 4 | 15, data[0], 1, 0]) + b"\xff" * (more // 255) + bytes([more % 255]) + bytes([5 << 4]) + data[-5:]
    n = len(data)
    head = bytes([min(n, 15) << 4])
    if n >= 15:
        head += b"\xff" * ((n - 15) // 255) + bytes([(n - 15) % 255])
    return head + data


def blosc(data, size, block):
    """BL, header: version, version of the format of LZ4, flags (1 shuffled, format 1 in the upper 3 bits), size of an element, then 3
    numbers; BL, blocks: an offset for each, and streams after their lengths, one for each byte of an element; the last block, if it is
    shorter, is one stream."""
    blocks, starts = b"", b""
    count = -(-len(data) // block)
    for at in range(0, len(data), block):
        part = data[at : at + block]
        starts += struct.pack("<I", 16 + 4 * count + len(blocks))
        shuffled = b"".join(part[i::size] for i in range(size))
        streams = size if len(part) == block and block // size >= 128 else 1
        length = len(part) // streams
        for i in range(streams):
            stream = shuffled[i * length : (i + 1) * length]
            packed = lz4(stream)
            packed = packed if len(packed) < length else stream
            blocks += struct.pack("<I", len(packed)) + packed
    return struct.pack("<4B3I", 2, 1, 1 | 1 << 5, size, len(data), block, 16 + len(starts) + len(blocks)) + starts + blocks


def zstd(data):
    """ZS 3.1.1: the magic number, a descriptor (single segment, the size in 2 bytes), the size less 256, and a last raw block."""
    assert 256 <= len(data) < 65536 + 256
    return struct.pack("<IBH", 0xFD2FB528, 1 << 5 | 1 << 6, len(data) - 256) + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def floats(values):
    return struct.pack("<%df" % len(values), *values)


# Z2, metadata and chunks: 300 x 7 float32 in chunks of 200 x 7, the second one full beyond the edge; blosc as zarr-python 2 has it.
rows = [[float(r * 7 + c) for c in range(7)] if r < 300 else [0.0] * 7 for r in range(400)]
write("blosc.zarr/.zarray", {
    "chunks": [200, 7], "compressor": {"blocksize": 0, "clevel": 5, "cname": "lz4", "id": "blosc", "shuffle": 1}, "dtype": "<f4",
    "fill_value": 0.0, "filters": None, "order": "C", "shape": [300, 7], "zarr_format": 2,
})
for k in range(2):
    write("blosc.zarr/%d.0" % k, blosc(floats(sum(rows[200 * k : 200 * k + 200], [])), 4, 2048))

# Z3, array metadata: 10 x 30 int64 in chunks of 4 x 30, the codecs of zarr-python 3.
write("zstd.zarr/zarr.json", {
    "shape": [10, 30], "data_type": "int64", "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 30]}},
    "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}}, "fill_value": 0,
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", "configuration": {"level": 0, "checksum": False}}],
    "attributes": {}, "dimension_names": ["y", "x"], "zarr_format": 3, "node_type": "array", "storage_transformers": [],
})
for k in range(3):
    values = [r * 30 + c if r < 10 else 0 for r in range(4 * k, 4 * k + 4) for c in range(30)]
    write("zstd.zarr/c/%d/0" % k, zstd(struct.pack("<120q", *values)))

# SH, binary shard format: 10 x 30 int64 in shards of 2 x 1 chunks of 4 x 30; the second shard has one chunk, the other is empty.
write("shards.zarr/zarr.json", {
    "shape": [10, 30], "data_type": "int64", "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [8, 30]}},
    "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}}, "fill_value": -1,
    "codecs": [{"name": "sharding_indexed", "configuration": {
        "chunk_shape": [4, 30],
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", "configuration": {"level": 0, "checksum": False}}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}], "index_location": "end"}}],
    "attributes": {}, "zarr_format": 3, "node_type": "array", "storage_transformers": [],
})
for k in range(2):
    shard, index = b"", b""
    for i in (2 * k, 2 * k + 1):
        chunk = zstd(struct.pack("<120q", *[r * 30 + c if r < 10 else 0 for r in range(4 * i, 4 * i + 4) for c in range(30)])) if i < 3 else None
        index += struct.pack("<2Q", len(shard), len(chunk)) if chunk else b"\xff" * 16
        shard += chunk or b""
    write("shards.zarr/c/%d/0" % k, shard + index + crc32c(index))

# Z2: 4 bytes in chunks of 2, without compression.
write("bytes.zarr/.zarray", {"chunks": [2], "compressor": None, "dtype": "|u1", "fill_value": 0, "filters": None, "order": "C", "shape": [4],
                             "zarr_format": 2})
write("bytes.zarr/0", b"ab")
write("bytes.zarr/1", b"cd")
