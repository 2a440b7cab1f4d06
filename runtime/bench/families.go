package bench

import (
	"fmt"
	"strings"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Families returns further workloads in three groups: pictures of usual sizes and borders, channels and short rows, and small
// calls. A report shows the mean of each group.
func Families() []Workload {
	var t table
	images(&t)
	channels(&t)
	small(&t)
	return t
}

// group sets the group of the workloads from index from on.
func (t table) group(name string, from int) {
	for i := range t[from:] {
		t[from+i].Group = name
	}
}

func images(t *table) {
	const u8 = dtype.TypeUint8
	from := len(*t)
	for _, size := range [][2]int{{32, 32}, {64, 64}, {224, 224}, {512, 512}, {1080, 1920}, {3000, 4000}} {
		for _, channels := range []int{1, 3, 4} {
			for _, border := range []int{1, 4, 16, 100} {
				if border == 100 && size[0] < 200 {
					continue
				}
				t.add(fmt.Sprintf("image_%dx%dx%d_b%d", size[0], size[1], channels, border), u8,
					[]int{size[0], size[1], channels}, []int{border, border, 0, border, border, 0}, allModes[:3]...)
			}
		}
	}
	t.add("image_2048x2048_b64", dtype.TypeFloat32, []int{2048, 2048}, around(2, 2, 64), allModes[:3]...)
	t.add("image_4000x3000x3_letterbox", u8, []int{3000, 4000, 3}, []int{500, 0, 0, 500, 0, 0}, pad.Constant)
	t.group("images", from)
}

func channels(t *table) {
	const u8, f32 = dtype.TypeUint8, dtype.TypeFloat32
	from := len(*t)
	for _, c := range [][2]int{{1, 4}, {1, 3}, {3, 4}, {4, 3}} {
		t.add(fmt.Sprintf("channels_512x512x%dto%d", c[0], c[1]), u8, []int{512 * 512, c[0]}, []int{0, 0, 0, c[1] - c[0]}, pad.Constant)
	}
	for _, n := range []int{1, 3, 7, 15} {
		t.add(fmt.Sprintf("short_65536x%d_p1", n), u8, []int{65536, n}, around(2, 1, 1), allModes...)
		t.add(fmt.Sprintf("short_16384x%d_p1", n), f32, []int{16384, n}, around(2, 1, 1), allModes...)
	}
	t.add("maps_512x7x7_p1", u8, []int{512, 7, 7}, around(3, 2, 1), allModes...)
	t.add("turns_4096x5_p16", f32, []int{4096, 5}, around(2, 1, 16), fromInput...)
	t.add("crop_1024x1024to1000", u8, []int{1024, 1024}, around(2, 2, -12), pad.Constant)
	t.add("nhwc_32x56x56x64_p1", f32, []int{32, 56, 56, 64}, []int{0, 1, 1, 0, 0, 1, 1, 0}, allModes[:3]...)
	t.group("channels", from)
}

func small(t *table) {
	from := len(*t)
	for _, shape := range [][]int{{1}, {4}, {16}, {100}, {2, 2}, {4, 4}, {10, 10}, {3, 4, 5}, {8, 8, 3}} {
		for _, d := range []dtype.DType{dtype.TypeUint8, dtype.TypeFloat32} {
			t.add("small_"+strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", "x"), "[]")+"_p1", d, shape, around(len(shape), min(2, len(shape)), 1), allModes...)
		}
	}
	t.group("small", from)
}
