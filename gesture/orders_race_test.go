//go:build race

package gesture_test

// The race detector makes everything many times slower.
const raceEnabled = true
