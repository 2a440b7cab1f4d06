# Pads with a library for the command peers, which names it in the argument. The first line printed is its version. A line of JSON is
# a task, followed by the bytes of the input and of the value; the answer is "ok", or why the library does not do it. Then a line "0"
# asks for one call's output, a line with another number for the time of so many calls, in nanoseconds.
import json
import sys
import time

import numpy as np

library = sys.argv[1]
stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
sys.stdout = sys.stderr  # what a library prints is no answer


class Unsupported(Exception):
    pass


def numpy_pad(x, value, width, mode, y):
    if not any(map(any, width)):
        return lambda: np.copyto(y, x)
    options = {"constant_values": value} if mode == "constant" else {}

    def run():
        run.output = np.pad(x, width, mode, **options)

    return run


def opencv_pad(x, value, width, mode, y):
    if not (x.ndim == 2 or x.ndim == 3 and x.shape[2] <= 4 and width[2] == (0, 0)):
        raise Unsupported("not an image of up to four channels")
    border = {
        "constant": cv2.BORDER_CONSTANT,
        "reflect": cv2.BORDER_REFLECT_101,
        "edge": cv2.BORDER_REPLICATE,
        "wrap": cv2.BORDER_WRAP,
        "symmetric": cv2.BORDER_REFLECT,
    }[mode]
    if x.dtype.name not in ("uint8", "int8", "uint16", "int16", "int32", "float32", "float64"):
        raise Unsupported(x.dtype.name)
    sides, values = width[0] + width[1], (float(value),) * 4
    return lambda: cv2.copyMakeBorder(x, *sides, border, dst=y, value=values)


def torch_pad(x, value, width, mode, y):
    try:
        x, out = torch.from_numpy(x), torch.from_numpy(y)
    except TypeError as e:
        raise Unsupported(e)
    if mode == "constant":
        inside = out[tuple(slice(b, n - e) for n, (b, e) in zip(out.shape, width))]

        def run():
            out.fill_(value.item())
            inside.copy_(x)

        return run
    outer = next((i for i, w in enumerate(width) if any(w)), x.ndim - 1)
    spatial = x.ndim - outer
    if spatial > 3 or mode not in ("reflect", "edge") or mode == "reflect" and any(max(w) >= n for n, w in zip(x.shape, width)):
        raise Unsupported(f"{mode} on {spatial} axes")
    x, out = x.reshape(1, -1, *x.shape[outer:]), out.reshape(1, -1, *out.shape[outer:])
    name = {"reflect": "reflection", "edge": "replication"}[mode]
    pads = [p for w in reversed(width[outer:]) for p in w]
    pad = getattr(torch._C._nn, f"{name}_pad{spatial}d")
    try:
        pad(x, pads, out=out)
    except RuntimeError as e:
        raise Unsupported(e)
    return lambda: pad(x, pads, out=out)


if library == "cv2":
    import cv2

    cv2.setNumThreads(1)
    version, prepare = cv2.__version__, opencv_pad
elif library == "torch":
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    version, prepare = torch.__version__, torch_pad
else:
    version, prepare = np.__version__, numpy_pad


def answer(text):
    stdout.write(" ".join(str(text).split()).encode() + b"\n")
    stdout.flush()


def read_task(line):
    task = json.loads(line)
    shape, pads = task["shape"], task["pads"]
    dtype = np.dtype(task["dtype"])
    ends = list(zip(pads[: len(shape)], pads[len(shape) :]))
    keep = tuple(slice(max(0, -b), n - max(0, -e)) for n, (b, e) in zip(shape, ends))
    width = [(max(0, b), max(0, e)) for b, e in ends]
    count = int(np.prod(shape, dtype=np.int64))
    x = np.frombuffer(stdin.read(count * dtype.itemsize), dtype).reshape(shape).copy()
    value = np.frombuffer(stdin.read(dtype.itemsize), dtype)[0]
    x = x[keep]  # a view: crops are slices
    y = np.full([n + b + e for n, (b, e) in zip(x.shape, width)], 0xA5).astype(dtype)
    return prepare(x, value, width, task["mode"], y), y


answer(version)
for line in stdin:
    if line.startswith(b"{"):
        try:
            run, output = read_task(line)
            answer("ok")
        except Unsupported as e:
            answer(e)
    elif int(line) == 0:
        run()
        stdout.write(getattr(run, "output", output).tobytes())
    else:
        start = time.perf_counter_ns()
        for _ in range(int(line)):
            run()
        answer(time.perf_counter_ns() - start)
    stdout.flush()
