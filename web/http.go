package web

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"reeve/rules"
)

// How long a connection may take: to send the head of a request, to send all of
// it, to take the answer, and to rest in between. Event streams are let go on, and
// so are contacts (patient).
const (
	headWait = 10 * time.Second
	readWait = 30 * time.Second
	sendWait = 60 * time.Second
	restWait = 60 * time.Second
)

// maxHead is the longest head of a request in bytes.
const maxHead = 16 << 10

// How many event streams may be open: of callers who have proved nothing, of one
// address, and of each seat and the admin.
const (
	strangeStreams = 192
	addressStreams = 128
	provedStreams  = 12
)

// guestKey is where a request's context has the connection that it came by.
type guestKey struct{}

// HTTP returns the server of the pages with its limits of time and room; most is
// how many connections may be open at once. Event streams of who has proved to be
// a seat or the admin have places of their own among them.
func (s *Server) HTTP(most int) *http.Server {
	room := max(1, most-provedStreams*(rules.MaxSeats+1))
	s.events.calls.most, s.events.calls.address = room, room
	return bounded(s, &s.events.calls)
}

// Bounded returns a server of h with the same limits.
func Bounded(h http.Handler, most int) *http.Server {
	return bounded(h, &crowd{most: most, address: most})
}

func bounded(h http.Handler, calls *crowd) *http.Server {
	var guests sync.Map // of connections
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headWait, ReadTimeout: readWait, WriteTimeout: sendWait, IdleTimeout: restWait, MaxHeaderBytes: maxHead,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			g := &guest{party{from: addressOf(c.RemoteAddr().String())}, func() { c.Close() }}
			guests.Store(c, g)
			calls.enter(g)
			return context.WithValue(ctx, guestKey{}, g)
		},
		ConnState: func(c net.Conn, state http.ConnState) {
			if g, ok := guests.Load(c); ok && (state == http.StateClosed || state == http.StateHijacked) {
				guests.Delete(c)
				calls.leave(g.(*guest))
			}
		},
	}
}

// patient sets the write deadline of an answer; 0 is none.
func patient(w http.ResponseWriter, after time.Duration) {
	rc, until := http.NewResponseController(w), time.Time{}
	if after > 0 {
		until = time.Now().Add(after + sendWait)
	}
	rc.SetReadDeadline(until)
	rc.SetWriteDeadline(until)
}
