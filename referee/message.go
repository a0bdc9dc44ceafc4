package referee

import (
	"strconv"
	"strings"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/referee/guidance"
	"reeve/rules"
)

// message is the one sentence that says what the board waits for.
func (g *glance) message(t *Table) rules.Message {
	m := g.j.match
	switch {
	case g.j.unlit != "":
		return rules.Say("paused.lights", "why", g.j.unlit)
	case g.j.fault != "":
		return rules.Say("paused.board", "why", g.j.fault)
	case g.j.paused:
		return rules.Say("paused.arbiter")
	case !m.chance.trouble.IsZero():
		return m.chance.trouble
	}
	switch t.Status {
	case StatusOver:
		if m.lesson != nil {
			return m.lesson.coach(m.state())
		}
		return m.overMessage()
	case StatusSetup:
		switch {
		case g.j.follows() && m.state().ToAct().Has(rules.Chance): // nothing rolls or is dealt before
			return rules.Say("setup.follows")
		case g.j.follows():
			return g.playMessage(t)
		}
		return g.request.SetUpMessage(t.Position, m.state().Topology(), rules.Say("setup", "lift", strconv.Itoa(len(settleOf(t).Lift)), "place", strconv.Itoa(len(settleOf(t).Place))))
	case StatusAsk:
		return rules.Message{Key: t.Ask.Key, Args: t.Ask.Args}
	case StatusThrow:
		return rules.Say("throw", "seat", "@seat."+m.game.SeatName(m.state().Ask().For))
	}
	return g.playMessage(t)
}

func settleOf(t *Table) Settle {
	if t.Settle == nil {
		return Settle{}
	}
	return *t.Settle
}

// playMessage is the sentence while a game goes on by hand.
func (g *glance) playMessage(t *Table) rules.Message {
	m := g.j.match
	on := m.state().Topology()
	switch {
	case t.Declared != nil:
		rolling, _ := g.j.reader.Rolling(g.now)
		return t.Declared.message(rolling && t.Chore == nil)
	case !g.j.wrong().IsEmpty():
		return g.wrongMessage(on)
	case !g.knockMessage().IsZero():
		return g.knockMessage()
	case t.Status == StatusEnding:
		return m.endingMessage()
	}
	if m.lesson != nil && !(m.isOpen() && m.state().ToAct().Has(rules.Chance)) { // a throw that hands begin is said as in any game
		return m.lesson.coach(m.state())
	}
	computer, closing := m.computerMessage(), m.closingMessage()
	switch last := m.lastTurn(); {
	case computer.Key != "":
		return computer
	case closing.Key != "":
		return closing
	case last != nil:
		return follow(rules.Say("turn.last", "seat", "@seat."+t.Position.ToAct[0]), "why", rules.Ending(last))
	}
	if deploy := m.deployMessage(t); !deploy.IsZero() {
		return deploy
	}
	if said := now(m.state(), viewerOf(m.game, t), t.Position.ToAct, g.taps()); !said.IsZero() {
		return said
	}
	return g.request.Message(t.Position, on) // the game is over but for what is still to be put right
}

// taps reports whether a tap may begin the roll that opens the turn: not where all stands, and nobody has felt how it came there (hands.md rule 9).
func (g *glance) taps() bool {
	return g.j.reader.Base() == nil || !g.guide.Throw.IsEmpty() || !g.j.reader.Accounted()
}

// message says how a declared attack is thrown, or that it soon is.
func (d *Declared) message(rolling bool) rules.Message {
	key := "declared"
	switch {
	case rolling:
		key = "declared.rolls"
	case len(d.Die) == 0:
		key = "declared.page"
	}
	return rules.Say(key, "attackers", strings.Join(d.Attackers, " + "), "target", d.Target, "first", d.Attackers[0], "die", strings.Join(d.Die, " / "))
}

func viewerOf(g *rules.Game, t *Table) rules.Seat {
	if seat, ok := g.SeatOf(t.Position.Viewer); ok {
		return seat
	}
	return rules.Table
}

