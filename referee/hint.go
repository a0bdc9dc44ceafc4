package referee

import (
	"time"

	"reeve/board"
	"reeve/rules"
)

// Advise shows a seat what a strong player would do: first the piece, and once it is asked again, where to. An
// empty Text asks again.
type Advise struct {
	Seat rules.Seat
	Text string
}

// Hint is what is shown of it.
type Hint struct {
	Piece  string   `json:"piece,omitempty"`  // where the piece stands, if one does
	To     []string `json:"to,omitempty"`     // the squares it goes to or attacks
	Action string   `json:"action,omitempty"` // all of it
}

// hint is advice for a seat; it is past once anything was played.
type hint struct {
	seat     rules.Seat
	step     rules.Step
	after    int // how many steps stood
	complete bool
}

// do takes advice, or shows all of it.
func (c Advise) do(j *Judge, _ time.Duration) error {
	m := j.match
	if err := j.goingOn(); err != nil {
		return err
	}
	if c.Text == "" {
		if !m.hint.stands(&m.history) || m.hint.seat != c.Seat {
			return Refuse(409, rules.Say("no.hint"), rules.Say("do.wait"))
		}
		m.hint.complete = true
		return nil
	}
	step, err := m.state().Parse(c.Text)
	if err != nil {
		return refused(err)
	}
	if _, _, err := m.state().Apply(step, nil); err != nil || step.By != c.Seat {
		return Refuse(409, rules.Say("no.hint"), nothing)
	}
	m.hint = &hint{seat: c.Seat, step: step, after: len(m.played)}
	m.hint.complete = m.hint.from(m.state()) == board.None
	return nil
}

// stands reports whether there is a hint and nothing was played since.
func (h *hint) stands(m *history) bool { return h != nil && h.after == len(m.played) }

// from is the square of the piece that acts; None if none does.
func (h *hint) from(s rules.State) board.Square {
	hands := s.Hands(h.step)
	if hands.Attacker != board.None {
		return hands.Attacker
	}
	return hands.Carries[0].From
}

// to are the squares that it goes to or attacks.
func (h *hint) to(s rules.State) (squares board.Set) {
	hands := s.Hands(h.step)
	for _, sq := range []board.Square{hands.Target, hands.Partner, hands.Carries[0].To, hands.Carries[1].To} {
		if sq != board.None {
			squares.Add(sq)
		}
	}
	return squares
}

// shown is what viewer is shown of it: who asked, and everybody in a game that hides nothing.
func (h *hint) shown(m *history, viewer rules.Seat) *Hint {
	if !h.stands(m) || m.game.Hidden && viewer != h.seat {
		return nil
	}
	s, on := m.state(), m.state().Topology()
	out := &Hint{}
	if from := h.from(s); from != board.None {
		out.Piece = on.Name(from)
	}
	if h.complete {
		out.To, out.Action = on.Names(h.to(s)), s.Text(h.step)
	}
	return out
}

// squares are lit for it, where nothing is hidden: advice follows from what a seat knows.
func (h *hint) squares(m *history) (squares board.Set) {
	if !h.stands(m) || m.game.Hidden {
		return squares
	}
	if from := h.from(m.state()); from != board.None {
		squares.Add(from)
	}
	if h.complete {
		squares = squares.Union(h.to(m.state()))
	}
	return squares
}
