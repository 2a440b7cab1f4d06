package zarrpad

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// outputOf returns the output of a call for an array in cubic chunks.
func outputOf(t *testing.T, shape []int, chunk int, call Call, shares int) *Output {
	t.Helper()
	x, rank := array(2), len(shape)
	x.shape, x.chunk, x.order = shape, slices.Repeat([]int{chunk}, rank), sequence(rank)
	r, err := newOutput(t.Context(), nil, &memory{files: x.metadata()}, call, Options{Shards: shares})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDecodes: with as many chunks in memory as the order requires, each chunk of 8 MiB is decoded at most so many times, if
// up to three axes have pads. Estimate is at most 15 percent less, because it assumes a cache that never drops a chunk that
// is needed again.
func TestDecodes(t *testing.T) {
	for _, c := range []struct {
		shape      []int
		most, wrap float64
	}{{[]int{800}, 1, 1.01}, {[]int{120, 90}, 1.1, 1.15}, {[]int{36, 40, 32}, 2.3, 2.6}, {[]int{4, 6, 30, 30}, 1.35, 1.6}} {
		for mode := range pad.Mode(kernel.NumModes) {
			padded := sequence(len(c.shape))[max(0, len(c.shape)-3):]
			r := outputOf(t, c.shape, 2, Call{Pads: []int{1}, Axes: padded, Mode: mode.String()}, 1)
			o := newOrder(t.Context(), slices.Clone(r.order.axes), tileBytes/(8<<20), 1)
			held := cache[int]{limit: o.need + 1} // as in a worker
			decodes := 0
			for chunk := range o.share(0, 1) {
				chunks, _ := r.feeds.Inputs(chunk)
				for c := range chunks {
					held.get(fmt.Sprint(c), func() (int, error) { decodes++; return 0, nil })
				}
			}
			inputs := float64(volume(c.shape)) / float64(volume(r.in.Chunks))
			times, estimated := float64(decodes)/inputs, o.reads/inputs
			t.Logf("%v in %v chunks: %.2f times, estimated %.2f, %d in memory", mode, r.feeds.Grid(), times, estimated, o.need)
			if most := map[bool]float64{true: c.wrap, false: c.most}[mode == pad.Wrap]; times > most || times > 1.15*estimated || o.need > 24 {
				t.Errorf("%v of %v: decoded %.2f times, expected %.2f, estimated %.2f", mode, c.shape, times, most, estimated)
			}
		}
	}
}

// TestDeadline: however many chunks there are, choosing an order and counting the chunks of a share end with the context.
func TestDeadline(t *testing.T) {
	for _, shape := range [][]int{{maxGrid - 2}, {4096, 4096, 100}} {
		x := array(2)
		x.shape, x.chunk, x.order = shape, slices.Repeat([]int{1}, len(shape)), sequence(len(shape))
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := Pad(ctx, newMemory(), &memory{files: x.metadata()}, Call{Pads: []int{1}}, Options{Workers: 1})
		expect(t, err, context.DeadlineExceeded, "")
		cancel()
	}
}

// TestShares: every chunk is in one share, and the largest share has little more than the mean.
func TestShares(t *testing.T) {
	for _, shape := range [][]int{{}, {1}, {7}, {100, 3}, {30, 40, 20}} {
		for _, shares := range []int{1, 2, 3, 16, 50} {
			r := outputOf(t, shape, 1, Call{Pads: []int{1}, Mode: "wrap"}, shares)
			seen, most := map[string]bool{}, 0
			for i := range shares {
				n := 0
				for chunk := range r.order.share(i, shares) {
					if n++; seen[fmt.Sprint(chunk)] {
						t.Fatalf("%v in %d shares: %v twice", shape, shares, chunk)
					}
					seen[fmt.Sprint(chunk)] = true
				}
				most = max(most, n)
			}
			if total := volume(r.feeds.Grid()); len(seen) != total || most > total/shares*5/4+3 {
				t.Errorf("%v in %d shares: %d of %d chunks, at most %d", shape, shares, len(seen), total, most)
			}
		}
	}
}

// TestCache: the cache drops the value that was used least recently, and does not keep errors.
func TestCache(t *testing.T) {
	full, loads := errors.New("full"), ""
	c := cache[string]{limit: 2}
	for _, key := range strings.Split("a b a c a b X X b", " ") {
		v, err := c.get(key, func() (string, error) {
			if loads += key; key == "X" {
				return "", full
			}
			return key, nil
		})
		if want := map[bool]error{true: full}[key == "X"]; err != want || err == nil && v != key {
			t.Errorf("%s: %q, %v", key, v, err)
		}
	}
	if len(c.values) != 1 || c.recent.Len() != 1 || loads != "abcbXX" {
		t.Errorf("loaded %s, holds %d, expected abcbXX and 1", loads, len(c.values))
	}
}

// TestLongest: an axis may be as long as an int counts.
func TestLongest(t *testing.T) {
	p := pad.Params[struct{}]{Shape: []int{math.MaxInt}, Pads: []int{0, 0}, Mode: pad.Edge}
	a, err := newAxis(0, p, math.MaxInt/2+1, math.MaxInt/2)
	if a = a.divided(t.Context(), 1); err != nil || a.grid != 3 || a.sum != 2 {
		t.Errorf("%+v, %v, expected 3 chunks that need 2", a, err)
	}
}
