//go:build !race

package gesture_test

const raceEnabled = false
