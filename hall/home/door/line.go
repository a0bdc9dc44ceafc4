package door

import (
	"net"
	"time"
)

const (
	connectWait = 10 * time.Second // for who has called to say who he is
	sendWait    = 5 * time.Second  // for who listens to take what he is told
)

// line is a connection whose reader is never waited for long. The server has one deadline for both ways, which every packet
// that comes moves on: who only sends could hold up for ever what he is to be told.
type line struct{ net.Conn }

func newLine(c net.Conn) line {
	c.SetReadDeadline(time.Now().Add(connectWait))
	return line{c}
}

func (l line) SetDeadline(t time.Time) error { return l.SetReadDeadline(t) }

// Write ends the line where it fails: half a packet may have gone.
func (l line) Write(p []byte) (int, error) {
	l.SetWriteDeadline(time.Now().Add(sendWait))
	n, err := l.Conn.Write(p)
	if err != nil {
		l.Close()
	}
	return n, err
}
