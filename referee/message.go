package referee

import (
	"strconv"
	"strings"

	"reeve/gesture"
	"reeve/messages"
	"reeve/rules"
)

// message is the one sentence that says what the board waits for.
func (j *Judge) message(t *Table, asked request) rules.Message {
	m := j.match
	switch {
	case j.unlit != "":
		return rules.Say("paused.lights", "why", j.unlit)
	case j.fault != "":
		return rules.Say("paused.board", "why", j.fault)
	case m.stuck != "":
		return rules.Say("paused.dice", "why", m.stuck)
	}
	switch t.Status {
	case StatusOver:
		if m.lesson != nil {
			return m.coach()
		}
		return m.overMessage()
	case StatusSetup:
		return asked.setupMessage(m, rules.Say("setup", "lift", strconv.Itoa(len(settleOf(t).Lift)), "place", strconv.Itoa(len(settleOf(t).Place))))
	case StatusAsk:
		return rules.Say("ask.which")
	case StatusThrow:
		return rules.Say("throw", "seat", "@seat."+m.game.SeatName(m.state().Ask().For))
	}
	return j.playMessage(t, asked)
}

func settleOf(t *Table) Settle {
	if t.Settle == nil {
		return Settle{}
	}
	return *t.Settle
}

// playMessage is the sentence while a game goes on by hand.
func (j *Judge) playMessage(t *Table, asked request) rules.Message {
	m := j.match
	on := m.state().Topology()
	switch {
	case t.Declared != nil:
		return t.Declared.message(j.reader.Rolling())
	case j.reader.Opening():
		return rules.Say("throw.waits")
	case !j.wrong().IsEmpty():
		return rules.Say("wrong.unexplained", "squares", strings.Join(on.Names(j.wrong()), ", "), "ways", ways(on, asked.pairs))
	case t.Status == StatusEnding:
		return m.endingMessage()
	}
	phase, computer, closing := m.phaseMessage(t.Position), m.computerMessage(), m.closingMessage()
	if m.lesson != nil && !j.reader.Settling() {
		return m.coach()
	}
	switch {
	case t.Settle != nil && (j.reader.Settling() || phase.Key == ""):
		return asked.message(m, on)
	case computer.Key != "":
		return computer
	case closing.Key != "":
		return closing
	case m.lastTurn() != nil:
		return rules.Say("turn.last", "seat", "@seat."+t.Position.ToAct[0], "why", "@why."+m.lastTurn().Why)
	case phase.Key != "":
		return phase
	}
	deploy := m.deployMessage(t)
	switch {
	case deploy.Key != "":
		return deploy
	case len(t.Position.ToAct) != 1:
		return rules.Say("turn.all")
	case m.state().ToAct().Has(rules.Chance) && m.state().Ask().Deck == nil:
		return rules.Say("throw.open", "seat", "@seat."+m.game.SeatName(m.state().Ask().For))
	case j.mustPass():
		return rules.Say("pass", "seat", "@seat."+t.Position.ToAct[0])
	}
	return rules.Say("turn", "seat", "@seat."+t.Position.ToAct[0])
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

// phaseMessage is a game's own sentence for its phase, if it has one, as the
// viewer may know the phase.
func (m *match) phaseMessage(v rules.View) rules.Message {
	key := m.game.Name + ".phase." + v.Phase
	if len(v.ToAct) != 1 || !messages.Has(key) {
		return rules.Message{}
	}
	return rules.Say(key, "seat", "@seat."+v.ToAct[0])
}

func settleMessage(lift, place string) rules.Message {
	switch {
	case place == "":
		return rules.Say("settle.lift", "lift", lift)
	case lift == "":
		return rules.Say("settle.place", "place", place)
	}
	return rules.Say("settle", "lift", lift, "place", place)
}

// mustPass reports whether a pass is all that is legal.
func (j *Judge) mustPass() bool {
	legal := j.match.state().Legal(nil)
	return len(legal) == 1 && j.match.state().Hands(legal[0]).Manner == rules.Passed
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
	if seat, one := r.Winners.Only(); one {
		return rules.Say(win, "seat", "@seat."+m.game.SeatName(seat), "why", "@why."+r.Why)
	}
	if r.Winners != 0 {
		return rules.Say(shared, "why", "@why."+r.Why)
	}
	return rules.Say(draw, "why", "@why."+r.Why)
}

// lastTurn is how the game ends if the seat that has begun its turn ends it: nobody can play after it, and say
// so by that. Nil if it does not.
func (m *match) lastTurn() *rules.Result {
	s, i := m.state(), m.lastDecision()
	if i < 0 || !s.ToAct().Has(m.played[i].step.By) {
		return nil
	}
	for _, step := range s.Legal(nil) {
		if s.Hands(step).Manner != rules.Implied {
			continue
		}
		if after, _, err := s.Apply(step, nil); err == nil {
			if r, over := after.Result(); over {
				return &r
			}
		}
	}
	return nil
}
