# Pads with NumPy for the command peers, which gives the task as argument and writes its data to stdin. A line "0" asks for one call's
# output, a line with another number for the time of so many calls, in nanoseconds.
import json
import sys
import time

import numpy as np

task = json.loads(sys.argv[1])
dtype, mode, shape = np.dtype(task["dtype"]), task["mode"], task["shape"]
ends = list(zip(task["pads"][: len(shape)], task["pads"][len(shape) :]))
keep = tuple(slice(max(0, -b), n - max(0, -e)) for n, (b, e) in zip(shape, ends))
width = [(max(0, b), max(0, e)) for b, e in ends]

stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
size = dtype.itemsize
for n in shape:
    size *= n
x = np.frombuffer(stdin.read(size), dtype).reshape(shape).copy()
value = np.frombuffer(stdin.read(dtype.itemsize), dtype)[0]
x = x[keep]  # a view: crops are slices

if not any(map(any, width)):
    pad = x.copy
elif mode == "constant":
    pad = lambda: np.pad(x, width, "constant", constant_values=value)
else:
    pad = lambda: np.pad(x, width, mode)

for line in stdin:
    calls = int(line)
    if calls == 0:
        stdout.write(pad().tobytes())
    else:
        start = time.perf_counter_ns()
        for _ in range(calls):
            pad()
        stdout.write(b"%d\n" % (time.perf_counter_ns() - start))
    stdout.flush()
