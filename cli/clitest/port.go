package clitest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// FreePort is a port of this machine that nothing listens at. The machine gives it to nobody who asks for any, nor to who
// calls, for it is below those that Linux gives: so a program may begin to listen there later, and once more after it has ended.
func FreePort(t *testing.T) string {
	t.Helper()
	for range 1000 {
		port := strconv.Itoa(10_000 + rand.IntN(22_000))
		if l, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
}
