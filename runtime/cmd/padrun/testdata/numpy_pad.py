"""Write arrays to the folder of the first argument, and beside each what numpy.pad makes of it; print a line of padrun's arguments for each."""
import itertools
import os
import sys

import numpy as np

folder = sys.argv[1]
rng = np.random.default_rng(1)
types = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
shapes = [((), ()), ((5,), (2, 3)), ((0,), (0, 0)), ((3, 4), (2, 0, 1, 3)), ((2, 3, 4), (1, 0, 3, 1, 2, 2)), ((1, 3), (2, 1, 0, 2))]
n = 0


def case(x, widths, mode, version=(1, 0)):
    """Write an array and what it is padded, and print the arguments."""
    global n
    y = np.pad(x, widths, mode=mode) if x.shape else x
    at = os.path.join(folder, "%d" % n)
    with open(at + ".npy", "wb") as f:
        np.lib.format.write_array(f, x, version)
    np.save(at + ".want", y)
    begins, ends = [b for b, _ in widths], [e for _, e in widths]
    print("-mode", mode, "-pads=" + ",".join(map(str, begins + ends)), at + ".npy", at + ".out.npy", at + ".want.npy", sep="\t")
    n += 1


def array(name, shape):
    """Return an array of any bits."""
    if name == "?":
        return rng.integers(0, 2, shape).astype("?")
    return np.frombuffer(rng.bytes(int(np.prod(shape)) * np.dtype(name).itemsize), np.dtype(name)).reshape(shape)


for name, order, (shape, pads), mode, fortran, version in itertools.product(
        types, "<>", shapes, ["constant", "reflect", "edge", "wrap", "symmetric"], [False, True], [(1, 0), (2, 0), (3, 0)]):
    if version != (1, 0) and name != "f4" or fortran and len(shape) < 2 or rng.integers(3):
        continue
    x = array(name, shape).astype(np.dtype(name).newbyteorder(order))
    if fortran:
        x = np.asfortranarray(x)
    half = len(pads) // 2
    widths = list(zip(pads[:half], pads[half:]))
    if mode in ("wrap", "symmetric"):  # NumPy before 1.25 is wrong for more than one turn
        widths = [(min(b, d), min(e, d)) for (b, e), d in zip(widths, shape)]
    case(x, widths, mode, version)

# Random arrays with pads up to the length of an axis, for the mode that no ONNX oracle has: short axes and long ones.
for _ in range(200):
    shape = [int(rng.integers(1, rng.choice([3, 9, 70]))) for _ in range(int(rng.integers(1, 5)))]
    while np.prod(shape) > 20000:
        shape[int(np.argmax(shape))] //= 2
    widths = [tuple(int(d if rng.integers(3) == 0 else rng.integers(0, d + 1)) for _ in range(2)) for d in shape]
    while np.prod([b + d + e for (b, e), d in zip(widths, shape)]) > 100000:
        widths[int(np.argmax([b + e for b, e in widths]))] = (0, 0)
    case(array(str(rng.choice(types)), shape), widths, "symmetric")
