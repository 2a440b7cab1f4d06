package pad_test

import (
	"testing"
)

// rounds is how many random calls a test draws for each mode and rank.
func rounds() int {
	if testing.Short() {
		return 40
	}
	return 250
}
