"""Arrays that zarr-python writes are padded by zarrpad, and zarr-python reads the output: zarr_python.py ZARRPAD FOLDER ARRAYS"""

import random
import subprocess
import sys
import warnings

import numcodecs
import numpy as np
import zarr

zarrpad, folder, arrays = sys.argv[1], sys.argv[2], int(sys.argv[3])
rng = np.random.default_rng(1)
random.seed(1)
warnings.simplefilter("ignore")

TYPES = ["|b1", "|i1", "|u1", "<i2", ">i2", "<u4", ">i8", "<f2", "<f4", ">f4", "<f8", "<c8", ">c16"]
BLOSC = [("lz4", 5, 1), ("lz4", 0, 1), ("zstd", 3, 1), ("zlib", 4, 1), ("lz4hc", 9, 0), ("lz4", 5, 2), ("zstd", 5, 2), ("lz4", 5, -1), ("lz4", 5, 1, 256)]
COMPRESSORS = [None, numcodecs.GZip(3), numcodecs.Zlib(2), numcodecs.Zstd(2)] + [numcodecs.Blosc(*b) for b in BLOSC]
MODES = ["constant", "reflect", "edge", "wrap", "symmetric"]


def padded(a, pads, mode, value):
    """The reference, axis by axis."""
    if mode == "constant":
        return np.pad(a, pads, mode, constant_values=value)
    for axis, (begin, end) in enumerate(pads):
        n = a.shape[axis]
        k = np.arange(-begin, n + end)
        if mode == "edge":
            k = np.clip(k, 0, n - 1)
        elif mode == "wrap":
            k = k % n
        elif mode == "symmetric":
            k = np.where(k % (2 * n) < n, k % (2 * n), 2 * n - 1 - k % (2 * n))
        else:
            period = max(1, 2 * (n - 1))
            k = np.where(k % period < n, k % period, period - k % period)
        a = np.take(a, k, axis=axis)
    return a


def draw(array):
    rank = random.randint(1, 4)
    large = random.random() < 0.2
    most = {1: 3000, 2: 60, 3: 20, 4: 9}[rank] if large else {1: 30, 2: 12, 3: 8, 4: 6}[rank]
    shape = [random.randint(1, most) for _ in range(rank)]
    chunks = [random.randint(s // 2 if large else 1, s + 2) or 1 for s in shape]
    dtype = np.dtype(random.choice(TYPES))
    a = rng.integers(0, random.choice([3, 256]), size=shape + [dtype.itemsize], dtype=np.uint8)
    a = (a & 1 if dtype.kind == "b" else a).reshape(-1).copy().view(dtype).reshape(shape)
    z = zarr.open(array, mode="w", shape=shape, chunks=chunks, dtype=dtype, compressor=random.choice(COMPRESSORS), order=random.choice("CF"),
                  fill_value=random.choice([0, 1, None]), dimension_separator=random.choice("./"), write_empty_chunks=random.random() < 0.5)
    if random.random() < 0.2:
        a[...] = z.fill_value or 0
    z[...] = a
    z.attrs["odd"] = [1, float("nan"), '"NaN\\"']
    return a, z


wrong = 0
for i in range(arrays):
    array, out = f"{folder}/{i}", f"{folder}/{i}-padded"
    a, z = draw(array)
    mode = random.choice(MODES)
    pads = [(random.randint(0, 2 * n + 3), random.randint(0, 7)) if random.random() < 0.9 else (0, 0) for n in a.shape]
    flags, value = [], 0
    if mode == "constant" and z.fill_value is not None:
        flags, value = ["-value", "fill"], z.fill_value
    want = padded(a, pads, mode, value)
    if random.random() < 0.7:
        flags += ["-chunks", ",".join(str(random.randint(1, s + 2)) for s in want.shape)]
    shards = random.choice([1, 1, 2, 3])
    for shard in range(shards):
        subprocess.run([zarrpad, "pad", "-mode", mode, "-pads", ",".join("%d:%d" % p for p in pads), "-shard", f"{shard}/{shards}", *flags, array, out],
                       check=True, stdout=subprocess.DEVNULL)
    got = zarr.open(out, mode="r")
    if got.dtype != want.dtype or got[...].tobytes() != want.tobytes() or got.fill_value != z.fill_value and z.fill_value == z.fill_value:
        wrong += 1
        print(f"{out}: zarr-python reads other elements than the reference has: {z.info}, {mode}, {pads}")
print(f"{arrays} arrays, {wrong} wrong")
sys.exit(wrong > 0)
