package web

import (
	"context"
	"net/http"

	"reeve/referee"
	"reeve/rules"
)

// guard is what every body of a POST that plays may hold besides: the number of
// the table that the caller saw. Nothing is done if it is another by then.
type guard struct{ Seq *uint64 }

// on is c with the guard before it.
func (g guard) on(c referee.Command, viewer rules.Seat) referee.Command {
	if g.Seq == nil {
		return c
	}
	return referee.Guarded{Command: c, Viewer: viewer, Seq: *g.Seq}
}

// playRoom is where players play.
type playRoom struct {
	tables
	hint    func(ctx context.Context, seat rules.Seat) error // nil: nobody can
	engines []referee.Engine
}

func (p *playRoom) routes(during wrapper) []route {
	return []route{
		post("/api/action", during(p.postAction)),
		post("/api/arm", during(p.postArm)),
		post("/api/answer", during(p.postAnswer)),
		post("/api/throw", during(p.postThrow)),
		post("/api/button", during(p.postButton)),
		post("/api/offer", during(p.postOffer)),
		post("/api/resign", during(p.postResign)),
		post("/api/words", during(p.postWords)),
		post("/api/players", during(p.postPlayers)),
		post("/api/hint", during(p.postHint)),
		get("/api/engines", p.getEngines),
	}
}

// need refuses a body in which a field is missing.
func need(field, value string) error {
	if value == "" {
		return refuse(http.StatusBadRequest, rules.Say("no.missing", "name", field), rules.Say("do.docs"))
	}
	return nil
}

func (p *playRoom) postAction(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Action, Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("action", body.Action)
	}
	var seat *rules.Seat
	if err == nil {
		seat, err = p.actorOf(r, body.Seat)
	}
	if err == nil && seat == nil && p.keysFor(r) && p.session.Table(rules.Table).Lesson == nil { // who teaches acts for all
		err = refuse(http.StatusForbidden, rules.Say("no.admin.acts"), rules.Say("do.seat.key"))
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.do(w, r, seat, body.guard, referee.Act{Seat: seat, Text: body.Action})
}

// postArm chooses what the hands will show next: the actions of a seat that begin
// so, or nothing any more (hands.md rule 11).
func (p *playRoom) postArm(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Action, Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	p.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command {
		return referee.Arm{Seat: seat, Text: body.Action}
	})
}

func (p *playRoom) postAnswer(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Choice string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("choice", body.Choice)
	}
	p.doFor(w, r, err, "", body.guard, func(*rules.Seat) referee.Command { return referee.Answer{Choice: body.Choice} })
}

func (p *playRoom) postThrow(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Faces  []int
		Action string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil && (len(body.Faces) == 0) == (body.Action == "") {
		err = refuse(http.StatusBadRequest, rules.Say("no.throw.form"), rules.Say("do.send", "sample", `{"faces":[4]}`))
	}
	p.doFor(w, r, err, "", body.guard, func(*rules.Seat) referee.Command {
		return referee.Throw{Faces: body.Faces, Text: body.Action}
	})
}

// doFor carries out a command of the seat named, or with none of who calls: with keys in force any seat's will do, or
// the admin's.
func (p *playRoom) doFor(w http.ResponseWriter, r *http.Request, err error, name string, g guard, command func(*rules.Seat) referee.Command) {
	var seat *rules.Seat
	if err == nil {
		seat, err = p.actorOf(r, name)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.do(w, r, seat, g, command(seat))
}

var buttons = map[string]bool{"confirm": true, "undo": true, "energy": true}

func (p *playRoom) postButton(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Button, Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("button", body.Button)
	}
	if err == nil && !buttons[body.Button] {
		err = refuse(http.StatusUnprocessableEntity, rules.Say("no.button", "name", rules.Quote(body.Button)), rules.Say("do.buttons"))
	}
	p.doFor(w, r, err, body.Seat, body.guard, func(seat *rules.Seat) referee.Command {
		return referee.Press{Button: body.Button, Seat: seat}
	})
}

func (p *playRoom) postOffer(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat, Kind string
		Accept     *bool
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("kind", body.Kind)
	}
	if err == nil && body.Kind != "draw" && body.Kind != "undo" {
		err = refuse(http.StatusUnprocessableEntity, rules.Say("no.offer", "kind", rules.Quote(body.Kind)), rules.Say("do.kinds"))
	}
	accept := body.Accept == nil || *body.Accept
	p.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command {
		return referee.MakeOffer{Seat: seat, Kind: body.Kind, Accept: accept}
	})
}

func (p *playRoom) postResign(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	p.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command { return referee.GiveUp{Seat: seat} })
}

func (p *playRoom) postWords(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat, Words string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("words", body.Words)
	}
	p.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command {
		return referee.Words{Seat: seat, Words: body.Words}
	})
}

// doNamed carries out a command that is always one seat's.
func (p *playRoom) doNamed(w http.ResponseWriter, r *http.Request, err error, name string, g guard, command func(rules.Seat) referee.Command) {
	var seat *rules.Seat
	if err == nil {
		seat, err = p.actorOf(r, name)
	}
	if err == nil && seat == nil {
		err = need("seat", "")
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.do(w, r, seat, g, command(*seat))
}
