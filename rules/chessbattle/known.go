package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// known is what one viewer may know of a position (rule 32).
type known struct {
	*State
	viewer rules.Seat
}

func (s *State) known(viewer rules.Seat) known { return known{s, viewer} }

// View returns all that viewer may know (rule 32).
func (s State) View(viewer rules.Seat) rules.View {
	v := rules.NewView(s, Game.Changed(s.options()), viewer)
	k := s.known(viewer)
	v.Phase = phaseNames[k.publicPhase()]
	v.ToAct = nil
	for _, seat := range k.publicActors().All() {
		v.ToAct = append(v.ToAct, Game.SeatName(seat))
	}
	v.Pieces = k.pieces()
	v.State = k.doc()
	return v
}

// pieces are those that the viewer may know of, by id.
func (k known) pieces() (list []rules.Piece) {
	for _, p := range sorted {
		if k.field.at[p] == unbought || !k.exists(p) {
			continue
		}
		doc := rules.Piece{ID: ids[p], Kind: kindNames[kindOf[p]], Owner: seatNames[p.owner()]}
		if k.field.stands(p) && k.sees(p) {
			doc.At = nameOf(k.field.at[p])
		}
		list = append(list, doc)
	}
	return list
}

// nameOf returns the square's name for a document.
func nameOf(sq board.Square) *string {
	name := squareName(sq)
	return &name
}

// publicPhase is the phase as the viewer may know it: that something is paid, and so
// what, is the payer's alone.
func (k known) publicPhase() phase {
	if k.phase == pay && !k.private(k.turn) {
		return k.payFor()
	}
	return k.phase
}

// publicActors is who acts as the viewer may know it: who has finished deploying is
// hidden until both have.
func (k known) publicActors() rules.Seats {
	if k.phase == deployment && k.viewer != rules.Full && (k.viewer > Black || !k.done.Has(k.viewer)) {
		return k.Seated()
	}
	return k.actors()
}

// private reports whether the viewer may know what is seat's alone.
func (k known) private(seat rules.Seat) bool { return k.viewer == rules.Full || k.viewer == seat }

// secret reports whether the phase keeps purchases, trainings, deployments and
// what is left of the cards from the others: from the first purchase to the joining.
func (k known) secret() bool {
	return !k.joined && (k.phase >= army && k.phase <= deployment || k.phase == over)
}

// exists reports whether the viewer may know that there is p.
func (k known) exists(p piece) bool {
	if k.private(p.owner()) || k.joined || kindOf[p] >= units {
		return true
	}
	return k.viewer == 1-k.loser() && k.firstHasBought()
}

// firstHasBought reports whether the first buyer's army is bought and paid.
func (k known) firstHasBought() bool {
	switch k.phase {
	case army:
		return k.turn != k.loser()
	case pay:
		return k.turn != k.loser() || k.payFor() == training
	}
	return k.phase == training || k.phase == deployment
}

// sees reports whether the viewer may know where p stands.
func (k known) sees(p piece) bool { return k.private(p.owner()) || k.joined || kindOf[p] == camp }

// step reports whether the viewer may know of t, taken in this position.
func (k known) step(t rules.Step) bool {
	switch t.Kind {
	case kindSpy, kindArmy, kindTrain, kindPay, kindDeploy:
		return k.private(t.By)
	case kindDone:
		return k.phase == espionage || k.done != 0 || k.private(t.By)
	}
	return true
}

// Sees reports whether viewer may know of step t, taken in this position: cards
// laid, purchases, payments, trainings and deployments are their seat's alone,
// and so is the end of a deployment unless it joins the boards (rule 32).
func (s State) Sees(t rules.Step, viewer rules.Seat) bool { return s.known(viewer).step(t) }

// Sealed reports whether the game ended before the boards were joined: nothing
// reveals then what was bought, trained and deployed (rule 32).
func (s State) Sealed() bool { return s.phase == over && !s.joined }
