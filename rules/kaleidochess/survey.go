package kaleidochess

import "reeve/board"

// survey lists what whose turn it is may do.
type survey struct{ targets }

// targets are what each spell may be pointed at.
type targets struct{ terrain }

// terrain is a position seen by whose turn it is, as sets of fields, and how pieces get about there.
type terrain struct {
	*forces
	ground               *ground
	own, enemy, occupied fields
	blocked              fields // Block lies here
	bound, weak, strong  fields // a piece stands here that bears Imprison, Weaken, Strengthen, which may rest
	spots                fields // at the spot of a Barrier
	barred               uint8  // rounded lines under a Barrier (bit l)
}

func (s *forces) survey() (v survey) {
	v.forces, v.ground = s, s.ground()
	v.own, v.enemy = s.stands[s.turn], s.stands[1-s.turn]
	v.occupied = v.own.or(v.enemy)
	if s.options.has(withMagic) {
		v.surveyFormulas()
	}
	return v
}

func (v *terrain) surveyFormulas() {
	for seat := range v.active {
		for i, on := range v.active[seat] {
			if on == uint8(off) {
				continue
			}
			switch firstLasting + formula(i) {
			case imprison:
				v.bound.add(v.at[on])
			case weaken:
				v.weak.add(v.at[on])
			case strengthen:
				v.strong.add(v.at[on])
			case block:
				v.blocked.add(board.Square(on))
			case barrier:
				spot := v.ground.spots[on]
				v.spots = v.spots.or(spot.fields())
				v.barred |= 1 << spot.line
			}
		}
	}
}
