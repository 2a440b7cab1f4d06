package beampad

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// sent are the pieces for each chunk of the output.
type sent map[string][]piece

func (s sent) emit(to string, p piece) { s[to] = append(s[to], p) }

// setup makes the DoFns of a call as a worker does: from the exported fields.
func setup(t *testing.T, call Call) (*sendFn, *padFn) {
	t.Helper()
	send, pad := &sendFn{padder{Call: call}}, &padFn{padder{Call: call}}
	if err := send.Setup(); err != nil {
		t.Fatal(err)
	}
	if err := pad.Setup(); err != nil {
		t.Fatal(err)
	}
	return send, pad
}

// sendAll sends all chunks of data of one byte an element.
func sendAll(t *testing.T, send *sendFn) sent {
	t.Helper()
	s := sent{}
	for i := range send.data.along(0) {
		for j := range send.data.along(1) {
			name := fmt.Sprintf("%d.%d", i, j)
			_, box, err := send.data.find(name)
			if err != nil {
				t.Fatal(err)
			}
			n, _ := pad.Count(box.Shape())
			data := bytes.Repeat([]byte{byte(8*i + j)}, n)
			if err := send.ProcessElement(name, data, s.emit); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

func over(list []piece) func(*piece) bool {
	return func(p *piece) bool {
		if len(list) == 0 {
			return false
		}
		*p, list = list[0], list[1:]
		return true
	}
}

// TestTwice: DoFns that run again, and on their input in another order, do the same. Each chunk of the output gets the boxes that it needs of
// chunks of data, and nothing else.
func TestTwice(t *testing.T) {
	for mode := range pad.Mode(kernel.NumModes) {
		send, make := setup(t, Call{
			Params: pad.Params[struct{}]{Shape: []int{16, 24}, Pads: []int{20, 3, 5, 40}, Mode: mode},
			Type:   "uint8", In: []int{2, 3}, Out: []int{5, 4},
		})
		first := sendAll(t, send)
		if second := sendAll(t, send); !reflect.DeepEqual(first, second) {
			t.Fatalf("%v: sendFn sends something else when it runs again", mode)
		}
		for to, pieces := range first {
			index, _, err := make.out.find(to)
			if err != nil {
				t.Fatal(err)
			}
			need := map[string]bool{}
			chunks, err := make.feeds.Into(index)
			if err != nil {
				t.Fatal(err)
			}
			for from, box := range chunks {
				need[fmt.Sprint(nameOf(from), box.Begin, box.End)] = true
			}
			for _, p := range pieces {
				if key := fmt.Sprint(p.Chunk, p.Begin, p.End); !need[key] {
					t.Errorf("%v: chunk %s of the output gets %s, which it does not need", mode, to, key)
				}
			}
			if len(need) != len(pieces) {
				t.Errorf("%v: chunk %s of the output gets %d pieces, it needs %d", mode, to, len(pieces), len(need))
			}
			_, want, err := make.ProcessElement(to, over(pieces))
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				rand.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
				name, got, err := make.ProcessElement(to, over(append(pieces, piece{})))
				if err != nil || name != to || !bytes.Equal(got, want) {
					t.Fatalf("%v: chunk %s in another order: %v %v, expected %v", mode, to, got, err, want)
				}
			}
		}
	}
}
