package dungeonchess

import (
	_ "embed" // weights.json

	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct{ State }

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{s} }

func (s *scratch) Copy(from rules.Scratch)             { s.State = from.(*scratch).State }
func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Actors() rules.Seats {
	if s.phase == turn {
		return rules.SeatsOf(s.turn)
	}
	return s.ToAct()
}

func (s *scratch) Do(step rules.Step) {
	var room [4]rules.Effect
	s.apply(step, room[:0])
}

// Luck lists the deals; every pair of cards is equally likely.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	deals := s.deals(nil)
	for _, step := range deals {
		dst = append(dst, rules.One(step, 1/float32(len(deals))))
	}
	return dst
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(uint64(s.phase)|uint64(s.turn)<<8|uint64(s.resigned)<<16|uint64(s.winners)<<24|uint64(s.players)<<32, s.at[:])
	var runs uint64
	for seat, r := range s.runs {
		runs = rules.Mix(runs, uint64(r.man)|uint64(r.a)<<8|uint64(r.b)<<16|uint64(r.n)<<24|uint64(s.handicap[seat])<<26|
			uint64(s.chests[seat])<<32|uint64(s.kept[seat])<<40|uint64(s.dealt[seat][0])<<48|uint64(s.dealt[seat][1])<<56)
	}
	if s.ransomed {
		runs++
	}
	return rules.Mix(h, runs)
}

// Forced reports false: whether a move is forced is not known without listing all.
func (s *scratch) Forced() bool { return false }

// Loud appends captures and ransoms.
func (s *scratch) Loud(dst []rules.Step) []rules.Step {
	if s.phase != turn {
		return dst
	}
	for p := first(s.turn); p < first(s.turn)+perSeat; p++ {
		if s.at[p] >= maxSquares {
			continue
		}
		from, worn, rays := s.at[p], s.worn(p), s.rays(p)
		for i := range rays {
			r := &rays[i]
			if free, captures := s.along(p, r); captures && r.to[free] != worn {
				dst = append(dst, goStep(s.turn, kindCapture, from, r.to[free]))
			}
		}
	}
	return s.ransoms(dst)
}

// Choosing reports the phase in which each seat keeps the better of its two cards.
func (s *scratch) Choosing() bool { return s.phase == keep }

// Prolongs reports a ransom: it brings a character back, and the count of rule 15 begins anew.
func (s *scratch) Prolongs(step rules.Step) bool { return step.Kind == kindRansom }

// Gain is higher for captures of dearer characters.
func (s *scratch) Gain(step rules.Step) int {
	switch step.Kind {
	case kindCapture:
		return 10 + table.points[table.kindOf[s.on[step.Arg[1]]]]
	case kindRansom:
		return table.points[table.kindOf[step.Arg[0]]]
	}
	return 0
}

// What is counted, each against the best of the others.
const (
	fScore  = iota // points as they would be counted now, the card among them
	fMen           // characters on the board
	fPower         // their points
	fChests        //
	fMet           // the own card is met
	fCentre        // characters out of the entry squares
	fMove
	fTrade // the lead, the more the fewer characters are left: who leads wants the end
	fCalm  // the lead, the more the nearer the end of rule 15 is
)

var featureNames = []string{"score", "characters", "power", "chests", "card_met", "out", "to_act", "lead_with_few", "lead_when_calm"}

//go:embed weights.json
var weightsJSON []byte

// Features compares seat with the strongest of the others, feature by feature.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	var own, best, other [fMove]float32
	s.count(seat, &own)
	first := true
	for o := South; o < seats; o++ {
		if o == seat || !s.active().Has(o) {
			continue
		}
		s.count(o, &other)
		for i, v := range other {
			if first || v > best[i] {
				best[i] = v
			}
		}
		first = false
	}
	for i, v := range own {
		to[i] = v - best[i]
	}
	lead := max(-1, min(to[fScore]/8, 1))
	to[fTrade] = lead * (perSeat - min(own[fMen], best[fMen]))
	if s.rounds > 0 {
		to[fCalm] = lead * float32(s.calm) / float32(int(s.rounds)*s.active().Len())
	}
	if s.phase == turn {
		to[fMove] = -1
		if s.turn == seat {
			to[fMove] = 1
		}
	}
}

func (s *scratch) count(seat rules.Seat, to *[fMove]float32) {
	*to = [fMove]float32{}
	var own, held [kinds]int
	for p := first(seat); p < first(seat)+perSeat; p++ {
		sq := s.at[p]
		if sq >= maxSquares {
			continue
		}
		own[table.kindOf[p]]++
		if !table.entry[sq] {
			to[fCentre]++
		}
	}
	captive := heldBy + board.Square(seat)
	for p, sq := range s.at {
		if sq == captive {
			held[table.kindOf[p]]++
		}
	}
	men, power, captives := 0, 0, 0
	for k, points := range table.points {
		men += own[k]
		power += points * own[k]
		captives += points * held[k]
	}
	chests := int(s.chests[seat])
	score := power + captives + chests*table.chestPoints - int(s.handicap[seat])
	if n := s.kept[seat]; n != 0 {
		if c := &table.cards[n-1]; c.metBy(own, held, chests) {
			score += c.points
			to[fMet] = 1
		}
	}
	to[fMen], to[fPower], to[fChests], to[fScore] = float32(men), float32(power), float32(chests), float32(score)
}
