package web

import (
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"reeve/rules"
)

// The cookies that a link's key is exchanged for.
const (
	adminCookie = "reeve-admin"
	seatCookie  = "reeve-seat-" // and the seat's name
)

// access says who calls, and for which seats it may: by the keys, where they are in
// force.
type access struct {
	reply
	session Session
	keys    *keyring
	guesses limiter // wrong keys
	listen  string
	keysOn  bool
}

// caller is what a request has proved.
type caller struct {
	seats map[string]bool
	admin bool
	tried bool          // it sent a key
	wait  time.Duration // before it is refused
}

// who checks the keys of a request: its bearer token, else its cookies. Wrong keys
// count against the caller's address, whose refusals come slower then.
func (a *access) who(r *http.Request) caller {
	c := a.proved(sentKeys(r))
	if c.tried && !c.admin && len(c.seats) == 0 {
		c.wait = min(a.guesses.count(party{from: remote(r)}), slowest)
	}
	return c
}

// refuse is a refusal of this caller.
func (c caller) refuse(status int, why, hint rules.Message) error {
	return slowRefusal{refuse(status, why, hint), c.wait}
}

// party is the caller as somebody with a key, nobody without one.
func (c caller) party() party {
	switch {
	case c.admin:
		return party{who: adminCookie}
	case len(c.seats) > 0:
		return party{who: seatCookie + slices.Min(slices.Collect(maps.Keys(c.seats)))}
	}
	return party{}
}

// proved compares keys with those in force.
func (a *access) proved(sent []string) caller {
	c := caller{seats: map[string]bool{}, tried: len(sent) > 0}
	for _, key := range sent {
		if seat, ok := a.keys.match(key); ok {
			c.seats[seat] = true
		}
		if sameKey(key, a.keys.admin) {
			c.admin = true
		}
	}
	return c
}

// sentKeys returns the keys that a request carries.
func sentKeys(r *http.Request) []string {
	if kind, key, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(kind, "Bearer") {
		return []string{strings.TrimSpace(key)}
	}
	var keys []string
	for _, c := range r.Cookies() {
		if c.Name == adminCookie || strings.HasPrefix(c.Name, seatCookie) {
			keys = append(keys, c.Value)
		}
		if len(keys) == rules.MaxSeats+1 {
			break
		}
	}
	return keys
}

// keyOf refuses a caller who has not proved the seat (401), or has proved
// another one only (403).
func (c caller) keyOf(seat string) error {
	switch {
	case c.seats[seat]:
		return nil
	case len(c.seats) > 0 || c.admin:
		return c.refuse(http.StatusForbidden, rules.Say("no.key.other", "seat", "@seat."+seat), rules.Say("do.link"))
	case c.tried:
		return c.refuse(http.StatusUnauthorized, rules.Say("no.key"), rules.Say("do.links"))
	}
	return c.refuse(http.StatusUnauthorized, rules.Say("no.key.needs", "seat", "@seat."+seat), rules.Say("do.open"))
}

// seatNamed returns the seat of that name if it takes part.
func (a *access) seatNamed(name string, status int) (rules.Seat, error) {
	seat, ok := a.session.Game().SeatOf(name)
	if !ok || !a.session.Seated().Has(seat) {
		return 0, refuse(status, rules.Say("no.seat", "name", rules.Quote(name)), rules.Say("do.seats", "seats", strings.Join(a.seats(), ", ")))
	}
	return seat, nil
}

// viewerOf returns the seat that a path or query names, for a caller who may see it.
func (a *access) viewerOf(r *http.Request, name string) (rules.Seat, error) {
	seat, err := a.seatNamed(name, http.StatusNotFound)
	if err != nil || !a.keysFor(r) {
		return seat, err
	}
	return seat, a.who(r).keyOf(name)
}

// actorOf returns the seat a body names, or the one seat whose key was sent; nil
// where every caller acts for any seat and none was named, and for the admin.
func (a *access) actorOf(r *http.Request, name string) (*rules.Seat, error) {
	if name == "" {
		return a.unnamedActor(r)
	}
	seat, err := a.seatNamed(name, http.StatusUnprocessableEntity)
	if err != nil || !a.keysFor(r) {
		return &seat, err
	}
	return &seat, a.who(r).keyOf(name)
}

func (a *access) unnamedActor(r *http.Request) (*rules.Seat, error) {
	if !a.keysFor(r) {
		return nil, nil
	}
	c := a.who(r)
	if len(c.seats) == 1 {
		for name := range c.seats {
			seat, err := a.seatNamed(name, http.StatusUnprocessableEntity)
			return &seat, err
		}
	}
	if len(c.seats) > 1 {
		return nil, refuse(http.StatusBadRequest, rules.Say("no.seat.said"), rules.Say("do.name"))
	}
	if c.admin {
		return nil, nil
	}
	return nil, c.refuse(http.StatusUnauthorized, rules.Say("no.key.seat"), rules.Say("do.open.any"))
}

// admin lets h answer to the admin only, which where no keys are in force is
// every caller; but a key of the settings is always asked for.
func (a *access) admin(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if a.keys.given || a.keysFor(r) {
			if err := a.adminProved(r); err != nil {
				a.fail(w, r, err)
				return
			}
		}
		h(w, r)
	}
}

// keeper lets h, which gives keys away, answer to who has proved to be the admin.
func (a *access) keeper(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := a.adminProved(r); err != nil {
			a.fail(w, r, err)
			return
		}
		h(w, r)
	}
}

// adminProved refuses a caller who has not sent the admin's key.
func (a *access) adminProved(r *http.Request) error {
	c := a.who(r)
	switch {
	case c.admin:
		return nil
	case len(c.seats) > 0:
		return c.refuse(http.StatusForbidden, rules.Say("no.key.admin"), rules.Say("do.admin"))
	}
	return c.refuse(http.StatusUnauthorized, rules.Say("no.admin"), rules.Say("do.admin"))
}

// keysFor reports whether keys are in force for a call: where they are not, for
// those still that were not made here.
func (a *access) keysFor(r *http.Request) bool { return a.KeysInForce() || !here(r) }

// here reports whether a call seems to have been made on this machine: over the
// loopback, by one of its names, and no proxy says that it passed it on. That
// proves nothing, for a proxy need not say so: it opens what everybody at this
// machine may do, and no more.
func here(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() && loopback(r.Host) && !passedOn(r)
}

// proxied are headers by which proxies tell of a call that they pass on.
var proxied = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "X-Original-Host", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip"}

// passedOn reports whether a proxy says that it passed the call on.
func passedOn(r *http.Request) bool {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded-") || slices.Contains(proxied, name) {
			return true
		}
	}
	return false
}
