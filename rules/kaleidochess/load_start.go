package kaleidochess

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"reeve/board"
)

// loadStart reads who starts where and numbers the pieces: the outer rings
// first, each clockwise from the player's left hand (interchange).
func (g *ground) loadStart(b boardDoc) error {
	g.byID = make(map[string]piece, pieces)
	taken := fields{}
	for seat, name := range seatNames {
		army := b.Start[name]
		if len(army) != perSide || len(b.Start) != len(seatNames) {
			return unsound("start: %s has %d pieces, not %d", name, len(army), perSide)
		}
		next := piece(seat) * perSide
		for k := range kindCount {
			at, err := g.startOf(b.Fields, army, k, seat)
			if err != nil {
				return err
			}
			for i, f := range at {
				if taken.has(f) {
					return unsound("start: two pieces on %s", g.top.Name(f))
				}
				taken.add(f)
				g.enlist(next, k, name[:1], i, f)
				next++
			}
		}
		if next != piece(seat+1)*perSide {
			return unsound("start: %s has a piece of no kind or on no field", name)
		}
	}
	slices.SortFunc(g.sorted[:], func(a, b piece) int { return strings.Compare(g.id[a], g.id[b]) })
	return nil
}

func (g *ground) enlist(p piece, k kind, initial string, i int, f board.Square) {
	g.kind[p], g.start[p], g.sorted[p] = k, f, p
	g.men[p.owner()][k] |= 1 << (p % perSide)
	g.id[p] = initial + kinds[k].letter
	if k != wizard && k != dragon {
		g.id[p] += strconv.Itoa(i + 1)
	}
	g.byID[g.id[p]] = p
}

// startOf returns the starting fields of an army's pieces of one kind, in the
// order of their numbers.
func (g *ground) startOf(docs []fieldDoc, army map[string]string, k kind, seat int) ([]board.Square, error) {
	var at []board.Square
	for name, kindName := range army {
		if f, ok := g.top.Square(name); ok && kindName == kinds[k].name {
			at = append(at, f)
		}
	}
	if (k == wizard || k == dragon) && len(at) != 1 {
		return nil, unsound("start: %s has %d pieces of kind %s, not 1", seatNames[seat], len(at), kinds[k].name)
	}
	// White's left hand is half a circle from South, Black's is South itself.
	turned := func(f board.Square) float64 {
		if docs[f].Angle == nil {
			return 0
		}
		return math.Mod(*docs[f].Angle+180*float64(1-seat), 360)
	}
	slices.SortFunc(at, func(x, y board.Square) int {
		if d := int(g.ring[y]) - int(g.ring[x]); d != 0 {
			return d
		}
		return int(math.Copysign(1, turned(x)-turned(y)))
	})
	return at, nil
}

func (g *ground) loadDie(d dieDoc) error {
	g.moves[0], g.magic[0], g.fire[0] = 1<<kindCount-1, true, true
	if len(d.Moves) != 6 {
		return unsound("die: %d throws, not 6", len(d.Moves))
	}
	for n := 1; n <= 6; n++ {
		names, ok := d.Moves[strconv.Itoa(n)]
		if !ok {
			return unsound("die: throw %d is missing", n)
		}
		for _, name := range names {
			k, ok := kindNamed(name)
			if !ok {
				return unsound("die: throw %d: no kind is called %q", n, name)
			}
			g.moves[n] |= 1 << k
		}
	}
	for _, throws := range []struct {
		name string
		list []int
		may  *[7]bool
	}{{"magic", d.Magic, &g.magic}, {"fire", d.Fire, &g.fire}} {
		for _, n := range throws.list {
			if n < 1 || n > 6 {
				return unsound("die: %s: a die shows 1 to 6, not %d", throws.name, n)
			}
			throws.may[n] = true
		}
	}
	return nil
}
