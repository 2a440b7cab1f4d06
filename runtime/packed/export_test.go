//go:build amd64 && !purego

package packed

// WithoutVBMI takes VBMI from the processor, or not; what it returns puts that back.
func WithoutVBMI(is bool) (reset func()) {
	was := withoutVBMI
	withoutVBMI = is
	return func() { withoutVBMI = was }
}
