package rolechess

import (
	"fmt"
	"slices"

	"reeve/board"
	"reeve/rules"
)

// refused is a reason why a document is no position.
func refused(format string, args ...any) error {
	return fmt.Errorf("%w: rolechess: %s", rules.ErrPosition, fmt.Sprintf(format, args...))
}

// read returns the position of a document. It takes only what play can leave
// behind, as far as one position shows it. It wraps rules.ErrPosition.
func read(d rules.Document, o rules.Options) (rules.State, error) {
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	s := empty(o)
	for _, part := range []func() error{
		func() error { return s.readPieces(d.Pieces) },
		func() error { return s.readPhase(d) },
		func() error { return s.readFirst(doc.First) },
		func() error { return s.readMoved(doc) },
		func() error { return s.readBattle(doc.Battle) },
		func() error { return s.checkTurn() },
		func() error { return s.readOutcome(d) },
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *State) readPieces(list []rules.Piece) error {
	var seen [pieces]bool
	for _, doc := range list {
		p, ok := byID[doc.ID]
		if !ok || seen[p] {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		seen[p] = true
		if err := s.readPiece(p, doc); err != nil {
			return err
		}
	}
	if i := slices.Index(seen[:], false); i >= 0 {
		return refused("piece %s is missing", ids[i])
	}
	return nil
}

func (s *State) readPiece(p piece, doc rules.Piece) error {
	k := kindOf[p]
	if doc.Kind != kindNames[k] || doc.Owner != seatNames[p.owner()] {
		return refused("piece %s is not %q of %q", doc.ID, doc.Kind, doc.Owner)
	}
	if doc.Energy == nil || *doc.Energy < 0 || *doc.Energy > int(s.most(p)) {
		return refused("piece %s: energy is 0 to %d", doc.ID, s.most(p))
	}
	if (*doc.Energy > 0) != (doc.At != nil) {
		return refused("piece %s: it is on the board just as long as it has energy", doc.ID)
	}
	s.energy[p] = int8(*doc.Energy)
	if doc.At == nil {
		return nil
	}
	sq, ok := topology.Square(*doc.At)
	if !ok || s.all().has(sq) {
		return refused("piece %s: circle %q is unknown or taken", doc.ID, *doc.At)
	}
	s.put(p, sq)
	return nil
}

// readPhase reads the phase and whose turn it is; in battle and advance the
// attackers say it.
func (s *State) readPhase(d rules.Document) error {
	i := slices.Index(phaseNames[:], d.Phase)
	if i < 0 {
		return refused("there is no phase %q", d.Phase)
	}
	s.phase = phase(i)
	if s.phase == turn || s.phase == attack || s.phase == advance {
		var err error
		if s.turn, err = d.ReadActor(seatNames); err != nil {
			return err
		}
	}
	if s.phase != over && (s.energy[emperorAt] == 0 || s.energy[perSide+emperorAt] == 0) {
		return refused("phase %s: an Emperor is beaten", d.Phase)
	}
	return nil
}

func (s *State) readFirst(throws []int) error {
	if len(throws) == 0 {
		return nil
	}
	if s.phase != first || len(throws) != 1 || throws[0] < 1 || throws[0] > 6 {
		return refused("phase %s: first cannot be %v", s.Phase(), throws)
	}
	s.first = uint8(throws[0])
	return nil
}

func (s *State) readMoved(doc stateDoc) error {
	if doc.Moved == nil && doc.From == nil && s.phase != attack {
		return nil
	}
	if s.phase != attack && s.phase != battle && s.phase != advance {
		return refused("phase %s: nothing has moved", s.Phase())
	}
	if doc.Moved == nil || doc.From == nil {
		return refused("phase %s: moved and from belong together", s.Phase())
	}
	p, known := byID[*doc.Moved]
	sq, on := topology.Square(*doc.From)
	if !known || !on || s.at[p] == board.None || s.all().has(sq) {
		return refused("%q cannot have moved from %q", *doc.Moved, *doc.From)
	}
	s.moved, s.from = p, sq
	return nil
}

func (s *State) readBattle(doc *battleDoc) error {
	if (doc != nil) != (s.phase == battle || s.phase == advance) {
		return refused("phase %s: battle stands in battle and advance and only there", s.Phase())
	}
	if doc == nil {
		return nil
	}
	if len(doc.Attackers) < 1 || len(doc.Attackers) > 2 {
		return refused("%d attackers", len(doc.Attackers))
	}
	for i, id := range doc.Attackers {
		p, ok := byID[id]
		if !ok || s.at[p] == board.None || i > 0 && p == s.attackers[0] {
			return refused("%q cannot be an attacker", id)
		}
		s.attackers[i] = p
	}
	target, ok := byID[doc.Target]
	if !ok {
		return refused("%q cannot be the target", doc.Target)
	}
	s.target = target
	if s.phase == battle {
		s.turn = s.attackers[0].owner()
	}
	if err := s.readThrows(doc.Throws); err != nil {
		return err
	}
	return s.readCircle(doc.Circle)
}

func (s *State) readThrows(throws []int) error {
	_, _, awaited := s.fought(s.attackerCount())
	if (s.phase == advance) != (len(throws) == awaited) || len(throws) > awaited {
		return refused("phase %s: %d throws of %d", s.Phase(), len(throws), awaited)
	}
	for i, n := range throws {
		if n < 1 || n > 6 {
			return refused("a die shows 1 to 6, not %d", n)
		}
		s.throws[i] = uint8(n)
	}
	s.thrown = uint8(len(throws))
	return nil
}

func (s *State) readCircle(name *string) error {
	if (name != nil) != (s.phase == advance) {
		return refused("phase %s: circle stands in advance and only there", s.Phase())
	}
	if name == nil {
		return nil
	}
	sq, ok := topology.Square(*name)
	attack, defence := s.scores()
	if !ok || s.all().has(sq) || sq == s.from || s.energy[s.target] != 0 || attack <= defence {
		return refused("%s was not beaten on circle %q", ids[s.target], *name)
	}
	s.circle = sq
	return nil
}

// checkTurn plays the turn so far again: the move from where the piece stood,
// and the attack, must have been legal.
func (s *State) checkTurn() error {
	if s.moved == nobody && s.target == nobody {
		return nil
	}
	now := *s // with the beaten piece back on its circle
	if s.circle != board.None {
		now.put(s.target, s.circle)
	}
	now.phase = turn
	if s.moved != nobody {
		if err := now.checkMove(); err != nil {
			return err
		}
		now.phase = attack
	}
	if s.phase == attack {
		if now.targets(now.moved) == 0 {
			return refused("phase attack: nothing can be attacked")
		}
		return nil
	}
	return now.checkAttack()
}

func (s *State) checkMove() error {
	old := *s
	old.clear()
	old.put(s.moved, s.from)
	old.phase = turn
	move := moveStep(s.turn, s.from, s.at[s.moved])
	if why := old.refuse(move); s.moved.owner() != s.turn || !why.IsZero() {
		return refused("%s cannot have moved from %s", ids[s.moved], topology.Name(s.from))
	}
	return nil
}

func (s *State) checkAttack() error {
	first, second := s.attackers[0], s.attackers[1]
	step := attackStep(s.turn, s.at[first], s.at[s.target])
	if second != nobody {
		step = pairStep(s.turn, s.at[first], s.at[second], s.at[s.target])
	}
	if why := s.refuse(step); !why.IsZero() {
		return refused("the attack on %s was not possible: %s", ids[s.target], why)
	}
	return nil
}

// readOutcome reads how the game ended and checks it against the pieces.
func (s *State) readOutcome(d rules.Document) error {
	r, err := d.ReadResult(seatNames)
	if err != nil || d.Outcome == nil {
		return err
	}
	s.why, s.winners = whyOf(r.Why), r.Winners
	if !s.endFits() || len(d.Outcome.Scores) > 0 {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, d.Outcome.Winners)
	}
	return nil
}

// endFits reports whether winners and why agree with the pieces.
func (s *State) endFits() bool {
	white, black := s.energy[emperorAt] > 0, s.energy[perSide+emperorAt] > 0
	if s.why == whyEmperor {
		return white != black && s.winners.Has(White) == white && s.winners.Has(Black) == black
	}
	if !white || !black {
		return false
	}
	switch s.why {
	case whyResigned:
		return s.winners.Len() == 1
	case whyDead:
		return s.winners == 0 && s.dead()
	case whyStuck:
		return s.winners == 0 && !s.canAct(White) && !s.canAct(Black)
	}
	return s.winners == 0 && s.why != 0
}
