package gesture_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// action is one kind of action in a position, as a table row.
type action struct {
	name   string
	start  func(t testing.TB) rules.State
	before string // touches already made, by squares: "-c3 +d5 ~"
	past   string // the open steps that they meant, with commas between
	means  string // the action, with commas between if it is several steps
	then   string // what the same seat does next, plainly
	air    string // squares whose piece is in somebody's hand
	dead   string // squares where wood lies that is no piece
	arm    string // how the texts of what is armed begin
	but    string // an order that says something else besides
}

// deed is the action that is done by hand, and what letters stand for.
type deed struct {
	state    rules.State  // before it
	implied  []rules.Step // what the same hands say before it
	steps    []rules.Step
	hands    rules.Hands
	f, t     board.Square
	reach    board.Set // where the piece may be carried, by a run, too
	home     board.Set // where the turn's pieces stood before, or could have gone
	g, p     board.Square
	victims  board.Set
	stands   board.Set // the wood before it
	legal    []rules.Step
	own, all board.Set
	letters  ['z' + 1]board.Square
	given    board.Set
}

// sitting is one history of touches: the reader under test and what is true.
type sitting struct {
	testing.TB
	a       *action
	r       *gesture.Reader
	d       *deed
	pace    time.Duration
	now     time.Duration
	reading gesture.Reading
	wood    board.Set
	truth   []rules.State
	steps   []rules.Step
	sealed  int // the truth's number of the position that is sealed
	wrong   string
	wooden  *wooden // who is who, if the driver can tell; nil if it cannot
	asked   bool
	timed   bool
	took    []time.Duration // by each touch, if timed
	late    bool            // not understood before somebody went on
	meant   int             // the truth's number of the position that was meant
	log     []string
	strict  board.Set // the wrong start position; empty for none
	aim     board.Set // the die that was lit after the last pause
	detours int       // how many were made that mean nothing
	played  int       // the most steps that lay on the board, all of them, after one
}

func list(text string) []string {
	return slices.DeleteFunc(strings.Split(text, ", "), func(s string) bool { return s == "" })
}

func squares(t testing.TB, s rules.State, text string) (set board.Set) {
	t.Helper()
	for _, name := range strings.Fields(text) {
		sq, ok := s.Topology().Square(name)
		if !ok {
			t.Fatalf("no square %q", name)
		}
		set.Add(sq)
	}
	return set
}

func parse(t testing.TB, s rules.State, text string) (rules.Step, rules.State) {
	t.Helper()
	step, err := s.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	return step, next
}

// ready is what is the same in every history of an action.
type ready struct {
	start rules.State
	deed  deed
}

var readied = map[string]*ready{}

// ready prepares the action once.
func (a *action) ready(t testing.TB) *ready {
	t.Helper()
	if readied[a.name] == nil {
		s := a.start(t)
		readied[a.name] = &ready{s, a.deed(t, s)}
	}
	return readied[a.name]
}

// deed finds what hands do for the action.
func (a *action) deed(t testing.TB, s rules.State) deed {
	t.Helper()
	wood := s.Occupied(rules.Full).Minus(squares(t, s, a.air)).Union(squares(t, s, a.dead))
	var home board.Set
	for _, text := range list(a.past) {
		var step rules.Step
		h := s
		step, s = parse(t, s, text)
		home = home.Union(reach(h, h.Hands(step).Carries[0].From))
		for _, c := range h.Hands(step).Carries {
			home.Add(c.From)
			wood.Remove(c.From)
			wood.Add(c.To)
		}
		wood = wood.Minus(h.Hands(step).Takes.Minus(s.Occupied(rules.Full)))
	}
	for _, w := range strings.Fields(a.before) {
		if len(w) > 1 {
			wood.Set(squares(t, s, w[1:]).First(), w[0] == '+')
		}
	}
	d := deedOf(t, s, list(a.means), wood)
	d.home = home
	d.reach = reach(d.state, d.f)
	return *d
}

