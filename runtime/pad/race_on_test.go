//go:build race

package pad_test

const raceDetector = true
