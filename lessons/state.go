package lessons

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// State is a position within a lesson: that of the game, and how far the lesson
// is. It takes only what the step accepts, and of chance everything; when the last
// step is done it is over. It hides nothing. It is a comparable value, as all
// positions are.
type State struct {
	rules.State
	lesson *Lesson
	at     int        // the step that is to be done; in a battle how many actions were taken
	last   rules.Seat // who took the last one of them
}

// Learner is the seat of whoever learns: the game's first.
const Learner rules.Seat = 0

// Later is the key of the reason that a step is legal in the game, and not what is
// learnt now.
const Later = "no.lesson"

// Why a lesson is over, in the interchange's place for the end of a game.
const (
	Done  = "lesson"        // all steps are done, or the battle is won
	Again = "lesson.battle" // the battle is not won
)

// Of returns the lesson's position that s is; false if s is none.
func Of(s rules.State) (State, bool) {
	l, ok := s.(State)
	return l, ok
}

// Game returns the game that is taught, which hides nothing.
func (s State) Game() *rules.Game { return s.lesson.game }

// Step is how many steps are done, and the one that is to be done now; false when
// all are, and in a battle.
func (s State) Step() (int, Step, bool) {
	if s.at >= len(s.lesson.Steps) {
		return len(s.lesson.Steps), Step{}, false
	}
	return s.at, s.lesson.Steps[s.at], true
}

// Say is the key of the sentence that the learner is told now.
func (s State) Say() string {
	say := s.lesson.Name
	if n := len(s.lesson.Steps); n > 0 {
		say = s.lesson.Steps[min(s.at, n-1)].Say // the last one's while its dice fall
	}
	return "lesson." + s.lesson.game.Name + "." + say
}

// Result returns that the lesson is over.
func (s State) Result() (rules.Result, bool) {
	r, over := s.State.Result()
	switch {
	case s.lesson.Battle && over && r.Winners.Has(Learner):
		return rules.Result{Winners: rules.SeatsOf(Learner), Why: Done}, true
	case s.lesson.Battle && over:
		return rules.Result{Why: Again}, true
	case !s.lesson.Battle && s.at == len(s.lesson.Steps) && !s.State.ToAct().Has(rules.Chance):
		return rules.Result{Winners: rules.SeatsOf(Learner), Why: Done}, true
	}
	return rules.Result{}, false
}

// ToAct returns who acts now: nobody when the lesson is over.
func (s State) ToAct() rules.Seats {
	if _, over := s.Result(); over {
		return 0
	}
	return s.State.ToAct()
}

// Phase returns the game's phase, or over.
func (s State) Phase() string {
	if _, over := s.Result(); over {
		return "over"
	}
	return s.State.Phase()
}

// Legal appends what the step accepts, and all that chance may bring.
func (s State) Legal(dst []rules.Step) []rules.Step {
	if _, over := s.Result(); over {
		return dst
	}
	from := len(dst)
	dst = s.State.Legal(dst)
	if s.lesson.Battle {
		return s.answer(dst, from)
	}
	kept := dst[:from]
	for _, step := range dst[from:] {
		if s.accepts(step) {
			kept = append(kept, step)
		}
	}
	return kept
}

// answer leaves whoever plays against the learner one action of those from on: the
// first that attacks or captures, else one that changes from turn to turn, and then the
// end of the turn: what is moved there and back again hands could not show.
func (s State) answer(dst []rules.Step, from int) []rules.Step {
	steps := dst[from:]
	if len(steps) == 0 || steps[0].By == Learner || steps[0].By == rules.Chance {
		return dst
	}
	pick := (s.at*7 + 3) % len(steps)
	if i := slices.IndexFunc(steps, func(step rules.Step) bool { return s.State.Hands(step).Manner == rules.Implied }); i >= 0 && s.last == steps[0].By {
		pick = i
	}
	if i := slices.IndexFunc(steps, func(step rules.Step) bool {
		h := s.State.Hands(step)
		return h.Manner == rules.Knocked || !h.Takes.IsEmpty()
	}); i >= 0 {
		pick = i
	}
	steps[0] = steps[pick]
	return dst[:from+1]
}

// accepts reports whether a legal step of the game goes on in the lesson.
func (s State) accepts(step rules.Step) bool {
	if step.By == rules.Chance {
		return true
	}
	_, now, ok := s.Step()
	return ok && slices.Contains(now.Accept, s.State.Text(step))
}

// Apply takes a step. One that the game refuses is refused for the game's reason,
// one that only the lesson does with what is to be done.
func (s State) Apply(step rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	next, effects, err := s.State.Apply(step, effects)
	if err != nil {
		return nil, effects, err
	}
	if !slices.Contains(s.Legal(nil), step) {
		return nil, effects, rules.Illegal(s.State.Text(step), s.later())
	}
	s.State = next
	if step.By < rules.MaxSeats {
		s.at, s.last = s.at+1, step.By
	}
	return s, effects, nil
}

// Why says why the game does not allow it, or what is to be learnt before.
func (s State) Why(from, to board.Square) rules.Message {
	why := s.State.Why(from, to)
	if !why.IsZero() || slices.ContainsFunc(s.Legal(nil), func(step rules.Step) bool { return leads(s.State.Hands(step), from, to) }) {
		return why
	}
	return s.later()
}

// later says what is to be learnt first.
func (s State) later() rules.Message { return rules.Say(Later, "say", "@"+s.Say()) }

// leads reports whether a step brings what stands on from to the other square, or does
// something to what stands there.
func leads(h rules.Hands, from, to board.Square) bool {
	return h.Attacker == from && h.Target == to || slices.ContainsFunc(h.Carries[:], func(c rules.Carry) bool { return c.From == from && (c.To == to || h.Takes.Has(to)) })
}

// View returns the whole position: a lesson hides nothing.
func (s State) View(viewer rules.Seat) rules.View {
	v := s.State.View(rules.Full)
	own := rules.NewView(s, v.Options, viewer)
	own.Pieces, own.State = v.Pieces, v.State
	return own
}

// Occupied returns the squares where pieces stand.
func (s State) Occupied(rules.Seat) board.Set { return s.State.Occupied(rules.Full) }

// Sees reports that everybody may know every step.
func (s State) Sees(rules.Step, rules.Seat) bool { return true }

// Sealed reports that nothing stays hidden.
func (s State) Sealed() bool { return false }

// Way is an action by which the lesson goes on, and the squares it is shown with.
type Way struct {
	By      rules.Seat
	Action  string
	Squares []board.Square
}

// Ways are the actions of players that the lesson takes now.
func (s State) Ways() (ways []Way) {
	for _, step := range s.Legal(nil) {
		if step.By >= rules.MaxSeats {
			continue
		}
		ways = append(ways, Way{step.By, s.State.Text(step), squares(s.State.Hands(step))})
	}
	return ways
}

// squares are those that a step touches, in the order of the hands: who is taken,
// who joins, and where to.
func squares(h rules.Hands) (out []board.Square) {
	add := func(sq board.Square) {
		if sq != board.None && !slices.Contains(out, sq) {
			out = append(out, sq)
		}
	}
	add(h.Attacker)
	for _, c := range h.Carries {
		add(c.From)
	}
	add(h.Partner)
	for _, c := range h.Carries {
		add(c.To)
	}
	add(h.Target)
	return out
}
