//go:build !race

package packed_test

const raceDetector = false
