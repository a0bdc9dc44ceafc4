package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// Apply returns the position after step; see rules.State.
func (s State) Apply(step rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	if why := s.refuse(step); !why.IsZero() {
		return nil, effects, rules.Illegal(s.Text(step), why)
	}
	effects = s.apply(step, effects)
	return s, effects, nil
}

// apply carries out a step that refuse does not refuse.
func (w *war) apply(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.By == rules.Referee {
		return w.applyReferee(t, fx)
	}
	switch t.Kind {
	case kindMove, kindStrike, kindShot, kindEnd:
		return w.applyBattle(t, fx)
	case kindSpecial:
		w.applySpecial(t.Arg[0])
	case kindDraw:
		return w.applyDraw(t, fx)
	case kindDesert:
		return w.applyDesertion(board.Square(t.Arg[0]), fx)
	case kindDone:
		if w.applyDone(t.By) {
			return w.join(fx)
		}
	default:
		return w.applyPreparation(t, fx)
	}
	return fx
}
