package eboard_test

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/eboard"
)

// uart is a port as a system has it: what is written leaves by and by, and what has not left when it is closed is lost.
type uart struct {
	net.Conn
	baud   int
	closed chan struct{}
	once   sync.Once
	queue  chan []byte
	unsent atomic.Int64
}

func newUART(line net.Conn, baud int) *uart {
	u := &uart{Conn: line, baud: baud, closed: make(chan struct{}), queue: make(chan []byte, 100)}
	go func() {
		for {
			select {
			case <-u.closed:
				return
			case b := <-u.queue:
				if baud > 0 {
					time.Sleep(time.Duration(len(b)) * 10 * time.Second / time.Duration(baud))
				}
				u.unsent.Add(-int64(len(b)))
				select {
				case <-u.closed:
					return
				default:
					u.Conn.Write(b)
				}
			}
		}
	}()
	return u
}

func (u *uart) Write(b []byte) (int, error) {
	u.unsent.Add(int64(len(b)))
	u.queue <- append([]byte(nil), b...)
	return len(b), nil
}

func (u *uart) Unsent() (int, error) { return int(u.unsent.Load()), nil }

func (u *uart) Close() error {
	u.once.Do(func() { close(u.closed) })
	return u.Conn.Close()
}

// Every kind of board is dark in the end, though a port takes bytes faster than they leave: at its rate, and at a third of it, as a hub
// makes it that has others to serve.
func TestABoardIsDarkInTheEndThoughItsLineIsSlow(t *testing.T) {
	for _, kind := range eboard.Kinds {
		for _, slower := range []int{1, 3} {
			darkInTheEnd(t, kind, slower)
		}
	}
}

func darkInTheEnd(t *testing.T, kind eboard.Kind, slower int) {
	synctest.Test(t, func(t *testing.T) {
		real := models[kind.String()]()
		b := eboard.New(eboard.Config{Kind: kind, Open: func() (io.ReadWriteCloser, error) {
			host, far := net.Pipe()
			go func() { real.Run(far); far.Close() }()
			return newUART(host, kind.Baud/slower), nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- b.Run(ctx) }()
		frame := make([]byte, 3*64)
		frame[3*20] = 9
		if err := b.Show(frame); err != nil {
			t.Fatal(err)
		}
		wait(4 * time.Second)
		if !real.Lit(20) {
			t.Fatalf("%s: nothing shines", kind)
		}
		stopped := time.Now()
		cancel()
		<-ended
		took := time.Since(stopped)
		wait(time.Second)
		if real.Lit(20) || took > time.Second {
			t.Errorf("%s at a line %d times slower: shines in the end: %v, after %v", kind, slower, real.Lit(20), took)
		}
	})
}
