package bus

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// A line that is paced reads as fast as it may and no faster, and says at once what is little.
func TestALineIsReadAtItsPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer near.Close()
		line := &pacedConn{Conn: near, most: 1000}
		go func() {
			for _, err := far.Write(make([]byte, 10)); err == nil; {
				_, err = far.Write(make([]byte, 700))
			}
		}()
		read := func(n int) time.Duration {
			began := time.Now()
			if _, err := io.ReadFull(line, make([]byte, n)); err != nil {
				t.Fatal(err)
			}
			return time.Since(began)
		}
		for _, c := range []struct {
			bytes int
			want  time.Duration
		}{{10, 0}, {990, 0}, {4000, 4 * time.Second}, {1000, time.Second}} {
			if took := read(c.bytes); took < c.want || took > c.want+200*time.Millisecond {
				t.Errorf("%d bytes after %s, want %s", c.bytes, took, c.want)
			}
		}
		time.Sleep(time.Minute) // who was silent may say a second's worth at once, and no more
		if took := read(1000) + read(1000); took < 900*time.Millisecond || took > 1200*time.Millisecond {
			t.Errorf("after a minute 2000 bytes take %s", took)
		}
		far.Close()
	})
}
