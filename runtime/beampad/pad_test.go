package beampad

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/zarrpad"
)

func TestMain(m *testing.M) { ptest.Main(m) }

const metadata = `{"zarr_format": 2, "shape": [5, 7], "chunks": [2, 3], "dtype": "|u1", "order": "C", "filters": null, "compressor": null, "fill_value": 0}`

// write makes an array of 3 x 3 chunks.
func write(t *testing.T, s zarrpad.Store) {
	t.Helper()
	err := s.Put(t.Context(), ".zarray", []byte(metadata))
	for i, key := range []string{"0.0", "0.1", "0.2", "1.0", "1.1", "1.2", "2.0", "2.1", "2.2"} {
		err = errors.Join(err, s.Put(t.Context(), key, bytes.Repeat([]byte{byte(i*3 + 1), byte(i*3 + 2)}, 3)))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPad: the output of a pipeline is that of zarrpad, in all modes; a file system that is not of this machine, too.
func TestPad(t *testing.T) {
	dir := t.TempDir()
	write(t, zarrpad.Folder(dir+"/in"))
	remote, err := openStore(t.Context(), "memfs://in")
	if err != nil {
		t.Fatal(err)
	}
	write(t, remote)
	for mode := range pad.Mode(kernel.NumModes) {
		call := zarrpad.Call{Pads: []int{1, 2, 4, 5}, Mode: mode.String()}
		want := zarrpad.Folder(filepath.Join(dir, "want-"+mode.String()))
		if _, err := zarrpad.Pad(t.Context(), want, zarrpad.Folder(dir+"/in"), call, zarrpad.Options{}); err != nil {
			t.Fatal(err)
		}
		for in, out := range map[string]string{dir + "/in": dir + "/out-" + mode.String(), "memfs://in": "memfs://out-" + mode.String()} {
			for range 2 { // the second time all chunks are there
				p, s := beam.NewPipelineWithRoot()
				passert.Count(s, Pad(s, in, out, call), "chunks", 25)
				ptest.RunAndValidate(t, p)
			}
			store, err := openStore(t.Context(), out)
			if err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(string(want))
			if err != nil || len(entries) != 27 {
				t.Fatal(len(entries), err)
			}
			for _, e := range entries {
				expected, _ := want.GetRange(t.Context(), e.Name(), 0, 1<<20)
				if got, err := store.GetRange(t.Context(), e.Name(), 0, 1<<20); err != nil || !bytes.Equal(got, expected) {
					t.Errorf("%s %s: %q %v, expected %q", out, e.Name(), got, err, expected)
				}
			}
		}
	}
}

// TestErrors: what zarrpad refuses fails the job, and names the chunk.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	in := zarrpad.Folder(dir + "/in")
	write(t, in)
	if err := in.Put(t.Context(), "1.1", []byte("x")); err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	Pad(s, string(in), dir+"/out", zarrpad.Call{Pads: []int{1, 2, 4, 5}})
	if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), "1.1: damaged chunk: 1 bytes after decoding, expected 6") {
		t.Error(err)
	}
}

// TestStore: ranges, and a file that is absent, in a file system of Beam.
func TestStore(t *testing.T) {
	s := &store{memfs.New(context.Background()), "memfs://store/"}
	if err := s.Put(t.Context(), "a", []byte("0123456789")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		offset, n int64
		want      string
	}{{0, 4, "0123"}, {8, 9, "89"}, {-3, 2, "78"}, {-30, 3, "012"}, {99, 1, ""}} {
		if got, err := s.GetRange(t.Context(), "a", c.offset, c.n); err != nil || string(got) != c.want {
			t.Errorf("%d, %d: %q %v, expected %q", c.offset, c.n, got, err, c.want)
		}
	}
	for _, err := range []error{
		func() error { _, err := s.GetRange(t.Context(), "b", 0, 1); return err }(),
		func() error { _, err := s.Size(t.Context(), "b"); return err }(),
	} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	if _, err := openStore(t.Context(), "none://x"); err == nil {
		t.Error("a file system that is not registered was opened")
	}
}