// chore says which wood must be put right, after the sentence that says what to do; nothing where a player may
// choose.
func (g *glance) chore(t *Table) *Message {
	m := g.j.match
	if missing := g.j.missingPieces(g.now); t.Status == StatusPlay && !missing.IsEmpty() && g.now >= g.j.lastActivity+silence {
		said := say(rules.Say("settle.place.any", "place", strings.Join(m.state().Topology().Names(missing), ",")))
		return &said
	}
	if _, over := m.state().Result(); over || t.Settle == nil || g.j.follows() || t.Status == StatusSetup {
		return nil
	}
	asked := g.request
	if !g.j.reader.Settling() && choosing(m.state()) {
		if asked = g.beaten(); asked.Lift.IsEmpty() {
			return nil
		}
	}
	said := say(asked.Message(t.Position, m.state().Topology()))
	return &said
}

// beaten keeps of a request only a beaten piece that still lies there: the rest is the player's choice.
func (g *glance) beaten() guidance.Request {
	dead := g.request.Lift.Intersect(g.j.match.lastSquares(rules.Table)).Minus(g.j.match.state().Occupied(rules.Full))
	return guidance.Request{Lift: dead}
}

// silence is how long hands may hold a piece, while another lies where the position has none, before that is said.
const silence = 3 * time.Second

// missingPieces are the squares of pieces in the hand while wood lies on a square that the position has empty:
// that is read once they are put down, maybe on a faulty square. Of a declared attack they are those that its roll
// waits for. None if all is in order or already said.
func (h *handling) missingPieces(now time.Duration) (missing board.Set) {
	want, here := h.match.state().Occupied(rules.Full), h.here()
	if !h.match.ready || !h.felt || h.match.secret() || h.match.entering() || here.Minus(want).IsEmpty() || !h.wrong().IsEmpty() {
		return missing
	}
	if _, _, declared := h.reader.Declared(); declared {
		_, missing = h.reader.Rolling(now)
		return missing
	}
	return want.Minus(here).Minus(h.faults.Doubted())
}

// missingSaidAt is when it is said that a piece is missed, 0 for never.
func (h *handling) missingSaidAt(now time.Duration) time.Duration {
	if due := h.lastActivity + silence; now < due && !h.missingPieces(now).IsEmpty() {
		return due
	}
	return 0
}

func (m *match) overMessage() rules.Message {
	return m.resultMessage("over.win", "over.shared", "over.draw")
}

// endingMessage says who wins by a step that may still be taken back, and what makes it final.
func (m *match) endingMessage() rules.Message {
	said := m.resultMessage("ending.win", "ending.shared", "ending.draw")
	said.Args["seconds"] = strconv.Itoa(int(gesture.Ending.Seconds()))
	return said
}

func (m *match) resultMessage(win, shared, draw string) rules.Message {
	r, _ := m.state().Result()
	said := rules.Say(draw)
	if seat, one := r.Winners.Only(); one {
		said = rules.Say(win, "seat", m.game.SeatKey(seat))
	} else if r.Winners != 0 {
		var winners []string
		for _, seat := range r.Winners.All() {
			winners = append(winners, m.game.SeatKey(seat))
		}
		said = rules.Say(shared, "seats", strings.Join(winners, ","))
	}
	return follow(said, "why", m.whyOver())
}

// whyOver says why the game is over. A seat without time has not resigned: its clock tells, for by the rules it is all the same.
func (m *match) whyOver() rules.Message {
	why := rules.Ending(m.state())
	if why.Key != "why.resigned" || !m.clocks.ranOut(m.played[len(m.played)-1].step) {
		return why
	}
	return rules.Say("why.clock", "loser", why.Args["loser"])
}

// says tells a step in words.
func (m *match) says(p playedStep) rules.Message {
	if m.clocks.ranOut(p.step) {
		return rules.Say("rules.clock", "player", m.game.SeatKey(rules.Seat(p.step.Arg[0])))
	}
	return p.tell
}

// lastTurn is the position in which the game is over once the seat ends its turn: no next player can imply that
// end. Nil if there is none.
func (m *history) lastTurn() rules.State {
	s, i := m.state(), m.lastDecision()
	if i < 0 || !s.ToAct().Has(m.played[i].step.By) {
		return nil
	}
	for _, step := range s.Legal(nil) {
		if s.Hands(step).Manner != rules.Implied {
			continue
		}
		if after, _, err := s.Apply(step, nil); err == nil {
			if _, over := after.Result(); over {
				return after
			}
		}
	}
	return nil
}
