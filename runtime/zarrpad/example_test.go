package zarrpad_test

import (
	"context"
	"fmt"
	"os"

	"github.com/padgen/padgen/runtime/zarrpad"
)

// An array of one byte for each element, in chunks of two, is padded in a folder. There are two shares, each of which could
// be a process.
func ExamplePad() {
	ctx := context.Background()
	in, out := zarrpad.Folder("testdata/bytes.zarr"), zarrpad.Folder(os.TempDir()+"/padded.zarr")
	defer os.RemoveAll(string(out))
	call := zarrpad.Call{Pads: []int{2, 1}, Mode: "reflect"}
	for share := range 2 {
		if _, err := zarrpad.Pad(ctx, out, in, call, zarrpad.Options{Shard: share, Shards: 2}); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, key := range []string{"0", "1", "2", "3"} {
		chunk, err := out.GetRange(ctx, key, 0, 2)
		fmt.Printf("%s %q %v\n", key, chunk, err)
	}
	// Output:
	// 0 "cb" <nil>
	// 1 "ab" <nil>
	// 2 "cd" <nil>
	// 3 "c\x00" <nil>
}
