package packed

import "testing"

// TestRoom: a run has room if 8 bytes from its end on are in the slice. A run whose end overflows an int has none.
func TestRoom(t *testing.T) {
	const maxInt = int(^uint(0) >> 1)
	for _, c := range []struct{ size, end, step, n, want int }{
		{16, 64, 8, 1, 1}, {16, 65, 8, 1, 0}, {16, 64, 8, 3, 1}, {16, 47, 8, 9, 3}, {16, 48, 8, 9, 3}, {16, 49, 8, 9, 2}, {16, 48, 8, 2, 2},
		{16, 64, 0, 5, 5}, {16, 64, -8, 5, 5}, {16, 72, -8, 5, 0}, {7, 0, 0, 1, 0}, {8, 0, 0, 4, 4}, {8, 0, 8, 4, 1},
		{maxInt / 8, maxInt, 8, 1, 0},
	} {
		if got := room(c.size, c.end, c.step, c.n); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	for over := range 64 {
		end := maxInt
		end += over // wraps around
		if got := room(maxInt/8, end, 8, 1); got != 0 {
			t.Errorf("room for a stretch that ends %d bits behind the most an int counts", over)
		}
	}
}
