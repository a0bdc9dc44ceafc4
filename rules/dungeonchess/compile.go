package dungeonchess

import (
	"fmt"
	"slices"
	"strings"

	"reeve/board"
)

func unsound(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDungeon, fmt.Sprintf(format, args...))
}

// layBoard numbers the squares from below, row by row, walls left out (rule 1).
func (f *floor) layBoard(d *dungeon) error {
	if err := checkNames(d); err != nil {
		return err
	}
	f.grid = make(map[[2]int]board.Square)
	var places []board.Place
	for r := range d.Rows {
		for c, what := range d.Plan[len(d.Rows)-1-r] {
			if what == wall {
				continue
			}
			if len(places) == maxSquares {
				return unsound("more than %d squares", maxSquares)
			}
			sq := board.Square(len(places))
			f.grid[[2]int{c, r}], f.place[sq] = sq, [2]int{c, r}
			f.entry[sq] = what == entry
			f.all.Add(sq)
			places = append(places, board.Place{
				Name: d.Columns[c:c+1] + d.Rows[r:r+1],
				X:    (float64(c) + 0.5) * pitch, Y: (float64(r) + 0.5) * pitch,
				Dark: (c+r)%2 == 0,
			})
		}
	}
	f.squares = board.Square(len(places))
	for sq := range places {
		places[sq].Near, places[sq].Marks = f.near(board.Square(sq)), f.marks(d, places[sq].Name)
	}
	top, err := board.New("dungeonchess", places)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDungeon, err)
	}
	f.topology = top
	return nil
}

const (
	wall, hall, entry = '#', '.', '+'
	pitch             = 50 // millimetres
)

// checkNames asks for names of squares that the text form can tell apart from
// the rest of an action, and for a plan of that size.
func checkNames(d *dungeon) error {
	for _, axis := range []struct{ what, names, of string }{
		{"columns", d.Columns, "abcdefghijklmnopqrstuvwyz"}, {"rows", d.Rows, "0123456789"},
	} {
		for i, name := range axis.names {
			if !strings.ContainsRune(axis.of, name) || strings.ContainsRune(axis.names[:i], name) {
				return unsound("%s %q: each is one of %s and stands once", axis.what, axis.names, axis.of)
			}
		}
	}
	if len(d.Plan) != len(d.Rows) {
		return unsound("the plan has %d rows, %d are named", len(d.Plan), len(d.Rows))
	}
	for _, row := range d.Plan {
		if len(row) != len(d.Columns) || strings.Trim(row, "#.+") != "" {
			return unsound("the plan's row %q is not made of %d times # . or +", row, len(d.Columns))
		}
	}
	return nil
}

func (f *floor) near(sq board.Square) (near []board.Square) {
	at := f.place[sq]
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if to, ok := f.grid[[2]int{at[0] + dc, at[1] + dr}]; ok && to != sq {
				near = append(near, to)
			}
		}
	}
	return near
}

// marks says what the square of that name is to whom.
func (f *floor) marks(d *dungeon, name string) (marks []string) {
	for _, seat := range seatNames {
		if slices.Contains(d.Seats[seat].Entry, name) {
			marks = append(marks, "entry", seat)
		}
		if slices.Contains(d.Seats[seat].Teleport, name) {
			marks = append(marks, "teleport", seat)
		}
	}
	return marks
}

// layCharacters is the table of rule 3.
func (c *cast) layCharacters(d *dungeon) error {
	if len(d.Characters) != int(kinds) {
		return unsound("%d kinds of characters, not %d", len(d.Characters), kinds)
	}
	var men []man
	for _, x := range d.Characters {
		k := kind(slices.Index(kindNames[:], x.Kind))
		switch {
		case k >= kinds || c.names[k] != "" || x.Name == "":
			return unsound("character %q (%q) is unknown, stands twice or has no name", x.Kind, x.Name)
		case len(x.Letter) != 1 || x.Letter[0] < 'A' || x.Letter[0] > 'Z' || slices.Contains(c.letters[:], x.Letter):
			return unsound("%s: %q is no capital letter of its own", x.Kind, x.Letter)
		case x.Number < 1 || x.Number > perSeat:
			return unsound("%s: there are %d", x.Kind, x.Number)
		case x.Points < 1 || x.Points > mostPoints:
			return unsound("%s: %d points, 1 to %d can be", x.Kind, x.Points, mostPoints)
		case waysOf[x.Moves] == nil || x.Reach < 1 || x.Reach > mostReach:
			return unsound("%s: moves %q up to %d", x.Kind, x.Moves, x.Reach)
		}
		c.names[k], c.letters[k], c.points[k] = x.Name, x.Letter, x.Points
		for n := range x.Number {
			men = append(men, newMan(k, x.Letter, n+1, x.Number))
		}
	}
	if len(men) != perSeat {
		return unsound("a player has %d characters, not %d", len(men), perSeat)
	}
	slices.SortFunc(men, func(a, b man) int { return strings.Compare(a.name, b.name) })
	c.layPieces(men)
	return nil
}

