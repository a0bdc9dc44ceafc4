package web

import (
	"context"
	"net/http"
	"time"

	"reeve/rules"
)

// Hall is the hall of boards that this board belongs to, or may join. Its methods may be
// called by many goroutines at once, and refuse as a session does.
type Hall interface {
	// State returns the membership and the connection as they are now.
	State() HallState
	// Join joins the hall that an invitation names, in place of the one before.
	Join(ctx context.Context, invitation string) error
	// Call calls for the arbiter, or with on false no longer; seat is who does, "" for nobody in particular.
	Call(seat string, on bool) error
}

// HallState is how it is with the hall.
type HallState struct {
	Joined  bool
	Title   string // of the hall
	Name    string // of the board in it
	Here    bool   // the hall's bus answers
	Heard   time.Time
	Waiting int    // lines that the hall has not said to have
	Fork    bool   // the hall has another record of this board's games
	Calls   bool   // for the arbiter
	Seat    string // who calls; "" for nobody in particular
}

// hallAnswer is the state of the hall as text.
type hallAnswer struct {
	Joined  bool   `json:"joined"`
	Title   string `json:"title,omitempty"`
	Name    string `json:"name,omitempty"`
	Here    bool   `json:"here"`
	HeardMS int64  `json:"heard_ms"` // since its last word; -1: none since the start
	Waiting int    `json:"waiting"`
	Fork    bool   `json:"fork,omitempty"`
	Calls   bool   `json:"calls"`
	Seat    string `json:"seat,omitempty"`
}

// hallRoom is where the board joins a hall and calls for its arbiter.
type hallRoom struct {
	*access
	hall Hall // nil: it can join none
}

func (o *hallRoom) routes(during wrapper) []route {
	return []route{
		get("/api/hall", o.getHall),
		send("/api/hall", o.admin(o.postHall)),
		send("/api/call", during(o.postCall)),
	}
}

func (o *hallRoom) state() HallState {
	if o.hall == nil {
		return HallState{}
	}
	return o.hall.State()
}

func (o *hallRoom) getHall(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, hallAnswerOf(o.state()))
}

func hallAnswerOf(h HallState) hallAnswer {
	a := hallAnswer{Joined: h.Joined, Title: h.Title, Name: h.Name, Here: h.Here, HeardMS: -1, Waiting: h.Waiting, Fork: h.Fork, Calls: h.Calls, Seat: h.Seat}
	if !h.Heard.IsZero() {
		a.HeardMS = time.Since(h.Heard).Milliseconds()
	}
	return a
}

// postHall joins a hall. It may take seconds, so the game is not held still.
func (o *hallRoom) postHall(w http.ResponseWriter, r *http.Request) {
	var body struct{ Invitation string }
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("invitation", body.Invitation)
	}
	if err == nil {
		err = o.ofHall(func(h Hall) error { return h.Join(r.Context(), body.Invitation) })
	}
	o.hallAfter(w, r, err)
}

// postCall calls for the arbiter. Whoever may act may call; a seat that is named, with its key.
func (o *hallRoom) postCall(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat string
		On   *bool
	}
	err := readBody(w, r, &body, false)
	var seat *rules.Seat
	if err == nil {
		seat, err = o.actorOf(r, body.Seat)
	}
	if err == nil {
		name := ""
		if seat != nil {
			name = o.session.Game().SeatName(*seat)
		}
		err = o.ofHall(func(h Hall) error { return h.Call(name, body.On == nil || *body.On) })
	}
	o.hallAfter(w, r, err)
}

// ofHall asks something of the hall, if there can be one.
func (o *hallRoom) ofHall(do func(Hall) error) error {
	if o.hall == nil {
		return refuse(http.StatusConflict, rules.Say("no.hall"), rules.Say("do.hall"))
	}
	return do(o.hall)
}

func (o *hallRoom) hallAfter(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		o.fail(w, r, err)
		return
	}
	o.getHall(w, r)
}
