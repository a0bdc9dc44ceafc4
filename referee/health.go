package referee

import (
	"slices"
	"strings"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/messages"
	"reeve/rules"
)

// Health finds squares whose sensor is at fault. It is told what play makes of
// them, and tells Distrust what it finds.
type Health interface {
	// Expect says what squares the position has occupied, once for each step
	// that is sealed and for the set-up. What is busy hands are at work on, or
	// does not belong to the game.
	Expect(occupied, busy board.Set, at time.Duration)
	// Unexplained says it while the wood lies otherwise and nothing is made of it.
	Unexplained(occupied board.Set)
}

// SquareFault is what is wrong with the sensor of one square. The sentence that
// says it has the key "fault." and the kind: dead, stuck, flickering, ghost, crosstalk or drifted.
type SquareFault struct {
	Square board.Square
	Kind   string
}

// The kinds that people may say themselves, by the confirm button.
const (
	deadSquare  = "dead"
	stuckSquare = "stuck"
)

// driftedSquare is a kind that people are told of before it does any harm: its square is believed.
const driftedSquare = "drifted"

// doubted reports whether what a square feels may be wrong.
func (s SquareFault) doubted() bool { return s.Kind != driftedSquare }

// mostReported is how many squares people may say at once to be felt wrongly: who
// has yet to set the board up does not.
const mostReported = 8

// faults is what is known of the squares' sensors.
type faults struct {
	told     []SquareFault // by the sensors
	reported []SquareFault // by people
	belied   SquareFault   // what people said last of a square that has changed since
	changed  time.Duration // and when it did
	all      []SquareFault // both, by square
	squares  board.Set     // theirs
	logged   []SquareFault

	sealings, expected int         // how often something was sealed, and when Health last heard of it
	lagging            []board.Set // changed on the page alone: hands have yet to follow
}

// Distrust takes the squares at fault, all of them anew: no step is taken that
// needs one, but asked about (hands.md rule 14). Touches of a square that is no
// longer among them count again.
func (j *Judge) Distrust(told []SquareFault) {
	j.faults.told = slices.Clone(told)
	j.believe()
}

// believe puts together who says what of the squares.
func (j *Judge) believe() {
	f := &j.faults
	f.all, f.squares = slices.Clone(f.told), board.Set{}
	for _, s := range f.reported {
		same := func(t SquareFault) bool { return t.Square == s.Square }
		if i := slices.IndexFunc(f.all, same); i < 0 {
			f.all = append(f.all, s)
		} else if !f.all[i].doubted() {
			f.all[i] = s
		}
	}
	slices.SortFunc(f.all, func(a, b SquareFault) int { return int(a.Square) - int(b.Square) })
	for _, each := range f.all {
		if each.doubted() {
			f.squares.Add(each.Square)
		}
	}
	j.reader.Distrust(f.squares)
}

// takeReport believes who presses the button that the wood lies as the lights
// ask for, where they still ask: what is felt otherwise is felt wrongly. False if
// there is nothing of the kind, or too much to be true.
func (j *Judge) takeReport() bool {
	f, off := &j.faults, j.reportable()
	for sq := range off.All() {
		kind := deadSquare
		if j.wood.Has(sq) {
			kind = stuckSquare
		}
		f.reported = append(f.reported, SquareFault{sq, kind})
	}
	if !off.IsEmpty() {
		j.believe()
	}
	return !off.IsEmpty()
}

// reportable is where takeReport believes somebody.
func (j *Judge) reportable() board.Set {
	if m := j.match; !j.felt || j.fault != "" || m.secret() || m.ready && !j.reader.Settling() {
		return board.Set{}
	}
	off := j.off()
	if off.Len() > mostReported || !off.Intersect(j.faults.behind()).IsEmpty() {
		return board.Set{}
	}
	return off
}

// blame takes the word of who answers that what was done was not felt on sq, if that is a square.
func (j *Judge) blame(sq board.Square) {
	if sq == board.None {
		return
	}
	kind := deadSquare
	if j.wood.Has(sq) {
		kind = stuckSquare
	}
	j.faults.reported = append(j.faults.reported, SquareFault{sq, kind})
	j.believe()
}

// off returns the squares that are felt otherwise than the position has them.
func (j *Judge) off() board.Set {
	return differ(j.here(), j.match.state().Occupied(rules.Full)).Minus(j.faults.squares)
}

func differ(a, b board.Set) board.Set { return a.Minus(b).Union(b.Minus(a)) }

// moved notes that a square has changed: it is neither dead nor stuck, unless it soon changes back, and
// hands are at work there.
func (j *Judge) moved(sq board.Square, at time.Duration) {
	f := &j.faults
	f.lagging = slices.DeleteFunc(f.lagging, func(s board.Set) bool { return s.Has(sq) })
	if i := slices.IndexFunc(f.reported, func(s SquareFault) bool { return s.Square == sq }); i >= 0 {
		f.belied, f.changed = f.reported[i], at
		f.reported = slices.Delete(f.reported, i, i+1)
		j.believe()
	} else if f.belied.Square == sq && f.belied.Kind != "" && at-f.changed < gesture.Fleeting {
		f.reported, f.belied = append(f.reported, f.belied), SquareFault{}
		j.believe()
	}
}