// layChest is what a chest is, and how many everybody begins with.
func (t *tables) layChest(d *dungeon) error {
	if c := d.Chest; c.Name == "" || c.Number < 0 || c.Number > mostChests || c.Points < 1 || c.Points > mostPoints {
		return unsound("chests %+v: %d of them, 1 to %d points, and a name can be", c, mostChests, mostPoints)
	}
	t.chests, t.chestPoints = uint8(d.Chest.Number), d.Chest.Points
	return nil
}

// The bounds of what a dungeon may hold, so that scores and counts stay small.
const (
	mostPoints = 100
	mostChests = 20
	mostReach  = 9
)

// layZones is rule 4, and the special squares of rule 1.
func (t *tables) layZones(d *dungeon) error {
	if len(d.Seats) != seats {
		return unsound("%d seats, not %d", len(d.Seats), seats)
	}
	var special, homes board.Set
	for seat, name := range seatNames {
		z := d.Seats[name]
		if len(z.Entry) != 2 || len(z.Teleport) != 2 || len(z.Start) != perSeat {
			return unsound("%s has not two entry squares, two teleport squares and a start for %d characters", name, perSeat)
		}
		for i := range 2 {
			in, okIn := t.topology.Square(z.Entry[i])
			tele, okTele := t.topology.Square(z.Teleport[i])
			if !okIn || !t.entry[in] || special.Has(in) || !t.opens(in) {
				return unsound("%s: %q is no entry square of its own beside the hall", name, z.Entry[i])
			}
			if !okTele || t.entry[tele] || special.Has(tele) {
				return unsound("%s: %q is no teleport square of its own in the hall", name, z.Teleport[i])
			}
			special = special.Union(board.SetOf(in, tele))
			t.entries[seat][i], t.teleports[seat][i] = in, tele
		}
		if a, b := t.place[t.teleports[seat][0]], t.place[t.teleports[seat][1]]; (a[0]+a[1]+b[0]+b[1])%2 == 0 {
			return unsound("%s: the teleport squares %v are of one colour", name, z.Teleport)
		}
		if err := t.layStart(seat, z, &homes); err != nil {
			return err
		}
	}
	for sq := range t.squares {
		if t.entry[sq] && !special.Has(sq) {
			return unsound("entry square %s is nobody's", t.topology.Name(sq))
		}
	}
	return nil
}

// opens reports whether a hall square lies beside sq.
func (f *floor) opens(sq board.Square) bool {
	return slices.ContainsFunc(f.near(sq), func(to board.Square) bool { return !f.entry[to] })
}

func (t *tables) layStart(seat int, z zone, homes *board.Set) error {
	for i := range perSeat {
		p := piece(seat*perSeat + i)
		name := z.Start[t.men[i].name]
		sq, ok := t.topology.Square(name)
		if !ok || homes.Has(sq) || t.entry[sq] && !slices.Contains(t.entries[seat][:], sq) {
			return unsound("%s cannot start on %q", t.ids[p], name)
		}
		homes.Add(sq)
		t.home[p] = sq
	}
	return nil
}

// layCards is rule 12.
func (t *tables) layCards(d *dungeon) error {
	if len(d.Cards) != cards {
		return unsound("%d cards, not %d", len(d.Cards), cards)
	}
	for i, c := range d.Cards {
		k := kind(slices.Index(kindNames[:], c.Kind))
		if c.Kind == "" {
			k = anyKind
		}
		counts := count(slices.Index(countNames[:], c.Count))
		switch {
		case c.Number != i+1:
			return unsound("card %d has the number %d", i+1, c.Number)
		case c.Points < 1 || c.Points > mostPoints || c.Least < 1:
			return unsound("card %d: %d points for at least %d", c.Number, c.Points, c.Least)
		case int(counts) >= len(countNames) || k >= kinds && k != anyKind || counts == ofChests && k != anyKind:
			return unsound("card %d cannot count %q of kind %q", c.Number, c.Count, c.Kind)
		}
		t.cards[i] = card{points: c.Points, counts: counts, kind: k, least: c.Least}
	}
	return nil
}

// layReach lays out the squares that each kind reaches in each of its ways
// (rules 3 and 5), and the teleports (rule 8).
func (t *tables) layReach(d *dungeon) {
	for _, c := range d.Characters {
		k := slices.Index(kindNames[:], c.Kind)
		for sq := range t.squares {
			for _, way := range waysOf[c.Moves] {
				t.star[k][sq].add(t.ray(sq, way, c.Reach))
			}
		}
	}
	for seat := range t.partner {
		for sq := range t.partner[seat] {
			t.partner[seat][sq] = board.None
		}
		a, b := t.teleports[seat][0], t.teleports[seat][1]
		t.partner[seat][a], t.partner[seat][b] = b, a
	}
}

// ray follows a way from sq over hall squares.
func (f *floor) ray(sq board.Square, way [2]int, reach int) (r ray) {
	at := f.place[sq]
	for range reach {
		at = [2]int{at[0] + way[0], at[1] + way[1]}
		to, ok := f.grid[at]
		if !ok || f.entry[to] {
			return r
		}
		r.to[r.n] = to
		r.n++
	}
	return r
}