// deedOf prepares to do steps: what is implied first, then one action or a run.
func deedOf(t testing.TB, s rules.State, texts []string, wood board.Set) *deed {
	t.Helper()
	d := &deed{f: board.None, t: board.None, g: board.None, p: board.None, stands: wood}
	for i, text := range texts {
		step, next := parse(t, s, text)
		h := s.Hands(step)
		switch {
		case h.Manner == rules.Implied && i < len(texts)-1:
			d.implied = append(d.implied, step)
		case len(d.steps) > 0: // a run
			d.hands.Carries[0].To = h.Carries[0].To
			d.steps = append(d.steps, step)
		default:
			d.state, d.hands, d.steps = s, h, []rules.Step{step}
		}
		s = next
	}
	d.find(wood)
	return d
}

func (d *deed) find(wood board.Set) {
	h := d.hands
	for i := range d.letters {
		d.letters[i] = board.None
	}
	switch h.Manner {
	case rules.Knocked:
		d.f, d.g, d.p = h.Attacker, h.Target, h.Partner
	case rules.OnPage:
		d.t = h.Target
	case rules.Carried:
		d.f, d.t = h.Carries[0].From, h.Carries[0].To
		d.victims = h.Takes.Intersect(wood)
		if h.Takes.Has(h.Attacker) { // who falls with the victim is lifted first
			d.f = h.Attacker
			d.victims.Remove(d.f)
		}
	}
	d.letters['f'], d.letters['t'], d.letters['g'], d.letters['p'] = d.f, d.t, d.g, d.p
	d.given = d.victims.Union(board.SetOf(d.f, d.t, d.g, d.p))
	d.all = d.state.Occupied(rules.Full).Intersect(wood).Minus(d.given)
	by := d.steps[len(d.steps)-1].By
	for sq := range d.all.All() {
		if man, _ := d.state.At(sq); man.Owner == by {
			d.own.Add(sq)
		}
	}
	d.legal = d.state.Legal(nil)
}

// sit begins a history.
func (a *action) sit(t testing.TB, pace time.Duration) *sitting {
	t.Helper()
	once := a.ready(t)
	start, d := once.start, once.deed
	s := &sitting{TB: t, a: a, r: gesture.NewReader(quiet), pace: pace, now: time.Second, truth: []rules.State{start}}
	s.d = &d
	s.wood = start.Occupied(rules.Full).Minus(squares(t, start, a.air)).Union(squares(t, start, a.dead))
	return s
}

// begin gives the reader the position, and makes the touches made before.
func (s *sitting) begin() {
	loose := s.a.air != "" || s.a.dead != ""
	if !s.strict.IsEmpty() {
		s.wood = s.strict
	}
	s.r.Set(s.truth[0], s.wood, loose)
	s.tellMarks()
	if s.a.arm != "" {
		s.arm()
	}
	s.read()
	var past []rules.Step
	at := s.truth[0]
	for _, text := range list(s.a.past) {
		step, next := parse(s, at, text)
		past, at = append(past, step), next
	}
	s.mean(past)
	for _, w := range strings.Fields(s.a.before) {
		if w == "~" {
			s.pass(quiet + 20*ms)
			continue
		}
		s.touch(squares(s, at, w[1:]).First(), w[0] == '+')
		s.pass(s.pace)
	}
}

func (s *sitting) arm() {
	var armed []rules.Step
	for _, step := range s.truth[0].Legal(nil) {
		if strings.HasPrefix(s.truth[0].Text(step), s.a.arm) {
			armed = append(armed, step)
		}
	}
	s.r.Arm(armed)
}

// mean makes steps part of the truth.
func (s *sitting) mean(steps []rules.Step) {
	for _, step := range steps {
		next, _, err := s.truth[len(s.truth)-1].Apply(step, nil)
		if err != nil {
			s.Fatal(err)
		}
		s.truth, s.steps = append(s.truth, next), append(s.steps, step)
	}
}

