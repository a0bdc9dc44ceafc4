package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Wrong keys an address may send at once, and how soon it may send one more.
const (
	guesses    = 20
	guessEvery = 3 * time.Second
	maxGuesser = 4096 // addresses remembered
)

// limiter counts the wrong keys of each address. The zero value is ready.
type limiter struct {
	mu    sync.Mutex
	until map[netip.Prefix]time.Time // when the address has all its guesses again
}

// open reports whether the address may send a key.
func (l *limiter) open(from netip.Prefix) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.until[from]) <= (guesses-1)*guessEvery
}

// wrong counts one wrong key.
func (l *limiter) wrong(from netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.until == nil || len(l.until) >= maxGuesser {
		l.forget(now)
	}
	start := l.until[from]
	if start.Before(now) {
		start = now
	}
	l.until[from] = start.Add(guessEvery)
}

// forget drops the addresses that have all their guesses again; if a flood of
// addresses leaves no room, all.
func (l *limiter) forget(now time.Time) {
	kept := map[netip.Prefix]time.Time{}
	for from, until := range l.until {
		if until.After(now) {
			kept[from] = until
		}
	}
	if len(kept) >= maxGuesser {
		clear(kept)
	}
	l.until = kept
}

// remote returns the caller's address; of IPv6 its network, which is one household.
func remote(r *http.Request) netip.Prefix {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	addr := peer.Addr().Unmap().WithZone("")
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits)
	return p
}