// lag notes what has changed on the page since the position had those squares
// occupied, if hands have not begun to do it: as long as they do not, what is
// felt there is no fault.
func (j *Judge) lag(before board.Set) {
	f := &j.faults
	changed := differ(before, j.match.state().Occupied(rules.Full))
	var same board.Set
	var rest []board.Set
	for _, s := range f.lagging {
		if s.Intersect(changed).IsEmpty() {
			rest = append(rest, s)
		} else {
			same = same.Union(s)
		}
	}
	if fresh := changed.Minus(same).Minus(f.squares); !changed.IsEmpty() && fresh.Within(j.off()) {
		f.lagging = append(rest, same.Union(changed))
	}
}

// behind are the squares where hands have yet to follow.
func (f *faults) behind() (all board.Set) {
	for _, s := range f.lagging {
		all = all.Union(s)
	}
	return all
}

// expect tells Health what it goes by. It reports whether that brought anything.
func (j *Judge) expect(now time.Duration) (found bool) {
	m, f := j.match, &j.faults
	if j.cfg.Health == nil || !j.felt || j.fault != "" || j.trouble != "" || m.secret() {
		return false
	}
	before := f.squares
	if !m.ready || j.reader.Settling() || !j.reading.Wrong.IsEmpty() {
		j.cfg.Health.Unexplained(m.state().Occupied(rules.Full).Union(m.beside()))
	}
	if m.ready && f.sealings != f.expected {
		f.expected = f.sealings
		j.cfg.Health.Expect(m.state().Occupied(rules.Full), m.beside().Union(j.busy(now)), now)
	}
	return f.squares != before
}

// beside are the squares that a board may have and the game has not.
func (m *match) beside() (others board.Set) {
	for sq := range board.Square(board.MaxSquares) {
		others.Set(sq, !m.surface.Has(sq))
	}
	return others
}

// busy are the squares that hands are at work on: of steps that may still be
// withdrawn, of what is in the air or fights, and of what the page is ahead with.
func (j *Judge) busy(now time.Duration) board.Set {
	m := j.match
	guide := j.reader.Guide(now)
	busy := j.faults.behind().Union(guide.Origin).Union(guide.Declared).Union(guide.Throw).Union(m.fighting())
	for i, p := range m.played {
		if p.open {
			busy = busy.Union(differ(m.before(i).Occupied(rules.Full), p.after.Occupied(rules.Full)))
		}
	}
	return busy
}

// fighting are the squares of the attack that was thrown, until the next step that hands do: whoever
// attacks is held or lies on the die while dice are thrown, and who was beaten is taken off when it suits the players.
func (m *match) fighting() board.Set {
	for i := len(m.played) - 1; i >= 0; i-- {
		switch h := m.before(i).Hands(m.played[i].step); h.Manner {
		case rules.OnPage: // a throw, or what is added to it on the page
		case rules.Knocked:
			return m.die.Union(board.SetOf(h.Attacker, h.Partner, h.Target))
		default:
			return board.Set{}
		}
	}
	return board.Set{}
}

// logFaults logs what is new of the squares, once. While anything is secret a
// fault may tell where a piece stands.
func (j *Judge) logFaults() {
	f := &j.faults
	if j.match.secret() || slices.Equal(f.all, f.logged) {
		return
	}
	on := j.match.state().Topology()
	tell := func(list, before []SquareFault, text string) {
		for _, each := range list {
			if j.match.surface.Has(each.Square) && !slices.Contains(before, each) {
				j.cfg.Log.Warn(text, "part", "sensors", "square", on.Name(each.Square), "fault", each.Kind)
			}
		}
	}
	tell(f.all, f.logged, "square at fault")
	tell(f.logged, f.all, "square well again")
	f.logged = f.all
}

// faultsFor says what is wrong with the squares that viewer may know of.
func (j *Judge) faultsFor(viewer rules.Seat) (said []Message) {
	state, may := j.match.state(), j.match.surface
	if j.match.secret() {
		may = state.Occupied(viewer)
	}
	for _, each := range j.faults.all {
		if may.Has(each.Square) {
			said = append(said, sayFault(each.Kind, state.Topology().Name(each.Square)))
		}
	}
	return said
}

// wouldSeal says what the button confirm of viewer would seal now, nil if nothing: beside a square at fault nobody knows it from
// what was felt. What is secret is not said.
func (j *Judge) wouldSeal(viewer rules.Seat) *Message {
	m := j.match
	if !m.ready || !j.felt || m.secret() || m.entering() {
		return nil
	}
	by := rules.Referee
	if viewer < rules.MaxSeats {
		by = viewer
	}
	steps, ok := j.reader.Confirm(by)
	fixed := j.reader.Fixed()
	if !ok || len(steps) <= fixed || by != rules.Referee && steps[len(steps)-1].By != by {
		return nil
	}
	said := say(rules.Say("confirm.seals", "steps", strings.Join(j.texts(steps)[fixed:], ", ")))
	return &said
}

// sayFault is the sentence for one fault; one that the catalogue does not know
// is named.
func sayFault(kind, square string) Message {
	m := say(rules.Say("fault."+kind, "square", square))
	if !messages.Has(m.Key) {
		m.Text = "The sensor of " + square + " is at fault: " + kind
	}
	return m
}

// uncertain lights the squares at fault, unless that would tell a secret.
func (j *Judge) uncertain() (scene leds.Scene) {
	if j.match.secret() {
		return nil
	}
	for sq := range j.faults.squares.Intersect(j.match.surface).All() {
		scene = append(scene, leds.Light{Square: sq, Meaning: leds.Uncertain})
	}
	return scene
}