// word does one word of a script.
func (s *sitting) word(words []string, i int) {
	switch w := words[i]; {
	case w == "~":
		s.pass(quiet + 20*ms)
		s.aim = s.r.Guide(s.now).Throw
	case w == "," || w == "&" || w == "!":
	case w[1] == 'z':
		s.onDie(w == "+z")
	case w[1] == 'v':
		last := s.d.victims.Len() - 1
		for sq := range s.d.victims.All() {
			pause := s.gap(words, i)
			if last > 0 && pause > 0 {
				pause = s.pace
			}
			s.step(sq, w[0] == '+', pause)
			last--
		}
	default:
		s.step(s.d.letters[w[1]], w[0] == '+', s.gap(words, i))
	}
}

// onDie puts the attacker on the die that is lit, and leaves it there until it is thrown, or takes it off before that.
func (s *sitting) onDie(stays bool) {
	s.read()
	at := s.aim.Minus(s.wood) // where people saw it when they looked up
	for try := 0; try < 3 && (at.IsEmpty() || !s.lit()) && s.wood.Has(s.d.g); try++ {
		for _, sq := range []board.Square{s.d.g, s.d.p} { // who sees none, or another attack, says it again
			if s.wood.Has(sq) {
				s.step(sq, false, s.pace)
				s.step(sq, true, quiet+20*ms)
			}
		}
		at = s.r.Guide(s.now).Throw.Minus(s.wood)
	}
	if at.IsEmpty() {
		return
	}
	s.touch(at.First(), true)
	if s.pass(5 * s.pace / 3); stays { // at most 567 ms
		s.pass(1300 * ms)
		return
	}
	s.touch(at.First(), false)
	s.pass(s.pace)
}

// lit reports whether the attack is lit that is meant.
func (s *sitting) lit() bool {
	return s.r.Guide(s.now).Declared == board.SetOf(s.d.f, s.d.g, s.d.p)
}

// gap is the pause after a touch.
func (s *sitting) gap(words []string, i int) time.Duration {
	rest := words[i+1:]
	if len(rest) > 0 && rest[0] == "!" {
		rest = rest[1:]
	}
	switch {
	case len(rest) > 0 && rest[0] == "&":
		return 0
	case len(rest) > 0 && rest[0] == ",":
		return 14 * ms
	}
	return s.pace
}

// step makes one touch, unless the piece is in the hand already.
func (s *sitting) step(sq board.Square, placed bool, pause time.Duration) {
	if s.wood.Has(sq) == placed {
		if placed || !squares(s, s.truth[0], s.a.air).Has(sq) {
			s.Fatalf("%s: cannot be done\n%s", s.d.state.Topology().Name(sq), s.told())
		}
		return
	}
	s.touch(sq, placed)
	if pause > 0 {
		s.pass(pause)
	}
}

// touch makes one touch now, as the referee has it: what is due is read first.
func (s *sitting) touch(sq board.Square, placed bool) {
	s.wood.Set(sq, placed)
	s.note(map[bool]string{true: "+", false: "-"}[placed] + s.truth[0].Topology().Name(sq))
	begun := worked(s)
	s.r.Touch(board.Touch{Square: sq, Placed: placed, Piece: s.piece(sq, placed), At: s.now})
	if s.timed {
		s.reading = s.r.Read(s.now)
		s.r.Guide(s.now)
		s.took = append(s.took, worked(s)-begun)
	}
}

// pass lets time pass, reading when it is due and after the scan.
func (s *sitting) pass(d time.Duration) {
	s.read()
	until := s.now + d
	for n := 0; s.reading.Wake != 0 && s.reading.Wake <= until && n < 20; n++ {
		s.now = max(s.now, s.reading.Wake)
		s.read()
	}
	s.now = until
	if d >= quiet {
		s.note("~")
	}
}

func (s *sitting) note(word string) { s.log = append(s.log, word) }

