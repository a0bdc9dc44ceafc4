package chessbattle

import (
	"fmt"
	"math/bits"
	"slices"

	"reeve/board"
	"reeve/rules"
)

// refused is a reason why a document is no position.
func refused(format string, args ...any) error {
	return fmt.Errorf("%w: chessbattle: %s", rules.ErrPosition, fmt.Sprintf(format, args...))
}

// first returns the first error of parts, which are asked in order.
func first(parts ...func() error) error {
	for _, part := range parts {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// read returns the position of a document. Up to the joining it takes only what
// play can leave behind; of a battle it asks no more of what was spent before
// than that no card is in two places. It wraps rules.ErrPosition.
func read(d rules.Document, o rules.Options) (rules.State, error) {
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	s := empty(o)
	err := first(
		func() error { return s.readPhase(d, &doc) },
		func() error { return s.readPieces(d.Pieces) },
		func() error { return s.readCards(&doc) },
		func() error { return s.readOpening(&doc) },
		func() error { return s.readTurn(&doc) },
		func() error { return s.readFight(doc.Fight, d.ToAct) },
		func() error { return s.readOutcome(d) },
		s.checkPhase,
	)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// readPhase reads the phase and who acts; during a fight the fighters say it.
func (s *State) readPhase(d rules.Document, doc *stateDoc) error {
	i := slices.Index(phaseNames[:], d.Phase)
	if i < 0 {
		return refused("there is no phase %q", d.Phase)
	}
	s.phase = phase(i)
	s.joined = s.phase >= battle && (doc.Joined == nil || *doc.Joined)
	if doc.Joined != nil && (*doc.Joined || s.phase != over) {
		return refused("phase %s: joined stands, false, in a game that ended before the joining, and only there", d.Phase)
	}
	switch s.phase {
	case espionage, special, draw, over:
		return nil
	}
	var seats rules.Seats
	for _, name := range d.ToAct {
		seat, ok := seatOf(name)
		if !ok {
			return refused("to_act: there is no seat %q", name)
		}
		seats |= rules.SeatsOf(seat)
	}
	if s.phase == deployment {
		s.done = uint8(s.Seated() &^ seats)
		return nil
	}
	seat, ok := seats.Only()
	if !ok {
		return refused("phase %s: one seat acts, not %q", d.Phase, []string(d.ToAct))
	}
	s.turn = seat
	return nil
}

func (s *State) readPieces(list []rules.Piece) error {
	var seen uint64
	for _, doc := range list {
		p, ok := byID[doc.ID]
		if !ok || seen&p.bit() != 0 {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		seen |= p.bit()
		if err := s.readPiece(p, doc); err != nil {
			return err
		}
	}
	for seat := range Black + 1 {
		if seen&kingOf(seat).bit() == 0 || seen&pieceOf(seat, camp, 0).bit() == 0 || seen&pieceOf(seat, camp, 1).bit() == 0 {
			return refused("the King or a camp of %s is missing", seatNames[seat])
		}
		if cost := s.value(seat); cost > s.owns(seat).total() {
			return refused("the army of %s is worth %d, more than all its cards", seatNames[seat], cost)
		}
	}
	return nil
}

func (s *State) readPiece(p piece, doc rules.Piece) error {
	if doc.Kind != kindNames[kindOf[p]] || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
		return refused("piece %s is not %q of %q, and has no energy", doc.ID, doc.Kind, doc.Owner)
	}
	s.at[p] = noSquare
	if doc.At == nil {
		return nil
	}
	sq, ok := topologies[s.water()].Square(*doc.At)
	if !ok || s.on[sq] != nobody {
		return refused("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
	}
	if !ownBoard(p.owner(), sq) && (!s.joined || kindOf[p] == camp) {
		return refused("piece %s: %s is not on its own board", doc.ID, *doc.At)
	}
	s.put(p, sq)
	return nil
}

// value returns what all of seat's units have cost, in whatever numbers.
func (s *State) value(seat rules.Seat) (cost int) {
	for k := range units {
		for n := range int(most[k]) {
			if s.at[pieceOf(seat, k, n)] != unbought {
				cost += price[k]
			}
		}
	}
	return cost
}

func (s *State) readCards(doc *stateDoc) error {
	for _, part := range []struct {
		name string
		from map[string]cardsDoc
		to   *[2]pile
	}{{"cards", doc.Cards, &s.hand}, {"spent", doc.Spent, &s.spent}, {"espionage", doc.Espionage, &s.laid}} {
		*part.to = [2]pile{}
		for name, list := range part.from {
			seat, ok := seatOf(name)
			if !ok {
				return refused("%s: there is no seat %q", part.name, name)
			}
			if list.hidden {
				return refused("%s of %s are hidden, as in a view", part.name, name)
			}
			p, err := readPile(seat, list.list)
			if err != nil {
				return fmt.Errorf("%w in %s", err, part.name)
			}
			if p&^s.owns(seat) != 0 {
				return refused("%s of %s: a handicap has taken a card of them away", part.name, name)
			}
			part.to[seat] = p
		}
	}
	for seat := range Black + 1 {
		if s.hand[seat]&s.spent[seat] != 0 {
			return refused("a card of %s is both in cards and in spent", seatNames[seat])
		}
	}
	return s.readEnded(doc.EspionageDone)
}

func readPile(seat rules.Seat, list []string) (p pile, err error) {
	for _, name := range list {
		c, owner, ok := readCard(name)
		if !ok || owner != seat || p&c.pile() != 0 {
			return 0, refused("card %q is not one of %s or stands twice", name, seatNames[seat])
		}
		p |= c.pile()
	}
	return p, nil
}

// readEnded reads who declared the end of espionage. In a battle, where it
// matters no more, it may be left out.
func (s *State) readEnded(list []string) error {
	if len(list) == 0 && s.joined {
		list = seatNames
	}
	if len(list) > 2 || len(list) == 2 && list[0] == list[1] {
		return refused("espionage_done cannot be %q", list)
	}
	for i, name := range list {
		seat, ok := seatOf(name)
		if !ok {
			return refused("espionage_done: there is no seat %q", name)
		}
		if i == 0 {
			s.ended = seatMark(seat) + 1
		}
		if s.phase == espionage {
			s.done |= 1 << seat
		}
	}
	want := 2
	switch {
	case s.phase < espionage:
		want = 0
	case s.phase == espionage:
		want = min(len(list), 1)
	case s.phase == over && !s.joined:
		want = len(list)
	}
	s.revealed = len(list) == 2
	if len(list) != want {
		return refused("phase %s: espionage_done cannot be %q", s.Phase(), list)
	}
	return nil
}

// readOpening reads bridges, the Kings' points, and what is due.
func (s *State) readOpening(doc *stateDoc) error {
	for _, name := range doc.Bridges {
		if len(name) != 1 || name[0] < 'a' || name[0] > 'h' || s.bridge&(1<<(name[0]-'a')) != 0 {
			return refused("bridges cannot be %q", doc.Bridges)
		}
		s.bridge |= 1 << (name[0] - 'a')
	}
	if n := bits.OnesCount8(s.bridge); n > 2 || n > 0 && !s.river {
		return refused("bridges cannot be %q", doc.Bridges)
	}
	for name, n := range doc.KingPoints {
		seat, ok := seatOf(name)
		if !ok || n < 1 || n > len(trainingCost) {
			return refused("king_points of %q cannot be %d", name, n)
		}
		if s.points[seat] = uint8(n); s.joined && !s.stands(kingOf(seat)) {
			s.points[seat] = 1 // his extra points went with him (rule 29)
		}
	}
	if doc.Due == nil {
		return nil
	}
	if *doc.Due < 0 || *doc.Due > fullPile.total() || *doc.Due > 0 && s.joined {
		return refused("due cannot be %d", *doc.Due)
	}
	s.due = uint8(*doc.Due)
	return nil
}

// readTurn reads what belongs to a turn of the battle, and the desertions left.
func (s *State) readTurn(doc *stateDoc) error {
	for _, f := range []struct {
		name      string
		got, most int
		to        *uint8
	}{
		{"command_left", doc.CommandLeft, len(trainingCost), &s.command},
		{"points_left", doc.PointsLeft, 4, &s.moves},
		{"fight_points_left", doc.FightLeft, 2, &s.hits},
		{"desert", doc.Desert, perSide, &s.deserts},
	} {
		if f.got < 0 || f.got > f.most {
			return refused("%s cannot be %d", f.name, f.got)
		}
		*f.to = uint8(f.got)
	}
	if doc.Quiet < 0 || doc.Quiet >= 2*int(s.limit) {
		return refused("quiet cannot be %d", doc.Quiet)
	}
	s.quiet = uint16(doc.Quiet)
	for _, id := range doc.Used {
		p, ok := byID[id]
		if !ok || s.at[p] == unbought || kindOf[p] >= units || s.used&p.bit() != 0 {
			return refused("used cannot hold %q", id)
		}
		s.used |= p.bit()
	}
	if doc.Active == nil || *doc.Active == ids[kingOf(White)] || *doc.Active == ids[kingOf(Black)] {
		return nil // the King's points are those of command
	}
	p, ok := byID[*doc.Active]
	if !ok || s.used&p.bit() == 0 || !s.stands(p) {
		return refused("active cannot be %q", *doc.Active)
	}
	s.active = p
	return nil
}

// readOutcome reads how the game ended.
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
	white, black := s.lost(White), s.lost(Black)
	on := s.joined && white == 0 && black == 0
	switch s.why {
	case whyCamps, whyUnits:
		return s.joined && (white == s.why && black == 0 && s.winners == rules.SeatsOf(Black) ||
			black == s.why && white == 0 && s.winners == rules.SeatsOf(White))
	case whyBoth:
		return s.joined && white != 0 && black != 0 && s.winners == 0
	case whyValue:
		return on && s.scenario == agreedTime && s.winners == s.wealthier()
	case whyTime:
		return s.joined && white != whyCamps && black != whyCamps && s.scenario == clocks && s.winners == s.wealthier()
	case whyResigned:
		return (on || !s.joined) && s.winners.Len() == 1
	}
	return s.why != 0 && (on || s.why != whyQuiet && !s.joined) && s.winners == 0
}

// readFight reads the fight of the phases special and draw.
func (s *State) readFight(doc *fightDoc, actors rules.ActorNames) error {
	if (doc != nil) != (s.phase == special || s.phase == draw) {
		return refused("phase %s: fight stands in special and draw and only there", s.Phase())
	}
	if doc == nil {
		return nil
	}
	a, okA := byID[doc.Attacker]
	t, okT := byID[doc.Target]
	if !okA || !okT || s.sure || !s.stands(a) || !s.stands(t) || a.owner() == t.owner() || kindOf[a] == camp {
		return refused("%q and %q cannot fight", doc.Attacker, doc.Target)
	}
	s.turn = a.owner()
	s.fight = fight{attacker: a, target: t, shot: doc.Shot}
	if err := s.checkFighters(); err != nil {
		return err
	}
	s.fight.draws = s.drawsOf(a, t, doc.Shot)
	if want := []int{int(s.fight.draws[0]), int(s.fight.draws[1])}; !slices.Equal(doc.Cards, want) {
		return refused("%s and %s draw %v cards, not %v", doc.Attacker, doc.Target, want, doc.Cards)
	}
	if err := s.readSpecials(doc.Specials); err != nil {
		return err
	}
	if s.phase == draw {
		return s.readDraws(doc.Draws)
	}
	s.fight.defending = len(actors) == 1 && actors[0] == seatNames[1-s.turn]
	if s.hand[s.committing()] == 0 || s.fight.special[1] != 0 || !s.fight.defending && s.fight.special[0] != 0 || len(doc.Draws) > 0 {
		return refused("phase special: it is not for %q to commit a card", []string(actors))
	}
	return nil
}

// checkFighters checks that the attack was possible and is not automatic.
func (s *State) checkFighters() error {
	f := &s.fight
	_, near := s.direction(s.at[f.attacker], s.at[f.target])
	possible := near && kindOf[f.attacker] != crossbowmen
	if f.shot {
		possible = shots[s.water()][s.at[f.attacker]].Has(s.at[f.target]) && kindOf[f.attacker] == crossbowmen
	}
	_, automatic := s.automatic(f.attacker, f.target, f.shot)
	acts := s.active == f.attacker || s.active == nobody && kindOf[f.attacker] == king
	if !possible || automatic || !acts {
		return refused("%s cannot be fighting %s", ids[f.attacker], ids[f.target])
	}
	return nil
}

func (s *State) readSpecials(list []string) error {
	for _, name := range list {
		if name == "" || name == "none" {
			continue
		}
		c, seat, ok := readCard(name)
		i := 0
		if seat != s.turn {
			i = 1
		}
		if !ok || s.fight.special[i] != 0 || (s.hand[seat]|s.spent[seat])&c.pile() != 0 {
			return refused("specials cannot be %q", list)
		}
		s.fight.special[i] = uint8(c) + 1
	}
	return nil
}

func (s *State) readDraws(list drawsDoc) error {
	if len(list) == 0 {
		return nil
	}
	var t rules.Step
	if len(list) == 1 && len(list[0]) <= mostDraws {
		t = rules.Step{By: rules.Chance, Kind: kindDraw, N: uint8(len(list[0]))}
		for i, v := range list[0] {
			t.Arg[i] = uint8(max(0, min(v, 9)))
		}
	}
	if why := s.refuseDraw(t); !why.IsZero() {
		return refused("draws cannot be %v: %s", [][]int(list), why)
	}
	copy(s.fight.drawn[:], t.Arg[:t.N])
	s.fight.defending = true
	return nil
}

// unitsStanding counts the units of seat on the board, the King among them.
func (s *State) unitsStanding(seat rules.Seat) (n int) {
	for sq := range board.Square(squares) {
		if s.unitOf(seat, sq) {
			n++
		}
	}
	return n
}
