package web

import (
	"net/http"
	"time"

	"reeve/rules"
)

// Live is what the daemon feels now: every contact of every driver.
type Live struct {
	At      time.Duration `json:"-"` // since the daemon started
	Drivers []LiveDriver  `json:"drivers"`
}

// LiveDriver is one driver that feels.
type LiveDriver struct {
	Name     string        `json:"name"`
	Kind     string        `json:"kind"`
	Fault    string        `json:"fault,omitempty"` // why it cannot be read
	Contacts []LiveContact `json:"contacts"`        // those that are wired to something, or were felt
}

// LiveContact is one channel. Counts are since the daemon started; Flickers are changes that broke off before they
// settled, which controllers and DGT boards do not tell.
type LiveContact struct {
	Channel  int    `json:"channel"`
	Label    string `json:"label,omitempty"`  // by the board file: a square, or a button in brackets
	Square   string `json:"square,omitempty"` // of the game on the table
	Closed   bool   `json:"closed"`
	Edges    uint32 `json:"edges"`
	Flickers uint32 `json:"flickers"`
	Fault    string `json:"fault,omitempty"` // dead, stuck, flickering, ghost, crosstalk or drifted
}

// getDoctor answers what is felt now, to the admin. While pieces are placed in secret contacts would tell where.
func (s *statusRoom) getDoctor(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.live == nil:
		missing(w, r)
	case s.session.Secret():
		s.fail(w, r, refuse(http.StatusConflict, rules.Say("no.hides"), rules.Say("do.hides")))
	default:
		live := s.live()
		writeJSON(w, struct {
			At int64 `json:"at"` // ms
			Live
		}{live.At.Milliseconds(), live})
	}
}