// read reads, and compares what is sealed and thrown with the truth.
func (s *sitting) read() {
	if s.reading.Thrown {
		return
	}
	was := s.taken()
	s.reading = s.r.Read(s.now)
	if now := s.taken(); now != was {
		s.note("{" + now + "}")
	}
	if s.wrong != "" {
		return
	}
	at, ok := s.find(s.reading.Sealed)
	switch {
	case !ok:
		s.wrong = fmt.Sprintf("WRONG SEAL %q", s.taken())
	case s.reading.Thrown && !s.thrown():
		s.wrong = fmt.Sprintf("WRONG THROW %q", s.taken())
	}
	s.sealed = max(s.sealed, at)
}

// thrown reports whether what is thrown is what was meant.
func (s *sitting) thrown() bool {
	at, ok := s.find(len(s.reading.Steps))
	return ok && at == len(s.truth)-1 && s.truth[at].ToAct().Has(rules.Chance)
}

// find returns the truth's number of the position after n steps that are taken. What
// is implied at their end goes with what implies it.
func (s *sitting) find(n int) (int, bool) {
	at := s.after(n)
	for i := len(s.truth) - 1; i >= 0; i-- {
		if s.truth[i] == at {
			return i, true
		}
	}
	if n > 0 && s.after(n-1).Hands(s.reading.Steps[n-1]).Manner == rules.Implied {
		return s.find(n - 1)
	}
	return 0, false
}

func (s *sitting) after(n int) rules.State {
	at := s.r.Base()
	for _, step := range s.reading.Steps[:n] {
		at, _, _ = at.Apply(step, nil)
	}
	return at
}

// end is the position after everything that is taken.
func (s *sitting) end() rules.State { return s.after(len(s.reading.Steps)) }

// taken says the steps taken, with a bar after those that are sealed.
func (s *sitting) taken() string {
	at := s.r.Base()
	var out []string
	for i, step := range s.reading.Steps {
		if i == s.reading.Sealed && i > 0 {
			out = append(out, "|")
		}
		out = append(out, at.Text(step))
		at, _, _ = at.Apply(step, nil)
	}
	if s.reading.Thrown {
		out = append(out, "!")
	}
	return strings.Join(out, " ")
}

func (s *sitting) meantText() string { return texts(s.truth[0], s.steps) }

func texts(at rules.State, steps []rules.Step) string {
	var out []string
	for _, step := range steps {
		out = append(out, at.Text(step))
		at, _, _ = at.Apply(step, nil)
	}
	return strings.Join(out, ", ")
}

// choices says what is asked.
func (s *sitting) choices() string {
	var out []string
	for _, steps := range s.reading.Ask {
		out = append(out, texts(s.r.Base(), steps))
	}
	return strings.Join(out, " / ")
}

// told says the history.
func (s *sitting) told() string {
	return fmt.Sprintf("meant %q at %v a touch: %s", s.meantText(), s.pace, strings.Join(s.log, " "))
}

// goOn is what follows plainly: what the same seat does, then the next seat.
func (s *sitting) goOn() (deeds [][]string) {
	at := s.truth[len(s.truth)-1]
	by := s.steps[len(s.steps)-1].By
	for _, text := range list(s.a.then) {
		_, at = parse(s, at, text)
		deeds = append(deeds, []string{text})
	}
	var deed []string
	for _, step := range at.Legal(nil) {
		if step.By == by && at.Hands(step).Manner == rules.Implied {
			deed = append(deed, at.Text(step))
			at, _, _ = at.Apply(step, nil)
			break
		}
	}
	for _, step := range at.Legal(nil) {
		h := at.Hands(step)
		if step.By == by || step.By >= rules.Chance {
			break
		}
		if h.Manner == rules.Passed || h.Manner == rules.Carried && !h.Armed && h.Takes.IsEmpty() && h.Carries[0].From != board.None {
			return append(deeds, append(deed, at.Text(step)))
		}
	}
	return deeds
}

// plainly does an action in the first of its orders.
func (s *sitting) plainly(texts []string) {
	s.d = deedOf(s, s.truth[len(s.truth)-1], texts, s.wood)
	o := s.d.ordersOf()[0]
	words, ok := s.letter(o, nil)
	if !ok {
		s.Fatalf("%v cannot be done", texts)
	}
	s.follow(words)
	s.pass(s.pace)
}
