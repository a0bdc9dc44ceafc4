package bus

import (
	"net"
	"time"
)

// pacedConn is a line that is read no faster than so many bytes a second, but for a second's
// worth at once. What says more waits, at its own end.
type pacedConn struct {
	net.Conn
	most int       // bytes a second
	free time.Time // when all that was read would have been read at that pace
}

// Read reads at most an eighth of a second's worth, so that no wait is long.
func (p *pacedConn) Read(b []byte) (int, error) {
	n, err := p.Conn.Read(b[:min(len(b), max(p.most/8, 1))])
	now := time.Now()
	if p.free.Before(now) {
		p.free = now
	}
	p.free = p.free.Add(time.Duration(n) * time.Second / time.Duration(p.most))
	time.Sleep(p.free.Sub(now) - time.Second)
	return n, err
}
