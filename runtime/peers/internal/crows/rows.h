// Pad in plain C: recursion over merged axes, memcpy for each row, pads of outer axes copied from finished slabs.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RANK 10

enum { CONSTANT, REFLECT, EDGE, WRAP, SYMMETRIC };

typedef struct {
	long dim, begin, end; // indices; negative pads crop
	long block;           // so many indices are one index of the axis with the pads
	long in, out;         // bytes of one index in the input and in the output
} axis;

typedef struct {
	int mode, rank;
	long unit, in, out; // bytes of an element, of the input, of the output
	axis axes[MAX_RANK]; // the innermost one first
	char value[16];
	char *dst;
	const char *src;
} job;

static inline long crop(long pad) { return pad < 0 ? -pad : 0; }
static inline long add(long pad) { return pad > 0 ? pad : 0; }

static inline long source(int mode, long i, long n) {
	long period;
	switch (mode) {
	case EDGE:
		return i < 0 ? 0 : i < n ? i : n - 1;
	case WRAP:
		return (i % n + n) % n;
	case REFLECT:
		if (n == 1)
			return 0;
		period = 2 * (n - 1);
		i = (i % period + period) % period;
		return i < n ? i : period - i;
	default:
		period = 2 * n;
		i = (i % period + period) % period;
		return i < n ? i : period - 1 - i;
	}
}

#define FILL(type)                                  \
	do {                                            \
		type v;                                     \
		memcpy(&v, j->value, sizeof v);             \
		for (long i = 0; i < n / (long)sizeof v; i++) \
			((type *)d)[i] = v;                     \
	} while (0)

static void fill(const job *j, char *d, long n) {
	switch (j->unit) {
	case 1: memset(d, j->value[0], n); return;
	case 2: FILL(uint16_t); return;
	case 4: FILL(uint32_t); return;
	case 8: FILL(uint64_t); return;
	default:
		for (; n > 0; n -= 16, d += 16)
			memcpy(d, j->value, 16);
	}
}

// extend writes b slabs before the n finished ones at first, and e after them.
static inline void extend(int mode, char *first, long n, long b, long e, long slab) {
	for (long i = -1; i >= -b; i--)
		memcpy(first + i * slab, first + source(mode, i, n) * slab, slab);
	for (long i = n; i < n + e; i++)
		memcpy(first + i * slab, first + source(mode, i, n) * slab, slab);
}

static void pad(const job *j, int a, char *d, const char *s) {
	const axis *x = &j->axes[a];
	long b = add(x->begin), e = add(x->end), n = x->dim - crop(x->begin) - crop(x->end);
	char *first = d + b * x->out;
	s += crop(x->begin) * x->in;
	if (a == 0)
		memcpy(first, s, n * x->out);
	else
		for (long i = 0; i < n; i++)
			pad(j, a - 1, first + i * x->out, s + i * x->in);
	if (j->mode == CONSTANT) {
		fill(j, d, b * x->out);
		fill(j, first + n * x->out, e * x->out);
		return;
	}
	n /= x->block, b /= x->block, e /= x->block;
	switch (x->block * x->out) { // a memcpy of known size is a few instructions
	case 1: extend(j->mode, first, n, b, e, 1); return;
	case 2: extend(j->mode, first, n, b, e, 2); return;
	case 3: extend(j->mode, first, n, b, e, 3); return;
	case 4: extend(j->mode, first, n, b, e, 4); return;
	case 8: extend(j->mode, first, n, b, e, 8); return;
	case 12: extend(j->mode, first, n, b, e, 12); return;
	case 16: extend(j->mode, first, n, b, e, 16); return;
	default: extend(j->mode, first, n, b, e, x->block * x->out);
	}
}

static void start(job *j, char *dst, const char *src) {
	long in = j->unit, out = j->unit;
	for (int a = 0; a < j->rank; a++) {
		axis *x = &j->axes[a];
		x->in = in, x->out = out;
		in *= x->dim, out *= x->dim + x->begin + x->end;
	}
	j->dst = dst, j->src = src;
}

static void pad_rows(job *j) { pad(j, j->rank - 1, j->dst, j->src); }

// copy_all is the roofline: as much of the input as the output has room for, and the value in the rest.
static void copy_all(job *j) {
	long n = j->in < j->out ? j->in : j->out;
	memcpy(j->dst, j->src, n);
	fill(j, j->dst + n, j->out - n);
}
