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

// Plan says what to do before the battle.
func (s *scratch) Plan(seat rules.Seat, pick func(int) int) (rules.Step, bool) {
	var legal []rules.Step
	for _, t := range s.legal(nil) {
		if t.By == seat {
			legal = append(legal, t)
		}
	}
	if len(legal) == 0 {
		return rules.Step{}, false
	}
	switch s.phase {
	case camps:
		return s.planCamp(seat, legal, pick), true
	case bridges, espionage:
		return legal[len(legal)-1-pick(len(legal))*int(bit(s.phase == bridges))], true
	case army:
		return s.planArmy(legal, seat, pick), true
	case training:
		return s.planTraining(seat, legal), true
	case pay:
		return legal[0], true
	case deployment:
		return s.planPlace(seat, legal, pick), true
	}
	return rules.Step{}, false
}

// planCamp puts the camps far apart on the back rank.
func (s *scratch) planCamp(seat rules.Seat, legal []rules.Step, pick func(int) int) rules.Step {
	back := backRank(seat)
	pair := campFiles[pick(len(campFiles))]
	want := board.Square(pair[0]) + back
	if first := s.at[pieceOf(seat, camp, 0)]; standing(first) {
		want = board.Square(files-1-(first-back)%files) + back
	}
	for _, t := range legal {
		if board.Square(t.Arg[0]) == want {
			return t
		}
	}
	return legal[pick(len(legal))]
}

func backRank(seat rules.Seat) board.Square {
	if seat == Black {
		return squares - files
	}
	return 0
}

// planArmy chooses one of the plans, or what of it can be paid at the highest price, of
// equal ones the one with the most Levy, which legalArmies lists last; and
// it keeps enough to train the King.
func (s *scratch) planArmy(legal []rules.Step, seat rules.Seat, pick func(int) int) rules.Step {
	want, all := plans[pick(len(plans))], s.hand[seat].total()
	room := all - trainingCost[want.train]
	best, most := legal[0], -1
	for _, t := range legal {
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

// planTraining trains the King by as much as 15 pay for, or what can be paid.
func (s *scratch) planTraining(seat rules.Seat, legal []rules.Step) rules.Step {
	best := legal[0]
	for _, t := range legal {
		if t.Arg[0] <= 3 {
			best = t
		}
	}
	return best
}

// planPlace puts shooters and Pikemen in front of the camps, Levy before them, Knights
// on the wings and near the bridges, the King between the camps.
func (s *scratch) planPlace(seat rules.Seat, legal []rules.Step, pick func(int) int) rules.Step {
	best, most := legal[0], -1<<30
	for _, t := range legal {
		if t.Kind != kindDeploy {
			return t
		}
		if v := s.placeWorth(seat, kind(t.Arg[0]), board.Square(t.Arg[1]))*8 + pick(24); v > most {
			best, most = t, v
		}
	}
	return best
}

// ranksOf is on which rank, from the own back rank, a kind likes to stand.
var ranksOf = [camp]int{levy: 5, knights: 4, pikemen: 3, crossbowmen: 3, king: 1}

func (s *scratch) placeWorth(seat rules.Seat, k kind, sq board.Square) int {
	rank, file := int(sq)/files, int(sq)%files
	if seat == Black {
		rank = squares/files - 1 - rank
	}
	worth := -4 * distance(rank, ranksOf[k])
	near := files
	for i := range 2 {
		if c := s.at[pieceOf(seat, camp, i)]; standing(c) {
			near = min(near, distance(int(c)%files, file))
		}
	}
	if k == pikemen || k == crossbowmen || k == king {
		worth -= near
	}
	return worth
}
