package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// plan is an army and how the King is trained with it. A trade fits in it with 108.
type plan struct {
	army  [units]uint8
	train int
}

// plans are armies that hold their own against one another.
var plans = []plan{
	{[units]uint8{levy: 7, knights: 4, pikemen: 2, crossbowmen: 2}, 3},
	{[units]uint8{levy: 8, knights: 3, pikemen: 4, crossbowmen: 2}, 2},
	{[units]uint8{levy: 4, knights: 4, pikemen: 3, crossbowmen: 2}, 3},
	{[units]uint8{levy: 9, knights: 4, pikemen: 1, crossbowmen: 2}, 3},
}

// campFiles are pairs of files for the camps, on the own back rank, where nobody
// comes from behind.
var campFiles = [][2]uint8{{1, 6}, {0, 7}, {1, 5}, {2, 6}, {0, 5}, {2, 7}}

// planner chooses one of a seat's legal steps before the battle.
type planner struct {
	seat  rules.Seat
	legal []rules.Step
	pick  func(int) int
}

// Plan says what to do before the battle.
func (s *scratch) Plan(seat rules.Seat, pick func(int) int) (rules.Step, bool) {
	p := planner{seat: seat, pick: pick}
	for _, t := range s.legal(nil) {
		if t.By == seat {
			p.legal = append(p.legal, t)
		}
	}
	if len(p.legal) == 0 {
		return rules.Step{}, false
	}
	switch s.phase {
	case camps:
		return p.camp(&s.field), true
	case bridges:
		return p.legal[len(p.legal)-1-p.pick(len(p.legal))], true
	case espionage:
		p.pick(len(p.legal)) // in vain, but old seeds play the same games
		return p.legal[len(p.legal)-1], true
	case army:
		return p.army(s.cards[seat].hand), true
	case training:
		return p.training(), true
	case pay:
		return p.legal[0], true
	case deployment:
		return p.place(&s.field), true
	}
	return rules.Step{}, false
}

// any chooses one of all.
func (p *planner) any() rules.Step { return p.legal[p.pick(len(p.legal))] }

// camp puts the camps far apart on the back rank.
func (p *planner) camp(f *field) rules.Step {
	back := backRank(p.seat)
	pair := campFiles[p.pick(len(campFiles))]
	want := board.Square(pair[0]) + back
	if first := f.at[pieceOf(p.seat, camp, 0)]; standing(first) {
		want = board.Square(files-1-(first-back)%files) + back
	}
	for _, t := range p.legal {
		if board.Square(t.Arg[0]) == want {
			return t
		}
	}
	return p.any()
}

func backRank(seat rules.Seat) board.Square {
	if seat == Black {
		return squares - files
	}
	return 0
}

// army chooses one of the plans, or what of it can be paid at the highest price, of
// equal ones the one with the most Levy, which legalArmies lists last; and
// it keeps enough to train the King.
func (p *planner) army(hand pile) rules.Step {
	want := plans[p.pick(len(plans))]
	room := hand.total() - trainingCost[want.train]
	best, most := p.legal[0], -1
	for _, t := range p.legal {
		army := [units]uint8(t.Arg[:units])
		if cost := costOf(army); cost >= most && cost <= room && want.holds(army) {
			best, most = t, cost
		}
	}
	return best
}

// holds reports whether the plan has at least these units.
func (p *plan) holds(army [units]uint8) bool {
	for k, n := range army {
		if n > p.army[k] {
			return false
		}
	}
	return true
}

// training trains the King by as much as 15 pay for, or what can be paid.
func (p *planner) training() rules.Step {
	best := p.legal[0]
	for _, t := range p.legal {
		if t.Arg[0] <= 3 {
			best = t
		}
	}
	return best
}

// place puts shooters and Pikemen in front of the camps, Levy before them, Knights
// on the wings and near the bridges, the King between the camps.
func (p *planner) place(f *field) rules.Step {
	best, most := p.legal[0], -1<<30
	for _, t := range p.legal {
		if t.Kind != kindDeploy {
			return t
		}
		if v := f.placeWorth(p.seat, kind(t.Arg[0]), board.Square(t.Arg[1]))*8 + p.pick(24); v > most {
			best, most = t, v
		}
	}
	return best
}

// ranksOf is on which rank, from the own back rank, a kind likes to stand.
var ranksOf = [camp]int{levy: 5, knights: 4, pikemen: 3, crossbowmen: 3, king: 1}

// placeWorth is how well a piece of kind k would stand on sq.
func (f *field) placeWorth(seat rules.Seat, k kind, sq board.Square) int {
	rank, file := int(sq)/files, int(sq)%files
	if seat == Black {
		rank = squares/files - 1 - rank
	}
	worth := -4 * distance(rank, ranksOf[k])
	near := files
	for i := range 2 {
		if c := f.at[pieceOf(seat, camp, i)]; standing(c) {
			near = min(near, distance(int(c)%files, file))
		}
	}
	if k == pikemen || k == crossbowmen || k == king {
		worth -= near
	}
	return worth
}
