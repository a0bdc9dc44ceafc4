package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync"
	"time"
)

// gate is held for writing while a new game changes the keys.
type gate struct {
	reply
	sync.RWMutex
}

// during holds game and keys still while h runs. It reads the body before and writes the answer after, so that a
// slow client does not delay a new game.
func (g *gate) during(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			g.fail(w, r, bodyFault(err))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := delayedAnswer{w: w, status: http.StatusOK}
		g.RLock()
		defer func() { answer.send(r.Context()) }()
		defer g.RUnlock()
		h(&answer, r)
	}
}

// delayedAnswer is an answer that waits to be sent.
type delayedAnswer struct {
	w      http.ResponseWriter
	status int
	wait   time.Duration // before it is sent
	body   bytes.Buffer
}

func (h *delayedAnswer) Header() http.Header         { return h.w.Header() }
func (h *delayedAnswer) WriteHeader(status int)      { h.status = status }
func (h *delayedAnswer) Write(b []byte) (int, error) { return h.body.Write(b) }

func (h *delayedAnswer) send(ctx context.Context) {
	waitFor(ctx, h.wait)
	h.w.WriteHeader(h.status)
	h.w.Write(h.body.Bytes())
}
