//go:build amd64 && !purego

package stream

// Blocks is testBlocks, for tests outside the package.
var Blocks = testBlocks

// SetNarrow takes its wide registers from the processor; what it returns gives them back.
func SetNarrow() (reset func()) {
	was, wasVBMI := wide, vbmi
	wide, vbmi = false, false
	return func() { wide, vbmi = was, wasVBMI }
}
