package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// What an address may do at once, and how soon once more: send wrong keys, and
// send requests. A page is some thirty requests; a household's are counted together.
var (
	guesses  = allowance{20, 3 * time.Second}
	requests = allowance{600, 10 * time.Millisecond}
)

const maxAddresses = 4096 // remembered

type allowance struct {
	most  int
	every time.Duration
}

// limiter counts what each address has done.
type limiter struct {
	allowance
	mu    sync.Mutex
	until map[netip.Prefix]time.Time // when the address has its whole allowance again
}

// open reports whether the address may do it once more.
func (l *limiter) open(from netip.Prefix) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.until[from]) <= time.Duration(l.most-1)*l.every
}

// count counts that the address did it once.
func (l *limiter) count(from netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.until == nil || len(l.until) >= maxAddresses {
		l.forget(now)
	}
	start := l.until[from]
	if start.Before(now) {
		start = now
	}
	l.until[from] = start.Add(l.every)
}

// forget drops the addresses that have their whole allowance again; if a flood
// of addresses leaves no room, all.
func (l *limiter) forget(now time.Time) {
	kept := map[netip.Prefix]time.Time{}
	for from, until := range l.until {
		if until.After(now) {
			kept[from] = until
		}
	}
	if len(kept) >= maxAddresses {
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
