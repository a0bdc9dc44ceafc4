package hwtest

import (
	"crypto/sha256"
	"time"
)

// Timeout is how long what takes so long on a machine that does nothing else may take
// on this one now: a small piece of work is timed first. It never is less than usual.
func Timeout(usual time.Duration) time.Duration {
	const quiet = 100 * time.Millisecond // for the work, on a slow core that has nothing else to do
	start, block := time.Now(), make([]byte, 1<<20)
	for range 16 {
		sum := sha256.Sum256(block)
		copy(block, sum[:])
	}
	return max(usual, time.Duration(float64(usual)*float64(time.Since(start))/float64(quiet)))
}
