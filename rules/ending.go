package rules

import (
	"slices"
	"strconv"
	"strings"
)

// Ending says in words why a game that is over ended, to follow a sentence: "Black
// resigned". Its key is "why." and the result's Why; where that names nobody or no
// points, since there are several or none, it has an "all" behind it. Nothing of it
// is hidden from anybody. It says nothing while the game goes on.
func Ending(s State) Message {
	r, over := s.Result()
	if !over {
		return Message{}
	}
	m := Say("why." + r.Why)
	losers := s.Seated() &^ r.Winners
	switch r.Why {
	case "resigned", "camps", "units", "captured", "pieces", "stalemate", "moves":
		if seat, one := losers.Only(); one && r.Winners != 0 {
			return Say(m.Key, "loser", s.Game().SeatKey(seat))
		}
		m.Key += ".all"
	case "score":
		return scored(s, r.Winners, losers)
	}
	return m
}

// scored tells the points by which a game was won.
func scored(s State, winners, losers Seats) Message {
	points := s.View(Table).Outcome.Scores
	most := 0
	for _, seat := range winners.All() {
		most = points[s.Game().SeatName(seat)]
	}
	var others []int
	for _, seat := range losers.All() {
		others = append(others, points[s.Game().SeatName(seat)])
	}
	if len(others) == 0 || winners == 0 {
		return Say("why.score.all", "most", strconv.Itoa(most))
	}
	slices.SortFunc(others, func(a, b int) int { return b - a })
	var texts []string
	for _, n := range others {
		texts = append(texts, strconv.Itoa(n))
	}
	return Say("why.score", "most", strconv.Itoa(most), "others", strings.Join(texts, ","))
}

// Counted says of a game that is over, and is won by a count, what each seat's count came to, seat by seat; nothing of
// other games. All of it is open by then.
func Counted(s State) []Message {
	game, counts := s.(interface{ Counted() []Message })
	if _, over := s.Result(); !over || !counts {
		return nil
	}
	return game.Counted()
}
