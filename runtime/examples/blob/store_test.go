package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"

	"github.com/padgen/padgen/runtime/zarrpad"
)

var call = zarrpad.Call{Pads: []int{2, 3, 4, 5}, Mode: "reflect"}

// An array in a bucket is padded into another one.
func ExampleStore() {
	ctx := context.Background()
	in, out := memblob.OpenBucket(nil), memblob.OpenBucket(nil)
	defer in.Close()
	defer out.Close()
	err := errors.Join(
		in.WriteAll(ctx, ".zarray", []byte(`{"zarr_format": 2, "shape": [4], "chunks": [2], "dtype": "|u1", "order": "C",
			"filters": null, "compressor": null, "fill_value": 0}`), nil),
		in.WriteAll(ctx, "0", []byte("ab"), nil),
		in.WriteAll(ctx, "1", []byte("cd"), nil),
	)
	if err != nil {
		panic(err)
	}
	call := zarrpad.Call{Pads: []int{2, 0}, Mode: "reflect"}
	stats, err := zarrpad.Pad(ctx, Store{out}, Store{in}, call, zarrpad.Options{})
	first, _ := out.ReadAll(ctx, "0")
	fmt.Printf("%d chunks, the first is %q, %v\n", stats.Done, first, err)
	// Output: 3 chunks, the first is "cb", <nil>
}

// TestStore: arrays with and without shards, in memory and in files, give the output that folders give.
func TestStore(t *testing.T) {
	for _, url := range []string{"mem://?", "file://" + t.TempDir() + "?metadata=skip&"} {
		open := func(folder string) Store {
			b, err := blob.OpenBucket(t.Context(), url+"prefix="+folder+"/")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { b.Close() })
			return Store{b}
		}
		for _, name := range []string{"blosc", "shards"} {
			folder := zarrpad.Folder("../../zarrpad/testdata/" + name + ".zarr")
			in, out := open(name), open(name+"-out")
			for _, key := range []string{".zarray", "zarr.json", "0.0", "1.0", "c/0/0", "c/1/0"} {
				if data, err := folder.GetRange(t.Context(), key, 0, 1<<20); err == nil {
					if err := in.Put(t.Context(), key, data); err != nil {
						t.Fatal(err)
					}
				}
			}
			stats, err := zarrpad.Pad(t.Context(), out, in, call, zarrpad.Options{})
			if err != nil || stats.Done == 0 {
				t.Fatal(url, name, stats, err)
			}
			checked, err := zarrpad.Check(t.Context(), out, folder, zarrpad.Options{}, func(err error) { t.Error(err) })
			if err != nil || checked.Wrong > 0 || checked.Done != stats.Done {
				t.Error(url, name, checked, err)
			}
		}
		s := open("values")
		if err := s.Put(t.Context(), "a", []byte("0123456789")); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			offset, n int64
			want      string
		}{{0, 4, "0123"}, {8, 9, "89"}, {-3, 2, "78"}, {-30, 3, "012"}, {10, 1, ""}, {99, 1, ""}} {
			if got, err := s.GetRange(t.Context(), "a", c.offset, c.n); err != nil || string(got) != c.want {
				t.Errorf("%s %d, %d: %q %v, expected %q", url, c.offset, c.n, got, err, c.want)
			}
		}
		for _, offset := range []int64{0, -1} {
			if _, err := s.GetRange(t.Context(), "none", offset, 1); !errors.Is(err, fs.ErrNotExist) {
				t.Error(url, err)
			}
		}
		if _, err := s.Size(t.Context(), "none"); !errors.Is(err, fs.ErrNotExist) {
			t.Error(url, err)
		}
	}
}
