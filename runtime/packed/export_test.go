//go:build amd64 && !purego

package packed

import "sync"

// WithoutVBMI takes VBMI from the processor, or not; what it returns puts that back.
func WithoutVBMI(is bool) (reset func()) {
	was := withoutVBMI
	withoutVBMI = is
	return func() { withoutVBMI = was }
}

// ForgetTiles frees all tiles that are kept, as if there had been no output.
func ForgetTiles() {
	for i := range kept {
		kept[i] = sync.Pool{}
	}
	for i := range seenLayouts {
		seenLayouts[i].Store(0)
	}
}
