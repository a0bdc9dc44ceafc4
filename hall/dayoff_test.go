package hall_test

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall/wire"
)

// A board whose hall is away, unreachable or gone mad for a day plays on, has no more goroutines and memory at the end of it than
// at its beginning, and then tells everything once.
func TestLongADayWithoutAHallLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 24)
		h.most = 100_000
		b := h.join("Table 1", "rolechess", time.Minute)
		h.wait(5 * time.Minute)
		key, err := h.store.Key()
		if err != nil {
			t.Fatal(err)
		}
		h.close()
		for _, fault := range []struct {
			name       string
			cut, black bool
			flood      time.Duration // between two messages; 0: none
		}{{"away", true, false, 0}, {"a black hole", false, true, 0}, {"mad", false, false, 500 * time.Millisecond}} {
			h.air.set(fault.cut, fault.black)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() { defer close(done); h.floods(ctx, key, b.id, fault.flood) }()
			h.wait(30 * time.Minute)
			b.Rest() // what it plays it keeps, in a record that is memory here
			goroutines, heap := h.weighed()
			h.wait(7*time.Hour + 30*time.Minute)
			after, grown := h.weighed()
			b.Rests.Store(false)
			cancel()
			<-done
			t.Logf("%s, %d goroutines, then %d; %+d kB", fault.name, goroutines, after, (grown-heap)/1024)
			if after > goroutines || grown > heap+256<<10 {
				t.Errorf("%s: %d goroutines have become %d, %d kB %d", fault.name, goroutines, after, heap/1024, grown/1024)
			}
		}
		acted := b.Acted.Load()
		h.air.set(false, false)
		h.open()
		h.settled()
		if lines := h.equal(); acted < 80 || lines < int(acted) {
			t.Errorf("%d actions in a day, and %d lines are told", acted, lines)
		}
	})
}

// floods says to a board, every so often, what its hall might have said and did not, what is no message, and orders that nobody gave.
func (h *house) floods(ctx context.Context, key ed25519.PrivateKey, board wire.ID, every time.Duration) {
	if every == 0 {
		<-ctx.Done()
		return
	}
	line, place := h.air.call(ctx), wire.Place{Hall: wire.IDOf(key.Public().(ed25519.PublicKey)), Board: board}
	for n := 0; ctx.Err() == nil; n++ {
		subject, data := place.Have(), []byte("noise")
		var message any
		var err error
		switch n % 3 {
		case 0:
			message = &wire.Have{V: wire.Version, Boot: fmt.Sprint(n), Session: fmt.Sprint(n)}
		case 1:
			subject, message = place.To("pause"), &wire.Command{V: wire.Version, N: uint64(1000 + n), Do: wire.Pause, Who: "nobody"}
		}
		if message != nil {
			data, err = wire.Seal(key, subject, message)
		}
		if err == nil {
			err = line.Publish(subject, data)
		}
		if err != nil {
			h.Error(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

// weighed is how many goroutines there are, and how much memory is in use; what the test itself heard is forgotten.
func (h *house) weighed() (goroutines, heap int) {
	h.air.mu.Lock()
	h.air.said = nil
	h.air.mu.Unlock()
	var m runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), int(m.HeapAlloc)
}
