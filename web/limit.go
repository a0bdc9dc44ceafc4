package web

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Rate limits of an address: burst and interval of wrong keys and of requests. A page is some thirty requests, and
// a household counts as one.
var (
	guesses  = allowance{20, time.Second}
	requests = allowance{600, 10 * time.Millisecond}
)

const (
	maxParties = 4096            // remembered
	slowest    = 3 * time.Second // that the refusal of a wrong key waits
)

type allowance struct {
	most  int
	every time.Duration
}

// party is the unit of rate limits: an address, or a caller who has proved to be a seat or the admin.
type party struct {
	from netip.Prefix
	who  string
}

// limiter counts what each party has done.
type limiter struct {
	allowance
	mu    sync.Mutex
	until map[party]time.Time // when the party has its whole allowance again
}

// may reports whether the party is within its limit, and then counts the request.
func (l *limiter) may(p party) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.debt(p) > -l.every {
		return false
	}
	l.add(p)
	return true
}

// count counts that the party did it once more than it may, or not, and returns
// how long after now it may have done it.
func (l *limiter) count(p party) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(p)
	return max(0, l.debt(p))
}

// debt is how long the party must wait to be within its limit.
func (l *limiter) debt(p party) time.Duration {
	return max(0, time.Until(l.until[p])) - time.Duration(l.most)*l.every
}

func (l *limiter) add(p party) {
	now := time.Now()
	if l.until == nil || len(l.until) >= maxParties {
		l.forget(now)
	}
	start := l.until[p]
	if start.Before(now) {
		start = now
	}
	l.until[p] = start.Add(l.every)
}

// forget drops the parties that have their whole allowance again; if a flood of
// them leaves no room, all.
func (l *limiter) forget(now time.Time) {
	kept := map[party]time.Time{}
	for p, until := range l.until {
		if until.After(now) {
			kept[p] = until
		}
	}
	if len(kept) >= maxParties {
		clear(kept)
	}
	l.until = kept
}

// remote returns the caller's address; of IPv6 its network, which is one household.
// A proxy on this machine is believed whom it asks for: for limits, and for nothing else.
func remote(r *http.Request) netip.Prefix {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	if peer.Addr().Unmap().IsLoopback() {
		return household(askedFor(r.Header, peer.Addr()))
	}
	return household(peer.Addr())
}

// addressOf returns the address of host:port.
func addressOf(at string) netip.Prefix {
	peer, _ := netip.ParseAddrPort(at)
	return household(peer.Addr())
}

// household is an address, of IPv6 its network.
func household(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap().WithZone("")
	bits := 32
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits)
	return p
}

// askedFor returns the address that a proxy says it asks for: the last one of
// X-Forwarded-For, which the nearest proxy added, or X-Real-IP. A caller can send
// the one that the proxy does not set; where they differ neither is believed.
func askedFor(h http.Header, proxy netip.Addr) netip.Addr {
	told := proxy
	chain := strings.Split(strings.Join(h.Values("X-Forwarded-For"), ","), ",")
	for _, text := range []string{chain[len(chain)-1], h.Get("X-Real-Ip")} {
		addr, err := netip.ParseAddr(strings.TrimSpace(text))
		switch addr = addr.Unmap().WithZone(""); {
		case err != nil:
		case told == proxy:
			told = addr
		case told != addr:
			return proxy
		}
	}
	return told
}
