//go:build amd64 && !purego

package stream

// Blocks is testBlocks, for tests outside the package.
var Blocks = testBlocks

// SetWide says which registers the processor has; what it returns takes that back.
func SetWide(is bool) (reset func()) {
	was := wide
	wide = is
	return func() { wide = was }
}
