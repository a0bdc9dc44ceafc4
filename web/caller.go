package web

import (
	"net/http"
	"net/netip"
	"strings"

	"reeve/rules"
)

// The cookies that a link's key is exchanged for.
const (
	adminCookie = "reeve-admin"
	seatCookie  = "reeve-seat-" // and the seat's name
)

// caller is what a request has proved.
type caller struct {
	seats map[string]bool
	admin bool
	tried bool // it sent a key
}

// who checks the keys of a request: its bearer token, else its cookies. Wrong
// keys count against the caller's address, and too many refuse every key.
func (s *Server) who(r *http.Request) (caller, error) {
	sent := sentKeys(r)
	c := s.proved(sent)
	if !c.tried {
		return c, nil
	}
	from := remote(r)
	if !s.guesses.open(from) {
		return caller{}, refuse(http.StatusForbidden, "too many wrong keys from this address", "wait a minute")
	}
	if !c.admin && len(c.seats) == 0 {
		s.guesses.count(from)
	}
	return c, nil
}

// proved compares keys with those in force.
func (s *Server) proved(sent []string) caller {
	c := caller{seats: map[string]bool{}, tried: len(sent) > 0}
	for _, key := range sent {
		if seat, ok := s.keys.match(key); ok {
			c.seats[seat] = true
		}
		if sameKey(key, s.cfg.AdminKey) {
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
		return refuse(http.StatusForbidden, "this key is not "+seat+"'s", "use the link of that seat")
	case c.tried:
		return refuse(http.StatusUnauthorized, "this key opens no seat of this game", "a new game has new links")
	}
	return refuse(http.StatusUnauthorized, "seat "+seat+" needs its key", "open the link of that seat, or send Authorization: Bearer KEY")
}

// seatNamed returns the seat of that name if it takes part.
func (s *Server) seatNamed(name string, status int) (rules.Seat, error) {
	seat, ok := s.cfg.Session.Game().SeatOf(name)
	if !ok || !s.cfg.Session.Seated().Has(seat) {
		return 0, refuse(status, "there is no seat "+name, "seats: "+strings.Join(s.seats(), ", "))
	}
	return seat, nil
}

// viewerOf returns the seat that a path or query names, for a caller who may see it.
func (s *Server) viewerOf(r *http.Request, name string) (rules.Seat, error) {
	seat, err := s.seatNamed(name, http.StatusNotFound)
	if err != nil || !s.KeysInForce() {
		return seat, err
	}
	c, err := s.who(r)
	if err != nil {
		return 0, err
	}
	return seat, c.keyOf(name)
}

// actorOf returns the seat a body names, or the one seat whose key was sent; nil
// where every caller acts for any seat and none was named, and for the admin.
func (s *Server) actorOf(r *http.Request, name string) (*rules.Seat, error) {
	if name == "" {
		return s.unnamedActor(r)
	}
	seat, err := s.seatNamed(name, http.StatusUnprocessableEntity)
	if err != nil || !s.KeysInForce() {
		return &seat, err
	}
	c, err := s.who(r)
	if err != nil {
		return nil, err
	}
	return &seat, c.keyOf(name)
}

func (s *Server) unnamedActor(r *http.Request) (*rules.Seat, error) {
	if !s.KeysInForce() {
		return nil, nil
	}
	c, err := s.who(r)
	if err != nil {
		return nil, err
	}
	if len(c.seats) == 1 {
		for name := range c.seats {
			seat, err := s.seatNamed(name, http.StatusUnprocessableEntity)
			return &seat, err
		}
	}
	if len(c.seats) > 1 {
		return nil, refuse(http.StatusBadRequest, "it is not said for which seat", "name the seat")
	}
	if c.admin {
		return nil, nil
	}
	return nil, refuse(http.StatusUnauthorized, "a seat's key is needed", "open the link of a seat, or send Authorization: Bearer KEY")
}

// admin lets h answer to the admin only: who has the admin key or, where there
// is none, who calls from this machine itself.
func (s *Server) admin(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.adminOnly(r); err != nil {
			s.fail(w, r, err)
			return
		}
		h(w, r)
	}
}

func (s *Server) adminOnly(r *http.Request) error {
	if s.cfg.AdminKey == "" {
		if fromHere(r) {
			return nil
		}
		return refuse(http.StatusForbidden, "only this machine itself may do that", "start the daemon with --admin-key and send it")
	}
	c, err := s.who(r)
	switch {
	case err != nil:
		return err
	case c.admin:
		return nil
	case len(c.seats) > 0:
		return refuse(http.StatusForbidden, "a seat's key is not the admin's", "send Authorization: Bearer ADMIN-KEY")
	}
	return refuse(http.StatusUnauthorized, "the admin key is needed", "send Authorization: Bearer ADMIN-KEY, or open the page once with ?key=ADMIN-KEY")
}

// fromHere reports whether the call came over the loopback and no proxy passed it on.
func fromHere(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() && r.Header.Get("Forwarded") == "" && r.Header.Get("X-Forwarded-For") == ""
}
