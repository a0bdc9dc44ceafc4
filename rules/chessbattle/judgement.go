package chessbattle

import (
	_ "embed" // weights.json

	"reeve/board"
	"reeve/rules"
)

// What is counted, each as own minus enemy's.
const (
	fKind = iota // one for each kind but the camps
	fCamp = int(kinds) + iota - 2
	fLastCamp
	fCommand
	fNear    // units near enemy camps
	fGuard   // units near own camps
	fSpecial // value of the Special Cards
	fMove
	fLeft  // command left in the turn
	fPairs // pieces next to one another, as long as both Kings are left
)

var featureNames = []string{
	"levy", "knights", "pikemen", "crossbowmen", "king", "camps", "both_camps", "command", "near_enemy_camps", "near_own_camps", "special_cards", "to_act", "command_left", "pairs",
}

//go:embed weights.json
var weightsJSON []byte

// Features counts units, camps and command, who is near the camps, and who stands by whom: that
// only while both Kings are left, or who leads would keep its line and never go and win.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.count(seat, 1, to)
	s.count(1-seat, -1, to)
	if s.phase >= battle {
		to[fMove], to[fLeft] = -1, -float32(s.orders.command)
		if s.turn == seat {
			to[fMove], to[fLeft] = 1, float32(s.orders.command)
		}
	}
	if f := &s.field; f.stands(kingOf(White)) && f.stands(kingOf(Black)) {
		to[fPairs] = float32(f.held[seat].pairs(!f.river) - f.held[1-seat].pairs(!f.river))
	}
}

func (s *scratch) count(seat rules.Seat, sign float32, to []float32) {
	goals := &far[s.field.campAt(1-seat, 0)]
	goals2 := &far[s.field.campAt(1-seat, 1)]
	homes := &far[s.field.campAt(seat, 0)]
	homes2 := &far[s.field.campAt(seat, 1)]
	up, near, guard := s.field.up[seat], 0, 0 // the sums of their distances
	for k := range units + 1 {
		to[fKind+int(k)] += sign * float32((up & bands[k]).count())
	}
	at := s.field.at[int(seat)*perSide:][:perSide]
	for rest := up & ofForces; rest != 0; rest &= rest - 1 {
		sq := at[rest.first()&31] & (squares - 1)
		near += int(min(goals[sq], goals2[sq]))
		guard += int(min(homes[sq], homes2[sq]))
	}
	all := (up & ofForces).count()
	to[fNear] += sign * (float32(all) - float32(near)/16)
	to[fGuard] += sign * (float32(all) - float32(guard)/16)
	camps := s.field.camps(seat)
	to[fCamp] += sign * float32(camps)
	if camps == 2 {
		to[fLastCamp] += sign
	}
	to[fCommand] += sign * float32(s.points[seat])
	to[fSpecial] += sign * float32(s.cards[seat].hand.total())
}

// campAt is where a camp stands, squares if nowhere.
func (f *field) campAt(seat rules.Seat, n int) board.Square {
	return min(f.at[pieceOf(seat, camp, n)], squares)
}

// far is how far one square is from another, 0 to 16; from a camp that is gone all are.
var far = allFar()

func allFar() (t [squares + 1][squares]uint8) {
	for a := range squares {
		for b := range squares {
			t[a][b] = uint8(max(distance(a%files, b%files), distance(a/files, b/files)))
		}
	}
	for b := range squares {
		t[squares][b] = 16
	}
	return t
}
