package hwtest

import (
	"io"
	"io/fs"
	"net"
	"slices"
	"sync"
)

// Cable joins a driver to a board: it may be pulled, break in the middle of a word, and carry rubbish. Board is the board's end of
// the line, each time that it is plugged in, until the line is closed.
type Cable struct {
	Board func(io.ReadWriter)

	running sync.WaitGroup
	mu      sync.Mutex
	pulled  bool
	opened  int
	host    net.Conn
	next    fate
	said    []byte // what came over the last line, its beginning
}

// fate is what becomes of a line.
type fate struct {
	first  []byte // comes before all that the board says
	breaks bool   // after so many bytes of the board
	after  int
}

// longestSaid is how much of what is said is kept.
const longestSaid = 1 << 12

// Open plugs the driver in; it fails while the cable is pulled out.
func (c *Cable) Open() (io.ReadWriteCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pulled {
		return nil, fs.ErrNotExist
	}
	host, far := net.Pipe()
	c.host, c.said = host, nil
	c.opened++
	c.running.Go(func() { c.Board(far); far.Close() })
	end := &cableEnd{Conn: host, cable: c, fate: c.next}
	c.next = fate{}
	return end, nil
}

// Pull takes the cable out, or puts it in again.
func (c *Cable) Pull(out bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pulled = out; out && c.host != nil {
		c.host.Close()
	}
}

// BreakAfter has the next line break after so many bytes of the board.
func (c *Cable) BreakAfter(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = fate{breaks: true, after: n}
}

// Before has rubbish come over the next line before anything else.
func (c *Cable) Before(rubbish []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = fate{first: rubbish}
}

// Said is what the board has said on the last line, its beginning.
func (c *Cable) Said() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.said)
}

// Opened counts the ports that are open.
func (c *Cable) Opened() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.opened
}

// Wait waits until the board speaks on no line any more.
func (c *Cable) Wait() { c.running.Wait() }

// cableEnd is the driver's end of a line.
type cableEnd struct {
	net.Conn
	cable *Cable
	fate  fate // of the reader
	once  sync.Once
}

func (e *cableEnd) Read(b []byte) (int, error) {
	if len(e.fate.first) > 0 {
		n := copy(b, e.fate.first)
		e.fate.first = e.fate.first[n:]
		return n, nil
	}
	if e.fate.breaks {
		if e.fate.after == 0 {
			e.Conn.Close()
			return 0, io.ErrUnexpectedEOF
		}
		b = b[:min(len(b), e.fate.after)]
	}
	n, err := e.Conn.Read(b)
	e.fate.after -= n
	e.cable.mu.Lock()
	defer e.cable.mu.Unlock()
	if len(e.cable.said) < longestSaid {
		e.cable.said = append(e.cable.said, b[:n]...)
	}
	return n, err
}

func (e *cableEnd) Close() error {
	e.once.Do(func() {
		e.cable.mu.Lock()
		defer e.cable.mu.Unlock()
		e.cable.opened--
	})
	return e.Conn.Close()
}
