package chessbattle

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"

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
	l := loader{State: empty(o), d: d}
	if err := d.ReadState(&l.doc); err != nil {
		return nil, err
	}
	err := first(l.readPhase, l.readPieces, l.readCards, l.readEnded, l.readOpening, l.readTurn, l.readFight, l.readOutcome, l.checkPhase)
	if err != nil {
		return nil, err
	}
	return l.State, nil
}

// loader makes a position of a document, part by part.
type loader struct {
	State
	d   rules.Document
	doc stateDoc // the game's own part of d
}

// readPhase reads the phase and who acts; during a fight the fighters say it.
func (l *loader) readPhase() error {
	d, doc := &l.d, &l.doc
	i := slices.Index(phaseNames[:], d.Phase)
	if i < 0 {
		return refused("there is no phase %q", d.Phase)
	}
	l.phase = phase(i)
	l.joined = l.phase >= battle && (doc.Joined == nil || *doc.Joined)
	if doc.Joined != nil && (*doc.Joined || l.phase != over) {
		return refused("phase %s: joined stands, false, in a game that ended before the joining, and only there", d.Phase)
	}
	switch l.phase {
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
	if l.phase == deployment {
		l.done = l.Seated() &^ seats
		return nil
	}
	seat, ok := seats.Only()
	if !ok {
		return refused("phase %s: one seat acts, not %q", d.Phase, []string(d.ToAct))
	}
	l.turn = seat
	return nil
}

func (l *loader) readPieces() error {
	var seen uint64
	for _, doc := range l.d.Pieces {
		p, ok := byID[doc.ID]
		if !ok || seen&p.bit() != 0 {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		seen |= p.bit()
		if err := l.readPiece(p, doc); err != nil {
			return err
		}
	}
	for seat := range Black + 1 {
		if seen&kingOf(seat).bit() == 0 || seen&pieceOf(seat, camp, 0).bit() == 0 || seen&pieceOf(seat, camp, 1).bit() == 0 {
			return refused("the King or a camp of %s is missing", seatNames[seat])
		}
		if cost := l.field.value(seat); cost > l.owns(seat).total() {
			return refused("the army of %s is worth %d, more than all its cards", seatNames[seat], cost)
		}
	}
	return nil
}

func (l *loader) readPiece(p piece, doc rules.Piece) error {
	if doc.Kind != kindNames[kindOf[p]] || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
		return refused("piece %s is not %q of %q, and has no energy", doc.ID, doc.Kind, doc.Owner)
	}
	l.field.at[p] = noSquare
	if doc.At == nil {
		return nil
	}
	sq, ok := topologies[l.field.water()].Square(*doc.At)
	if !ok || l.field.on[sq] != nobody {
		return refused("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
	}
	if !ownBoard(p.owner(), sq) && (!l.joined || kindOf[p] == camp) {
		return refused("piece %s: %s is not on its own board", doc.ID, *doc.At)
	}
	l.field.put(p, sq)
	return nil
}

func (l *loader) readCards() error {
	for _, part := range []struct {
		name string
		from map[string]cardsDoc
		to   func(*ledger) *pile
	}{
		{"cards", l.doc.Cards, func(g *ledger) *pile { return &g.hand }},
		{"spent", l.doc.Spent, func(g *ledger) *pile { return &g.spent }},
		{"espionage", l.doc.Espionage, func(g *ledger) *pile { return &g.laid }},
	} {
		for seat := range Black + 1 {
			*part.to(&l.cards[seat]) = 0
		}
		for _, name := range slices.Sorted(maps.Keys(part.from)) {
			seat, p, err := l.readList(name, part.from[name])
			if err != nil {
				return fmt.Errorf("%w in %s", err, part.name)
			}
			*part.to(&l.cards[seat]) = p
		}
	}
	for seat := range Black + 1 {
		if l.cards[seat].hand&l.cards[seat].spent != 0 {
			return refused("a card of %s is both in cards and in spent", seatNames[seat])
		}
	}
	return nil
}

// readList reads a list of cards of the seat of that name.
func (l *loader) readList(name string, list cardsDoc) (rules.Seat, pile, error) {
	seat, ok := seatOf(name)
	switch {
	case !ok:
		return 0, 0, refused("there is no seat %q", name)
	case list.hidden:
		return 0, 0, refused("the cards of %s are hidden, as in a view", name)
	}
	p, err := readPile(seat, list.list)
	if err == nil && p&^l.owns(seat) != 0 {
		err = refused("a handicap has taken a card of %s away", name)
	}
	return seat, p, err
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
func (l *loader) readEnded() error {
	list := l.doc.EspionageDone
	if len(list) == 0 && l.joined {
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
			l.ended = seatMark(seat) + 1
		}
		if l.phase == espionage {
			l.done |= rules.SeatsOf(seat)
		}
	}
	want := 2
	switch {
	case l.phase < espionage:
		want = 0
	case l.phase == espionage:
		want = min(len(list), 1)
	case l.phase == over && !l.joined:
		want = len(list)
	}
	l.revealed = len(list) == 2
	if len(list) != want {
		return refused("phase %s: espionage_done cannot be %q", l.Phase(), list)
	}
	return nil
}

// readOpening reads bridges, the Kings' points, and what is due.
func (l *loader) readOpening() error {
	if err := l.field.readBridges(l.doc.Bridges); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(l.doc.KingPoints)) {
		seat, ok := seatOf(name)
		n := l.doc.KingPoints[name]
		if !ok || n < 1 || n > len(trainingCost) {
			return refused("king_points of %q cannot be %d", name, n)
		}
		if l.points[seat] = uint8(n); l.joined && !l.field.stands(kingOf(seat)) {
			l.points[seat] = 1 // his extra points went with him (rule 29)
		}
	}
	due := l.doc.Due
	if due == nil {
		return nil
	}
	if *due < 0 || *due > fullPile.total() || *due > 0 && l.joined {
		return refused("due cannot be %d", *due)
	}
	l.due = uint8(*due)
	return nil
}

// readBridges builds bridges on the files of these names.
func (g *ground) readBridges(names []string) error {
	for _, name := range names {
		if len(name) != 1 || name[0] < 'a' || name[0] > 'h' || g.bridges&(1<<(name[0]-'a')) != 0 {
			return refused("bridges cannot be %q", names)
		}
		g.bridges |= 1 << (name[0] - 'a')
	}
	if n := bits.OnesCount8(g.bridges); n > 2 || n > 0 && !g.river {
		return refused("bridges cannot be %q", names)
	}
	return nil
}

// readTurn reads what belongs to a turn of the battle, and the desertions left.
func (l *loader) readTurn() error {
	if err := l.orders.read(&l.doc, &l.field); err != nil {
		return err
	}
	if n := l.doc.Desert; n < 0 || n > perSide {
		return refused("desert cannot be %d", n)
	}
	if n := l.doc.Quiet; n < 0 || n >= 2*int(l.limit) {
		return refused("quiet cannot be %d", n)
	}
	l.deserts, l.quiet = uint8(l.doc.Desert), uint16(l.doc.Quiet)
	return nil
}

// read reads what can still be spent, and which units on f have acted.
func (o *orders) read(doc *stateDoc, f *field) error {
	for _, part := range []struct {
		name      string
		got, most int
		to        *uint8
	}{
		{"command_left", doc.CommandLeft, len(trainingCost), &o.command},
		{"points_left", doc.PointsLeft, 4, &o.moves},
		{"fight_points_left", doc.FightLeft, 2, &o.hits},
	} {
		if part.got < 0 || part.got > part.most {
			return refused("%s cannot be %d", part.name, part.got)
		}
		*part.to = uint8(part.got)
	}
	for _, id := range doc.Used {
		p, ok := byID[id]
		if !ok || f.at[p] == unbought || kindOf[p] >= units || o.acted(p) {
			return refused("used cannot hold %q", id)
		}
		o.used |= p.bit()
	}
	if doc.Active == nil || *doc.Active == ids[kingOf(White)] || *doc.Active == ids[kingOf(Black)] {
		return nil // the King's points are those of command
	}
	p, ok := byID[*doc.Active]
	if !ok || !o.acted(p) || !f.stands(p) {
		return refused("active cannot be %q", *doc.Active)
	}
	o.active = p
	return nil
}

// readOutcome reads how the game ended.
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
	white, black := l.field.lost(White), l.field.lost(Black)
	on := l.joined && white == 0 && black == 0
	switch l.why {
	case whyCamps, whyUnits:
		return l.joined && (white == l.why && black == 0 && l.winners == rules.SeatsOf(Black) ||
			black == l.why && white == 0 && l.winners == rules.SeatsOf(White))
	case whyBoth:
		return l.joined && white != 0 && black != 0 && l.winners == 0
	case whyValue:
		return on && l.scenario == agreedTime && l.winners == l.field.wealthier()
	case whyTime:
		return l.joined && white != whyCamps && black != whyCamps && l.scenario == clocks && l.winners == l.field.wealthier()
	case whyResigned:
		return (on || !l.joined) && l.winners.Len() == 1
	}
	return l.why != 0 && (on || l.why != whyQuiet && !l.joined) && l.winners == 0
}
