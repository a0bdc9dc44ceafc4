//go:build orders && !race

package gesture_test

const raceEnabled = false
