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
	l := loader{State: empty(o), d: d}
	if err := d.ReadState(&l.doc); err != nil {
		return nil, err
	}
	for _, part := range []func() error{l.readPieces, l.readPhase, l.readFirst, l.readMoved, l.readBattle, l.checkTurn, l.readOutcome} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return l.State, nil
}

// loader makes a position of a document.
type loader struct {
	State
	d   rules.Document
	doc stateDoc // the game's own part of d
}

func (l *loader) readPieces() error {
	var seen [pieces]bool
	for _, doc := range l.d.Pieces {
		p, ok := byID[doc.ID]
		if !ok || seen[p] {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		seen[p] = true
		if err := l.readPiece(p, doc); err != nil {
			return err
		}
	}
	if i := slices.Index(seen[:], false); i >= 0 {
		return refused("piece %s is missing", ids[i])
	}
	return nil
}

func (l *loader) readPiece(p piece, doc rules.Piece) error {
	k := kindOf[p]
	if doc.Kind != kindNames[k] || doc.Owner != seatNames[p.owner()] {
		return refused("piece %s is not %q of %q", doc.ID, doc.Kind, doc.Owner)
	}
	if doc.Energy == nil || *doc.Energy < 0 || *doc.Energy > int(l.most(p)) {
		return refused("piece %s: energy is 0 to %d", doc.ID, l.most(p))
	}
	if (*doc.Energy > 0) != (doc.At != nil) {
		return refused("piece %s: it is on the board just as long as it has energy", doc.ID)
	}
	l.energy[p] = int8(*doc.Energy)
	if doc.At == nil {
		return nil
	}
	sq, ok := topology.Square(*doc.At)
	if !ok || l.all().has(sq) {
		return refused("piece %s: circle %q is unknown or taken", doc.ID, *doc.At)
	}
	l.put(p, sq)
	return nil
}

// readPhase reads the phase and whose turn it is; in battle and advance the
// attackers say it.
func (l *loader) readPhase() error {
	i := slices.Index(phaseNames[:], l.d.Phase)
	if i < 0 {
		return refused("there is no phase %q", l.d.Phase)
	}
	l.phase = phase(i)
	if l.phase == turn || l.phase == attack || l.phase == advance {
		var err error
		if l.turn, err = l.d.ReadActor(seatNames); err != nil {
			return err
		}
	}
	if l.phase != over && (l.energy[emperorAt] == 0 || l.energy[perSide+emperorAt] == 0) {
		return refused("phase %s: an Emperor is beaten", l.d.Phase)
	}
	return nil
}

func (l *loader) readFirst() error {
	throws := l.doc.First
	if len(throws) == 0 {
		return nil
	}
	if l.phase != first || len(throws) != 1 || throws[0] < 1 || throws[0] > 6 {
		return refused("phase %s: first cannot be %v", l.Phase(), throws)
	}
	l.toss.white = uint8(throws[0])
	return nil
}

func (l *loader) readMoved() error {
	doc := &l.doc
	if doc.Moved == nil && doc.From == nil && l.phase != attack {
		return nil
	}
	if l.phase != attack && l.phase != battle && l.phase != advance {
		return refused("phase %s: nothing has moved", l.Phase())
	}
	if doc.Moved == nil || doc.From == nil {
		return refused("phase %s: moved and from belong together", l.Phase())
	}
	p, known := byID[*doc.Moved]
	sq, on := topology.Square(*doc.From)
	if !known || !on || l.at[p] == board.None || l.all().has(sq) {
		return refused("%q cannot have moved from %q", *doc.Moved, *doc.From)
	}
	l.moved, l.from = p, sq
	return nil
}

func (l *loader) readBattle() error {
	doc := l.doc.Battle
	if (doc != nil) != (l.phase == battle || l.phase == advance) {
		return refused("phase %s: battle stands in battle and advance and only there", l.Phase())
	}
	if doc == nil {
		return nil
	}
	if len(doc.Attackers) < 1 || len(doc.Attackers) > 2 {
		return refused("%d attackers", len(doc.Attackers))
	}
	for i, id := range doc.Attackers {
		p, ok := byID[id]
		if !ok || l.at[p] == board.None || i > 0 && p == l.attackers[0] {
			return refused("%q cannot be an attacker", id)
		}
		l.attackers[i] = p
	}
	target, ok := byID[doc.Target]
	if !ok {
		return refused("%q cannot be the target", doc.Target)
	}
	l.target = target
	if l.phase == battle {
		l.turn = l.attackers[0].owner()
	}
	if err := l.readThrows(doc.Throws); err != nil {
		return err
	}
	return l.readCircle(doc.Circle)
}

func (l *loader) readThrows(throws []int) error {
	_, _, awaited := l.fought(l.attackerCount())
	if (l.phase == advance) != (len(throws) == awaited) || len(throws) > awaited {
		return refused("phase %s: %d throws of %d", l.Phase(), len(throws), awaited)
	}
	for i, n := range throws {
		if n < 1 || n > 6 {
			return refused("a die shows 1 to 6, not %d", n)
		}
		l.throws[i] = uint8(n)
	}
	l.thrown = uint8(len(throws))
	return nil
}

func (l *loader) readCircle(name *string) error {
	if (name != nil) != (l.phase == advance) {
		return refused("phase %s: circle stands in advance and only there", l.Phase())
	}
	if name == nil {
		return nil
	}
	sq, ok := topology.Square(*name)
	attack, defence := l.scores()
	if !ok || l.all().has(sq) || sq == l.from || l.energy[l.target] != 0 || attack <= defence {
		return refused("%s was not beaten on circle %q", ids[l.target], *name)
	}
	l.circle = sq
	return nil
}

// checkTurn plays the turn so far again: the move from where the piece stood,
// and the attack, must have been legal.
func (l *loader) checkTurn() error {
	if l.moved == nobody && l.target == nobody {
		return nil
	}
	now := *l // with the beaten piece back on its circle
	if l.circle != board.None {
		now.put(l.target, l.circle)
	}
	now.phase = turn
	if l.moved != nobody {
		if err := now.checkMove(); err != nil {
			return err
		}
		now.phase = attack
	}
	if l.phase == attack {
		if now.targets(now.moved) == 0 {
			return refused("phase attack: nothing can be attacked")
		}
		return nil
	}
	return now.checkAttack()
}

func (l *loader) checkMove() error {
	old := *l
	old.forget()
	old.fight.end()
	old.put(l.moved, l.from)
	old.phase = turn
	move := moveStep(l.turn, l.from, l.at[l.moved])
	if why := old.refuse(move); l.moved.owner() != l.turn || !why.IsZero() {
		return refused("%s cannot have moved from %s", ids[l.moved], topology.Name(l.from))
	}
	return nil
}

func (l *loader) checkAttack() error {
	first, second := l.attackers[0], l.attackers[1]
	step := attackStep(l.turn, l.at[first], l.at[l.target])
	if second != nobody {
		step = pairStep(l.turn, l.at[first], l.at[second], l.at[l.target])
	}
	if why := l.refuse(step); !why.IsZero() {
		return refused("the attack on %s was not possible: %s", ids[l.target], why)
	}
	return nil
}

// readOutcome reads how the game ended and checks it against the pieces.
func (l *loader) readOutcome() error {
	r, err := l.d.ReadResult(seatNames)
	if err != nil || l.d.Outcome == nil {
		return err
	}
	l.why, l.winners = whyOf(r.Why), r.Winners
	if !l.endFits() || len(l.d.Outcome.Scores) > 0 {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, l.d.Outcome.Winners)
	}
	return nil
}

// endFits reports whether winners and why agree with the pieces.
func (l *loader) endFits() bool {
	white, black := l.energy[emperorAt] > 0, l.energy[perSide+emperorAt] > 0
	if l.why == whyEmperor {
		return white != black && l.winners.Has(White) == white && l.winners.Has(Black) == black
	}
	if !white || !black {
		return false
	}
	switch l.why {
	case whyResigned:
		return l.winners.Len() == 1
	case whyDead:
		return l.winners == 0 && l.dead()
	case whyStuck:
		return l.winners == 0 && !l.canAct(White) && !l.canAct(Black)
	}
	return l.winners == 0 && l.why != 0
}
