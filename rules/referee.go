package rules

import "strings"

// RefereeText returns the text form of one of the referee's own steps.
func RefereeText(g *Game, s Step) string {
	switch s.Kind {
	case KindResign:
		return "resign " + g.SeatName(Seat(s.Arg[0]))
	case KindDraw:
		return "draw"
	}
	return "abandon"
}

// ParseReferee reads one of the referee's own steps; false if text is none.
func ParseReferee(g *Game, text string) (Step, bool) {
	switch text {
	case "draw":
		return Draw(), true
	case "abandon":
		return Abandon(), true
	}
	name, ok := strings.CutPrefix(text, "resign ")
	if !ok {
		return Step{}, false
	}
	seat, ok := g.SeatOf(name)
	return Resign(seat), ok
}

// TellReferee returns the sentence of one of the referee's own steps: "rules.resign",
// "rules.draw" or "rules.abandon".
func TellReferee(g *Game, s Step) Message {
	switch s.Kind {
	case KindResign:
		return Say("rules.resign", "player", g.SeatKey(Seat(s.Arg[0])))
	case KindDraw:
		return Say("rules.draw")
	}
	return Say("rules.abandon")
}

// RefuseReferee says why step is none of the referee's own steps in a game of two
// players that goes on; nothing if it is one.
func RefuseReferee(seated Seats, step Step) Message {
	seat := Seat(step.Arg[0])
	switch {
	case step == Draw(), step == Abandon(), step == Resign(seat) && seat < MaxSeats && seated.Has(seat):
		return Message{}
	}
	return Say("no.referee")
}

// RefereeResult returns how the referee's step ends a game of two players; false
// if it is none of those or names a seat that does not take part.
func RefereeResult(seated Seats, s Step) (Result, bool) {
	if s.By != Referee {
		return Result{}, false
	}
	switch s.Kind {
	case KindResign:
		loser := Seat(s.Arg[0])
		return Result{Winners: seated &^ SeatsOf(loser), Why: "resigned"}, loser < MaxSeats && seated.Has(loser)
	case KindDraw:
		return Result{Why: "agreed"}, true
	case KindAbandon:
		return Result{Why: "abandoned"}, true
	}
	return Result{}, false
}
